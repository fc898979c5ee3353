"""The commands that start something: the screen, a demo, a repository for a folder."""

from __future__ import annotations

import os
import tempfile
from argparse import Namespace
from pathlib import Path

from inbox.cli import settings
from inbox.cli.speaking import agreed, data, said
from inbox.errors import BadUsage, Refused
from inbox.service import Inbox
from inbox.store.repository import READ_ONLY


def screen(inbox: Inbox, args: Namespace) -> int:
    """Open the inbox on screen, or in plain lines where a screen cannot be drawn."""
    if args.plain or os.environ.get("TERM") == "dumb":
        from inbox.cli import plain

        return plain.run(inbox, settings.of(args).config)
    from inbox.app.run import run  # Textual takes 200 ms that no other command need pay

    _choose_colour(args.color)
    found = settings.on_screen(args)
    return run(inbox, found.config, found.themes)


def demo(args: Namespace) -> int:
    """Make a demo repository with an invented team and open the inbox on it."""
    from inbox.demo import files
    from inbox.service.founding import found

    root = Path(args.dir) if args.dir else Path(tempfile.mkdtemp(prefix="athenaeum-demo-"))
    if root.exists() and any(root.iterdir()):
        raise BadUsage(f"{root} is not empty; give a folder that is new.")
    inbox = found(root, files, "A demo of athenaeum-inbox")
    said(f"a demo repository is in {root}; remove the folder when you are done.")
    if args.no_open:
        data(str(root))
        return 0
    args.repo = str(root)
    return screen(inbox, args)


def _choose_colour(wish: str) -> None:
    """Let `--color` beat NO_COLOR, which Textual and what it starts read."""
    if wish == "never":
        os.environ["NO_COLOR"] = "1"
    elif wish == "always":
        os.environ.pop("NO_COLOR", None)


def init(args: Namespace) -> int:
    """Make a git repository of a folder of memories and commit what is there."""
    from inbox.service.founding import adopt

    root = Path(args.dir or args.repo or ".")
    if not root.is_dir():
        raise BadUsage(f"{root} is no folder.")
    if settings.of(args).config.read_only:
        raise Refused(READ_ONLY)
    question = f"Make {root.resolve()} a git repository and commit all that is in it?"
    if not agreed(question, yes=args.yes):
        said("nothing was done.")
        return 0
    data(adopt(root))
    return 0
