"""The 80 labelled pairs: rules speak where they should, and nowhere else."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.domain.memory import Memory, Value
from inbox.domain.verdict import Verdict
from inbox.policy.answers import Answer, AskPerson
from inbox.policy.pair import Pair, Side
from inbox.policy.rules import chain
from tests.conftest import DATA
from tests.policy.builders import swapped

Row = dict[str, Any]
ROWS: list[Row] = [
    json.loads(line) for line in (DATA / "resolver-cases.jsonl").read_text("utf-8").splitlines()
]
DETECTOR_ONLY = ("passage",)
MIRROR = {"a": "b", "b": "a"}


def rows(decided_by: str) -> list[Row]:
    return [row for row in ROWS if row["expected"]["decided_by"] == decided_by]


def ids(row: Row) -> str:
    return str(row["id"])


def scalar(value: Any) -> Value:
    if isinstance(value, dict):
        return {key: scalar(item) for key, item in value.items()}
    if isinstance(value, list):
        return [scalar(item) for item in value]
    return None if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def side(row: Row, name: str) -> Side:
    fields = row[name]
    header = {key: scalar(value) for key, value in fields.items() if key not in DETECTOR_ONLY}
    passage = fields["passage"]
    memory = Memory(f"{row['id']}-{name}.md", passage, header, passage)
    return Side(memory=memory, passage=passage)


def pair(row: Row) -> Pair:
    detector = row["detector"]
    return Pair(
        a=side(row, "a"),
        b=side(row, "b"),
        attribute=detector["attribute"] or "",
        exclusive=bool(detector["exclusive"]),
        decisions=None,
    )


def last(row: Row) -> Answer:
    return chain(pair(row))[-1]


@pytest.mark.parametrize("row", rows("rule"), ids=ids)
def test_a_rule_row_is_answered_by_a_rule(row: Row) -> None:
    answer, expected = last(row), row["expected"]
    assert isinstance(answer.says, Verdict), answer
    assert (answer.says.action, answer.says.winner) == (expected["action"], expected["winner"])
    assert answer.says.decided_by == f"rule:{answer.rule}"
    assert answer.says.confidence == 1.0


@pytest.mark.parametrize("row", rows("llm"), ids=ids)
def test_every_rule_is_silent_where_reading_is_needed(row: Row) -> None:
    assert last(row).says is None, last(row)


@pytest.mark.parametrize("row", rows("human"), ids=ids)
def test_a_human_row_is_settled_by_no_rule(row: Row) -> None:
    assert not isinstance(last(row).says, Verdict), last(row)


@pytest.mark.parametrize(
    ("case", "rule"),
    [
        ("rc-103", "contested"),
        ("rc-105", "declared-supersedes"),
        ("rc-107", "tie-break-by-date"),
        ("rc-109", "tie-break-by-date"),
        ("rc-115", "tie-break-by-date"),
        ("rc-117", "tie-break-by-date"),
    ],
)
def test_a_row_that_values_cannot_settle_goes_to_the_person(case: str, rule: str) -> None:
    row = next(row for row in ROWS if row["id"] == case)
    assert (last(row).rule, type(last(row).says)) == (rule, AskPerson)


@pytest.mark.parametrize(
    ("case", "rule"),
    [
        ("rc-001", "user-authority"),
        ("rc-004", "precedence-tier"),
        ("rc-011", "verified-evidence"),
        ("rc-012", "tie-break-by-date"),
        ("rc-014", "tie-break-by-date"),
        ("rc-015", "layer"),
        ("rc-017", "verified-evidence"),
        ("rc-019", "declared-supersedes"),
        ("rc-043", "tombstone"),
        ("rc-056", "opinion-attribution"),
        ("rc-069", "declared-refines"),
        ("rc-074", "scope-disjoint"),
        ("rc-118", "tie-break-by-date"),
        ("rc-120", "tie-break-by-date"),
    ],
)
def test_a_row_is_answered_under_the_name_of_the_rule(case: str, rule: str) -> None:
    assert last(next(row for row in ROWS if row["id"] == case)).rule == rule


def test_no_rule_removes_anything_but_a_candidate_that_a_tombstone_blocks() -> None:
    for row in ROWS:
        answer = last(row)
        if isinstance(answer.says, Verdict) and answer.says.action.startswith(
            ("correct_", "forget_", "deprecate_")
        ):
            assert answer.rule == "tombstone"


@pytest.mark.parametrize("row", ROWS, ids=ids)
def test_swapping_the_sides_mirrors_the_answer(row: Row) -> None:
    there, back = last(row), chain(swapped(pair(row)))[-1]
    assert (there.rule, type(there.says)) == (back.rule, type(back.says))
    if isinstance(there.says, Verdict) and isinstance(back.says, Verdict):
        assert back.says.winner == MIRROR.get(there.says.winner, there.says.winner)
        stem, _, end = there.says.action.rpartition("_")
        assert back.says.action == (f"{stem}_{MIRROR[end]}" if end in MIRROR else there.says.action)


@given(st.dates(), st.sampled_from(ROWS))
def test_an_answer_is_the_same_whether_or_not_a_memory_has_run_out(day: date, row: Row) -> None:
    asked = pair(row)

    def ending(side: Side) -> Side:
        ends = side.memory.scalar("valid_until") or day.isoformat()
        since = side.memory.scalar("valid_from")
        header = {**side.memory.header, "valid_until": max(ends, since)}
        return replace(side, memory=replace(side.memory, header=header))

    # An end that the other side's beginning does not pass is a matter of today only.
    ended = replace(asked, a=ending(asked.a), b=ending(asked.b))
    found = chain(ended)[-1]
    if found.rule != "disjoint-validity":
        assert found.says == last(row).says


def test_a_birthday_is_asked_as_a_choice_of_two_values() -> None:
    says = last(next(row for row in ROWS if row["id"] == "rc-109")).says
    assert isinstance(says, AskPerson)
    assert says.options == ("4 May", "5 April")


def test_the_counts_of_the_labelled_rows(capsys: pytest.CaptureFixture[str]) -> None:
    counts = Counter((row["expected"]["decided_by"], _outcome(row)) for row in ROWS)
    with capsys.disabled():
        print(
            "\nlabelled rows:", ", ".join(f"{a} → {b} {n}" for (a, b), n in sorted(counts.items()))
        )
    assert sum(counts.values()) == 80
    assert counts["rule", "right"] == 24
    assert counts["llm", "silent"] == 44
    assert counts["human", "person"] + counts["human", "silent"] == 12


def _outcome(row: Row) -> str:
    says, expected = last(row).says, row["expected"]
    match says:
        case None:
            return "silent"
        case AskPerson():
            return "person"
        case Verdict():
            right = (says.action, says.winner) == (expected["action"], expected["winner"])
            return "right" if right else "wrong"
