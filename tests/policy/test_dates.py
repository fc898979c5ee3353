from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.policy.dates import day_of, moment_of


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-04-27", date(2026, 4, 27)),
        ("2026-4-7", date(2026, 4, 7)),
        (" 2026-04-27 ", date(2026, 4, 27)),
        ("2026-04-27T23:30:00-05:00", date(2026, 4, 27)),
        ("2026-04-27 10:00", date(2026, 4, 27)),
        ("2026-02-30", None),
        ("20260427", None),
        ("2026-04", None),
        ("2026-04-271", None),
        ("2026-W17-1", None),
        ("0000-01-01", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_a_day_is_read_as_written(text: str, day: date | None) -> None:
    assert day_of(text) == day


@pytest.mark.parametrize(
    ("later", "earlier"),
    [
        ("2026-04-02T08:40:00Z", "2026-04-02T09:15:00+02:00"),
        ("2026-04-03", "2026-04-02"),
        ("2026-04-03", "2026-04-02T23:59:59Z"),
        ("2026-04-03T00:00:00Z", "2026-04-02"),
        ("2026-04-02 10:00", "2026-04-02T09:59:59.999Z"),
        ("2026-04-02T10:00:00.5", "2026-04-02T10:00:00.25"),
        ("2026-04-01T23:30:00-0130", "2026-04-01T23:30:00+01"),
    ],
)
def test_the_later_statement_is_after_the_earlier(later: str, earlier: str) -> None:
    new, old = moment_of(later), moment_of(earlier)
    assert new is not None
    assert old is not None
    assert new.after(old)
    assert not old.after(new)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2026-04-02", "2026-04-02T10:00:00Z"),
        ("2026-04-02", "2026-04-02"),
        ("2026-04-02T10:00:00Z", "2026-04-02T12:00:00+02:00"),
        ("2026-04-02", "2026-04-03T00:30:00+02:00"),
    ],
)
def test_a_bare_date_equals_every_time_of_that_day(one: str, other: str) -> None:
    a, b = moment_of(one), moment_of(other)
    assert a is not None
    assert b is not None
    assert not a.after(b)
    assert not b.after(a)


@pytest.mark.parametrize(
    "text",
    ["2026-04-02T25:00:00Z", "2026-04-02T10", "2026-04-02 noon", "9999-12-31T23:00:00-05:00"],
)
def test_a_time_that_cannot_be_read_dates_nothing(text: str) -> None:
    assert moment_of(text) is None


@given(st.integers(0, 4_000_000_000), st.integers(-12, 14))
def test_a_moment_is_the_same_in_every_zone(seconds: int, hours: int) -> None:
    at = datetime.fromtimestamp(seconds, UTC)
    found = moment_of(at.astimezone(timezone(timedelta(hours=hours))).isoformat())
    assert found is not None
    assert found.first == found.last == at


@given(st.text(max_size=40))
def test_no_text_breaks_a_date(text: str) -> None:
    moment_of(text)
    moment_of(f"2026-01-01{text}")
