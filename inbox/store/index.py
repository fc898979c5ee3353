"""What git's index says of some paths, and the index brought back in line with HEAD."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inbox.errors import Refused
from inbox.store.files import decoded
from inbox.store.git import Git, Result
from inbox.store.objects import name_of

UNTRACKED = "?!"


@dataclass(frozen=True, slots=True)
class Index:
    """The index of one work tree, seen from the root."""

    git: Git
    prefix: str
    """The root below the top of the work tree, empty where it is the top."""

    def here(self, path: str) -> str:
        """Return a path from the top as one from the root; it may lead out of it."""
        return posixpath.relpath(f"/{path}", f"/{self.prefix}") if self.prefix else path

    def from_top(self, path: str) -> str:
        """Return a path from the root as one from the top of the work tree."""
        return posixpath.normpath(f"{self.prefix}/{path}") if self.prefix else path

    def letters(self, paths: Sequence[str]) -> dict[str, str]:
        """Return git's two letters (index, work tree) for those paths that differ from HEAD.

        A path whose removal is staged while the file is there has four.
        """
        # Files of an ignored folder are named one by one only in this pair of modes.
        modes = ("--untracked-files=all", "--ignored=traditional", "--no-renames")
        raw = self.git.ask("status", "--porcelain=v1", "-z", *modes, "--", *paths)
        found: dict[str, str] = {}
        for entry in filter(None, decoded(raw).split("\0")):
            path = self.here(entry[3:])
            found[path] = found.get(path, "") + entry[:2]
        return found

    def left_out(self, paths: Sequence[str]) -> list[str]:
        """Return those paths that HEAD has and a sparse checkout leaves out."""
        raw = self.git.ask("ls-files", "-t", "-z", "--", *paths) if paths else b""
        return [row[2:] for row in decoded(raw).split("\0") if row.startswith("S ")]

    def announce(self, paths: Sequence[str]) -> Result:
        """Tell git of new paths, for `commit --only` takes none that it does not know."""
        return self.git.with_paths(paths, "add", "--intent-to-add", "--force", "--sparse")

    def forget(self, paths: Sequence[str]) -> Result:
        """Take announcements back; a path that HEAD has keeps its entry."""
        kept = self.tree("HEAD", paths) if paths else {}
        ours = [path for path in paths if path not in kept]
        return self.git.forget(ours) if ours else Result(0, b"", "")

    def follow(self, paths: Sequence[str], commit: str, planned: Mapping[str, str]) -> Result:
        """Give paths the entries that HEAD has, after a commit that left the index behind.

        Only an entry from before the commit, or the planned one, is touched: anything else
        the person has staged since.
        """
        before = self.tree(f"{commit}^", paths)
        here = self._entries(paths)
        announced = name_of(b"", commit)
        behind = [
            path
            for path in paths
            if here.get(path) in (before.get(path), planned.get(path))
            or (path not in before and here.get(path) == announced)
        ]
        return self.git.with_paths(behind, "reset", "--quiet") if behind else Result(0, b"", "")

    def _entries(self, paths: Sequence[str]) -> dict[str, str]:
        raw = self.git.ask("ls-files", "--stage", "-z", "--", *paths)
        return _names(raw, name_at=1)

    def tree(self, revision: str, paths: Sequence[str]) -> dict[str, str]:
        """Return the object names of those paths that a commit has; none when there is none."""
        result = self.git.run("ls-tree", "-r", "-z", revision, "--", *paths)
        return {} if result.status else _names(result.out, name_at=2)


def _names(raw: bytes, name_at: int) -> dict[str, str]:
    rows = (row.partition("\t") for row in filter(None, decoded(raw).split("\0")))
    return {path: words.split(" ")[name_at] for words, _, path in rows}


def unsaved(letters: Mapping[str, str], paths: Sequence[str]) -> tuple[str, ...]:
    """Return those paths whose text on disk is in no commit yet.

    Raises:
        Refused: What is staged of one differs from its text on disk; a commit would lose it.
    """
    for path in paths:
        here = letters.get(path, "")
        # " A" is a path that was only announced; its text is on disk alone.
        if here and here[0] not in f" {UNTRACKED}" and here[1:] != " ":
            raise Refused(
                f"what you staged of {path} differs from the file; commit or unstage it first."
            )
    return tuple(path for path in paths if path in letters)
