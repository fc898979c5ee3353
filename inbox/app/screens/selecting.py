"""What is shown of the queue, and what of it is marked: filter, order, groups, marks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from inbox.app.draw_frame import GROUPINGS as GROUPING_NAMES
from inbox.app.draw_frame import ORDERS as ORDER_NAMES
from inbox.app.queue_view import GROUPINGS, QueueView
from inbox.app.screens.dialogs import Choose
from inbox.app.spans import Span, said
from inbox.app.widgets.filter import FilterLine
from inbox.errors import BadFilter
from inbox.policy.filters import parse
from inbox.policy.ordering import ORDERS

if TYPE_CHECKING:
    from inbox.app.screens.inbox import InboxScreen

KEYS = "123456789abcdefghilmnopqrstuvwx"
"""Of the saved filters in their menu; `j` and `k` scroll there."""


class Selecting:
    """The keys that choose what is on show and what is marked."""

    def __init__(self, screen: InboxScreen) -> None:
        self._screen = screen
        self.actions: dict[str, Callable[[], None]] = {
            "mark.range": lambda: self._marked(screen.queue.toggle_range),
            "mark.all": lambda: self._marked(screen.queue.mark_all),
            "filter.open": self._open,
            "filter.saved": self._saved,
            "filter.clear": lambda: self.filtered(""),
            "view.order": self._order,
            "view.resting": self._resting,
        }

    def _marked(self, change: Callable[[], None]) -> None:
        change()
        self._screen.draw_queue_frame()

    # The filter.

    def _open(self) -> None:
        self._screen.query_one(FilterLine).open(str(self._screen.queue_view.filter))

    def _saved(self) -> None:
        """Offer the filters of the settings, each on a key of its own."""
        found = list(self._screen.config.filters.items())
        if not found:
            self._screen.warn("no filter is saved; `[filters]` in the settings names some.")
            return
        keys = dict(zip(KEYS, found, strict=False))
        choices = tuple((key, f"{name}: {said.text}") for key, (name, said) in keys.items())

        def chosen(key: str | None) -> None:
            if key is not None:
                self.filtered(keys[key][1].text)

        self._screen.app.push_screen(Choose("Show only which?", choices), chosen)

    def typed(self, text: str) -> None:
        """Filter by what is typed so far; what cannot be read yet changes nothing."""
        try:
            self._show(replace(self._screen.queue_view, filter=parse(text)))
        except BadFilter as error:
            self._screen.say((Span(" / ", "warn"), *said(str(error), "warn")))
        else:
            self._screen.say(())

    def filtered(self, text: str) -> None:
        """Filter by a text that is meant as it stands; empty shows everything.

        A text without a meaning stays in the line, to be mended.
        """
        try:
            wanted = parse(text)
        except BadFilter as error:
            self._screen.query_one(FilterLine).open(text)
            self._screen.warn(str(error))
            return
        self._show(replace(self._screen.queue_view, filter=wanted))
        self._screen.say(())

    def _show(self, view: QueueView) -> None:
        if view != self._screen.queue_view:
            self._screen.look_at(view)

    # Order and groups.

    def _order(self) -> None:
        orders = {str(number): order for number, order in enumerate(ORDERS, start=1)}
        first = len(orders) + 1
        groupings = {str(number): name for number, name in enumerate(GROUPINGS, start=first)}
        choices = (
            *((key, ORDER_NAMES[order]) for key, order in orders.items()),
            *((key, f"grouped {GROUPING_NAMES[name]}") for key, name in groupings.items()),
        )

        def chosen(key: str | None) -> None:
            view = self._screen.queue_view
            if key in orders:
                self._show(replace(view, order=orders[key]))
            elif key in groupings:
                self._show(replace(view, grouping=groupings[key]))

        self._screen.app.push_screen(Choose("Which order?", choices), chosen)

    def _resting(self) -> None:
        view = self._screen.queue_view
        self._show(replace(view, resting=not view.resting))
        pending = self._screen.pending
        if not view.resting and not pending.snoozed and not pending.settled:
            self._screen.warn("nothing is snoozed, and nothing asks again for what is settled.")
