"""Redo brings back what was undone, as editors do it, however long the chain gets."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inbox.domain.outcome import Entry
from inbox.errors import Refused
from inbox.store.history import _marked
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.store import builders as b

NUMBERS = itertools.count(1)


def fresh() -> str:
    return f"{next(NUMBERS):012x}"


def redo(root: Path, new: str | None = None) -> str:
    repository = Repository.open(root)
    return repository.apply(repository.redo_change(new or fresh(), "")).id


def undo(root: Path, name: str | None = None) -> str:
    return b.undo(root, name, fresh()).id


def decide(root: Path, path: str) -> str:
    return b.apply(root, {path: (None, b.NEW)}, name=fresh()).id


def pages(root: Path) -> set[str]:
    return {file.name for file in root.glob("*.md")}


@pytest.fixture
def bare(make_repo: MakeRepo) -> Path:
    return make_repo({})


def test_redo_brings_decisions_back_in_the_order_they_were_made(bare: Path) -> None:
    decide(bare, "1.md")
    decide(bare, "2.md")
    undo(bare)
    undo(bare)
    assert pages(bare) == set()
    redo(bare)
    assert pages(bare) == {"1.md"}
    redo(bare)
    assert pages(bare) == {"1.md", "2.md"}
    with pytest.raises(Refused, match="no undo of yours to redo"):
        redo(bare)


def test_a_chain_of_undo_and_redo_keeps_its_names_and_marks(bare: Path) -> None:
    decided = decide(bare, "1.md")
    chain = [undo(bare), redo(bare), undo(bare), redo(bare)]
    entries = Repository.open(bare).log()
    assert [entry.id for entry in entries] == [*chain[::-1], decided]
    assert [entry.decision for entry in entries] == ["redo", "undo", "redo", "undo", "keep_a"]
    assert [entry.undoes for entry in entries] == [chain[2], decided, chain[0], decided, ""]
    assert [entry.undone_by for entry in entries] == ["", chain[3], chain[2], chain[1], ""]
    assert {entry.subject for entry in entries[::2]} == {
        "Redo: Keep A: port (user over api)",
        "Keep A: port (user over api)",
    }
    assert git(bare, "log", "-1", "--format=%B").count(f"Inbox-Undoes: {chain[2]}") == 1


def test_the_undo_of_a_redo_is_an_undo_and_can_be_redone(bare: Path) -> None:
    decide(bare, "1.md")
    undo(bare)
    again = redo(bare)
    undo(bare, again)
    assert pages(bare) == set()
    entry = Repository.open(bare).log()[0]
    assert (entry.decision, entry.subject) == ("undo", "Undo: Keep A: port (user over api)")
    with pytest.raises(Refused, match="no decision of yours"):
        undo(bare)
    redo(bare)
    assert pages(bare) == {"1.md"}


def test_after_a_new_decision_only_the_undo_that_is_named_is_taken_back(bare: Path) -> None:
    decide(bare, "1.md")
    taken = undo(bare)
    later = decide(bare, "2.md")
    with pytest.raises(Refused, match=rf"since your last undo \({later}\); `undo {taken}`"):
        redo(bare)
    undo(bare, taken)
    assert pages(bare) == {"1.md", "2.md"}


def test_redo_leaves_what_others_undid_and_decided(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(bare, "1.md")
    undo(bare)
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "else@example.com")
    decide(bare, "2.md")
    undo(bare)
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "testy@example.com")
    redo(bare)
    assert pages(bare) == {"1.md"}


def test_a_redo_over_a_file_that_is_there_again_is_refused(bare: Path) -> None:
    decide(bare, "1.md")
    undo(bare)
    (bare / "1.md").write_text("mine\n")
    with pytest.raises(Refused, match=r"1\.md"):
        redo(bare)
    assert (bare / "1.md").read_text() == "mine\n"


def test_the_first_entry_of_an_archive_comes_back_beside_a_later_first_one(bare: Path) -> None:
    archive, title = "_pending_questions_archive.md", "# Archive\n"
    one, two = (
        f'\n## [2026-03-0{n}] Entity: "e{n}" (from wiki/{n}.md)\n- [x] {n}?\n' for n in (1, 2)
    )
    first = b.apply(bare, {archive: (None, title + one)}, name=fresh()).id
    taken = undo(bare)
    later = b.apply(bare, {archive: (None, title + two)}, name=fresh()).id
    undo(bare, taken)
    text = (bare / archive).read_text()
    assert text.count("# Archive") == 1
    assert all(text.count(entry.strip()) == 1 for entry in (one, two))
    undo(bare, first)
    assert (bare / archive).read_text() == title + two
    undo(bare, later)
    assert not (bare / archive).exists()


STEPS = st.lists(st.sampled_from(["decide", "decide", "undo", "undo", "redo"]), max_size=14)


@settings(
    max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(steps=STEPS)
def test_any_series_of_steps_leaves_what_an_editor_would(tmp_path: Path, steps: list[str]) -> None:
    root = tmp_path / fresh()
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    done: list[str] = []
    undone: list[str] = []
    for step in steps:
        if step == "decide":
            done.append(f"{fresh()}.md")
            undone.clear()
            decide(root, done[-1])
        elif step == "undo" and done:
            undone.append(done.pop())
            undo(root)
        elif step == "redo" and undone:
            done.append(undone.pop())
            redo(root)
        elif step != "decide":
            with pytest.raises(Refused):
                undo(root) if step == "undo" else redo(root)
        assert pages(root) == {*done}


def _entry(number: int, undoes: str) -> Entry:
    return Entry(f"{number}", "", "", "undo" if undoes else "keep_a", "", "", "", "", "", undoes)


@given(st.lists(st.integers(0, 9), max_size=30))
def test_the_marks_say_of_every_decision_whether_it_holds(picks: list[int]) -> None:
    entries = [_entry(0, ""), _entry(1, "")]
    base, brings = {"0": "0", "1": "1"}, {"0": True, "1": True}
    holds = {"0": True, "1": True}
    for pick in picks:
        standing = [entry.id for entry in _marked(entries[::-1]) if not entry.undone_by]
        # The edits of any other do not fit the files, so that it is refused.
        fitting = [each for each in standing if brings[each] is holds[base[each]]]
        target = fitting[pick % len(fitting)]
        made = _entry(len(entries), target)
        entries.append(made)
        base[made.id], brings[made.id] = base[target], not brings[target]
        holds[base[target]] = brings[made.id]
    for entry in _marked(entries[::-1]):
        if entry.undoes:
            assert entry.decision == ("redo" if brings[entry.id] else "undo")
        else:
            assert bool(entry.undone_by) is not holds[entry.id]
