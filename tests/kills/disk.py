"""A disk that fills up for good, or fails once, at any instant (design R5, R17)."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from inbox.errors import InboxError
from inbox.store.git import Git, Result
from tests.kills.after import settled, states
from tests.kills.deeds import Deed
from tests.kills.points import MOST, afresh, watched

FREEING = {"unlink", "rmdir", "flock", "fchmod", "ftruncate"}
"""What a full disk still does."""


class Disk:
    """A disk on which the n-th write fails."""

    def __init__(self, number: int) -> None:
        self.left, self.failed = number, False

    def fails(self, code: int, name: str) -> None:
        self.failed = True
        if name == "run":
            raise _GitFailed
        raise OSError(code, os.strerror(code), "the file")

    def breaks_once(self, name: str) -> None:
        self.left -= 1
        if self.left == 0:
            self.fails(errno.EIO, name)

    def fills_up(self, name: str) -> None:
        """From the n-th instant on there is no room, for whoever asks."""
        self.left -= 1
        if self.left <= 0 and name not in FREEING:
            self.fails(errno.ENOSPC, name)


class _GitFailed(Exception):
    """Git was told by the disk, and says so in words and by its status."""


def failing_git(patch: pytest.MonkeyPatch) -> None:
    """Let git end as it does on such a disk; what only reads works on a full one."""
    told = Git.run

    def run(self: Git, *args: str, **words: object) -> Result:
        try:
            return told(self, *args, **words)  # type: ignore[arg-type]
        except _GitFailed:
            return Result(128, b"", "fatal: unable to write: the disk said no")

    patch.setattr(Git, "run", run)


def ended(act: Callable[[], object], at: Callable[[str], None]) -> None:
    """Act on such a disk; it may be refused, in words that a person can read."""
    with watched(at), pytest.MonkeyPatch.context() as patch:
        failing_git(patch)
        said = "nothing"
        try:
            act()
        except InboxError as error:
            said = str(error)
        assert said


def tried(deed: Deed, kind: str, root: Path, numbers: range) -> int:
    whole = states(deed, root, root.parent)
    act = deed.ready(root, deed.parts)
    points = 0
    for number in afresh(root, numbers):
        disk = Disk(number)
        ended(act, getattr(disk, kind))
        if not disk.failed and disk.left > 0:
            break
        points += 1
        settled(deed, root, whole, f"{kind} at {number}")
    else:
        assert numbers.stop < MOST
    return points
