"""Where a folder's repository is, read from files: no git process for a listing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inbox.errors import Busy, RepositoryRefused

_UNDER_WAY = {
    "MERGE_HEAD": ("a merge", "git merge --continue or --abort"),
    "CHERRY_PICK_HEAD": ("a cherry-pick", "git cherry-pick --continue or --abort"),
    "REVERT_HEAD": ("a revert", "git revert --continue or --abort"),
    "rebase-merge": ("a rebase", "git rebase --continue or --abort"),
    "rebase-apply": ("a rebase", "git rebase --continue or --abort"),
    "sequencer": ("a sequence of picks", "git cherry-pick or git revert, --continue or --abort"),
    "BISECT_LOG": ("a bisect", "git bisect reset"),
}
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
        head = _head(self.folder)
        names = [self.folder / "index.lock", self.folder / "HEAD.lock"]
        names += (
            [self.common / f"{head.removeprefix('ref: ')}.lock"] if head.startswith("ref:") else []
        )
        names += sorted(self.folder.glob("next-index-*.lock"))
        for name in names:
            if name.exists():
                yield name, time.time() - name.stat().st_mtime

    def wait_for_index(self) -> None:
        """Wait for `index.lock` to go; it is never removed by us.

        Raises:
            Busy: It is still there.
        """
        lock = self.folder / "index.lock"
        end = time.monotonic() + PATIENCE
        while lock.exists():
            if time.monotonic() > end:
                age = max(0, int(time.time() - lock.stat().st_mtime))
                raise Busy(
                    f"git holds {lock} since {age} s; wait for the other git to end, or remove "
                    "the file when none is running. Nothing was written."
                )
            time.sleep(0.05)

    def branch(self) -> str:
        """Return the branch, or the first digits of the commit on a detached head."""
        head = _head(self.folder)
        return head.removeprefix("ref: refs/heads/") if head.startswith("ref:") else head[:7]

    def marks(self) -> Iterator[Path]:
        """Yield the files that change when HEAD moves."""
        head = _head(self.folder)
        yield self.folder / "HEAD"
        if head.startswith("ref: "):
            yield self.common / head.removeprefix("ref: ")
        yield self.common / "packed-refs"


def _head(folder: Path) -> str:
    try:
        return (folder / "HEAD").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def locate(root: Path) -> Place:
    """Return the repository that a folder is in.

    Raises:
        RepositoryRefused: There is none, or it has no work tree.
    """
    if not root.is_dir():
        raise RepositoryRefused(f"{root} is no folder; give one with --repo, or try `demo`.")
    if (root / "HEAD").is_file() and (root / "objects").is_dir():
        raise RepositoryRefused(f"{root} is a bare repository; clone it and use the clone.")
    for top in (root, *root.parents):
        mark = top / ".git"
        if mark.is_dir():
            return Place(top, mark, mark)
        if mark.is_file():
            return _linked(top, mark)
    raise RepositoryRefused(
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
