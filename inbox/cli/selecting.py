"""Which items a command is about: by id, from stdin, or by a filter."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable

from inbox.domain.batch import Refusal
from inbox.domain.item import Item
from inbox.errors import BadUsage
from inbox.policy.filters import matches, parse
from inbox.service import Inbox

MOST_NAMES = 1_000_000
"""Bytes of ids on stdin."""


def alone(args: Namespace) -> bool:
    """Whether a command names one item, so that it speaks of one and not of a list."""
    more = args.filter or args.more_ids or args.stdin
    return len(args.ids) == 1 and not more


def chosen(
    inbox: Inbox, args: Namespace, among: Iterable[Item] | None = None
) -> tuple[Item | Refusal, ...]:
    """Return the items that a command is about, each once; an unknown name is a refusal.

    A filter chooses from what waits, unless it is to choose among others.

    Raises:
        BadUsage: Nothing is named, or a filter and names both are.
    """
    names = [*args.ids, *filter(None, args.more_ids.replace(",", " ").split())]
    if args.stdin:
        names += _typed()
    if args.filter:
        if names or args.stdin:
            raise BadUsage("give ids or --filter, not both.")
        wanted = parse(args.filter)
        items = inbox.pending().items if among is None else among
        return tuple(item for item in items if matches(wanted, item, inbox.today()))
    if not names and not args.stdin:
        raise BadUsage("say which: ids, --filter EXPR, --ids ID,ID or --stdin.")
    return inbox.find_all(names)


def _typed() -> list[str]:
    """Return the first word of each line on stdin, so that what `list` prints will do."""
    raw = sys.stdin.buffer.read(MOST_NAMES + 1)
    if len(raw) > MOST_NAMES:
        raise BadUsage("these are too many ids; give a filter instead.")
    lines = raw.decode("utf-8", "replace").splitlines()
    return [line.split(maxsplit=1)[0] for line in lines if line.strip()]
