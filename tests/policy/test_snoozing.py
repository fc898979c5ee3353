"""Which words mean which time, and until when an item rests."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.errors import BadUsage
from inbox.policy.snoozing import Snooze, rests, shown, until
from tests.policy.builders import conflict, member, memory

ZONE = timezone(timedelta(hours=2))
NOW = datetime(2026, 12, 1, 8, 30, tzinfo=ZONE)  # a Tuesday


def local(wall: datetime) -> datetime:
    return wall.replace(tzinfo=ZONE)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("1h", datetime(2026, 12, 1, 9, 30, tzinfo=ZONE)),
        (" 36H ", datetime(2026, 12, 2, 20, 30, tzinfo=ZONE)),
        ("2d", datetime(2026, 12, 3, 8, 30, tzinfo=ZONE)),
        ("1w", datetime(2026, 12, 8, 8, 30, tzinfo=ZONE)),
        ("tomorrow", datetime(2026, 12, 2, 6, tzinfo=ZONE)),
        ("Wednesday", datetime(2026, 12, 2, 6, tzinfo=ZONE)),
        ("tuesday", datetime(2026, 12, 8, 6, tzinfo=ZONE)),
        ("monday", datetime(2026, 12, 7, 6, tzinfo=ZONE)),
        ("2026-12-24", datetime(2026, 12, 24, 6, tzinfo=ZONE)),
        ("2026-12-24T18:00", datetime(2026, 12, 24, 18, tzinfo=ZONE)),
        ("2026-12-24 18:00:30", datetime(2026, 12, 24, 18, 0, 30, tzinfo=ZONE)),
        ("2026-12-24t18:00z", datetime(2026, 12, 24, 18, tzinfo=UTC)),
        ("2026-12-24T18:00-05:00", datetime(2026, 12, 24, 23, tzinfo=UTC)),
    ],
)
def test_a_snooze_ends_when_its_words_say(text: str, when: datetime) -> None:
    assert until(text, NOW, local) == when


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tomorow", "the nearest is 'tomorrow'"),
        ("mondy", "the nearest is 'monday'"),
        ("", "is no time"),
        ("1", "is no time"),
        ("1m", "is no time"),
        ("2026-02-30", "is no time"),
        ("2026-12-24T25:00", "is no time"),
        ("٢h", "is no time"),
        ("2026-12-01", "is past"),
        ("0h", "is past"),
        ("2026-12-01T08:30", "is past"),
        ("99999w", "more than five years away"),
        ("9999-12-31", "more than five years away"),
    ],
)
def test_other_words_are_refused_with_the_nearest_form(text: str, said: str) -> None:
    with pytest.raises(BadUsage) as caught:
        until(text, NOW, local)
    assert said in str(caught.value)


@given(st.text(max_size=20) | st.from_regex(r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]?[0-9:+Zz-]*\Z"))
def test_any_words_are_a_time_to_come_or_refused(text: str) -> None:
    try:
        when = until(text, NOW, local)
    except BadUsage:
        return
    assert when > NOW


def test_an_item_rests_until_its_time_while_it_reads_the_same() -> None:
    item = conflict(member(memory("a.md")), member(memory("b.md")), "as it was")
    changed = conflict(item.a, item.b, "as it is")
    elsewhere = replace(item, a=member(memory("a.md", "new text")))
    later = NOW + timedelta(hours=1)
    snoozes = {item.id: Snooze(item.id, later, shown(item))}
    assert rests(snoozes, item.id, lambda: shown(item), NOW) == later
    assert rests(snoozes, item.id, lambda: shown(elsewhere), NOW) == later
    assert rests(snoozes, item.id, lambda: shown(changed), NOW) is None
    assert rests(snoozes, item.id, lambda: shown(item), later) is None
    assert rests({}, item.id, lambda: shown(item), NOW) is None
