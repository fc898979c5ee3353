"""Decisions are read from the log, and any of them can be taken back (design R6, R20)."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from inbox.domain.edit import Change
from inbox.errors import Refused, RepositoryRefused
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.store import builders as b

BLOCK = '## [2026-03-0{0}] Entity: "e{0}" (from wiki/{0}.md)\n- [ ] Which of {0}?\n\n'


def name(number: int) -> str:
    return f"{number:012x}"


def keyed(*values: int) -> str:
    lines = "".join(f"key{at}: {value}\n" for at, value in enumerate(values))
    return f"---\nname: k\n{lines}---\nBody.\n"


@pytest.fixture
def tidy(make_repo: MakeRepo) -> Path:
    """A repository where nothing is staged or changed."""
    return make_repo({"port.md": b.PORT, "old.md": b.OLD})


@pytest.fixture
def eleven(make_repo: MakeRepo) -> Path:
    """Eleven decisions, each with its own key of one file and a file of its own."""
    root = make_repo({"k.md": keyed(*[0] * 11)})
    values = [0] * 11
    for at in range(11):
        before = keyed(*values)
        values[at] = 1
        texts: b.Texts = {"k.md": (before, keyed(*values)), f"n{at}.md": (None, b.NEW)}
        b.apply(root, texts, name=name(at + 1))
    return root


def test_the_log_shows_decisions_newest_first_with_their_trailers(root: Path) -> None:
    assert Repository.open(root).log() == ()
    b.apply(root, b.TURN, reason="The api was late.\n\nTwice.")
    git(root, "commit", "-q", "--allow-empty", "-m", "by hand\n\nInbox-Idea: none")
    undone = b.undo(root, reason="A slip.")
    entry, first = Repository.open(root).log()
    assert (entry.id, entry.undoes, entry.reason) == (undone.id, b.NAME, "A slip.")
    assert (entry.subject, entry.decision) == ("Undo: Keep A: port (user over api)", "undo")
    assert (first.id, first.undone_by) == (b.NAME, undone.id)
    assert (first.item, first.kind, first.decision) == ("q-1", "conflict", "keep_a")
    assert first.reason == "The api was late.\n\nTwice."
    assert first.author == "Testy <testy@example.com>"
    assert first.when == "2026-12-01T03:04:05+00:00"
    assert len(Repository.open(root).log(1)) == 1


def test_the_log_of_a_branch_without_commits_is_empty(tmp_path: Path) -> None:
    root = tmp_path / "empty"
    root.mkdir()
    git(root, "init", "-q")
    assert Repository.open(root).log() == ()
    with pytest.raises(Refused, match="no decision of yours"):
        Repository.open(root).undo_change(None, b.OTHER, "")


def test_settings_of_the_log_do_not_change_what_is_read(root: Path) -> None:
    b.apply(root, b.TURN)
    for key, value in {
        "log.showSignature": "true",
        "log.decorate": "full",
        "grep.patternType": "fixed",
        "log.date": "relative",
        "color.ui": "always",
        "format.pretty": "oneline",
        "diff.noprefix": "true",
        "log.follow": "true",
        "diff.renames": "copies",
        "core.quotePath": "false",
    }.items():
        git(root, "config", key, value)
    assert [entry.id for entry in Repository.open(root).log()] == [b.NAME]
    b.undo(root)
    assert (root / "port.md").read_text() == b.PORT


def test_the_last_decision_is_taken_back_to_the_byte(root: Path) -> None:
    before = b.everything(root)
    b.apply(root, b.TURN)
    b.undo(root)
    after = b.everything(root)
    assert (after.files, after.folders, after.status) == (
        before.files,
        before.folders | {"deep", "deep/er"} if (root / "deep").exists() else before.folders,
        before.status,
    )
    assert after.index == before.index


def test_an_old_decision_is_taken_back_after_ten_later_ones(eleven: Path) -> None:
    b.undo(eleven, name(1))
    assert (eleven / "k.md").read_text() == keyed(0, *[1] * 10)
    assert not (eleven / "n0.md").exists()
    assert (eleven / "n10.md").exists()


@pytest.mark.parametrize(
    "order", [range(11), reversed(range(11)), [5, 0, 10, 3, 7, 1, 9, 2, 8, 4, 6]]
)
def test_decisions_are_taken_back_in_any_order(eleven: Path, order: object) -> None:
    for step, at in enumerate(order):  # type: ignore[var-annotated,arg-type]
        b.undo(eleven, name(at + 1), name(100 + step))
    assert (eleven / "k.md").read_text() == keyed(*[0] * 11)
    assert sorted(path.name for path in eleven.glob("*.md")) == ["k.md"]
    assert all(entry.undone_by or entry.undoes for entry in Repository.open(eleven).log())


def test_an_overlap_is_refused_with_path_piece_and_the_later_commit(eleven: Path) -> None:
    before = keyed(*[1] * 11)
    later = b.apply(eleven, {"k.md": (before, keyed(2, *[1] * 10))}, name=name(50))
    state = b.everything(eleven)
    with pytest.raises(Refused) as caught:
        b.undo(eleven, name(1))
    said = str(caught.value)
    assert said.startswith(f"{name(1)} cannot be taken back: k.md (")
    assert "key0" in said
    assert later.commit[:7] in said
    assert "Take that back first." in said
    assert b.everything(eleven) == state
    b.undo(eleven, name(50), name(51))
    b.undo(eleven, name(1), name(52))
    assert (eleven / "k.md").read_text() == keyed(0, *[1] * 10)


def test_an_overlap_names_the_commit_that_overlaps_and_not_a_later_one(eleven: Path) -> None:
    b.apply(eleven, {"k.md": (keyed(*[1] * 11), keyed(2, *[1] * 10))}, name=name(50))
    guilty = git(eleven, "rev-parse", "--short", "HEAD").strip()
    b.apply(eleven, {"k.md": (keyed(2, *[1] * 10), keyed(2, *[1] * 9, 3))}, name=name(51))
    with pytest.raises(Refused, match=guilty):
        b.undo(eleven, name(1))


def test_an_overlap_with_an_edit_on_disk_says_that_it_is_not_committed(eleven: Path) -> None:
    (eleven / "k.md").write_text(keyed(7, *[1] * 10))
    with pytest.raises(Refused, match=r"k\.md .* by an edit that is not committed"):
        b.undo(eleven, name(1))


def test_a_file_that_was_changed_after_it_was_made_is_not_removed(eleven: Path) -> None:
    (eleven / "n0.md").write_text("mine now\n")
    with pytest.raises(Refused, match=r"n0\.md"):
        b.undo(eleven, name(1))
    assert (eleven / "n0.md").read_text() == "mine now\n"


def test_a_removed_file_that_is_there_again_is_not_overwritten(root: Path) -> None:
    b.apply(root, b.TURN)
    (root / "old.md").write_text("another page of that name\n")
    with pytest.raises(Refused, match=r"old\.md"):
        b.undo(root)
    assert (root / "old.md").read_text() == "another page of that name\n"


def test_an_undo_is_taken_back_and_the_decision_holds_again(root: Path) -> None:
    b.apply(root, b.TURN)
    decided = b.everything(root)
    b.undo(root, b.NAME, name(1))
    b.undo(root, name(1), name(2))
    assert b.everything(root).files == decided.files
    third, second, first = Repository.open(root).log()
    assert (first.undone_by, second.undone_by, third.undone_by) == ("", name(2), "")
    b.undo(root, b.NAME, name(3))
    assert (root / "port.md").read_text() == b.PORT


def test_a_decision_where_a_shallow_clone_ends_is_not_taken_back(
    tidy: Path, tmp_path: Path
) -> None:
    b.apply(tidy, b.TURN)
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{tidy}", str(shallow))
    before = b.everything(shallow)
    with pytest.raises(Refused, match="clone is shallow"):
        b.undo(shallow)
    assert b.everything(shallow) == before


def test_a_decision_is_taken_back_once(root: Path) -> None:
    b.apply(root, b.TURN)
    b.undo(root, b.NAME, name(1))
    with pytest.raises(Refused, match=f"{b.NAME} is taken back already, by {name(1)}"):
        b.undo(root, b.NAME, name(2))
    with pytest.raises(Refused, match="no decision of yours"):
        b.undo(root)


def test_plain_undo_walks_back_through_ones_own_decisions(eleven: Path) -> None:
    for step, at in enumerate(reversed(range(11))):
        done = b.undo(eleven, None, name(100 + step))
        assert Repository.open(eleven).log()[0].undoes == name(at + 1)
        assert done.subject.startswith("Undo: ")
    with pytest.raises(Refused, match="no decision of yours"):
        b.undo(eleven, None, name(200))


def test_plain_undo_leaves_what_others_decided(
    eleven: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Someone Else")
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "else@example.com")
    b.apply(eleven, {"x.md": (None, b.NEW)}, name=name(77))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Testy By Another Name")
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "testy@example.com")
    b.undo(eleven)
    assert Repository.open(eleven).log()[0].undoes == name(11)
    b.undo(eleven, name(77), name(78))
    assert not (eleven / "x.md").exists()


def test_a_decision_is_named_by_a_beginning_that_only_it_has(make_repo: MakeRepo) -> None:
    root = make_repo({})
    for number, each in enumerate(("abcd11111111", "abcd22222222", "abcd")):
        b.apply(root, {f"{number}.md": (None, b.NEW)}, name=each)
    repository = Repository.open(root)
    assert "1.md" in repository.patch("abcd2")
    assert "2.md" in repository.patch("abcd")
    for unknown, words in (("abc", "no decision is called"), ("", "no decision"), ("f" * 12, "no")):
        with pytest.raises(Refused, match=words):
            repository.patch(unknown)


def test_a_beginning_that_several_have_is_refused(make_repo: MakeRepo) -> None:
    root = make_repo({})
    for number, each in enumerate(("abcd11111111", "abcd22222222")):
        b.apply(root, {f"{number}.md": (None, b.NEW)}, name=each)
    with pytest.raises(Refused, match="several decisions begin like 'abcd'"):
        Repository.open(root).patch("abcd")


@pytest.mark.parametrize("new", ["rewritten by a person", "first\n\nsecond paragraph"])
def test_a_message_that_was_rewritten_keeps_its_trailers(tidy: Path, new: str) -> None:
    b.apply(tidy, b.TURN, reason="because")
    body = git(tidy, "log", "-1", "--format=%B")
    git(tidy, "commit", "-q", "--amend", "-m", new, "-m", body.strip().split("\n\n")[-1])
    entry = Repository.open(tidy).log()[0]
    assert (entry.id, entry.subject) == (b.NAME, new.split("\n", 1)[0])
    b.undo(tidy)
    assert (tidy / "port.md").read_text() == b.PORT


def test_a_decision_that_was_rebased_is_taken_back(tidy: Path) -> None:
    git(tidy, "checkout", "-q", "-b", "side")
    b.apply(tidy, b.TURN)
    git(tidy, "checkout", "-q", "main")
    git(tidy, "commit", "-q", "--allow-empty", "-m", "meanwhile")
    git(tidy, "rebase", "-q", "main", "side")
    b.undo(tidy)
    assert (tidy / "old.md").read_text() == b.OLD


def test_a_reverted_and_a_picked_decision_do_not_confuse_the_log(tidy: Path) -> None:
    done = b.apply(tidy, b.TURN)
    git(tidy, "revert", "--no-edit", done.commit)
    assert [entry.id for entry in Repository.open(tidy).log()] == [b.NAME]
    with pytest.raises(Refused, match="has changed since"):
        b.undo(tidy)


def test_the_patch_is_the_commit_as_text(root: Path) -> None:
    b.apply(root, b.TURN, reason="because")
    said = Repository.open(root).patch(b.NAME[:6])
    assert "    because" in said
    assert "-The port is 4711.\n+The port is 4712.\n" in said
    assert "\x1b" not in said


def test_the_first_commit_of_all_can_be_read_as_a_decision(tmp_path: Path) -> None:
    root = tmp_path / "one"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    b.apply(root, {"new.md": (None, b.NEW)})
    assert "new.md" in Repository.open(root).patch(b.NAME)


def test_queue_blocks_come_back_among_later_ones(make_repo: MakeRepo) -> None:
    title = "# Pending questions\n\n"
    one, two, three = (BLOCK.format(number) for number in (1, 2, 3))
    queue, archive = "_pending_questions.md", "_pending_questions_archive.md"
    root = make_repo({queue: title + one + two})
    b.apply(root, {queue: (title + one + two, title + two), archive: (None, title + one)})
    (root / queue).write_text(title + two + three)
    b.undo(root)
    text = (root / queue).read_text()
    assert all(text.count(block.strip()) == 1 for block in (one, two, three))
    assert not (root / archive).exists()


def test_a_name_is_the_same_on_the_same_head_and_another_on_the_next(root: Path) -> None:
    repository = Repository.open(root)
    first = repository.decision_id("q-1", "keep_a", "")
    assert first == Repository.open(root).decision_id("q-1", "keep_a", "")
    assert (
        len({first, *(repository.decision_id(*words) for words in itertools.permutations("abc"))})
        == 7
    )
    assert set(first) <= set("0123456789abcdef")
    assert len(first) == 12
    b.apply(root, b.TURN)
    assert repository.decision_id("q-1", "keep_a", "") != first


def test_an_empty_change_is_no_decision(root: Path) -> None:
    with pytest.raises((Refused, RepositoryRefused)):
        Repository.open(root).apply(Change((), b.change(b.TURN).message))
    assert Repository.open(root).log() == ()
