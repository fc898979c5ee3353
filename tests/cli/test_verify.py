"""`verify` as a script calls it: data on stdout, words on stderr, 1 when something is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inbox.cli import reading
from inbox.cli.main import main
from tests.conftest import MakeRepo, git
from tests.golden.test_decisions import before, decided, opened

ITEM = "q-484f0e014f6f"


@pytest.fixture
def kept(make_repo: MakeRepo) -> Path:
    """A repository with a decision, its undo and the decision again."""
    inbox = opened(make_repo(before("keep_a")))
    name, decision, reason = decided("keep_a")
    for _ in range(2):
        made = inbox.decide(inbox.find(name), decision, reason)
        inbox.undo(made.id)
    return inbox.root


def tamper(root: Path) -> str:
    (root / "README.md").write_text("not of ours\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "--amend", "--no-edit")
    return git(root, "rev-parse", "HEAD").strip()


def test_a_log_that_agrees_with_itself_exits_with_0(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--repo", str(kept), "verify"]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == ("", "4 commits checked, 0 disagreements.\n")


def test_a_commit_that_does_not_agree_exits_with_1_and_is_named(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commit = tamper(kept)
    assert main(["--repo", str(kept), "verify"]) == 1
    out, err = capsys.readouterr()
    head, found = out.splitlines()
    assert head.startswith(commit[:7])
    assert "expected README.md to be left alone" in head
    assert found.strip() == "found the undo changes it"
    assert err == "4 commits checked, 1 disagreements.\n"


def test_verify_prints_one_document_for_scripts(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commit = tamper(kept)
    assert main(["--repo", str(kept), "verify", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["schema"], said["checked"], said["left_out"]) == (1, 4, [])
    [row] = said["mismatches"]
    assert row["commit"] == commit
    assert row["expected"].startswith("README.md")


@pytest.mark.parametrize(
    ("words", "count"),
    [(["--since", "HEAD~3"], 3), (["--limit", "1"], 1), (["--since", "HEAD~3", "--limit", "2"], 2)],
)
def test_verify_takes_only_what_it_is_asked_for(
    kept: Path, words: list[str], count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--repo", str(kept), "verify", *words]) == 0
    assert capsys.readouterr().err == f"{count} commits checked, 0 disagreements.\n"


def test_an_undo_is_checked_against_a_decision_before_the_range(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tamper(kept)
    assert main(["--repo", str(kept), "verify", "--limit", "1"]) == 1
    assert "README.md" in capsys.readouterr().out


@pytest.mark.parametrize("revision", ["nonsense", "--output=x", "HEAD..HEAD"])
def test_a_revision_that_is_none_is_refused(
    kept: Path, revision: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--repo", str(kept), "verify", f"--since={revision}"]) == 6
    assert "git" in capsys.readouterr().err
    assert not (kept / "x").exists()


def test_a_long_check_says_how_far_it_has_come(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reading, "PROGRESS", 2)
    assert main(["--repo", str(kept), "verify"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[:2] == ["2 of 4 commits checked …", "4 of 4 commits checked …"]


def test_a_shallow_clone_says_what_it_could_not_check(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clone = tmp_path / "shallow"
    git(tmp_path, "clone", "-q", "--depth", "2", f"file://{kept}", str(clone))
    assert main(["--repo", str(clone), "verify"]) == 0
    err = capsys.readouterr().err
    assert "not checked: " in err
    assert "1 commits checked, 0 disagreements." in err


def test_a_root_below_the_top_of_its_repository_verifies(
    make_repo: MakeRepo, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {f"deep/{path}": text for path, text in before("forget_b").items()}
    top = make_repo({**files, "other.md": "x\n"})
    inbox = opened(top / "deep")
    name, decision, reason = decided("forget_b")
    inbox.decide(inbox.find(name), decision, reason)
    assert main(["--repo", str(top / "deep"), "verify"]) == 0
    capsys.readouterr()
    (top / "other.md").write_text("y\n")
    git(top, "commit", "-q", "--amend", "--no-edit", "-a")
    assert main(["--repo", str(top / "deep"), "verify"]) == 1
    assert "leave ../other.md alone" in capsys.readouterr().out


def test_a_repository_without_commits_has_nothing_to_verify(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    assert main(["--repo", str(tmp_path), "verify"]) == 0
