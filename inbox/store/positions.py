"""Where the reviewer stopped in one root; never in the repository (design R16)."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path

from inbox.domain.position import Position
from inbox.formats.pieces import digest
from inbox.store import files, state

SCHEMA = 1


class PositionFile:
    """One file for a root, named by a digest of the root's path."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._path = state.folder() / f"position-{digest(str(root))}.json"

    def read(self) -> Position:
        """Return where the reviewer stopped; the beginning when there is no file to be read."""
        text = files.look(self._path.parent, self._path.name).text
        try:
            return _parsed(json.loads(text or "null"))
        except (ValueError, RecursionError):
            return Position()

    def write(self, position: Position) -> None:
        """Keep where the reviewer stopped.

        A disk that refuses costs them the place in a list, which is not worth a word.
        """
        if position == self.read():
            return
        value = {"schema": SCHEMA, "root": str(self._root), **asdict(position)}
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            files.write(self._path, f"{json.dumps(value, indent=1)}\n".encode(), 0o600)
        except OSError:
            return


def _parsed(value: object) -> Position:
    """Return what a file says; a value of another type counts as none."""
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        return Position()
    kinds = {each.name: type(each.default) for each in fields(Position)}
    return Position(**{name: value[name] for name in kinds if type(value.get(name)) is kinds[name]})
