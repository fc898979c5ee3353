"""A decision that fails leaves everything as it was (design R5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inbox.errors import InboxError, RepositoryRefused
from inbox.store.git import Git
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.store import builders as b


def refusing(name: str, script: str = "echo No. >&2; exit 1") -> Callable[[Path], None]:
    return lambda root: b.hook(root, name, script)


def unsigned(root: Path) -> None:
    git(root, "config", "commit.gpgsign", "true")
    git(root, "config", "gpg.program", "false")


def ref_locked(root: Path) -> None:
    (root / ".git/refs/heads/main.lock").write_text("")


def hooks_elsewhere(root: Path) -> None:
    folder = root.parent / "hooks"
    folder.mkdir()
    (folder / "pre-commit").write_text("#!/bin/sh\nexit 1\n")
    (folder / "pre-commit").chmod(0o755)
    git(root, "config", "core.hooksPath", str(folder))


@pytest.mark.parametrize(
    "spoil",
    [
        refusing("pre-commit"),
        refusing("prepare-commit-msg"),
        refusing("commit-msg"),
        refusing("reference-transaction", '[ "$1" = prepared ] && exit 1; exit 0'),
        refusing("pre-commit", "git add -A; exit 1"),
        refusing("commit-msg", ': > "$1"'),
        unsigned,
        ref_locked,
        hooks_elsewhere,
    ],
    ids=[
        "pre-commit",
        "prepare-commit-msg",
        "commit-msg",
        "reference-transaction",
        "pre-commit-that-adds",
        "commit-msg-that-empties",
        "signature",
        "ref-lock",
        "hooks-path",
    ],
)
def test_a_commit_that_git_refuses_leaves_everything_as_it_was(
    root: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(root)
    before = b.everything(root)
    with pytest.raises(RepositoryRefused, match="put back") as caught:
        b.apply(root, b.TURN)
    assert b.everything(root) == before
    assert caught.value.exit_status == 6
    assert b.leftovers(root) == []


def test_what_a_hook_says_is_told_with_its_control_characters_shown(root: Path) -> None:
    b.hook(root, "pre-commit", "printf 'No \\033[31mred\\033[0m today.' >&2; exit 1")
    with pytest.raises(RepositoryRefused, match=r"No .*red") as caught:
        b.apply(root, b.TURN)
    assert "\x1b" not in str(caught.value)


def test_an_undo_that_git_refuses_leaves_everything_as_it_was(root: Path) -> None:
    b.apply(root, b.TURN)
    b.hook(root, "pre-commit", "exit 1")
    before = b.everything(root)
    with pytest.raises(RepositoryRefused):
        b.undo(root)
    assert b.everything(root) == before


def test_a_missing_identity_is_told_before_anything_is_written(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.delenv(f"GIT_{role}_NAME")
        monkeypatch.delenv(f"GIT_{role}_EMAIL")
    git(root, "config", "user.useConfigOnly", "true")
    before = b.everything(root)
    with pytest.raises(RepositoryRefused, match=r"git config --global user\.name"):
        b.apply(root, b.TURN)
    assert b.everything(root) == before


def test_a_file_of_an_agent_that_appears_under_way_is_not_overwritten(root: Path) -> None:
    change = b.change(b.TURN)
    (root / "deep/er").mkdir(parents=True)
    (root / "deep/er/new.md").write_text("an agent was faster\n")
    before = b.everything(root)
    with pytest.raises(InboxError):
        Repository.open(root).apply(change)
    assert b.everything(root) == before


def test_an_interrupt_of_the_person_leaves_everything_as_it_was(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    before = b.everything(root)
    monkeypatch.setattr(Git, "commit", stopped)
    with pytest.raises(KeyboardInterrupt):
        b.apply(root, b.TURN)
    assert b.everything(root) == before
    assert b.leftovers(root) == []


def test_a_repository_that_git_cannot_open_is_told_in_gits_words(root: Path) -> None:
    (root / ".git/config").write_text("[broken\n")
    repository = Repository.open(root)
    for ask in (repository.log, repository.reviewer, lambda: b.apply(root, b.TURN)):
        with pytest.raises(RepositoryRefused, match="bad config line"):
            ask()


@pytest.mark.parametrize("mode", [0o755, 0o644])
def test_a_removed_file_comes_back_with_its_permissions(make_repo: MakeRepo, mode: int) -> None:
    root = make_repo({"old.md": b.OLD})
    (root / "old.md").chmod(mode)
    git(root, "commit", "-q", "--allow-empty", "-am", "mode")
    before = git(root, "ls-files", "--stage")
    b.apply(root, {"old.md": (b.OLD, None)})
    b.undo(root, b.NAME, "000000000001")
    assert (root / "old.md").stat().st_mode & 0o777 == mode
    assert git(root, "ls-files", "--stage") == before
    b.undo(root, "000000000001", "000000000002")
    b.undo(root, "000000000002", "000000000003")
    assert (root / "old.md").stat().st_mode & 0o777 == mode
    assert git(root, "ls-files", "--stage") == before
