"""The front door of the command line: parse, run, translate failures into exit statuses."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from inbox.cli import crash, parser, speaking
from inbox.errors import InboxError
from inbox.service import Inbox

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status; 2 from argparse for wrong usage."""
    crash.install()
    args = parser.build().parse_args(argv)
    try:
        return _run(args)
    except InboxError as error:
        speaking.failed(error, as_json=args.json)
        return error.exit_status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has gone; what is left to flush must not complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(args: Namespace) -> int:
    if getattr(args, "reads_repo", True):
        return int(args.run(Inbox.open(_root(args)), args))
    return int(args.run(args))


def _root(args: Namespace) -> Path:
    return Path(args.repo or os.environ.get("ATHENAEUM_INBOX_REPO") or ".")
