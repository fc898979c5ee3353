"""The arguments of `working` and its commands."""

from __future__ import annotations

import argparse
from typing import Any

from inbox.cli import working
from inbox.formats.candidates import TYPES

_HANDLED = (
    ("restore", working.restore),
    ("pin", working.pin),
    ("unpin", working.unpin),
)


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add `working` with its commands; `common` has the flags of every command."""
    text = "keep an agent's working memory: update, show, log, restore, pin, unpin, promote, clear"
    group = commands.add_parser("working", help=text, description=text)
    inside = group.add_subparsers(metavar="WHAT", title="commands", required=True)
    _update(_command(inside, common, "update", working.update))
    show = _command(inside, common, "show", working.show)
    show.add_argument("--block", action="store_true", help="the block that a hook gives the agent")
    log = _command(inside, common, "log", working.log)
    log.add_argument("--limit", type=int, default=0, metavar="N", help="the newest N")
    for name, run in _HANDLED:
        command = _command(inside, common, name, run)
        command.add_argument("handle", help="m7, or the entry's UUID")
        _dry(command)
    _promote(_command(inside, common, "promote", working.promote))
    clear = _command(inside, common, "clear", working.clear)
    clear.add_argument("--yes", action="store_true", help="do not ask")
    _dry(clear)


def _command(
    inside: Any, common: argparse.ArgumentParser, name: str, run: object
) -> argparse.ArgumentParser:
    text = (run.__doc__ or "").partition("\n")[0]
    command: argparse.ArgumentParser = inside.add_parser(
        name, help=text, description=run.__doc__, parents=[common]
    )
    command.add_argument("--agent", default="", metavar="NAME", help="whose memory (agent)")
    command.set_defaults(run=run, reads_repo=True, writes=False)
    return command


def _update(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--transcript", required=True, metavar="FILE", help="the conversation; - is stdin"
    )
    command.add_argument("--turn", type=int, metavar="N", help="its number (the next one)")
    command.add_argument(
        "--model", default="", metavar="ID", help=f"who is asked ({working.MODEL})"
    )
    command.add_argument(
        "--reply", default="", metavar="FILE", help="a reply that you have already"
    )
    command.add_argument(
        "--digest",
        default="",
        metavar="HEX",
        help="the state that the reply is about (show --json)",
    )
    command.add_argument(
        "--redact", action="store_true", help="keep an entry with its secret cut out"
    )
    _dry(command)


def _promote(command: argparse.ArgumentParser) -> None:
    command.add_argument("handle", help="m7, or the entry's UUID")
    command.add_argument(
        "--type", choices=TYPES, default="", help="what it would be (feedback for preferences)"
    )
    command.add_argument("--scope", default="", metavar="S", help="its auto-memory folder (global)")
    command.add_argument("--reason", default="", metavar="TEXT", help="goes into the commit")
    _dry(command)
    command.set_defaults(writes=True)


def _dry(command: argparse.ArgumentParser) -> None:
    command.add_argument("--dry-run", action="store_true", help="say what would be, write nothing")
