"""What is read and written below the root, and what never is (design R3, R4, R13)."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from inbox.errors import InboxError, RepositoryRefused
from inbox.store import files
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.store import builders as b


@pytest.mark.parametrize("path", ["link.md", "folder/port.md", "out.md", "loop.md", "dangling.md"])
def test_a_link_is_neither_read_nor_written(make_repo: MakeRepo, tmp_path: Path, path: str) -> None:
    root = make_repo({"port.md": b.PORT, "real/port.md": b.PORT})
    outside = tmp_path / "outside.md"
    outside.write_text(b.PORT)
    for name, target in {
        "link.md": "port.md",
        "folder": "real",
        "out.md": str(outside),
        "loop.md": "loop.md",
        "dangling.md": "nowhere.md",
    }.items():
        (root / name).symlink_to(target)
    before = b.everything(root)
    found = Repository.open(root).look(path)
    assert (found.text, found.problem) == (None, "a symbolic link")
    with pytest.raises(InboxError, match="symbolic link"):
        b.apply(root, {"port.md": (b.PORT, b.PORT_NEW), path: (b.PORT, b.PORT_NEW)})
    assert b.everything(root) == before
    assert outside.read_text() == b.PORT


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("../outside.md", "outside the root"),
        ("/etc/hostname", "outside the root"),
        ("a/../../outside.md", "outside the root"),
        ("a/../port.md", "outside the root"),
        ("", "no name of a file"),
        ("./port.md", "no name of a file"),
        ("a//port.md", "no name of a file"),
        ("port.md/", "no name of a file"),
        ("nul\0.md", "no name of a file"),
        ("half\ud800.md", "no name of a file"),
        (".git/config", "inside the repository's own folder"),
        (".GIT/config", "inside the repository's own folder"),
        ("a/.git/hooks/pre-commit", "inside the repository's own folder"),
        ("port.md/below.md", "the file is not there"),
        ("a", "not a regular file"),
    ],
)
def test_a_path_that_leads_elsewhere_is_not_used(
    make_repo: MakeRepo, tmp_path: Path, path: str, problem: str
) -> None:
    root = make_repo({"port.md": b.PORT, "a/b.md": "b\n"})
    (tmp_path / "outside.md").write_text("secret\n")
    found = Repository.open(root).look(path)
    assert (found.text, found.problem) == (None, problem)


@pytest.mark.parametrize("path", ["../new.md", "/tmp/new.md", ".git/hooks/pre-commit", "a/.Git/x"])
def test_nothing_is_written_to_a_path_that_leads_elsewhere(make_repo: MakeRepo, path: str) -> None:
    root = make_repo({"port.md": b.PORT})
    before = b.everything(root)
    with pytest.raises(InboxError):
        b.apply(root, {"port.md": (b.PORT, b.PORT_NEW), path: (None, b.NEW)})
    assert b.everything(root) == before
    assert not (root / path).exists()


def test_a_pipe_does_not_block(make_repo: MakeRepo) -> None:
    root = make_repo({"port.md": b.PORT})
    os.mkfifo(root / "pipe.md")
    repository = Repository.open(root)
    assert repository.look("pipe.md").problem == "not a regular file"
    assert list(repository.memories()) == ["port.md"]
    assert list(repository.mentioning(("x",))) == []
    with pytest.raises(RepositoryRefused, match=r"pipe\.md: not a regular file"):
        repository.read("pipe.md")


def test_a_folder_in_the_place_of_a_new_file_is_refused(make_repo: MakeRepo) -> None:
    root = make_repo({"port.md": b.PORT})
    (root / "new.md").mkdir()
    before = b.everything(root)
    with pytest.raises(InboxError):
        b.apply(root, {"port.md": (b.PORT, b.PORT_NEW), "new.md": (None, b.NEW)})
    assert b.everything(root) == before


def test_a_file_in_the_place_of_a_new_folder_is_refused(make_repo: MakeRepo) -> None:
    root = make_repo({"port.md": b.PORT, "deep": "a file\n"})
    before = b.everything(root)
    with pytest.raises(InboxError):
        b.apply(root, {"port.md": (b.PORT, b.PORT_NEW), "deep/new.md": (None, b.NEW)})
    assert b.everything(root) == before
    assert b.leftovers(root) == []


def test_a_file_over_the_bound_is_not_read(
    make_repo: MakeRepo, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_repo({"big.md": "x" * 11, "fits.md": "x" * 10, "_queue.jsonl": "x" * 11})
    monkeypatch.setattr(files, "LARGEST_MEMORY", 10)
    repository = Repository.open(root)
    assert repository.look("big.md").problem == "11 bytes, more than the 10 that are read"
    assert repository.look("fits.md").text == "x" * 10
    assert repository.look("_queue.jsonl").text == "x" * 11


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o664])
def test_the_mode_of_a_file_stays(make_repo: MakeRepo, mode: int) -> None:
    root = make_repo({"port.md": b.PORT, "old.md": b.OLD})
    for name in ("port.md", "old.md"):
        (root / name).chmod(mode)
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "modes")
    b.apply(root, b.TURN)
    assert stat.S_IMODE((root / "port.md").stat().st_mode) == mode
    b.undo(root)
    assert stat.S_IMODE((root / "port.md").stat().st_mode) == mode
    assert b.status(root).split("\0")[0] in {"", " M old.md"}


def test_a_mode_alone_comes_back_when_a_hook_refuses(make_repo: MakeRepo) -> None:
    root = make_repo({"port.md": b.PORT, "old.md": b.OLD})
    (root / "port.md").chmod(0o600)
    (root / "old.md").chmod(0o640)
    b.hook(root, "pre-commit", "exit 1")
    before = b.everything(root)
    with pytest.raises(RepositoryRefused):
        b.apply(root, b.TURN)
    assert b.everything(root) == before


def test_a_hard_link_stays_one_file_with_two_names(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo({"port.md": b.PORT})
    os.link(root / "port.md", tmp_path / "other.md")
    b.apply(root, {"port.md": (b.PORT, b.PORT_NEW)})
    assert (tmp_path / "other.md").read_text() == b.PORT_NEW
    assert (root / "port.md").stat().st_nlink == 2
    b.undo(root)
    assert (tmp_path / "other.md").read_text() == b.PORT
    b.hook(root, "pre-commit", "exit 1")
    with pytest.raises(RepositoryRefused):
        b.apply(root, {"port.md": (b.PORT, b.PORT_NEW)}, name="c" * 12)
    assert (tmp_path / "other.md").read_text() == b.PORT
    assert (root / "port.md").stat().st_nlink == 2


@pytest.mark.parametrize(
    "odd",
    [
        b"---\r\nname: x\r\n---\r\nOne.\r\n",
        b"\xef\xbb\xbf---\nname: x\n---\nOne.\n",
        b"---\nname: x\n---\nOne, and no line end",
        b"---\nname: x\n---\nNot UTF-8: \xff\xfe \xe9.\n",
        b"---\nname: x\n---\nMixed.\r\nLine\rends.\n\n\n",
        b"---\nname: x\n---\nnul \0 inside\n",
    ],
)
def test_every_byte_that_is_not_meant_stays(make_repo: MakeRepo, odd: bytes) -> None:
    root = make_repo({"odd.md": odd})
    text = Repository.open(root).read("odd.md")
    assert text is not None
    b.apply(root, {"odd.md": (text, text.replace("name: x", "name: y"))})
    assert (root / "odd.md").read_bytes() == odd.replace(b"name: x", b"name: y")
    b.undo(root)
    assert (root / "odd.md").read_bytes() == odd


def test_a_read_only_file_is_refused_and_everything_put_back(make_repo: MakeRepo) -> None:
    root = make_repo({"port.md": b.PORT, "old.md": b.OLD})
    (root / "port.md").chmod(0o444)
    before = b.everything(root)
    with pytest.raises(RepositoryRefused, match=r"port\.md is read-only"):
        b.apply(root, b.TURN)
    assert b.everything(root) == before


def test_a_text_that_no_file_can_hold_is_refused(make_repo: MakeRepo) -> None:
    root = make_repo({"port.md": b.PORT})
    before = b.everything(root)
    with pytest.raises(InboxError, match="half a character"):
        b.apply(root, {"port.md": (b.PORT, b.PORT + "\ud800\n")})
    assert b.everything(root) == before


def test_memories_are_listed_in_order_without_queue_files_and_what_is_not_ours(
    make_repo: MakeRepo, tmp_path: Path
) -> None:
    names = ("b.md", "a.md", "a/z.md", "a/b/c.md", "_pending_questions.md", "MEMORY.md")
    root = make_repo(dict.fromkeys((*names, "x.txt", ".dot/y.md", ".hidden.md"), "x\n"))
    (root / "other").mkdir()
    git(root / "other", "init", "-q")
    (root / "other/c.md").write_text("c\n")
    (root / "link.md").symlink_to("a.md")
    (root / "away").symlink_to(tmp_path)
    assert list(Repository.open(root).memories()) == ["a/b/c.md", "a/z.md", "a.md", "b.md"]


def test_pages_that_mention_a_word_are_found_by_their_bytes(make_repo: MakeRepo) -> None:
    root = make_repo({"a.md": "see [[Grüße]]\n", "b.md": "no\n", "MEMORY.md": "- [Grüße](a.md)\n"})
    repository = Repository.open(root)
    assert list(repository.mentioning(("Grüße", "zzz"))) == ["MEMORY.md", "a.md"]
    assert list(repository.mentioning(("Grüße",), index_only=True)) == ["MEMORY.md"]
    assert list(repository.mentioning(())) == []


def test_the_mark_changes_with_the_head_and_the_queue_and_nothing_else(
    make_repo: MakeRepo,
) -> None:
    root = make_repo({"port.md": b.PORT, "_pending_questions.md": "# Q\n"})
    repository = Repository.open(root)
    marks = [repository.mark()]
    (root / "port.md").write_text("changed\n")
    assert repository.mark() == marks[0]
    (root / "_pending_questions.md").write_text("# Q\n\nmore\n")
    marks.append(repository.mark())
    git(root, "commit", "-q", "-a", "-m", "more")
    marks.append(repository.mark())
    git(root, "checkout", "-q", "-b", "other")
    marks.append(repository.mark())
    git(root, "pack-refs", "--all")
    marks.append(repository.mark())
    assert len(set(marks)) == 5
