"""Starting the screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from inbox.config import Config, Problem
from inbox.errors import BadUsage
from inbox.service import Inbox


def run(inbox: Inbox, config: Config, own_themes: Path) -> int:
    """Open the inbox on screen; return the exit status.

    Raises:
        BadUsage: There is no terminal to draw on.
    """
    # Textual draws on stderr, and reads keys from stdin.
    if not (sys.stderr.isatty() and sys.stdin.isatty()):
        raise BadUsage("there is no terminal here; `athenaeum-inbox list` prints what waits.")
    _prepare()
    from inbox.app.application import InboxApp

    app = InboxApp(inbox, config, own_themes)
    parting = app.run(mouse=config.mouse)
    if parting:
        print(parting)
    return app.return_code or 0


def _prepare() -> None:
    """Set what Textual reads from the environment when it is imported."""
    # An empty value means no wish (the convention); Textual would take it for one.
    if os.environ.get("NO_COLOR") == "":
        del os.environ["NO_COLOR"]
    if os.environ.get("ATHENAEUM_INBOX_NO_ANIMATION", "0") not in ("", "0"):
        os.environ["TEXTUAL_ANIMATIONS"] = "none"
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")


def problems(config: Config, own_themes: Path) -> Iterator[Problem]:
    """Yield what is wrong with the settings that only the screen can judge: keys and themes."""
    from inbox.app import keyboard, themes

    yield from keyboard.problems(config)
    yield from themes.problems(config, own_themes)
