"""The log, counted."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.domain.outcome import Entry
from inbox.errors import BadUsage
from inbox.policy.report import BYS, Share, by_day, counted, first_day

TODAY = date(2026, 12, 1)


def entry(decision: str = "keep_a", when: str = "2026-12-01", **changes: str) -> Entry:
    """Return a decision on a conflict whose proposal was to keep A."""
    base = Entry(
        id="0123456789ab",
        item="q-1",
        kind="conflict",
        decision=decision,
        subject="Keep: title (user over api)",
        reason="",
        commit="c",
        author="Ada <ada@example.com>",
        when=f"{when}T10:00:00+01:00",
        proposed="keep_a",
        decided_by="queue",
    )
    return replace(base, **changes)


def test_an_undo_is_no_decision_and_what_it_took_back_counts_apart() -> None:
    log = [
        entry("undo", undoes="x"),
        entry(undone_by="y"),
        entry(),
        entry("keep_b", decided_by="human"),
    ]
    [row] = counted(log, "day").rows
    assert (row.name, row.decided, row.taken_back) == ("2026-12-01", 3, 1)
    assert (row.followed, row.proposed) == (1, 2)


def test_rows_are_days_weeks_or_reviewers() -> None:
    log = [
        entry(when="2026-12-01"),
        entry(when="2026-11-30", author="Bo <bo@example.com>"),
        entry(when="2026-11-29"),
        entry(when="2027-01-02"),
    ]
    days = ["2026-11-29", "2026-11-30", "2026-12-01", "2027-01-02"]
    assert [row.name for row in counted(log, "day").rows] == days
    weeks = [(row.name, row.decided) for row in counted(log, "week").rows]
    assert weeks == [("2026-W48", 1), ("2026-W49", 2), ("2026-W53", 1)]
    people = [(row.name, row.decided) for row in counted(log, "reviewer").rows]
    assert people == [("Ada <ada@example.com>", 3), ("Bo <bo@example.com>", 1)]
    assert counted(log, "week").total.decided == 4


def test_a_commit_without_a_date_has_a_week_of_its_own() -> None:
    assert [row.name for row in counted([entry(when="")], "week").rows] == ["not said"]


def test_only_what_came_on_or_after_the_first_day_counts() -> None:
    log = [entry(when="2026-11-30"), entry(when="2026-12-01")]
    assert counted(log, "day", date(2026, 12, 1)).total.decided == 1
    assert counted(log, "day", date(2026, 11, 30)).total.decided == 2


def test_a_text_of_ones_own_and_another_decision_do_not_follow_the_proposal() -> None:
    log = [
        entry(),
        entry(decided_by="human"),
        entry("keep_b", decided_by="rule:status-precedence"),
        entry("tombstone", proposed="forget_a", decided_by="human"),
        entry(proposed=""),
    ]
    assert counted(log, "day").by_action == {"forget_a": Share(0, 1), "keep_a": Share(1, 3)}


@pytest.mark.parametrize(
    ("decision", "proposed", "note", "rank"),
    [
        ("keep_a", "keep_a", "user over api", "1 USER"),
        ("keep_b", "keep_a", "user over api", "3 API"),
        ("correct_b", "correct_b", "agent over none", "5 AGENT"),
        ("keep_a", "keep_a", "user? over llm", "1 USER?"),
        ("not_a_conflict", "keep_a", "user over api", "not said"),
        ("keep_a", "retain_both_with_context", "user over api", "not said"),
        ("keep_a", "keep_a", "moon over sea", "not said"),
        ("keep_a", "keep_a", "", "not said"),
    ],
)
def test_the_source_is_that_of_the_side_that_was_proposed(
    decision: str, proposed: str, note: str, rank: str
) -> None:
    found = counted(
        [entry(decision, proposed=proposed, subject=f"Keep: title ({note})")], "day"
    ).by_tier
    assert list(found) == [rank]


def test_days_without_a_decision_are_there_too() -> None:
    found = counted([entry(when="2026-11-29"), entry(), entry()], "day")
    last = list(by_day(found, TODAY, 4))
    expected = [("2026-11-28", 0), ("2026-11-29", 1), ("2026-11-30", 0), ("2026-12-01", 2)]
    assert last == expected


def test_the_first_day_is_a_date_or_so_many_days_or_weeks_back() -> None:
    assert first_day("", TODAY) is None
    assert first_day("2026-11-05", TODAY) == date(2026, 11, 5)
    assert first_day("7d", TODAY) == date(2026, 11, 24)
    assert first_day("2w", TODAY) == date(2026, 11, 17)


@pytest.mark.parametrize("text", ["yesterday", "7", "-1d", "99999w", "2026-13-01", "d"])
def test_any_other_word_for_it_is_refused(text: str) -> None:
    with pytest.raises(BadUsage, match="is no day"):
        first_day(text, TODAY)


DAYS = st.dates(date(2026, 1, 1), date(2026, 12, 31)).map(str)


LOGS = st.lists(
    st.builds(lambda day, gone: entry(when=day, undone_by=gone), DAYS, st.sampled_from(["", "x"]))
)


@given(LOGS)
def test_however_rows_are_made_the_sums_are_the_same(log: list[Entry]) -> None:
    found = [counted(log, by).total for by in BYS]
    assert found[0] == found[1] == found[2]
    assert found[0].decided == len(log)
