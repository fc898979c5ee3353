"""What the program itself commits always agrees with its trailers."""

from __future__ import annotations

import random
from datetime import date

import pytest

from inbox.demo import files
from inbox.domain import decision as d
from inbox.domain.item import Conflict, ids_of
from inbox.domain.record import Mismatch
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.golden.test_decisions import CASES, NOW, before, decided, found, opened
from tests.plan.test_series import candidates


def mismatches(inbox: Inbox) -> list[Mismatch]:
    return [each for step in inbox.verify() for each in step.mismatches]


@pytest.mark.parametrize("case", CASES)
def test_a_decision_of_a_golden_and_its_undo_verify_clean(case: str, make_repo: MakeRepo) -> None:
    inbox = opened(make_repo(before(case)))
    name, decision, reason = decided(case)
    made = inbox.decide(found(inbox, name), decision, reason)
    assert mismatches(inbox) == []
    undone = inbox.undo(made.id)
    inbox.undo(undone.id)
    assert mismatches(inbox) == []


@pytest.mark.parametrize("seed", range(3))
def test_random_decisions_on_the_demo_verify_clean(make_repo: MakeRepo, seed: int) -> None:
    chance = random.Random(seed)
    inbox = Inbox(Repository.open(make_repo(dict(files(date(2026, 12, 1))))), clock=lambda: NOW)
    made = []
    for item in inbox.pending().items:
        allowed = [choice for choice in candidates(item) if not inbox.why_not(item, choice)]
        if allowed:
            made.append(inbox.decide(inbox.find(item.id), chance.choice(allowed)).id)
    for name in reversed(made):
        inbox.undo(name)
    steps = list(inbox.verify())
    assert [each for step in steps for each in step.mismatches] == []
    assert len(steps) == steps[-1].total == 2 * len(made)


def test_a_decision_that_closes_two_blocks_about_one_pair_verifies_clean(
    make_repo: MakeRepo,
) -> None:
    root = make_repo(before("keep_a"))
    queue = root / "wiki/_pending_questions.md"
    text = queue.read_text()
    block = text[text.index("\n---\n") : text.index("\n---\n\n## [2026-11-30]")]
    queue.write_text(text + block.replace("[2026-11-28]", "[2026-11-27]").replace("4bc1", "4bc2"))
    git(root, "commit", "-q", "-a", "-m", "asked again")
    inbox = opened(root)
    name, decision, reason = decided("keep_a")
    item = next(i for i in inbox.pending().items if name in (i.id, *ids_of(i)))
    assert len(ids_of(item)) == 2
    made = inbox.decide(item, decision, reason)
    assert mismatches(inbox) == []
    inbox.undo(made.id)
    assert mismatches(inbox) == []


@pytest.mark.parametrize("decision", [d.Forget("b"), d.Tombstone("b"), d.Correct("a")])
def test_links_that_follow_a_removal_verify_clean(
    make_repo: MakeRepo, decision: d.Decision
) -> None:
    texts = before("keep_a")
    texts["raw/auto-memory/other/project_far.md"] = (
        "---\nname: far\n---\n\nSee [[LINKED]], and [[LINKED|this]] too.\n"
    )
    inbox = opened(make_repo(texts))
    name, _, reason = decided("keep_a")
    item = found(inbox, name)
    assert isinstance(item, Conflict)
    side = item.b.require().stem
    far = inbox.root / "raw/auto-memory/other/project_far.md"
    far.write_text(far.read_text().replace("LINKED", side))
    git(inbox.root, "commit", "-q", "-a", "-m", "linked")
    inbox.decide(found(inbox, name), decision, reason)
    assert f"[[{side}" not in far.read_text()
    assert mismatches(inbox) == []
    inbox.undo()
    assert mismatches(inbox) == []
