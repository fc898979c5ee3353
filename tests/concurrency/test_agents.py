"""Agents write while a person decides: nothing they wrote is lost, and what moved is refused."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Item
from inbox.errors import InboxError
from inbox.service import Inbox
from inbox.store import files, swap
from inbox.store.git import Git
from tests import long_run
from tests.concurrency import crowd
from tests.concurrency.test_crowd import found

QUEUE, ARCHIVE = "wiki/_pending_questions.md", "wiki/_pending_questions_archive.md"
LATE = crowd.BLOCK.format("Late")


def decided(inbox: Inbox, names: list[str], seconds: float) -> Counter[str]:
    """Decide what can be decided, for some seconds."""
    end, counts = time.monotonic() + seconds, Counter[str]()
    for name in names:
        if time.monotonic() > end:
            break
        try:
            item = inbox.find(name)
            choice = next(each for each in crowd.closings(item) if not inbox.why_not(item, each))
            inbox.decide(item, choice)
            counts["done"] += 1
        except InboxError as error:
            counts[type(error).__name__] += 1
    assert counts.keys() <= {"done", *crowd.WORDS}
    return counts


def missing(root: Path, rows: list[list[str]]) -> list[str]:
    """Return what an agent wrote and nobody can find any more; a memory may be removed."""
    there = {path.name: path.read_text() for path in root.rglob("*.md") if ".git" not in path.parts}
    history = long_run.git(root, "log", "-p", "--format=", "--no-renames")
    lost = []
    for name, text in rows:
        line = "-" + text.strip().splitlines()[0]
        if text not in there.get(name, "") and (name in there or line not in history):
            lost.append(f"{name}: {text}")
    return lost


def test_nothing_that_agents_add_is_lost_while_a_person_decides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root, names = found(tmp_path, 110, 3)
    agents = [
        crowd.started("append", root, 0.2, 9),
        crowd.started("append", root, 0.05, 2),
        crowd.started("rewrite", root, 0.3, 9),
    ]
    inbox = Inbox.open(root)
    counts = decided(inbox, names, 8)
    rows = [row for agent in agents for row in crowd.rows(agent)]
    with capsys.disabled():
        print(f"\nagents wrote {len(rows)} times, a person: {dict(counts)}")
    assert counts["done"] >= 1
    assert len(rows) > 50
    assert missing(root, rows) == []
    assert long_run.disagreements(inbox) == []
    assert long_run.left_behind(root) == []
    long_run.git(root, "fsck", "--strict", "--no-dangling", "--no-progress")


def first(root: Path) -> tuple[Inbox, Item]:
    inbox = Inbox.open(root)
    return inbox, inbox.pending().items[0]


def behind(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str, act: Callable[[], object]
) -> None:
    """Do something once, at the very instant at which a function is called."""
    real = getattr(owner, name)
    done: list[int] = []

    def called(*args: Any, **words: Any) -> Any:
        if not done:
            done.append(1)
            act()
        return real(*args, **words)

    monkeypatch.setattr(owner, name, called)


def add(path: Path, text: str) -> Callable[[], None]:
    def act() -> None:
        with path.open("a") as file:
            file.write(text)

    return act


def test_a_block_added_in_front_of_the_rename_stays_and_is_decided_around(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, _ = found(tmp_path, 40, 1)
    inbox, item = first(root)
    preview = inbox.preview(item, d.NotAConflict())
    behind(monkeypatch, swap, "exchange", add(root / QUEUE, LATE))
    made = inbox.apply(preview)
    text = (root / QUEUE).read_text()
    assert LATE in text
    assert item.id not in [each.id for each in inbox.pending().items]
    assert "as found" in made.notes[0]
    assert long_run.git(root, "status", "--porcelain") == ""
    assert long_run.disagreements(inbox) == []


@pytest.mark.parametrize("rewritten", [False, True])
def test_a_member_that_moves_in_front_of_the_rename_refuses_the_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rewritten: bool
) -> None:
    root, _ = found(tmp_path, 40, 1)
    inbox, item = first(root)
    preview = inbox.preview(item, d.Keep("a"))
    path = root / preview.files[0].path
    before = path.read_text()

    def rewrite() -> None:
        new = path.with_name("new")
        new.write_text(before + "More.\n")
        new.replace(path)

    behind(monkeypatch, swap, "exchange", rewrite if rewritten else add(path, "More.\n"))
    with pytest.raises(InboxError, match="changed since you looked"):
        inbox.apply(preview)
    assert path.read_text() == before + "More.\n"
    assert long_run.git(root, "status", "--porcelain").split() == ["M", preview.files[0].path]
    assert long_run.left_behind(root) == []


def test_a_member_that_moves_in_front_of_its_removal_is_there_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, _ = found(tmp_path, 40, 1)
    inbox, item = first(root)
    preview = inbox.preview(item, d.Forget("a"))
    [gone] = [file for file in preview.files if file.after is None]
    behind(monkeypatch, Path, "rename", add(root / gone.path, "More.\n"))
    with pytest.raises(InboxError, match="changed since you looked"):
        inbox.apply(preview)
    assert (root / gone.path).read_text() == f"{gone.before}More.\n"
    assert long_run.left_behind(root) == []


def without_archive(tmp_path: Path) -> tuple[Path, list[str]]:
    root, names = found(tmp_path, 40, 1)
    (root / ARCHIVE).unlink()
    long_run.git(root, "commit", "-q", "-a", "-m", "no archive")
    return root, names


@pytest.mark.parametrize("title", ["# Answered Questions\n", "# Of my own\n"])
def test_a_file_that_comes_in_front_of_a_new_one_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    root, _ = without_archive(tmp_path)
    inbox, item = first(root)
    preview = inbox.preview(item, d.NotAConflict())
    mine = crowd.BLOCK.format("Mine").partition("---\n")[2]
    behind(monkeypatch, os, "link", lambda: (root / ARCHIVE).write_text(title + mine))
    inbox.apply(preview)
    text = (root / ARCHIVE).read_text()
    assert text.startswith(title)
    assert mine in text
    assert long_run.disagreements(inbox) == []


def test_two_who_begin_the_archive_both_do(tmp_path: Path) -> None:
    root, names = without_archive(tmp_path)
    inbox = Inbox.open(root)
    previews = [inbox.preview(inbox.find(name), d.NotAConflict()) for name in names[:2]]
    made = [inbox.apply(preview).id for preview in previews]
    assert (root / ARCHIVE).read_text().count("# Answered Questions") == 1
    inbox.undo(made[0])
    inbox.undo(made[1])
    assert not (root / ARCHIVE).exists()
    assert long_run.disagreements(inbox) == []


def test_what_is_written_to_the_old_file_after_the_rename_is_carried_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, _ = found(tmp_path, 40, 1)
    inbox, item = first(root)
    preview = inbox.preview(item, d.NotAConflict())
    old = (root / QUEUE).open("a")

    def write() -> None:
        old.write(LATE)
        old.close()

    behind(monkeypatch, Git, "commit", write)
    made = inbox.apply(preview)
    assert (root / QUEUE).read_text().endswith(LATE)
    assert long_run.git(root, "status", "--porcelain") == f" M {QUEUE}\n"
    assert made.notes[-1].endswith("meanwhile is kept, uncommitted")


def test_a_memory_that_is_written_to_while_it_is_removed_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, _ = found(tmp_path, 40, 1)
    inbox, item = first(root)
    preview = inbox.preview(item, d.Forget("a"))
    [gone] = [file for file in preview.files if file.after is None]
    old = (root / gone.path).open("a")

    def write() -> None:
        old.write("More.\n")
        old.close()

    behind(monkeypatch, Git, "commit", write)
    made = inbox.apply(preview)
    assert (root / gone.path).read_text() == f"{gone.before}More.\n"
    assert "it is there again" in made.notes[-1]


def test_what_an_agent_adds_between_rename_and_commit_outlives_the_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, _ = found(tmp_path, 40, 1)
    inbox, item = first(root)
    before = (root / QUEUE).read_text()
    preview = inbox.preview(item, d.NotAConflict())
    behind(monkeypatch, Git, "commit", add(root / QUEUE, LATE))
    made = inbox.apply(preview)
    assert made.notes == (f"a hook or an agent added to what was committed: {QUEUE}",)
    assert long_run.git(root, "status", "--porcelain") == ""
    inbox.undo(made.id)
    assert long_run.pieces(QUEUE, (root / QUEUE).read_text()) == long_run.pieces(
        QUEUE, before + LATE
    )
    steps = list(inbox.verify())
    assert [step.mismatches for step in steps] == [(), ()]
    assert [len(step.notes) for step in steps] == [1, 0]


def test_what_an_agent_adds_to_a_member_between_rename_and_commit_outlives_the_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, _ = found(tmp_path, 40, 1)
    inbox, item = first(root)
    preview = inbox.preview(item, d.Keep("a"))
    member = preview.files[0]
    behind(monkeypatch, Git, "commit", add(root / member.path, "\nMore.\n"))
    made = inbox.apply(preview)
    inbox.undo(made.id)
    assert (root / member.path).read_text() == f"{member.before}\nMore.\n"
    steps = list(inbox.verify())
    assert [step.mismatches for step in steps] == [(), ()]
    assert [len(step.notes) for step in steps] == [1, 0]


def test_a_system_that_cannot_exchange_still_sees_what_was_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, _ = found(tmp_path, 40, 1)
    inbox, item = first(root)
    preview = inbox.preview(item, d.NotAConflict())
    monkeypatch.setattr(swap, "_swapping", lambda: None)
    behind(monkeypatch, files, "sync_folder", add(root / QUEUE, LATE))
    inbox.apply(preview)
    assert (root / QUEUE).read_text().count(LATE) == 1
    assert item.id not in [each.id for each in inbox.pending().items]
