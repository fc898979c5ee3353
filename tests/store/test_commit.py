"""What git does with one decision, case by case (design R5)."""

from __future__ import annotations

import subprocess
import threading
import time
from pathlib import Path

import pytest

from inbox.errors import Busy, Refused, RepositoryRefused
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.store import builders as b


def test_a_decision_is_one_commit_of_just_its_paths(root: Path) -> None:
    before = b.everything(root)
    done = b.apply(root, b.TURN)
    assert git(root, "rev-parse", "HEAD~").strip() == before.head
    assert done.commit == git(root, "rev-parse", "HEAD").strip()
    assert git(root, "show", "--format=", "--name-status", "--no-renames", "HEAD") == (
        "A\tdeep/er/new.md\nD\told.md\nM\tport.md\n"
    )
    assert (root / "deep/er/new.md").read_text() == b.NEW
    assert not (root / "old.md").exists()
    assert done.notes == ()
    assert b.leftovers(root) == []


def test_what_the_person_staged_stays_staged(root: Path) -> None:
    before = b.everything(root)
    b.apply(root, b.TURN)
    after = b.everything(root)
    assert after.status == before.status
    touched = set(b.TURN)
    assert {p: f for p, f in after.files.items() if p not in touched} == {
        p: f for p, f in before.files.items() if p not in touched
    }


def test_an_ignored_new_path_is_committed(make_repo: MakeRepo) -> None:
    root = make_repo({".gitignore": "*.md\n"})
    b.apply(root, {"new.md": (None, b.NEW)})
    assert b.committed(root, "new.md") == b.NEW


def test_a_new_path_outside_the_sparse_cone_is_committed(make_repo: MakeRepo) -> None:
    root = make_repo({"in/a.md": "a\n", "out/b.md": "b\n"})
    git(root, "sparse-checkout", "set", "in")
    b.apply(root, {"out/new.md": (None, b.NEW)})
    assert b.committed(root, "out/new.md") == b.NEW
    assert b.committed(root, "out/b.md") == "b\n"


def test_a_file_that_is_not_checked_out_is_not_replaced(make_repo: MakeRepo) -> None:
    root = make_repo({"in/a.md": "a\n", "out/b.md": "b\n"})
    git(root, "sparse-checkout", "set", "in")
    before = b.everything(root)
    with pytest.raises(Refused, match=r"out/b\.md is committed and not checked out here"):
        b.apply(root, {"out/b.md": (None, b.NEW)})
    assert b.everything(root) == before
    assert b.status(root) == ""


def test_a_lock_of_git_is_waited_for_and_never_removed(root: Path) -> None:
    lock = root / ".git/index.lock"
    lock.write_text("")
    before, start = b.everything(root), time.monotonic()
    with pytest.raises(Busy, match=r"index\.lock.*seconds old") as caught:
        b.apply(root, b.TURN)
    assert 1.5 < time.monotonic() - start < 4
    assert caught.value.exit_status == 4
    assert lock.exists()
    lock.unlink()
    assert b.everything(root) == before


def test_a_lock_of_git_that_goes_in_time_does_not_stop_a_decision(root: Path) -> None:
    lock = root / ".git/index.lock"
    lock.write_text("")
    timer = threading.Timer(0.5, lock.unlink)
    timer.start()
    b.apply(root, b.TURN)
    timer.join()
    assert b.committed(root, "port.md") == b.PORT_NEW


@pytest.mark.parametrize("killer", ["kill -9 $PPID", "exit 1"])
def test_a_commit_that_is_there_counts_whatever_git_said(root: Path, killer: str) -> None:
    before = b.status(root)
    b.hook(root, "post-commit", killer)
    done = b.apply(root, b.TURN)
    assert done.commit == git(root, "rev-parse", "HEAD").strip()
    assert b.status(root) == before
    assert b.leftovers(root) == []


def test_a_hook_that_rewrites_a_file_is_reported_and_undone_from_what_it_made(root: Path) -> None:
    before = b.everything(root)
    b.hook(root, "pre-commit", "echo Signed. >> port.md; git add port.md")
    done = b.apply(root, b.TURN)
    assert done.notes == ("a hook changed what was committed: port.md",)
    assert b.committed(root, "port.md") == f"{b.PORT_NEW}Signed.\n"
    assert b.status(root) == before.status
    (root / ".git/hooks/pre-commit").unlink()
    b.undo(root)
    after = b.everything(root)
    assert after.files == before.files
    assert after.status == before.status


def test_a_hook_that_rewrites_the_message_keeps_the_decision_by_its_trailer(root: Path) -> None:
    b.hook(root, "commit-msg", 'sed -i "1s/.*/[team] other words/" "$1"')
    done = b.apply(root, b.TURN)
    entry = Repository.open(root).log()[0]
    assert (entry.id, entry.subject) == (b.NAME, "[team] other words")
    assert done.commit == entry.commit


def test_a_trailer_that_a_hook_adds_leaves_ours_readable(root: Path) -> None:
    b.hook(root, "commit-msg", 'echo "Change-Id: I1234" >> "$1"')
    assert b.apply(root, b.TURN).id == Repository.open(root).log()[0].id == b.NAME


def test_a_trailer_paragraph_that_a_hook_adds_leaves_ours_readable(root: Path) -> None:
    b.hook(root, "commit-msg", 'printf "\\nSigned-off-by: T <t@example.com>\\n" >> "$1"')
    assert b.apply(root, b.TURN).id == Repository.open(root).log()[0].id == b.NAME


def in_a_merge(root: Path) -> None:
    _diverge(root)
    subprocess.run(["git", "merge", "-q", "side"], cwd=root, check=False, capture_output=True)


def in_a_cherry_pick(root: Path) -> None:
    _diverge(root)
    subprocess.run(["git", "cherry-pick", "side"], cwd=root, check=False, capture_output=True)


def in_a_revert(root: Path) -> None:
    git(root, "commit", "-q", "--allow-empty", "-m", "empty")
    git(root, "revert", "--no-commit", "HEAD~")
    (root / ".git/REVERT_HEAD").write_text(git(root, "rev-parse", "HEAD~"))


def in_a_rebase(root: Path) -> None:
    _diverge(root)
    subprocess.run(["git", "rebase", "-q", "side"], cwd=root, check=False, capture_output=True)


def in_a_bisect(root: Path) -> None:
    git(root, "bisect", "start")


def _diverge(root: Path) -> None:
    for branch in ("side", "main"):
        git(root, "checkout", "-q", *(["-b"] if branch == "side" else []), branch)
        (root / "both.md").write_text(f"{branch}\n")
        git(root, "add", "both.md")
        git(root, "commit", "-q", "-m", branch)


@pytest.mark.parametrize(
    ("begin", "what"),
    [
        (in_a_merge, "a merge"),
        (in_a_cherry_pick, "a cherry-pick"),
        (in_a_revert, "a revert"),
        (in_a_rebase, "a rebase"),
        (in_a_bisect, "a bisect"),
    ],
)
def test_nothing_is_written_while_git_is_in_the_middle_of_something(
    make_repo: MakeRepo, begin: object, what: str
) -> None:
    root = make_repo({"port.md": b.PORT, "old.md": b.OLD})
    assert callable(begin)
    begin(root)
    before = b.everything(root)
    with pytest.raises(RepositoryRefused, match=f"{what} is in progress"):
        b.apply(root, b.TURN)
    assert b.everything(root) == before
    assert b.leftovers(root) == []


def test_the_first_commit_of_a_branch_can_be_a_decision(tmp_path: Path) -> None:
    root = tmp_path / "empty"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    done = b.apply(root, {"new.md": (None, b.NEW)})
    assert b.committed(root, "new.md") == b.NEW
    assert git(root, "rev-list", "HEAD").split() == [done.commit]


def test_the_first_commit_of_a_branch_can_be_taken_back(tmp_path: Path) -> None:
    root = tmp_path / "empty"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    b.apply(root, {"new.md": (None, b.NEW)})
    b.undo(root)
    assert not (root / "new.md").exists()


def test_a_refusal_on_a_branch_without_commits_leaves_no_announcement(tmp_path: Path) -> None:
    root = tmp_path / "empty"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    b.hook(root, "pre-commit", "exit 1")
    before = b.everything(root)
    with pytest.raises(RepositoryRefused):
        b.apply(root, {"new.md": (None, b.NEW)})
    assert b.everything(root) == before


def test_a_detached_head_takes_a_decision(root: Path) -> None:
    git(root, "checkout", "-q", "--detach")
    done = b.apply(root, b.TURN)
    assert git(root, "rev-parse", "HEAD").strip() == done.commit
    assert Repository.open(root).branch() == done.commit[:7]


def test_a_linked_work_tree_takes_a_decision_of_its_own(root: Path, tmp_path: Path) -> None:
    git(root, "worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"))
    linked, main = tmp_path / "linked", b.everything(root)
    done = b.apply(linked, b.TURN)
    assert git(linked, "rev-parse", "HEAD").strip() == done.commit
    assert b.everything(root) == main
    assert Repository.open(linked).branch() == "other"
    assert (root / ".git/worktrees/linked/athenaeum-inbox").is_dir()
    assert not (root / ".git/athenaeum-inbox").exists()
    b.undo(linked)
    assert (linked / "port.md").read_text() == b.PORT


def test_a_root_below_the_top_of_its_work_tree_takes_a_decision(make_repo: MakeRepo) -> None:
    top = make_repo({"mem/port.md": b.PORT, "mem/old.md": b.OLD, "port.md": "top\n"})
    before = b.everything(top)
    root = top / "mem"
    (root / "port.md").write_text(b.PORT_NEW)
    (top / "port.md").write_text("top, changed\n")
    changed = b.PORT_NEW.replace("4712", "4713")
    done = b.apply(root, {**b.TURN, "port.md": (b.PORT_NEW, changed)})
    assert done.notes[0].endswith(": port.md")
    assert b.committed(top, "mem/port.md") == changed
    assert b.committed(top, "port.md") == "top\n"
    b.undo(root)
    assert b.committed(top, "mem/old.md") == b.OLD
    assert git(top, "diff", "--name-only", before.head, "HEAD").split() == ["mem/port.md"]


@pytest.mark.parametrize("inside", ["sub/x.md", "sub/below/x.md"])
def test_a_path_in_another_repository_is_refused(root: Path, inside: str) -> None:
    sub = root / "sub"
    (sub / "below").mkdir(parents=True)
    git(sub, "init", "-q")
    before = b.everything(root)
    with pytest.raises(RepositoryRefused, match=r"another repository \(sub\)"):
        b.apply(root, {"port.md": (b.PORT, b.PORT_NEW), inside: (None, b.NEW)})
    assert b.everything(root) == before


ODD_NAMES = [
    "two words.md",
    'it\'s "q".md',
    "line\nbreak.md",
    "tab\there.md",
    "-x.md",
    ":(top)y.md",
    "[z].md",
    "*.md",
    "grüße-日本.md",
    "caf\udce9.md",
    " lead and trail ",
    "back\\slash.md",
    "#hash.md",
    "!bang.md",
    "~home.md",
    "a -> b.md",
]


def test_odd_names_are_decided_and_taken_back(make_repo: MakeRepo) -> None:
    root = make_repo({"plain.md": b.OLD, "z.md": "z\n"})
    kept = b.everything(root)
    texts: b.Texts = dict.fromkeys(ODD_NAMES, (None, b.NEW))
    b.apply(root, texts)
    names = {path.name for path in root.iterdir()}
    assert names == {*ODD_NAMES, ".athenaeum.lock", ".git", "plain.md", "z.md"}
    assert b.status(root) == ""
    changed = f"{b.NEW}More.\n"
    b.apply(root, dict.fromkeys(ODD_NAMES, (b.NEW, changed)), name="1" * 12)
    b.undo(root, "1" * 12, "2" * 12)
    assert all((root / name).read_text() == b.NEW for name in ODD_NAMES)
    b.undo(root, b.NAME, "3" * 12)
    assert b.everything(root).files == kept.files
    assert b.status(root) == ""


def test_odd_names_that_are_untracked_are_committed_as_found(make_repo: MakeRepo) -> None:
    root = make_repo({"plain.md": b.OLD})
    for name in ODD_NAMES:
        (root / name).write_text(b.NEW)
    done = b.apply(root, dict.fromkeys(ODD_NAMES, (b.NEW, None)))
    assert len(done.notes) == 1
    assert all((b.committed(root, name, "HEAD~") == b.NEW) for name in ODD_NAMES)
    assert b.status(root) == ""


def test_a_reason_keeps_its_lines_whatever_git_is_set_to(root: Path) -> None:
    git(root, "config", "commit.cleanup", "strip")
    git(root, "config", "core.commentChar", ";")
    (root / ".git/template").write_text("# fill me in\n")
    git(root, "config", "commit.template", ".git/template")
    b.apply(root, b.TURN, reason="# not a comment\n; nor this\n\nInbox-Id: 999999999999")
    entry = Repository.open(root).log()[0]
    assert entry.reason == "# not a comment\n; nor this\n\n  Inbox-Id: 999999999999"
    assert entry.id == b.NAME


def test_another_encoding_of_the_person_does_not_reach_our_messages(root: Path) -> None:
    git(root, "config", "i18n.commitEncoding", "ISO-8859-1")
    git(root, "config", "i18n.logOutputEncoding", "ISO-8859-1")
    b.apply(root, b.TURN, reason="grüße, 日本")
    assert Repository.open(root).log()[0].reason == "grüße, 日本"


def test_line_ends_of_the_work_tree_are_the_ones_that_are_edited(make_repo: MakeRepo) -> None:
    root = make_repo({"port.md": b.PORT})
    git(root, "config", "core.autocrlf", "true")
    (root / "port.md").unlink()
    git(root, "checkout", "-q", "port.md")
    crlf, crlf_new = (text.replace("\n", "\r\n") for text in (b.PORT, b.PORT_NEW))
    assert (root / "port.md").read_bytes().decode() == crlf
    done = b.apply(root, {"port.md": (crlf, crlf_new)})
    assert done.notes == ()
    assert b.committed(root, "port.md") == b.PORT_NEW
    b.undo(root)
    assert (root / "port.md").read_bytes().decode() == crlf
    assert b.status(root) == ""


def test_a_change_that_changes_nothing_is_refused(root: Path) -> None:
    before = b.everything(root)
    with pytest.raises(Refused, match="nothing to change"):
        b.apply(root, {"port.md": (b.PORT, b.PORT)})
    assert b.everything(root) == before


def test_variables_of_a_calling_git_do_not_lead_elsewhere(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    git(elsewhere, "init", "-q")
    monkeypatch.setenv("GIT_DIR", str(elsewhere / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(elsewhere / "index"))
    monkeypatch.setenv("GIT_WORK_TREE", str(elsewhere))
    b.apply(root, b.TURN)
    assert b.committed(root, "port.md") == b.PORT_NEW
    assert not (elsewhere / "index").exists()
