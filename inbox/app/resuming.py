"""From where a person stopped to the way the queue is looked at, and back."""

from __future__ import annotations

from typing import cast

from inbox.app.queue_view import GROUPINGS, Grouping, QueueView
from inbox.domain.position import Position
from inbox.errors import BadFilter
from inbox.policy.filters import Filter, parse
from inbox.policy.ordering import Order, known

_BY_KIND = "kind"


def view_of(position: Position, order: str) -> QueueView:
    """Return how the queue was looked at; `order` is that of the settings, empty for ours.

    What this version does not know, such as a word of a filter, is left out.
    """
    grouping = position.grouping if position.grouping in GROUPINGS else _BY_KIND
    return QueueView(
        filter=_filter(position.filter),
        order=known(position.order) or known(order) or QueueView().order,
        grouping=cast("Grouping", grouping),
    )


def _filter(text: str) -> Filter:
    try:
        return parse(text)
    except BadFilter:
        return Filter()


def position_of(view: QueueView, item: str, place: int, order: str) -> Position:
    """Return what to keep; the settings' own order is not, so that it can be changed there."""
    usual: Order = known(order) or QueueView().order
    return Position(
        item,
        place,
        str(view.filter),
        "" if view.order == usual else view.order,
        "" if view.grouping == _BY_KIND else view.grouping,
    )
