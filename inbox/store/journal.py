"""The journal of a decision under way, and recovery after a kill (design R17).

It is written before the first file is, and dropped when the commit is there. It says which
bytes were there and which were to come, so that the next start can finish or put back.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from dataclasses import dataclass
from pathlib import Path

from inbox.store import files


@dataclass(frozen=True, slots=True)
class Step:
    """One file of the decision, before and after; None where it does not exist."""

    path: str
    before: bytes | None
    after: bytes | None
    mode: int | None
    """The permissions it had; None when it was not there."""


@dataclass(frozen=True, slots=True)
class Journal:
    """A decision under way: its name, the commit it started from, and its files."""

    id: str
    base: str
    steps: tuple[Step, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(step.path for step in self.steps)

    @property
    def new(self) -> tuple[str, ...]:
        """The paths that were not there before and are announced to git."""
        return tuple(step.path for step in self.steps if step.before is None)


def _coded(raw: bytes | None) -> str | None:
    return None if raw is None else b64encode(raw).decode()


def _raw(coded: str | None) -> bytes | None:
    return None if coded is None else b64decode(coded)


class JournalFile:
    """The journal in the work tree's own git folder, where no commit can sweep it up."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "athenaeum-inbox"
        self._path = self._folder / "journal.json"

    def read(self) -> Journal | None:
        """Return the decision that is under way, if there is one."""
        try:
            value = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        steps = (
            Step(row["path"], _raw(row["before"]), _raw(row["after"]), row["mode"])
            for row in value["steps"]
        )
        return Journal(value["id"], value["base"], tuple(steps))

    def write(self, journal: Journal) -> None:
        """Record a decision before its first file is written."""
        fresh = not self._folder.is_dir()
        rows = [
            {"path": s.path, "before": _coded(s.before), "after": _coded(s.after), "mode": s.mode}
            for s in journal.steps
        ]
        value = {"v": 1, "id": journal.id, "base": journal.base, "steps": rows}
        files.write(self._path, json.dumps(value).encode(), 0o600)
        if fresh:
            files.sync_folder(self._folder.parent)

    def drop(self) -> None:
        """Forget the decision: it is wholly there, or wholly taken back."""
        files.sweep(self._folder)
        files.remove(self._path)


def write_all(root: Path, journal: Journal) -> None:
    """Write every file of a decision."""
    for step in journal.steps:
        _give(root / step.path, step.after, step.mode)


def put_back(root: Path, journal: Journal) -> tuple[str, ...]:
    """Give the files their old bytes; return those that somebody has edited since.

    Such a file holds neither our old nor our new bytes: it is left as it is.
    """
    edited = []
    for step in journal.steps:
        file = root / step.path
        files.sweep(file.parent)
        present = file.read_bytes() if file.is_file() else None
        if present == step.after != step.before:
            _give(file, step.before, step.mode)
        elif present != step.before:
            edited.append(step.path)
        if step.before is None:
            _drop_empty(root, file.parent)
    return tuple(edited)


def _give(file: Path, content: bytes | None, mode: int | None) -> None:
    if content is None:
        files.remove(file)
    else:
        files.write(file, content, mode)


def _drop_empty(root: Path, folder: Path) -> None:
    """Remove folders that were made for a file that is gone again."""
    while folder != root and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
