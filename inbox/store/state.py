"""Where the reviewer's own state lives, outside every repository (design R16)."""

from __future__ import annotations

import os
from pathlib import Path

from inbox.errors import RepositoryRefused
from inbox.store import files


def folder() -> Path:
    """Return `$XDG_STATE_HOME/athenaeum-inbox`; a relative value counts for nothing."""
    given = os.environ.get("XDG_STATE_HOME", "")
    home = Path(given) if given.startswith("/") else Path.home() / ".local" / "state"
    return home / "athenaeum-inbox"


def keep_copy(text: str) -> Path:
    """Write what was too much for a clipboard where only the reviewer reads it; return where.

    There is one such file, and the next copy takes its place.

    Raises:
        RepositoryRefused: The disk says no.
    """
    file = folder() / "copied.txt"
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.write(file, files.encoded(text), 0o600)
    except OSError as error:
        raise RepositoryRefused(f"{file}: {error.strerror}; nothing was copied.") from error
    return file
