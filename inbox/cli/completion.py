"""Completion scripts for shells, generated from the parser, and the ids they offer."""

from __future__ import annotations

from argparse import Action, Namespace
from collections.abc import Iterator

from inbox.cli import settings
from inbox.cli.speaking import data
from inbox.errors import InboxError
from inbox.service import Inbox

SHELLS = ("bash", "zsh", "fish")
IDS, DECISIONS = "ids", "decisions"
WHAT = (*SHELLS, IDS, DECISIONS)
"""What can be printed: a script, or what the scripts ask for."""

MOST = 200
"""Names that are offered; more are no help."""


def completion(args: Namespace) -> int:
    """Print a completion script for bash, zsh or fish; or the ids that such a script offers."""
    if args.what in SHELLS:
        data(_script(args.what))
        return 0
    # A shell asks in the midst of a line, where nothing can be said.
    try:
        for name in _names(args):
            data(name)
    except InboxError:
        return 0
    return 0


def _names(args: Namespace) -> Iterator[str]:
    inbox = Inbox.open(settings.root(args))
    if args.what == IDS:
        yield from (item.id for item in inbox.pending().items[:MOST])
    else:
        yield from (entry.id for entry in inbox.log(MOST))


def _script(shell: str) -> str:
    import shtab  # no other command needs it

    from inbox.cli import parser  # which needs this module

    ask = "athenaeum-inbox completion {} 2>/dev/null"
    ids, decisions = (shtab.cmd(ask.format(what)) for what in (IDS, DECISIONS))
    whole = parser.build()
    for command, action in whole.everything():
        if action.dest in ("id", "ids"):
            _offer(action, decisions if command == "undo" else ids)
        elif action.dest in ("repo", "dir"):
            _offer(action, shtab.DIRECTORY)
        elif action.dest in ("path", "by", "file"):
            _offer(action, shtab.FILE)
    return shtab.complete(whole, shell)


def _offer(action: Action, what: object) -> None:
    """Say what completes an argument, in the way that shtab reads it."""
    action.complete = what  # type: ignore[attr-defined]
