"""What stands on the queue's frame, and in the corner of the lowest row."""

from __future__ import annotations

from inbox.app.keyboard import first_key
from inbox.app.queue_view import QueueView
from inbox.app.spans import Line, Span
from inbox.domain.item import Pending
from inbox.formats.visible import one_line

ORDERS = {
    "kind": "as filed",
    "oldest": "oldest first",
    "newest": "newest first",
    "confidence": "surest first",
    "tier": "strongest source first",
}
GROUPINGS = {"kind": "by kind", "title": "by title", "folder": "by folder"}


def title(place: int, count: int, view: QueueView) -> str:
    """Return where the cursor is, from 0, and how the queue is looked at."""
    where = f"Queue {place + 1}/{count}" if count else "Queue, empty"
    words = [where, *([f"/ {view.filter}"] if view.filter else []), ORDERS[view.order]]
    words += [GROUPINGS[view.grouping]] if view.grouping != "kind" else []
    return one_line("  ".join(words))


def foot(marks: int, pending: Pending, view: QueueView, *, ranging: bool) -> str:
    """Return what is marked and what rests; empty where there is nothing to tell."""
    words = [f"* {marks} marked"] if marks else []
    words += [f"range: {first_key('mark.range')} ends it"] if ranging else []
    resting = len(pending.snoozed) + len(pending.settled)
    words += (
        [f"{resting} resting ({first_key('view.resting')})"] if resting and not view.resting else []
    )
    return "  ".join(words)


def turn(other: str) -> Line:
    """Return which box Tab turns to."""
    return (Span(" Tab", "key"), Span(f" {other} ", "dim")) if other else ()
