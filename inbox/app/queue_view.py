"""How the queue is looked at: what is let through, in which order, in which groups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, get_args

from inbox.app.keyboard import first_key
from inbox.domain.item import Broken, Item, Pending, kind_of, members_of
from inbox.policy.filters import Filter, matches
from inbox.policy.ordering import Order, ordered

Grouping = Literal["kind", "title", "folder"]
GROUPINGS: tuple[Grouping, ...] = get_args(Grouping)

_KINDS = {
    "conflict": "CONFLICTS",
    "question": "QUESTIONS",
    "merge": "MERGES",
    "contested": "CONTESTED",
    "returned": "REMOVED BEFORE",
}
_OTHER = "OTHER"


@dataclass(frozen=True, slots=True)
class QueueView:
    """One way to look at the queue."""

    filter: Filter = field(default_factory=Filter)
    order: Order = "oldest"
    grouping: Grouping = "kind"
    resting: bool = False
    """Whether what is snoozed or settled is shown, too."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the heading of a group, an item, or a broken block."""

    heading: str = ""
    item: Item | None = None
    broken: Broken | None = None
    resting: str = ""
    """Why an item is not asked now: until when it is snoozed, or that it is settled."""


def rows(pending: Pending, view: QueueView, today: date) -> tuple[Row, ...]:
    """Return the rows in order; a group without items has no heading."""
    return tuple(_rows(pending, view, today))


def _rows(pending: Pending, view: QueueView, today: date) -> Iterator[Row]:
    items = ordered(_let_through(pending.items, view, today), view.order)
    for name, group in _groups(items, view.grouping):
        yield Row(heading=f"{name} {len(group)}")
        yield from (Row(item=item) for item in group)
    if pending.items and not items:
        yield Row(heading=f"nothing passes; {first_key('filter.clear')} shows all")
    if pending.broken and not view.filter:
        yield Row(heading=f"BROKEN {len(pending.broken)}")
        yield from (Row(broken=broken) for broken in pending.broken)
    if view.resting:
        yield from _resting(pending, view, today)


def _resting(pending: Pending, view: QueueView, today: date) -> Iterator[Row]:
    until = {each.item.id: each.until.isoformat(timespec="minutes") for each in pending.snoozed}
    groups = (
        ("SNOOZED", [each.item for each in pending.snoozed]),
        ("SETTLED BEFORE", list(pending.settled)),
    )
    for name, items in groups:
        group = _let_through(items, view, today)
        if group:
            yield Row(heading=f"{name} {len(group)}")
            yield from (Row(item=item, resting=until.get(item.id, "settled")) for item in group)


def _let_through(items: Iterable[Item], view: QueueView, today: date) -> list[Item]:
    return [item for item in items if matches(view.filter, item, today)]


def _groups(items: Iterable[Item], grouping: Grouping) -> Iterator[tuple[str, list[Item]]]:
    """Yield the groups: kinds in their fixed order, others in the order of their first item."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(_group(item, grouping), []).append(item)
    names = [*_KINDS.values(), _OTHER] if grouping == "kind" else list(groups)
    yield from ((name, groups[name]) for name in names if name in groups)


def _group(item: Item, grouping: Grouping) -> str:
    match grouping:
        case "kind":
            return _KINDS.get(kind_of(item), _OTHER)
        case "title":
            return item.title or _OTHER
        case "folder":
            paths = [member.path or member.ref for member in members_of(item)]
            return paths[0].rpartition("/")[0] if paths else _OTHER
