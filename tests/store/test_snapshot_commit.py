"""Files that are in no commit yet are committed as found, before a decision writes (design R5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.errors import Refused, RepositoryRefused, Stale
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.store import builders as b

LOOSE = "changed, not staged\n"
BARE = "untracked\n"


def test_untracked_and_changed_files_are_committed_as_found_first(root: Path) -> None:
    before = b.everything(root)
    done = b.apply(
        root, {"port.md": (b.PORT, b.PORT_NEW), "loose.md": (LOOSE, b.NEW), "bare.md": (BARE, None)}
    )
    assert done.notes == (
        "2 files as found went into a commit of their own first: loose.md, bare.md",
    )
    assert git(root, "rev-parse", "HEAD~2").strip() == before.head
    assert git(root, "show", "--format=", "--name-status", "HEAD~").split() == [
        "A", "bare.md", "M", "loose.md",
    ]  # fmt: skip
    assert b.committed(root, "loose.md", "HEAD~") == LOOSE
    assert b.committed(root, "bare.md", "HEAD~") == BARE
    assert b.messages(root)[1] == f"Snapshot: 2 files as found\n\nInbox-Snapshot: {b.NAME}\n"
    gone = {" M loose.md", "?? bare.md"}
    assert b.status(root).split("\0") == [s for s in before.status.split("\0") if s not in gone]


def test_an_announced_file_is_committed_as_found_first(root: Path) -> None:
    done = b.apply(root, {"fresh.md": (BARE, b.NEW)})
    assert len(done.notes) == 1
    assert b.committed(root, "fresh.md", "HEAD~") == BARE
    assert b.committed(root, "fresh.md") == b.NEW


def test_an_ignored_file_is_committed_as_found_first(make_repo: MakeRepo) -> None:
    root = make_repo({".gitignore": "secret/\n*.txt.md\n"})
    (root / "secret").mkdir()
    for path in ("secret/a.md", "b.txt.md"):
        (root / path).write_text(BARE)
    b.apply(root, {"secret/a.md": (BARE, b.NEW), "b.txt.md": (BARE, b.NEW)})
    assert b.committed(root, "secret/a.md", "HEAD~") == BARE
    assert b.committed(root, "b.txt.md") == b.NEW


def test_a_file_staged_as_it_is_goes_into_the_snapshot(root: Path) -> None:
    done = b.apply(root, {"staged.md": ("staged\n", b.NEW), "brand.md": ("staged and new\n", None)})
    assert "staged.md, brand.md" in done.notes[0]
    assert b.committed(root, "staged.md", "HEAD~") == "staged\n"
    assert b.committed(root, "brand.md", "HEAD~") == "staged and new\n"
    assert b.committed(root, "brand.md") is None


@pytest.mark.parametrize("path", ["half.md", "unlisted.md"])
def test_a_file_staged_otherwise_than_it_is_is_refused(root: Path, path: str) -> None:
    before = b.everything(root)
    text = (root / path).read_text()
    with pytest.raises(Refused, match=rf"what you staged of {path} differs"):
        b.apply(root, {"port.md": (b.PORT, b.PORT_NEW), path: (text, b.NEW)})
    assert b.everything(root) == before
    assert b.leftovers(root) == []


def test_a_file_that_is_staged_and_gone_is_refused(root: Path) -> None:
    (root / "staged.md").unlink()
    before = b.everything(root)
    with pytest.raises(Refused, match=r"what you staged of staged\.md differs"):
        b.apply(root, {"staged.md": (None, b.NEW)})
    assert b.everything(root) == before


def test_a_file_that_is_gone_and_not_committed_so_is_recorded_first(root: Path) -> None:
    b.apply(root, {"missing.md": (None, b.NEW)})
    assert b.committed(root, "missing.md", "HEAD~") is None
    assert b.committed(root, "missing.md") == b.NEW
    b.undo(root)
    assert not (root / "missing.md").exists()


def test_a_snapshot_stays_when_its_decision_is_taken_back(root: Path) -> None:
    before = b.everything(root)
    b.apply(root, {"bare.md": (BARE, None), "loose.md": (LOOSE, b.NEW)})
    b.undo(root)
    assert b.everything(root).files == before.files
    assert b.committed(root, "bare.md") == BARE
    assert [entry.decision for entry in Repository.open(root).log()] == ["undo", "keep_a"]


def test_a_hook_that_refuses_the_snapshot_leaves_everything_as_it_was(root: Path) -> None:
    b.hook(root, "pre-commit", "echo Not so. >&2; exit 1")
    before = b.everything(root)
    with pytest.raises(RepositoryRefused, match=r"did not commit the files as found.*Not so\."):
        b.apply(root, {"bare.md": (BARE, None), "loose.md": (LOOSE, b.NEW)})
    assert b.everything(root) == before
    assert b.leftovers(root) == []


def test_a_refusal_after_the_snapshot_says_that_the_snapshot_stays(root: Path) -> None:
    b.hook(root, "commit-msg", 'grep -q ^Snapshot "$1" || exit 1')
    before = b.everything(root)
    with pytest.raises(RepositoryRefused, match="1 file as found went into a commit"):
        b.apply(root, {"bare.md": (BARE, None), "new.md": (None, b.NEW)})
    after = b.everything(root)
    assert after.files == before.files
    assert after.status == before.status.replace("?? bare.md\0", "")
    assert git(root, "rev-parse", "HEAD~").strip() == before.head


def test_what_needs_a_snapshot_is_told_before(root: Path) -> None:
    repository = Repository.open(root)
    paths = ("port.md", "bare.md", "loose.md", "nowhere.md")
    assert repository.needs_snapshot(paths) == ("bare.md", "loose.md")
    with pytest.raises(Refused, match="what you staged"):
        repository.needs_snapshot(("half.md",))


def test_a_hook_that_rewrites_the_snapshot_stops_the_decision_or_is_followed(root: Path) -> None:
    b.hook(root, "pre-commit", "test -f bare.md && echo Signed. >> bare.md && git add bare.md")
    before = b.status(root)
    with pytest.raises(Stale, match=r"bare\.md changed since you looked"):
        b.apply(root, {"bare.md": (BARE, b.NEW), "new.md": (None, b.NEW)})
    assert (root / "bare.md").read_text() == f"{BARE}Signed.\n"
    assert b.status(root) == before.replace("?? bare.md\0", "")
    assert not (root / "new.md").exists()
