"""Why an item is judged as it is, in one line and step by step."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from inbox.domain.item import Conflict
from inbox.domain.memory import Memory, Value
from inbox.policy.answers import AskPerson, RuleName
from inbox.policy.explained import explain, newer, standing
from inbox.policy.rules import first_answer, first_verdict
from tests.policy.builders import conflict, member, memory, unreadable

ATTRIBUTE = "**Attribute**: tools.indent (single)"
USER: dict[str, Value] = {"claim_kind": "decision", "source": "user:conv-1", "name": "tabs"}
API: dict[str, Value] = {"claim_kind": "decision", "source": "api:crm", "name": "spaces"}


def of(a: dict[str, Value], b: dict[str, Value], text: str = ATTRIBUTE) -> Conflict:
    one, other = memory("a.md", "Use tabs.", **a), memory("b.md", "Use spaces.", **b)
    return judged(conflict(member(one), member(other), text))


def judged(item: Conflict) -> Conflict:
    """Return a conflict with what the chain says of it, as a listing has it."""
    answer = first_answer(item)
    says = answer.says if answer else None
    if isinstance(says, AskPerson):
        return replace(item, person=says.reason)
    return replace(item, rule=says)


LINES: dict[str, tuple[dict[str, Value], dict[str, Value], str]] = {
    "the newer one wins by rank": (
        USER | {"valid_from": "2026-07-02"},
        API | {"valid_from": "2026-05-11"},
        "tier 1 USER beats tier 3 API, and A is newer by 52 days",
    ),
    "the older one wins by rank": (
        USER | {"created_at": "2026-07-02"},
        API | {"created_at": "2026-07-03T10:00:00Z"},
        "tier 1 USER beats tier 3 API, though B is newer by 1 day",
    ),
    "nothing is said of days that are missing": (USER, API, "tier 1 USER beats tier 3 API"),
    "windows": (
        {"valid_until": "2026-03-30"},
        {"valid_from": "2026-03-31"},
        "the windows do not overlap: a ends on 2026-03-30, b begins on 2026-03-31",
    ),
    "opinions": (
        {"claim_kind": "opinion", "asserter": "ann"},
        {"claim_kind": "opinion", "asserter": "bob"},
        "two opinions of different people",
    ),
    "a person": (
        {"status": "contested"},
        {},
        "only a person can say: a: contested until a person upholds it",
    ),
}


@pytest.mark.parametrize("name", LINES)
def test_the_deciding_rule_fits_one_line(name: str) -> None:
    a, b, line = LINES[name]
    assert explain(of(a, b)).decided == line


def test_where_no_rule_decides_the_rank_is_said() -> None:
    found = explain(of(USER, API | {"valid_from": "2026-05-11"}, ""))
    assert found.decided == ("no rule decides; A comes first by user authority (A 1 USER, B 3 API)")
    tie = explain(of({}, {}, ""))
    assert tie.decided.startswith("no rule decides; neither comes first by recency (A undated")
    assert tie.rank is not None
    assert [step.number for step in tie.rank.steps] == [0, 1, 2, 3, 4, 5, 6]


def test_every_rule_is_answered_or_named_as_not_asked() -> None:
    for a, b, _ in LINES.values():
        found = explain(of(a, b))
        assert {answer.rule for answer in found.answers} | {*found.unasked} == {*get_args(RuleName)}
        assert not {answer.rule for answer in found.answers} & {*found.unasked}
        assert [answer.says is None for answer in found.answers[:-1]] == [True] * (
            len(found.answers) - 1
        )


def test_the_last_answer_is_the_verdict_of_the_item() -> None:
    for a, b, _ in LINES.values():
        item = of(a, b)
        says = explain(item).answers[-1].says
        assert first_verdict(item) == (None if explain(item).asks else says)


def test_what_only_a_person_can_say_has_its_reason() -> None:
    assert explain(of({"status": "contested"}, {})).asks.startswith("a: contested")
    assert explain(of(USER, API)).asks == ""


def test_sides_that_rules_cannot_compare_are_named() -> None:
    good, bad = member(memory("a.md", "x")), member(unreadable("b.md", "odd"), "line 4: odd")
    gone = member(None, "missing")
    assert explain(conflict(good, bad)).decided.endswith("side B cannot be read")
    assert explain(conflict(gone, bad)).decided.endswith("sides A and B cannot be read")
    assert explain(conflict(good, good)).decided.endswith("both sides are the same file")
    other = member(memory("c.md", "y"))
    three = conflict(good, other, also=(other,))
    assert "3 memories are involved" in explain(three).decided


def test_a_day_that_cannot_be_read_makes_nothing_newer() -> None:
    item = of({"valid_from": "2026-07-02"}, {"valid_from": "2026-07-05"})
    assert newer(item) == ("B", 3)
    assert newer(replace(item, b=replace(item.b, date=""))) == ("", 0)
    assert newer(replace(item, b=item.a)) == ("", 0)


def test_what_rules_go_by_is_shown_as_written() -> None:
    found = Memory("a.md", "", {"scope": {"org": "x"}, "supersedes": ["a", "b"], "layer": None})
    assert standing(found) == (("scope", "org: x"), ("supersedes", "a, b"))
