"""Git killed from inside, by a hook at each place it has (design R17)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from inbox.errors import Busy, RepositoryRefused
from inbox.store import place
from inbox.store.git import Git
from inbox.store.repository import Repository
from tests.conftest import MakeRepo
from tests.kills.after import settled, states
from tests.kills.conftest import Tell
from tests.kills.deeds import DECISION, FAMILIES, UNDO, Deed
from tests.kills.points import dying, killed
from tests.store import builders as b

HOOKS = {
    "pre-commit": "kill -9 $PPID",
    "prepare-commit-msg": "kill -9 $PPID",
    "commit-msg": "kill -9 $PPID",
    "prepared": '[ "$1" = prepared ] && kill -9 $PPID',
    "committed": '[ "$1" = committed ] && kill -9 $PPID',
    "post-commit": "kill -9 $PPID",
    "post-index-change": "kill -9 $PPID",
}


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a lock that nobody will release a little while only."""
    monkeypatch.setattr(place, "PATIENCE", 0.1)


def git_locks(root: Path) -> list[Path]:
    return [path for path in (root / ".git").rglob("*.lock") if path.is_file()]


def hooked(root: Path, name: str) -> Path:
    file = name if "-" in name else "reference-transaction"
    b.hook(root, file, HOOKS[name])
    return root / ".git/hooks" / file


@pytest.mark.parametrize("name", HOOKS)
@pytest.mark.parametrize("deed", FAMILIES, ids=lambda deed: deed.name)
def test_a_git_that_is_killed_leaves_a_deed_whole_or_not_there(
    make_repo: MakeRepo,
    tmp_path: Path,
    deed: Deed,
    name: str,
    tell: Tell,
) -> None:
    root = deed.make(make_repo)
    whole = states(deed, root, tmp_path)
    hook = hooked(root, name)
    with suppress(Busy, RepositoryRefused):
        deed.done(root)
    hook.unlink()
    doctored(root)
    if not settled(deed, root, whole, name):
        deed.done(root)
        assert b.everything(root) == whole[deed.parts]
    tell("gits killed from inside", 1)


@pytest.mark.parametrize("name", [name for name in HOOKS if name != "post-index-change"])
@pytest.mark.parametrize("deed", [DECISION, UNDO], ids=lambda deed: deed.name)
def test_both_killed_at_once_leaves_a_deed_whole_or_not_there(
    make_repo: MakeRepo, tmp_path: Path, deed: Deed, name: str
) -> None:
    root = deed.make(make_repo)
    whole = states(deed, root, tmp_path)
    hook = hooked(root, name)
    killed_behind_the_commit(deed, root)
    hook.unlink()
    if (root / ".git/index.lock").exists():
        with pytest.raises(Busy):
            Repository.open(root).recover()
    doctored(root)
    settled(deed, root, whole, name)


def killed_behind_the_commit(deed: Deed, root: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Git, "commit", dying(Git.commit))
        assert killed(lambda: deed.done(root), 0)


def doctored(root: Path) -> None:
    """Every lock that the dead git left is named, and only the person removes it."""
    left = git_locks(root)
    found = [finding for finding in Repository.open(root).findings() if finding.level == "bad"]
    for lock in left:
        [said] = [finding for finding in found if str(lock) in finding.what]
        assert "is there since 0 s" in said.what
        assert "remove the file" in said.todo
    assert git_locks(root) == left
    for lock in left:
        lock.unlink()


LOCKS = [
    "index.lock",
    "HEAD.lock",
    "next-index-4711.lock",
    "refs/heads/main.lock",
    "refs/heads/other/branch.lock",
    "packed-refs.lock",
]


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_that_a_dead_git_left_is_named_with_its_age_and_left_alone(
    root: Path, name: str
) -> None:
    lock = root / ".git" / name
    lock.parent.mkdir(parents=True, exist_ok=True)
    lock.touch()
    hour_ago = lock.stat().st_mtime - 3_600
    os.utime(lock, (hour_ago, hour_ago))
    [said] = [finding for finding in Repository.open(root).findings() if str(lock) in finding.what]
    assert (said.level, "since 3600 s" in said.what or "since 3601 s" in said.what) == ("bad", True)
    assert said.todo.endswith("when none is running, remove the file")
    with suppress(Busy, RepositoryRefused):
        b.apply(root, b.TURN)
    with suppress(Busy, RepositoryRefused):
        Repository.open(root).recover()
    assert lock.exists()


@pytest.fixture
def root(make_repo: MakeRepo) -> Path:
    return DECISION.make(make_repo)
