"""The orders that items can be listed in; equal ones keep their place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from inbox.domain.item import Item, members_of
from inbox.policy.filters.matching import confidence_of

Order = Literal["kind", "oldest", "newest", "confidence", "tier"]
ORDERS: tuple[Order, ...] = get_args(Order)

_WEAKEST = 10


def known(name: str) -> Order | None:
    """Return the order of that name."""
    return next((order for order in ORDERS if order == name), None)


def ordered(items: Iterable[Item], order: Order) -> tuple[Item, ...]:
    """Return items in an order; what says nothing about it comes last.

    `kind` is the order in which they are gathered, `confidence` begins with the surest,
    `tier` with the item that the strongest source has a part in.
    """
    match order:
        case "kind":
            return tuple(items)
        case "oldest":
            return tuple(sorted(items, key=lambda item: (not item.created, item.created)))
        case "newest":
            return tuple(sorted(items, key=lambda item: item.created, reverse=True))
        case "confidence":
            return tuple(sorted(items, key=lambda item: -(confidence_of(item) or 0)))
        case "tier":
            return tuple(sorted(items, key=_tier))


def _tier(item: Item) -> int:
    return min((member.source.tier for member in members_of(item)), default=_WEAKEST)
