"""Where the reviewer's own state lives, outside every repository (design R16)."""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """Return `$XDG_STATE_HOME/athenaeum-inbox`; a relative value counts for nothing."""
    given = os.environ.get("XDG_STATE_HOME", "")
    home = Path(given) if given.startswith("/") else Path.home() / ".local" / "state"
    return home / "athenaeum-inbox"
