"""Where settings files are, and their texts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from inbox.store import files
from inbox.store.files import Found

REPOSITORY_FILE = ".athenaeum-inbox.toml"
OWN_FOLDER = "athenaeum-inbox"
LARGEST = 32 * 1024
"""Bytes; more are no settings."""


def own_file(environment: Mapping[str, str]) -> Path:
    """Return where the person's own settings are, or would be."""
    if named := environment.get("ATHENAEUM_INBOX_CONFIG"):
        return Path(named).expanduser()
    home = environment.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / OWN_FOLDER / "config.toml"


def own_text(file: Path) -> Found:
    """Return the text of a file of the person's own, which may be a link to another place."""
    try:
        with file.open("rb") as opened:
            raw = opened.read(LARGEST + 1)
    except FileNotFoundError:
        return Found(None, files.NOT_THERE)
    except OSError as error:
        return Found(None, f"cannot be read: {error.strerror}")
    return _bounded(files.decoded(raw))


def repository_text(root: Path) -> Found:
    """Return the text of the settings file that comes with the memories; links are not followed."""
    found = files.look(root, REPOSITORY_FILE)
    return found if found.text is None else _bounded(found.text)


def _bounded(text: str) -> Found:
    if len(text) > LARGEST:
        return Found(None, f"is larger than {LARGEST // 1024} KB, which is no settings file")
    return Found(text)
