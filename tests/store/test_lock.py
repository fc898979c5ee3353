"""athenaeum's run lock (athenaeum-format, section 8)."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from inbox.errors import Busy, RepositoryRefused
from inbox.store import lock
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.store import builders as b

HOLDER = """
import fcntl, sys
file = open(sys.argv[1], "a")
fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def held_elsewhere(root: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock until its input ends."""
    file = root / lock.NAME
    file.write_text("pid: 4242\ntimestamp: 2026-12-01T01:00:00+00:00\nhost: h\n")
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield holder
        holder.kill()


def test_a_lock_of_another_process_is_named_with_pid_and_since(
    root: Path, held_elsewhere: subprocess.Popen[str]
) -> None:
    assert held_elsewhere.poll() is None
    before, start = b.everything(root), time.monotonic()
    with pytest.raises(Busy, match="held by pid 4242, since 2026-12-01T01:00:00"):
        b.apply(root, b.TURN)
    assert 1.5 < time.monotonic() - start < 4
    assert b.everything(root) == before
    assert "pid 4242" in lock.busy(root)
    assert (root / lock.NAME).read_text().startswith("pid: 4242")


def test_a_lock_that_is_let_go_in_time_does_not_stop_a_decision(
    root: Path, held_elsewhere: subprocess.Popen[str]
) -> None:
    assert held_elsewhere.stdin is not None
    held_elsewhere.stdin.close()
    b.apply(root, b.TURN)
    assert lock.busy(root) == ""


def test_what_a_lock_file_says_is_shown_safely(tmp_path: Path) -> None:
    file = tmp_path / lock.NAME
    file.write_bytes(b"pid: \x1b[31m7\x07\ntimestamp: \xe2\x80\xae" + b"x" * 100_000 + b"\n")
    said = lock.holder(file)
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert "\n" not in said
    assert len(said) < 5_000
    file.write_bytes(b"\xff\xfe nothing of sense")
    assert lock.holder(file) == "held by pid ?, since ?"


def test_the_lock_says_who_holds_it_and_stays(root: Path) -> None:
    b.apply(root, b.TURN)
    lines = (root / lock.NAME).read_text().splitlines()
    assert [line.split(":")[0] for line in lines] == ["pid", "timestamp", "host", "heartbeat"]
    assert lines[0] == f"pid: {os.getpid()}"


def test_a_lock_file_that_is_replaced_after_it_was_opened_is_opened_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, file = fcntl.flock, root / lock.NAME
    calls: list[int] = []

    def replaced_first(descriptor: int, how: int) -> None:
        if not calls:
            file.unlink()
            file.write_text("of another\n")
        calls.append(how)
        real(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", replaced_first)
    with lock.held(root):
        assert len(calls) == 2
        assert file.read_text().startswith(f"pid: {os.getpid()}\n")
        with file.open() as other, pytest.raises(BlockingIOError):
            real(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_lock_file_that_is_removed_after_it_was_opened_is_made_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = fcntl.flock
    calls: list[int] = []

    def removed_first(descriptor: int, how: int) -> None:
        if not calls:
            (root / lock.NAME).unlink()
        calls.append(how)
        real(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", removed_first)
    with lock.held(root):
        assert (root / lock.NAME).exists()


def test_a_lock_that_is_a_link_is_not_followed(root: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("precious\n")
    (root / lock.NAME).symlink_to(target)
    before = b.everything(root)
    with pytest.raises(RepositoryRefused, match="cannot be locked"):
        b.apply(root, b.TURN)
    assert target.read_text() == "precious\n"
    assert b.everything(root) == before


def test_a_lock_that_is_a_folder_is_refused(root: Path) -> None:
    (root / lock.NAME).mkdir()
    with pytest.raises(RepositoryRefused, match="cannot be locked"):
        b.apply(root, b.TURN)


def test_the_lock_is_free_after_a_refusal(root: Path) -> None:
    b.hook(root, "pre-commit", "exit 1")
    with pytest.raises(RepositoryRefused):
        b.apply(root, b.TURN)
    assert lock.busy(root) == ""


@pytest.mark.parametrize("already", ["", "*.swp", "*.swp\n", f"# {lock.NAME}\n"])
def test_the_lock_is_kept_out_of_status_once(root: Path, already: str) -> None:
    exclude = root / ".git/info/exclude"
    exclude.parent.mkdir(exist_ok=True)
    exclude.write_text(already)
    b.apply(root, b.TURN)
    b.undo(root)
    lines = exclude.read_text().splitlines()
    assert lines.count(lock.NAME) == 1
    assert lines[:-1] == already.splitlines()
    assert lock.NAME not in git(root, "status", "--porcelain")


@pytest.mark.parametrize("pattern", [lock.NAME, f"/{lock.NAME}"])
def test_a_lock_that_the_repository_ignores_is_not_excluded_again(
    make_repo: MakeRepo, pattern: str
) -> None:
    root = make_repo({".gitignore": f"{pattern}\n", "port.md": b.PORT})
    exclude = root / ".git/info/exclude"
    before = exclude.read_text() if exclude.exists() else ""
    b.apply(root, {"port.md": (b.PORT, b.PORT_NEW)})
    assert (exclude.read_text() if exclude.exists() else "") == before


def test_a_repository_without_an_info_folder_gets_one(root: Path) -> None:
    for file in (root / ".git/info").glob("*"):
        file.unlink()
    if (root / ".git/info").exists():
        (root / ".git/info").rmdir()
    b.apply(root, b.TURN)
    assert lock.NAME in (root / ".git/info/exclude").read_text().split()


def test_a_linked_work_tree_keeps_its_lock_out_of_status(root: Path, tmp_path: Path) -> None:
    git(root, "worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"))
    b.apply(tmp_path / "linked", b.TURN)
    assert git(tmp_path / "linked", "status", "--porcelain") == ""


def test_two_decisions_at_once_are_made_one_after_the_other(make_repo: MakeRepo) -> None:
    root = make_repo({"port.md": b.PORT})
    children = []
    for number in range(3):
        child = os.fork()
        if child == 0:
            try:
                b.apply(root, {f"n{number}.md": (None, b.NEW)}, name=f"{number:012x}")
                os._exit(0)
            finally:
                os._exit(1)
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert codes == [0, 0, 0]
    assert len(Repository.open(root).log()) == 3
    assert b.status(root) == ""
