"""The queue as rows: groups with their counts, items, and what could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from inbox.app.spans import Line, Span, ends, fit, said
from inbox.domain.item import (
    Broken,
    Conflict,
    Item,
    Lone,
    Member,
    MergeProposal,
    Notice,
    Pending,
    Question,
)
from inbox.domain.status import Status

MODERATE_WIDTH = 60
"""From here on a row has room for the badges of both sides."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the heading of a group, an item, or a broken block."""

    heading: str = ""
    item: Item | None = None
    broken: Broken | None = None


_GROUPS: tuple[tuple[str, type[Item]], ...] = (
    ("CONFLICTS", Conflict),
    ("QUESTIONS", Question),
    ("MERGES", MergeProposal),
    ("CONTESTED", Lone),
    ("OTHER", Notice),
)


def rows(pending: Pending) -> tuple[Row, ...]:
    """Return the rows in order; a group without items has no heading."""
    return tuple(_rows(pending))


def _rows(pending: Pending) -> Iterator[Row]:
    for name, kind in _GROUPS:
        group = [item for item in pending.items if isinstance(item, kind)]
        if group:
            yield Row(heading=f"{name} {len(group)}")
            yield from (Row(item=item) for item in group)
    if pending.broken:
        yield Row(heading=f"BROKEN {len(pending.broken)}")
        yield from (Row(broken=broken) for broken in pending.broken)


def drawn(row: Row, width: int, today: date, signs: Mapping[str, str]) -> Line:
    """Return a row of `width` cells; `signs` has a one-cell sign for some items."""
    if row.item is not None:
        return _item(row.item, width, today, signs.get(row.item.id, ""))
    if row.broken is not None:
        where = f"   {row.broken.path.rpartition('/')[2]}:{row.broken.line} {row.broken.reason}"
        return fit(said(where, "warn"), width)
    return fit(said(row.heading, "group"), width)


def _item(item: Item, width: int, today: date, sign: str) -> Line:
    sign = sign or ("!" if _contested(item) else " ")
    left = (Span(f" {sign} ", "warn"), *said(item.title))
    right = f"{_confidence(item):>4} {age(item, today):>4} "
    if width >= MODERATE_WIDTH:
        right = f"{_sides(item):<28} {right}"
    return ends(left, (Span(" "), Span(right, "dim")), width)


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
