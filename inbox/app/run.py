"""Starting the screen."""

from __future__ import annotations

import os
import sys

from inbox.errors import BadUsage
from inbox.service import Inbox


def run(inbox: Inbox) -> int:
    """Open the inbox on screen; return the exit status.

    Raises:
        BadUsage: There is no terminal to draw on.
    """
    # Textual draws on stderr, and reads keys from stdin.
    if not (sys.stderr.isatty() and sys.stdin.isatty()):
        raise BadUsage("there is no terminal here; `athenaeum-inbox list` prints what waits.")
    # An empty value means no wish (the convention); Textual would take it for one.
    if os.environ.get("NO_COLOR") == "":
        del os.environ["NO_COLOR"]
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    from inbox.app.application import InboxApp

    app = InboxApp(inbox)
    parting = app.run()
    if parting:
        print(parting)
    return app.return_code or 0
