"""How long an item waits."""

from __future__ import annotations

from datetime import date

from inbox.domain.item import Item


def age_days(item: Item, today: date) -> int | None:
    """Return how many days ago an item was filed; None when it does not say."""
    try:
        return (today - date.fromisoformat(item.created[:10])).days
    except ValueError:
        return None
