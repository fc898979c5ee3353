"""The commands for one memory by itself, and for narrowing a side of a conflict."""

from __future__ import annotations

from argparse import Namespace
from typing import get_args

from inbox.cli.deciding import carry_out
from inbox.domain import decision as d
from inbox.errors import BadUsage
from inbox.service import Inbox


def supersede(inbox: Inbox, args: Namespace) -> int:
    """Mark a memory as replaced by another one, which is marked verified."""
    return carry_out(inbox, inbox.memory(args.path, by=args.by), d.Supersede(), args)


def deprecate(inbox: Inbox, args: Namespace) -> int:
    """Retire a memory on purpose; it is kept and no longer recalled."""
    return carry_out(inbox, inbox.memory(args.path), d.Deprecate(), args)


def restore(inbox: Inbox, args: Namespace) -> int:
    """Put a superseded, deprecated or folded memory in force again."""
    return carry_out(inbox, inbox.memory(args.path), d.Restore(), args)


def except_(inbox: Inbox, args: Namespace) -> int:
    """Say where a memory does not apply: project:NAME, path:src/**, or a phrase."""
    return carry_out(inbox, inbox.memory(args.path), d.Except(args.entry, args.key), args)


def repair(inbox: Inbox, args: Namespace) -> int:
    """Quote what keeps a header from being read, or drop a byte order mark."""
    return carry_out(inbox, inbox.memory(args.path), d.Repair(), args)


def verify_memory(inbox: Inbox, args: Namespace) -> int:
    """Say that you have checked a memory: it is stamped as verified."""
    return carry_out(inbox, inbox.memory(args.path), d.VerifyMemory(), args)


def layer(inbox: Inbox, args: Namespace) -> int:
    """Put a memory on layer L1 (always injected) or L2 (ordinary): layer set PATH L1."""
    return carry_out(inbox, inbox.memory(args.path), d.SetLayer(args.layer), args)


def narrow(inbox: Inbox, args: Namespace) -> int:
    """Narrow a side of a conflict so that both hold; by default it ends before the other begins."""
    return carry_out(inbox, inbox.find(args.id), d.Scope(args.side, _narrowing(args)), args)


def _narrowing(args: Namespace) -> d.Narrowing:
    if args.unless is not None:
        return d.Unless(args.unless)
    return place(args.scope) if args.scope is not None else d.Window(args.until)


def place(text: str) -> d.Within:
    """Return the place that `org=acme` or `project:x` names.

    Raises:
        BadUsage: It names none.
    """
    for kind in get_args(d.PlaceKind):
        for mark in "=:":
            if text.startswith(f"{kind}{mark}"):
                return d.Within(kind, text.removeprefix(f"{kind}{mark}").strip())
    raise BadUsage(f"--scope {text} names no place; write org=NAME, locale=sv-SE or project:NAME.")
