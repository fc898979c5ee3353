"""What is left when something else happened in between: a crash, a hook, an interrupt."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from inbox.errors import InboxError
from inbox.store.git import Git, Result
from inbox.store.journal import Journal, JournalFile, Step
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.store import builders as b

TOP = Path(__file__).parents[2]


@pytest.fixture
def plain(make_repo: MakeRepo) -> Path:
    return make_repo({"port.md": b.PORT, "old.md": b.OLD, "side.md": "s\n"})


def raw(text: str | None) -> bytes | None:
    return None if text is None else text.encode()


def interrupted(root: Path, base: str) -> None:
    """Leave the journal of `TURN`, as a kill behind its commit does."""
    steps = tuple(
        Step(path, raw(before), raw(after), None if before is None else 0o644)
        for path, (before, after) in b.TURN.items()
    )
    new = "deep/er/new.md"
    JournalFile(root / ".git").write(Journal(b.NAME, base, steps, (new,), ("deep/er", "deep")))


def test_what_the_person_staged_after_a_crash_stays_staged(plain: Path) -> None:
    base = git(plain, "rev-parse", "HEAD").strip()
    b.apply(plain, b.TURN)
    interrupted(plain, base)
    (plain / "port.md").write_text("edited since\n")
    git(plain, "add", "port.md")
    assert "was finished" in Repository.open(plain).recover()
    assert b.status(plain) == "M  port.md\0"
    assert git(plain, "show", ":port.md") == "edited since\n"


def test_an_index_that_a_killed_git_left_behind_follows_the_commit(plain: Path) -> None:
    base = git(plain, "rev-parse", "HEAD").strip()
    b.apply(plain, b.TURN)
    interrupted(plain, base)
    git(plain, "read-tree", base)
    git(plain, "add", "--intent-to-add", "deep/er/new.md")
    (plain / "side.md").write_text("staged\n")
    git(plain, "add", "side.md")
    assert "was finished" in Repository.open(plain).recover()
    assert b.status(plain) == "M  side.md\0"


@pytest.mark.parametrize("new", [b"ONE\nTWO\n", b"ONE\nTWO\nTHREE\nFOUR\n"])
def test_a_file_with_two_names_that_was_half_written_is_put_back(plain: Path, new: bytes) -> None:
    old, file = b"one\ntwo\nthree\n", plain / "side.md"
    os.link(file, plain.parent / "other name")
    journal = Journal(b.NAME, git(plain, "rev-parse", "HEAD").strip(), ())
    for written in range(len(new) + 1):
        file.write_bytes(new[:written] + old[written:])
        steps = (Step("side.md", old, new, 0o644),)
        JournalFile(plain / ".git").write(Journal(journal.id, journal.base, steps))
        Repository.open(plain).recover()
        assert (file.read_bytes(), file.stat().st_nlink) == (old, 2)


def test_a_folder_that_was_empty_before_stays_when_a_decision_fails(plain: Path) -> None:
    (plain / "deep").mkdir()
    b.hook(plain, "pre-commit", "exit 1")
    before = b.everything(plain)
    with pytest.raises(InboxError):
        b.apply(plain, b.TURN)
    assert b.everything(plain) == before
    assert (plain / "deep").is_dir()


def test_files_that_a_hook_puts_into_the_commit_are_named_and_not_left_staged(plain: Path) -> None:
    b.hook(plain, "pre-commit", "echo 1 >> side.md; echo 2 > made.md; git add side.md made.md")
    done = b.apply(plain, b.TURN)
    assert done.notes == ("a hook changed what was committed: made.md, side.md",)
    assert b.committed(plain, "made.md") == "2\n"
    assert b.status(plain) == ""


@pytest.mark.parametrize("committed", [True, False])
def test_an_interrupt_leaves_a_decision_whole_or_not_there_at_once(
    plain: Path, monkeypatch: pytest.MonkeyPatch, *, committed: bool
) -> None:
    real, before = Git.commit, b.everything(plain)

    def stopped(self: Git, message: str, paths: tuple[str, ...]) -> Result:
        if committed:
            real(self, message, paths)
        raise KeyboardInterrupt

    monkeypatch.setattr(Git, "commit", stopped)
    with pytest.raises(KeyboardInterrupt):
        b.apply(plain, b.TURN)
    assert b.leftovers(plain) == []
    assert b.status(plain) == ""
    assert (b.everything(plain).files == before.files) is not committed
    assert (b.committed(plain, "port.md") == b.PORT_NEW) is committed


def test_a_disk_that_fills_up_behind_the_commit_does_not_take_its_files_back(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Git.commit

    def full(self: Git, message: str, paths: tuple[str, ...]) -> Result:
        real(self, message, paths)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Git, "commit", full)
    assert b.apply(plain, b.TURN).commit == git(plain, "rev-parse", "HEAD").strip()
    assert (plain / "port.md").read_text() == b.PORT_NEW
    assert b.status(plain) == ""
    assert b.leftovers(plain) == []


def test_git_is_never_run_in_another_folder_when_the_root_is_gone(
    plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    git(elsewhere, "init", "-q")
    monkeypatch.chdir(elsewhere)
    repository = Repository.open(plain)
    shutil.rmtree(plain)
    with pytest.raises(InboxError):
        repository.log()
    with pytest.raises(InboxError):
        repository.apply(b.change({"new.md": (None, b.NEW)}))


def test_a_machine_without_git_is_told_so(plain: Path, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from inbox.errors import RepositoryRefused\n"
        "from inbox.store.repository import Repository\n"
        "try: Repository.open(Path(sys.argv[1])).reviewer()\n"
        "except RepositoryRefused as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(plain)],
        env={"PATH": str(tmp_path), "PYTHONPATH": str(TOP), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "git is not on the PATH; install it first.\n"


def test_a_repository_with_longer_hashes_takes_decisions(tmp_path: Path) -> None:
    root = tmp_path / "long"
    root.mkdir()
    git(root, "init", "-q", "-b", "main", "--object-format=sha256")
    b.apply(root, {"new.md": (None, b.NEW)})
    done = b.apply(root, {"new.md": (b.NEW, f"{b.NEW}More.\n")}, name="1" * 12)
    assert (len(done.commit), done.notes) == (64, ())
    b.undo(root)
    assert (root / "new.md").read_text() == b.NEW


def test_two_roots_of_one_repository_have_a_log_each(make_repo: MakeRepo) -> None:
    top = make_repo({"a/port.md": b.PORT, "c/port.md": b.PORT})
    b.apply(top / "a", {"port.md": (b.PORT, b.PORT_NEW)})
    b.apply(top / "c", {"port.md": (b.PORT, b.PORT_NEW)}, name="1" * 12)
    assert [entry.id for entry in Repository.open(top / "a").log()] == [b.NAME]
    b.undo(top / "a")
    assert (top / "a/port.md").read_text() == b.PORT
    assert (top / "c/port.md").read_text() == b.PORT_NEW
