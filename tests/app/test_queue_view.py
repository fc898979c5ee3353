"""The queue as rows: filtered, ordered, grouped, with what rests at the end."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

from inbox.app.queue_view import QueueView, Row, rows
from inbox.domain.item import Broken, Pending, Snoozed
from inbox.policy.filters import parse
from inbox.service import Inbox

TODAY = date(2026, 12, 1)


def shown(found: tuple[Row, ...]) -> list[str]:
    """Headings as they stand, items behind a blank."""
    return [row.heading or f" {row.item.title if row.item else '!'}" for row in found]


def test_kinds_come_in_their_fixed_order(demo: Inbox) -> None:
    found = shown(rows(demo.pending(), QueueView(order="newest"), TODAY))
    headings = [each for each in found if not each.startswith(" ")]
    assert headings == [
        "CONFLICTS 16",
        "QUESTIONS 2",
        "MERGES 2",
        "CONTESTED 1",
        "OTHER 5",
        "BROKEN 2",
    ]
    assert found[1] == " guest-wifi"


def test_a_filter_lets_through_what_it_says_and_no_empty_group(demo: Inbox) -> None:
    found = rows(demo.pending(), QueueView(filter=parse("confidence:>=.95 -kind:merge")), TODAY)
    assert shown(found) == ["CONFLICTS 2", " cocoa", " dorothy-mirror"]


def test_groups_by_title_come_in_the_order_of_their_first_item(demo: Inbox) -> None:
    found = shown(rows(demo.pending(), QueueView(grouping="title"), TODAY))
    assert found[:2] == ["altitude-survey 1", " altitude-survey"]


def test_what_is_broken_is_shown_as_long_as_nothing_is_filtered(demo: Inbox) -> None:
    pending = replace(demo.pending(), broken=(Broken("x.md", 3, "why"),))
    assert rows(pending, QueueView(), TODAY)[-1].broken is not None
    assert rows(pending, QueueView(filter=parse("cocoa")), TODAY)[-1].broken is None


def test_what_rests_is_shown_when_asked_and_passes_the_same_filter(demo: Inbox) -> None:
    first, second, *_ = demo.pending().items
    pending = Pending(
        (), snoozed=(Snoozed(first, datetime(2026, 12, 2, 6, tzinfo=UTC)),), settled=(second,)
    )
    assert rows(pending, QueueView(), TODAY) == ()
    view = QueueView(resting=True)
    assert shown(rows(pending, view, TODAY)) == [
        "SNOOZED 1",
        f" {first.title}",
        "SETTLED BEFORE 1",
        f" {second.title}",
    ]
    only = replace(view, filter=parse(f"id:{second.id}"))
    assert shown(rows(pending, only, TODAY)) == ["SETTLED BEFORE 1", f" {second.title}"]
