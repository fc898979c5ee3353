"""Many processes on one root: one decision each, no lost update, and every refusal says why."""

from __future__ import annotations

import random
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Conflict, MergeProposal
from inbox.errors import DecidedElsewhere, InboxError, Refused, Stale
from inbox.service import Inbox
from inbox.store import lock
from inbox.store.repository import Repository
from tests import long_run
from tests.concurrency import crowd
from tests.worlds import world


def found(room: Path, memories: int, seed: int) -> tuple[Path, list[str]]:
    root = long_run.founded(room / "root", world(seed, memories))
    names = [item.id for item in Inbox.open(root).pending().items if item.id[0] in "qm"]
    return root, names


def test_of_two_who_decide_one_item_one_wins_and_the_other_is_told(tmp_path: Path) -> None:
    root, names = found(tmp_path, 40, 1)
    first, second = Inbox.open(root), Inbox.open(root)
    item = first.find(names[0])
    assert isinstance(item, Conflict)
    late = second.preview(second.find(item.id), d.NotAConflict())
    other = second.preview(second.find(item.id), d.Keep("a"))
    first.decide(item, d.Keep("b"))
    with pytest.raises(Stale, match="changed since you looked"):
        second.apply(other)
    with pytest.raises(Stale, match="changed since you looked"):
        second.apply(late)
    with pytest.raises(DecidedElsewhere, match="decided elsewhere"):
        second.decide(item, d.NotAConflict())
    assert len(first.log()) == 1
    assert long_run.disagreements(first) == []


def test_a_question_is_answered_once(tmp_path: Path) -> None:
    root, names = found(tmp_path, 40, 1)
    first = Inbox(Repository.open(root), lambda: datetime(2026, 12, 1, 8, 0, 1, tzinfo=UTC))
    second = Inbox(Repository.open(root), lambda: datetime(2026, 12, 1, 8, 0, 2, tzinfo=UTC))
    [name] = [n for n in names if not isinstance(first.find(n), Conflict | MergeProposal)][:1]
    late = second.preview(second.find(name), d.Answer("No."))
    first.decide(first.find(name), d.Answer("Yes."))
    with pytest.raises(DecidedElsewhere, match="decided elsewhere"):
        second.apply(late)
    assert len(list((root / "raw/answers").iterdir())) == 1


def test_two_at_the_same_instant_make_one_decision(tmp_path: Path) -> None:
    root, names = found(tmp_path, 40, 1)
    outcomes: list[str] = []
    barrier = threading.Barrier(2)

    def decide(choice: d.Decision) -> None:
        inbox = Inbox.open(root)
        preview = inbox.preview(inbox.find(names[0]), choice)
        barrier.wait()
        try:
            outcomes.append(inbox.apply(preview).subject[:4])
        except InboxError as error:
            outcomes.append(type(error).__name__)

    both = [threading.Thread(target=decide, args=(each,)) for each in (d.Keep("a"), d.Keep("b"))]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert sorted(outcomes) == ["Keep", "Stale"]
    assert len(Inbox.open(root).log()) == 1


def test_eight_processes_decide_a_queue_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root, names = found(tmp_path, 110, 2)
    picked = random.Random(2).sample(names, 24)
    made = crowd.crowd(root, picked, 8, 2)
    counts = crowd.check(root, made)
    with capsys.disabled():
        print(f"\n8 processes, {len(picked)} items, {len(made)} attempts: {dict(counts)}")
    assert counts["done"] == len(picked)
    assert long_run.git(root, "status", "--porcelain") == ""


def test_the_index_of_anothers_commit_is_not_taken_for_staging(tmp_path: Path) -> None:
    root, names = found(tmp_path, 40, 1)
    inbox = Inbox.open(root)
    inbox.decide(inbox.find(names[1]), d.NotAConflict())
    item, queue = inbox.find(names[0]), root / "wiki/_pending_questions.md"
    held = threading.Event()

    def commit() -> None:
        text = queue.read_text()
        with lock.held(root):
            queue.write_text(text + "half of a commit\n")
            long_run.git(root, "add", "-A")
            queue.write_text(text)
            held.set()
            time.sleep(0.3)
            long_run.git(root, "reset", "-q")

    other = threading.Thread(target=commit)
    other.start()
    held.wait()
    assert inbox.preview(item, d.NotAConflict()).snapshot == ()
    other.join()


def test_what_a_person_staged_differently_is_still_refused(tmp_path: Path) -> None:
    root, names = found(tmp_path, 40, 1)
    inbox = Inbox.open(root)
    inbox.decide(inbox.find(names[1]), d.NotAConflict())
    queue = root / "wiki/_pending_questions.md"
    text = queue.read_text()
    queue.write_text(text + "staged\n")
    long_run.git(root, "add", "-A")
    queue.write_text(text)
    with pytest.raises(Refused, match="what you staged of"):
        inbox.preview(inbox.find(names[0]), d.NotAConflict())
