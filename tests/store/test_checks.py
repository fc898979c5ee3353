"""What `doctor` finds in the way of a commit."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.domain.outcome import Finding
from inbox.store import lock
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.store import builders as b


@pytest.fixture
def tidy(make_repo: MakeRepo) -> Path:
    return make_repo({"port.md": b.PORT, "old.md": b.OLD})


def found(root: Path) -> list[Finding]:
    return list(Repository.open(root).findings())


def test_a_repository_in_order_has_no_findings(tidy: Path) -> None:
    assert found(tidy) == []
    b.apply(tidy, b.TURN)
    assert found(tidy) == []


@pytest.mark.parametrize(
    "name", ["index.lock", "HEAD.lock", "refs/heads/main.lock", "next-index-7.lock"]
)
def test_every_lock_of_git_is_named_with_its_age(tidy: Path, name: str) -> None:
    (tidy / ".git" / name).write_text("")
    (finding,) = found(tidy)
    assert finding.level == "bad"
    assert str(tidy / ".git" / name) in finding.what
    assert "since" in finding.what
    assert finding.todo


def test_a_held_run_lock_is_named(tidy: Path) -> None:
    with lock.held(tidy):
        (finding,) = found(tidy)
    assert (finding.level, "athenaeum's run lock" in finding.what) == ("bad", True)
    assert found(tidy) == []


def test_what_git_is_in_the_middle_of_is_named(tidy: Path) -> None:
    git(tidy, "bisect", "start")
    (finding,) = found(tidy)
    assert finding.what.startswith("a bisect is in progress; end it first (git bisect reset)")


def test_a_missing_identity_is_named(tidy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.delenv(f"GIT_{role}_NAME")
        monkeypatch.delenv(f"GIT_{role}_EMAIL")
    git(tidy, "config", "user.useConfigOnly", "true")
    (finding,) = found(tidy)
    assert finding.what == "git does not know who you are"
    assert "git config --global user.name" in finding.todo


def test_files_that_are_not_committed_are_counted(tidy: Path) -> None:
    (tidy / "port.md").write_text("changed\n")
    (tidy / "fresh.md").write_text("new\n")
    (finding,) = found(tidy)
    assert (finding.level, finding.what[:7]) == ("note", "2 files")


def test_a_damaged_index_is_told(tidy: Path) -> None:
    (tidy / ".git/index").write_bytes(b"rubbish")
    assert any(each.what.startswith("git status failed") for each in found(tidy))


def test_an_interrupted_decision_is_told(tidy: Path) -> None:
    folder = tidy / ".git/athenaeum-inbox"
    folder.mkdir()
    (folder / "journal.json").write_text(
        '{"v": 1, "id": "x", "base": "", "steps": [], "announced": [], "folders": []}'
    )
    (finding,) = found(tidy)
    assert (finding.level, finding.what) == ("warn", "a decision was interrupted")
