"""One row of the queue: a heading, an item, what could not be read."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from datetime import date

from inbox.app.queue_view import Row
from inbox.app.spans import Line, Span, ends, fit, said
from inbox.domain.item import Conflict, Item, Lone, Member, MergeProposal
from inbox.domain.status import Status

MODERATE_WIDTH = 60
"""From here on a row has room for the badges of both sides."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What stands in front of a title."""

    state: Mapping[str, str] = field(default_factory=dict)
    """One cell by item: `.` under way, `~` changed."""

    marked: Set[str] = frozenset()


def drawn(row: Row, width: int, today: date, signs: Signs) -> Line:
    """Return a row of `width` cells."""
    if row.item is not None:
        return _item(row, width, today, signs)
    if row.broken is not None:
        where = f"   {row.broken.path.rpartition('/')[2]}:{row.broken.line} {row.broken.reason}"
        return fit(said(where, "warn"), width)
    return fit(said(row.heading, "group"), width)


def _item(row: Row, width: int, today: date, signs: Signs) -> Line:
    item = row.item
    assert item is not None
    sign = signs.state.get(item.id, "")
    mark = "*" if item.id in signs.marked else ""
    first = sign or mark or ("!" if _contested(item) else " ")
    second = mark if sign and mark else " "
    left = (
        Span(f" {first}", "mark" if first == "*" else "warn"),
        Span(second, "mark"),
        *said(item.title, "dim" if row.resting else ""),
    )
    if row.resting:
        return ends(left, (Span(" "), Span(f"{_until(row.resting)} ", "dim")), width)
    right = f"{_confidence(item):>4} {age(item, today):>4} "
    if width >= MODERATE_WIDTH:
        right = f"{_sides(item):<28} {right}"
    return ends(left, (Span(" "), Span(right, "dim")), width)


def _until(resting: str) -> str:
    """Return when an item comes back, as short as a row has room for."""
    day, _, time = resting.partition("T")
    return f"{day[5:]} {time[:5]}" if time else resting


def _contested(item: Item) -> bool:
    sides = (item.a, item.b) if isinstance(item, Conflict) else ()
    return any(side.status is Status.CONTESTED for side in sides)


def _confidence(item: Item) -> str:
    sure = item.proposal.confidence if item.proposal else None
    return "" if sure is None else f"{sure:.2f}".removeprefix("0")


def age(item: Item, today: date) -> str:
    """Return how long an item waits: `3d`; empty when it does not say since when."""
    try:
        return f"{(today - date.fromisoformat(item.created[:10])).days}d"
    except ValueError:
        return ""


def _sides(item: Item) -> str:
    match item:
        case Conflict(a=a, b=b):
            return f"{badge(a)} or {badge(b)}"
        case MergeProposal(sources=sources):
            return f"{len(sources)} sources"
        case Lone(member=member):
            return badge(member)
        case _:
            return ""


def badge(member: Member) -> str:
    """Return rank and word of a source: `<1 USER>`, which reads without colour."""
    return f"<{member.source.badge}>"
