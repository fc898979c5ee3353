"""What was removed is known again by its path, its name and its words (policy §4, BR-37)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.domain.memory import Memory
from inbox.domain.past import Removed
from inbox.policy.removed import allowed, matching, removals, said
from inbox.policy.settling import claim_digest
from tests.policy.builders import memory

HERE = "raw/auto-memory/-srv-acme/"
WORDS = "Use tabs."
ROW = Removed(
    f"{HERE}feedback_indent.md",
    "indent",
    "memory",
    "audit",
    "erroneous",
    "2026-05-01T08:00:00Z",
    claim_digest(WORDS),
)


@pytest.mark.parametrize(
    ("found", "hit"),
    [
        (memory(ROW.path, "Quite other words.", name="other"), True),
        (memory(f"{HERE}feedback_new.md", "Quite other words.", name="Indent"), True),
        (memory(f"{HERE}feedback_new.md", "  use   TABS.\n", name="other"), True),
        (memory(f"{HERE}feedback_new.md", "Use tabs. Or not.", name="other"), False),
        (memory("raw/auto-memory/-srv-other/feedback_indent.md", WORDS, name="indent"), False),
        (memory("wiki/tabs.md", WORDS, name="tabs"), True),
        (memory("wiki/indent.md", "Quite other words.", name="indent"), False),
    ],
)
def test_a_removed_memory_is_known_again(found: Memory, hit: bool) -> None:
    assert bool(matching(found, "", removals([ROW]))) is hit


def test_the_quoted_words_of_a_memory_are_looked_for_too() -> None:
    found = memory(f"{HERE}feedback_new.md", "Long. Use tabs. Longer.", name="other")
    assert matching(found, WORDS, removals([ROW])) == (ROW,)


def test_a_passing_state_may_come_true_again() -> None:
    known = removals([replace(ROW, why="transient")])
    assert not matching(memory(f"{HERE}feedback_new.md", WORDS, name="other"), "", known)
    assert matching(memory(ROW.path, WORDS), "", known)


def test_a_removed_passage_blocks_its_words_and_not_the_memory_it_stood_in() -> None:
    known = removals([replace(ROW, part="passage")])
    assert not matching(memory(ROW.path, "What is left.", name="indent"), "", known)
    assert matching(memory(ROW.path, "What is left.", name="indent"), WORDS, known)


def test_a_purge_keeps_no_claim() -> None:
    known = removals([replace(ROW, mode="privacy_purge", claim="")])
    assert not matching(memory(f"{HERE}feedback_new.md", "", name="other"), "", known)


@pytest.mark.parametrize(
    ("log", "stays"),
    [
        (("4f1c2a90b3de", "aa00"), True),
        (("aa00", "4f1c2a90b3de"), False),
        (("aa00",), False),
        (("4f1c2a90b3de",), False),
    ],
)
def test_only_a_person_who_decides_later_lets_it_stay(log: tuple[str, ...], stays: bool) -> None:
    found = memory(ROW.path, WORDS, verified_by="4f1c2a90b3de")
    assert allowed(found, (replace(ROW, decision="aa00"),), log) is stays


def test_removals_are_counted() -> None:
    later = replace(ROW, when="2026-06-02T08:00:00Z", why="user_requested")
    rows = matching(memory(ROW.path, WORDS), "", removals([later, ROW]))
    assert said(rows) == "removed before, 2 times, last on 2026-06-02: user requested"
    assert said((ROW,)) == "removed before on 2026-05-01: erroneous"
