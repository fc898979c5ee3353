"""The front door of the command line: parse, run, translate failures into exit statuses."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from inbox.cli import crash, parser, settings, speaking, starting, welcome
from inbox.config import Config
from inbox.errors import InboxError, NoRepository
from inbox.service import Inbox
from inbox.service.settings import refuse

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    speaking.open_closed_streams()
    crash.install()
    words = sys.argv[1:] if argv is None else argv
    try:
        status = _run(parser.read(words))
        speaking.flush()
        return status
    except InboxError as error:
        speaking.failed(error, as_json="--json" in words)
        return error.exit_status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has gone; what is left to flush must not complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _opened(args: Namespace, config: Config) -> Inbox:
    try:
        return Inbox.open(settings.root(args), config)
    except NoRepository:
        # Whoever names a command knows the program; only the bare start is a first run.
        if args.run is starting.screen:
            speaking.said("\n".join(welcome.lines(Path.home())))
        raise


def _run(args: Namespace) -> int:
    if not args.reads_repo:
        return int(args.run(args))
    found = settings.of(args)
    refuse(found.problems)
    args.settings = found
    settings.fill_in(args, found.config)
    inbox = _opened(args, found.config)
    if args.decides and not args.dry_run:
        inbox.check_writable()
    # What a kill left half done would be shown as the state of things, so it comes first.
    if args.writes and (said := inbox.recover()):
        speaking.said(f"{said}.")
    try:
        return int(args.run(inbox, args))
    finally:
        for aside in inbox.asides():
            speaking.said(aside)
