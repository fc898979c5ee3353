"""The journal of a decision under way, and recovery after a kill (design R17).

It is written before anything else is, and dropped when the commit is there. It says which
bytes were there and which were to come, so that the next start can finish or put back.
"""

from __future__ import annotations

import json
import stat
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from inbox.domain.edit import FileChange
from inbox.errors import RepositoryRefused, Stale
from inbox.store import files, swap
from inbox.store.leftover import Leftover
from inbox.store.swap import Displaced


@dataclass(frozen=True, slots=True)
class Step:
    """One file of the decision, before and after; None where it does not exist."""

    path: str
    before: bytes | None
    after: bytes | None
    mode: int | None
    """The permissions it had; those it gets when it was not there, None for the usual ones."""


@dataclass(frozen=True, slots=True)
class Journal:
    """A decision under way: its name, the commit it started from, and its files."""

    id: str
    base: str
    """Empty on a branch without commits."""

    steps: tuple[Step, ...]
    announced: tuple[str, ...] = ()
    """The paths that git is told of, and that it forgets again when the decision fails."""

    folders: tuple[str, ...] = ()
    """The folders that are made for new files, the innermost first."""

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(step.path for step in self.steps)


def missing_folders(root: Path, paths: Iterable[str]) -> tuple[str, ...]:
    """Return the folders that do not exist yet for some files, the innermost first."""
    found = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and not (root / folder).is_dir():
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return tuple(sorted(found, key=len, reverse=True))


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
        """Return the decision that is under way, if there is one.

        Raises:
            RepositoryRefused: Something is there that is no journal of ours.
        """
        try:
            return _parsed(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise RepositoryRefused(
                f"{self._path} cannot be read, and it says how to end an interrupted decision. "
                "Look at `git status` and `git diff`, then move it away."
            ) from error

    def write(self, journal: Journal) -> None:
        """Record a decision before its first file is written."""
        fresh = not self._folder.is_dir()
        rows = [
            {"path": s.path, "before": _coded(s.before), "after": _coded(s.after), "mode": s.mode}
            for s in journal.steps
        ]
        value = {
            "v": 1,
            "id": journal.id,
            "base": journal.base,
            "steps": rows,
            "announced": journal.announced,
            "folders": journal.folders,
        }
        files.write(self._path, json.dumps(value).encode(), 0o600)
        if fresh:
            files.sync_folder(self._folder.parent)

    def drop(self) -> None:
        """Forget the decision: it is wholly there, or wholly taken back."""
        files.sweep(self._folder)
        files.remove(self._path)


def _parsed(text: str) -> Journal:
    value = json.loads(text)
    steps = (
        Step(row["path"], _raw(row["before"]), _raw(row["after"]), row["mode"])
        for row in value["steps"]
    )
    return Journal(
        value["id"], value["base"], tuple(steps), tuple(value["announced"]), tuple(value["folders"])
    )


def write_all(root: Path, steps: Iterable[Step], displaced: list[Displaced]) -> None:
    """Write files of a decision; what was there joins `displaced`, still open.

    Raises:
        Stale: A file is not what the decision started from; a hook or an agent was faster.
    """
    for step in steps:
        if files.misplaced(root, step.path):
            raise Stale(step.path)
        try:
            old = swap.put(root / step.path, step.before, step.after, step.mode)
        except swap.Moved as moved:
            raise Stale(step.path) from moved
        displaced += [old] if old else []


def put_back(root: Path, journal: Journal) -> tuple[str, ...]:
    """Give the files their old bytes; return those that somebody has edited since.

    Such a file holds neither our old nor our new bytes: it is left as it is.
    """
    displaced: list[Displaced] = []
    edited = [step.path for step in journal.steps if not _returned(root, step, displaced)]
    swap.carried(displaced)
    for folder in journal.folders:
        _remove_empty(root / folder)
    return tuple(edited)


def _returned(root: Path, step: Step, displaced: list[Displaced]) -> bool:
    """Give one file its old bytes; False when somebody has edited it, or was faster."""
    file = root / step.path
    if files.misplaced(root, step.path):
        return _present(file) == step.before
    left = Leftover(file, step.before, step.after)
    done = _undone(file, step, left.held, displaced)
    left.drop()
    return done


def _undone(file: Path, step: Step, held: bytes | None, displaced: list[Displaced]) -> bool:
    present = _present(file)
    if present == held:
        return True
    if present not in (step.before, step.after) and not _torn(file, step, present):
        return False
    try:
        old = swap.put(file, present, held, step.mode)
    except swap.Moved:
        return False
    displaced += [old] if old else []
    return True


def _present(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def _torn(file: Path, step: Step, present: bytes | None) -> bool:
    """Whether a file with several names was being written, or given its old bytes back.

    That is done in place, so that each byte is the old or the new one of its position.
    """
    before, after = step.before, step.after
    if present is None or before is None or after is None or file.stat().st_nlink == 1:
        return False
    least, most = sorted((len(before), len(after)))
    count = len(present)
    return least <= count <= most and all(
        byte in (old, new) for byte, old, new in zip_longest(present, before[:count], after[:count])
    )


def _remove_empty(folder: Path) -> None:
    """Remove a folder that was made for a file; one that holds something else stays."""
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def step_for(root: Path, change: FileChange, before: bytes | None, after: bytes | None) -> Step:
    """Return the step for a file as it is now.

    Raises:
        RepositoryRefused: It is read-only; a rename would replace it all the same.
    """
    path = change.path
    if before is None:
        return Step(path, before, after, change.mode)
    mode = stat.S_IMODE((root / path).stat().st_mode)
    if not mode & 0o222:
        raise RepositoryRefused(f"{path} is read-only; `chmod u+w` it first. Nothing was written.")
    return Step(path, before, after, mode)
