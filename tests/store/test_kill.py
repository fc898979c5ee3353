"""What the next program does after a kill (design R17); `tests/kills` tries every instant."""

from __future__ import annotations

import os
import signal
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from inbox.errors import RepositoryRefused
from inbox.store.git import Git
from inbox.store.repository import Repository
from tests.conftest import MakeRepo
from tests.store import builders as b

KILLED = 9
MOST = 80

Act = Callable[[Path], object]


class Instant(NamedTuple):
    """Where a process is killed: at a call of a function, or right behind it."""

    owner: object
    name: str
    after: bool


UNCOMMITTED = Instant(Git, "commit", after=False)
"""All is written, and nothing is committed yet."""


class Deadly:
    """Stands in front of a function; the process ends at its n-th call, before or after it."""

    def __init__(self, real: Callable[..., Any], at: int, *, after: bool) -> None:
        self.real, self.left, self.after = real, at, after

    def __get__(self, owner: object, kind: type) -> Callable[..., Any]:
        return lambda *args, **words: self(owner, *args, **words)

    def __call__(self, *args: Any, **words: Any) -> Any:
        self.left -= 1
        if self.left == 0 and not self.after:
            os._exit(KILLED)
        given = self.real(*args, **words)
        if self.left == 0:
            os._exit(KILLED)
        return given


def killed(act: Act, root: Path, instant: Instant, at: int = 1) -> bool:
    """Act in a process of its own, killed at the n-th such instant; False when it lived on."""
    owner, name, after = instant
    deadly = Deadly(getattr(owner, name), at, after=after)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a thread of the test runner cannot be in our locks
        child = os.fork()
    if child == 0:
        try:
            setattr(owner, name, deadly)
            act(root)
            os._exit(0)
        finally:
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in {0, KILLED}, status
    return status == KILLED


def decision(root: Path) -> object:
    return b.apply(root, b.TURN)


def recovery(root: Path) -> object:
    return Repository.open(root).recover()


def test_a_git_that_outlives_us_is_waited_for(root: Path) -> None:
    before = b.everything(root)
    b.hook(root, "pre-commit", ": > .git/begun; sleep 1")
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            b.apply(root, b.TURN)
        os._exit(1)
    while not (root / ".git/begun").exists():
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    said = Repository.open(root).recover()
    assert said == f"decision {b.NAME} was finished after an interruption"
    assert b.committed(root, "port.md") == b.PORT_NEW
    assert b.status(root) == before.status


def test_a_file_that_was_edited_after_a_kill_keeps_the_edit(root: Path) -> None:
    assert killed(decision, root, UNCOMMITTED)
    (root / "port.md").write_text("mine now\n")
    said = Repository.open(root).recover()
    assert "port.md was edited since and is left as it is" in said
    assert (root / "port.md").read_text() == "mine now\n"
    assert (root / "old.md").read_text() == b.OLD
    assert not (root / "deep").exists()
    assert b.leftovers(root) == []


def test_recovery_can_be_killed_and_begins_again(root: Path, tmp_path: Path) -> None:
    old = b.everything(root)
    assert killed(decision, root, UNCOMMITTED)
    for name, owner in (("fsync", os), ("unlink", Path), ("run", Git)):
        for at in range(1, 30):
            copy = tmp_path / f"{name}{at}"
            os.system(f"cp -a '{root}' '{copy}'")
            instant = Instant(owner, name, after=True)
            alive = not killed(recovery, copy, instant, at)
            Repository.open(copy).recover()
            assert b.everything(copy) == old
            if alive:
                break


def test_the_next_decision_ends_an_interrupted_one_and_says_so(root: Path) -> None:
    assert killed(decision, root, UNCOMMITTED)
    done = b.apply(root, b.TURN, name="c" * 12)
    assert done.notes[0] == f"decision {b.NAME} was interrupted and is taken back"
    assert [entry.id for entry in Repository.open(root).log()] == ["c" * 12]


def test_a_journal_that_cannot_be_read_stops_the_next_decision(make_repo: MakeRepo) -> None:
    root = make_repo({"port.md": b.PORT, "old.md": b.OLD})
    journal = root / ".git/athenaeum-inbox/journal.json"
    journal.parent.mkdir()
    for broken in ("{", "[]", '{"v": 1}', "null", '{"id": 1, "base": "", "steps": [7]}'):
        journal.write_text(broken)
        with pytest.raises(RepositoryRefused, match=r"journal\.json cannot be read"):
            b.apply(root, b.TURN)
    assert (root / "port.md").read_text() == b.PORT
