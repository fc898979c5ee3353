"""Where a folder's repository is, read from files: no git process for a listing."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inbox.errors import Busy, NoRepository, RepositoryRefused

_UNDER_WAY = {
    "MERGE_HEAD": ("a merge", "git merge --continue or --abort"),
    "CHERRY_PICK_HEAD": ("a cherry-pick", "git cherry-pick --continue or --abort"),
    "REVERT_HEAD": ("a revert", "git revert --continue or --abort"),
    "rebase-merge": ("a rebase", "git rebase --continue or --abort"),
    "rebase-apply": ("a rebase", "git rebase --continue or --abort"),
    "sequencer": ("a sequence of picks", "git cherry-pick or git revert, --continue or --abort"),
    "BISECT_LOG": ("a bisect", "git bisect reset"),
}
_ELSEWHERE = "refs/heads/.invalid"
"""What HEAD names when the refs are kept in a reftable (gitrepository-layout)."""

_MOST_HOPS = 5

PATIENCE = 2.0
"""Seconds that a lock of somebody else is waited for."""


@dataclass(frozen=True, slots=True)
class Place:
    """A work tree and its repository."""

    top: Path
    folder: Path
    """The work tree's own git folder (`.git`, or one below `.git/worktrees`)."""

    common: Path
    """The git folder that all work trees share."""

    def under_way(self) -> str:
        """Return what git is in the middle of, and how to end it; empty when nothing is."""
        for name, (what, remedy) in _UNDER_WAY.items():
            if (self.folder / name).exists():
                return f"{what} is in progress; end it first ({remedy})"
        return ""

    def locks(self) -> Iterator[tuple[Path, float]]:
        """Yield the lock files that git has here, each with its age in seconds."""
        names = [self.folder / "index.lock", self.folder / "HEAD.lock"]
        names += sorted(self.folder.glob("next-index-*.lock"))
        names += sorted((self.common / "refs" / "heads").rglob("*.lock"))
        names.append(self.common / "packed-refs.lock")
        for name in names:
            age = _age(name)
            if age is not None:
                yield name, age

    def wait_for_index(self) -> None:
        """Wait for `index.lock` to go; it is never removed by us.

        Raises:
            Busy: It is still there.
        """
        lock = self.folder / "index.lock"
        end = time.monotonic() + PATIENCE
        while (age := _age(lock)) is not None:
            if time.monotonic() > end:
                raise Busy(
                    f"git's {lock} is there, {age:.0f} seconds old; wait for the other git to end, "
                    "or remove the file when none is running. Nothing was changed."
                )
            time.sleep(0.05)

    def index_is_locked(self) -> bool:
        """Whether a git is at work on the index, or a killed one has left its lock."""
        return (self.folder / "index.lock").exists()

    def branch(self) -> str:
        """Return the branch, or the first digits of the commit on a detached head."""
        head = _head(self.folder)
        return head.removeprefix("ref: refs/heads/") if head.startswith("ref:") else head[:7]

    def head(self) -> str | None:
        """Return the commit of HEAD; empty on a branch without commits.

        None when the refs are not in files (reftable), so that only git can say.
        """
        words = _head(self.folder)
        for _ in range(_MOST_HOPS):
            if not words.startswith("ref: "):
                return words
            name = words.removeprefix("ref: ")
            if name == _ELSEWHERE:
                return None
            words = _line(self.common / name) or self._packed(name)
        return None

    def _packed(self, name: str) -> str:
        try:
            lines = (self.common / "packed-refs").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        found = re.search(rf"^([0-9a-f]+) {re.escape(name)}$", lines, re.MULTILINE)
        return found[1] if found else ""

    def shallow(self) -> frozenset[str]:
        """Return the commits at which a shallow clone ends; none of a whole one."""
        return frozenset(_line(self.common / "shallow").split())

    def marks(self) -> Iterator[Path]:
        """Yield the files that change when HEAD moves."""
        head = _head(self.folder)
        yield self.folder / "HEAD"
        if head.startswith("ref: "):
            yield self.common / head.removeprefix("ref: ")
        yield self.common / "packed-refs"
        yield self.folder / "reftable" / "tables.list"


def _head(folder: Path) -> str:
    return _line(folder / "HEAD")


def _line(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _age(file: Path) -> float | None:
    """Return how many seconds old a file is; None when it is not there."""
    try:
        return max(0.0, time.time() - file.stat().st_mtime)
    except OSError:
        return None


def locate(root: Path) -> Place:
    """Return the repository that a folder is in.

    Raises:
        NoRepository: There is none.
        RepositoryRefused: It has no work tree, or the folder is not there.
    """
    if not root.is_dir():
        raise RepositoryRefused(f"{root} is no folder; give one with --repo, or try `demo`.")
    if root.name != ".git" and (root / "HEAD").is_file() and (root / "objects").is_dir():
        raise RepositoryRefused(f"{root} is a bare repository; clone it and use the clone.")
    for top in (root, *root.parents):
        mark = top / ".git"
        if top.name == ".git" and (top / "HEAD").is_file():
            raise RepositoryRefused(f"{root} is git's own folder; give the one it is in.")
        # git, too, looks further up when `.git` is an empty folder.
        if (mark / "HEAD").is_file():
            return Place(top, mark, mark)
        if mark.is_file():
            return _linked(top, mark)
    raise NoRepository(
        f"{root} is not in a git repository; `athenaeum-inbox init` makes one of it, "
        "--repo PATH names another folder, and `athenaeum-inbox demo` shows how it looks."
    )


def _linked(top: Path, mark: Path) -> Place:
    words = mark.read_text(encoding="utf-8", errors="replace").strip()
    folder = (top / words.removeprefix("gitdir:").strip()).resolve()
    if not (folder / "HEAD").is_file():
        raise RepositoryRefused(f"{mark} names {folder}, which is no git folder.")
    shared = folder / "commondir"
    common = (
        (folder / shared.read_text(encoding="utf-8").strip()).resolve()
        if shared.is_file()
        else folder
    )
    return Place(top, folder, common)
