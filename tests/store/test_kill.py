"""A kill at any instant leaves a decision whole or not there at all (design R17)."""

from __future__ import annotations

import os
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from inbox.errors import Busy, RepositoryRefused
from inbox.store import lock, place, swap
from inbox.store.git import Git
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.store import builders as b

KILLED = 9
MOST = 80

Act = Callable[[Path], object]

PLACES: list[tuple[object, str]] = [
    (os, "fsync"),
    (Path, "replace"),
    (Path, "unlink"),
    (Path, "mkdir"),
    (os, "open"),
    (os, "fchmod"),
    (Git, "run"),
    (lock, "_sign"),
    (swap, "exchange"),
    (Path, "rename"),
    (os, "link"),
]
BEHIND: list[tuple[object, str]] = [
    (Path, "replace"),
    (Path, "unlink"),
    (Git, "run"),
    (swap, "exchange"),
    (Path, "rename"),
    (os, "link"),
]


class Instant(NamedTuple):
    """Where a process is killed: at a call of a function, or right behind it."""

    owner: object
    name: str
    after: bool


INSTANTS = [Instant(*place, after=False) for place in PLACES]
INSTANTS += [Instant(*place, after=True) for place in BEHIND]

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


def copies(root: Path, room: Path) -> Iterator[Path]:
    for number in range(1, MOST):
        copy = room / f"{number}"
        os.system(f"cp -a '{root}' '{copy}'")
        yield copy
        os.system(f"rm -rf '{copy}'")


def decision(root: Path) -> object:
    return b.apply(root, b.TURN)


def undoing(root: Path) -> object:
    return b.undo(root, b.NAME)


def recovery(root: Path) -> object:
    return Repository.open(root).recover()


def decision_on_unsaved(root: Path) -> object:
    texts: b.Texts = {
        "loose.md": ("changed, not staged\n", None),
        "bare.md": ("untracked\n", b.NEW),
    }
    return b.apply(root, {**b.TURN, **texts})


CASES = [(decision, each) for each in INSTANTS]
CASES += [(undoing, each) for each in INSTANTS if each.name != "open"]
CASES += [(decision_on_unsaved, each) for each in INSTANTS if each[:2] in BEHIND]


@pytest.mark.parametrize(
    ("act", "instant"),
    CASES,
    ids=[f"{act.__name__}-{'behind' if at.after else 'at'}-{at.name}" for act, at in CASES],
)
def test_a_kill_leaves_a_decision_whole_or_not_there(
    root: Path, tmp_path: Path, act: Act, instant: Instant
) -> None:
    if act is undoing:
        b.apply(root, b.TURN)
    old = b.everything(root)
    whole = tmp_path / "whole"
    os.system(f"cp -a '{root}' '{whole}'")
    act(whole)
    new = b.everything(whole)
    points = 0
    for copy in copies(root, tmp_path):
        if not killed(act, copy, instant, points + 1):
            break
        points += 1
        Repository.open(copy).recover()
        check(copy, points, old, new)
    print(f"{act.__name__}, {instant.name}: {points} kill points")


def check(root: Path, point: int, old: b.Everything, new: b.Everything) -> None:
    found = b.everything(root)
    if found.head not in {old.head, new.head}:
        found = without_snapshot(root, old)
    expected = new if found.head == new.head else old
    assert found == expected, f"kill point {point}"
    assert not (root / ".git/athenaeum-inbox/journal.json").exists()
    b.apply(root, {"another.md": (None, b.NEW)}, name="f" * 12)
    # A journal that was not whole yet is swept by the next decision; nobody reads it.
    assert b.leftovers(root) == [], f"kill point {point}"


def without_snapshot(root: Path, old: b.Everything) -> b.Everything:
    """Take back the commit of the files as found: it may stay, for it lost nothing."""
    assert git(root, "log", "-1", "--format=%s").startswith("Snapshot: 2 files as found")
    assert git(root, "rev-parse", "HEAD~").strip() == old.head
    git(root, "reset", "-q", "--soft", "HEAD~")
    git(root, "rm", "-q", "--cached", "bare.md")
    git(root, "reset", "-q", "--", "loose.md")
    return b.everything(root)


HOOKS = {
    "pre-commit": "kill -9 $PPID",
    "prepare-commit-msg": "kill -9 $PPID",
    "commit-msg": "kill -9 $PPID",
    "prepared": '[ "$1" = prepared ] && kill -9 $PPID',
    "committed": '[ "$1" = committed ] && kill -9 $PPID',
    "post-commit": "kill -9 $PPID",
    "post-index-change": "kill -9 $PPID",
}


def git_locks(root: Path) -> list[Path]:
    return [path for path in (root / ".git").rglob("*.lock") if path.is_file()]


@pytest.mark.parametrize("name", HOOKS)
def test_a_git_that_is_killed_leaves_a_decision_whole_or_not_there(
    root: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, "PATIENCE", 0.1)
    old = b.everything(root)
    file = name if "-" in name else "reference-transaction"
    b.hook(root, file, HOOKS[name])
    with suppress(Busy, RepositoryRefused):
        b.apply(root, b.TURN)
    (root / ".git/hooks" / file).unlink()
    for each in git_locks(root):
        each.unlink()
    Repository.open(root).recover()
    made = b.everything(root)
    if made.head == old.head:
        assert made == old
        b.apply(root, b.TURN)
    assert b.committed(root, "port.md") == b.PORT_NEW
    assert b.status(root) == old.status
    assert b.leftovers(root) == []


@pytest.mark.parametrize("name", [name for name in HOOKS if name != "post-index-change"])
def test_both_killed_at_once_leaves_a_decision_whole_or_not_there(
    root: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, "PATIENCE", 0.1)
    old = b.everything(root)
    file = name if "-" in name else "reference-transaction"
    b.hook(root, file, HOOKS[name])
    assert killed(decision, root, Instant(Git, "commit", after=True))
    (root / ".git/hooks" / file).unlink()
    locks = git_locks(root)
    if (root / ".git/index.lock").exists():
        with pytest.raises(Busy):
            Repository.open(root).recover()
    for each in locks:
        each.unlink()
    Repository.open(root).recover()
    made = b.everything(root)
    assert made.status == old.status
    assert made == old or b.committed(root, "port.md") == b.PORT_NEW
    assert b.leftovers(root) == []


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
