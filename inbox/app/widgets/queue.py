"""The queue: rows with a cursor that knows the item it is on by its id, and marks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from inbox.app.draw_queue import Signs, drawn
from inbox.app.queue_view import QueueView, Row, rows
from inbox.app.spans import Line
from inbox.app.widgets.cursor import CursorRows
from inbox.domain.item import Item, Pending

UNDER_WAY = "."
CHANGED = "~"


class Queue(CursorRows):
    """What waits, in groups; the cursor stands on items and broken blocks, not on headings."""

    def __init__(self, today: date, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._today = today
        self._rows: tuple[Row, ...] = ()
        self._signs: Mapping[str, str] = {}
        self._look = Signs()
        self._marked: frozenset[str] = frozenset()
        self._range_from: str | None = None
        """The item that a range begins at, while one is drawn."""

    def show(self, pending: Pending, view: QueueView) -> None:
        """Draw another queue; the cursor stays on its item, or where it was."""
        before = _name(self.row)
        self._rows = rows(pending, view, self._today)
        known = {item.id for item in pending.items}
        self._marked &= known
        stops = [at for at, row in enumerate(self._rows) if not row.heading]
        same = (stop for stop, at in enumerate(stops) if before and _name(self._rows[at]) == before)
        self.lay_out(len(self._rows), stops, next(same, self.place))
        self._redraw()

    def _redraw(self) -> None:
        self._look = Signs(self._signs, self._marked | self._in_range())
        self.refresh()

    def go_to_item(self, item_id: str) -> bool:
        """Put the cursor on an item; say whether it is on show."""
        for stop, at in enumerate(self._stops):
            if _name(self._rows[at]) == item_id:
                self.go_to(stop)
                return True
        return False

    def line_at(self, row: int, width: int) -> Line:
        return drawn(self._rows[row], width, self._today, self._look)

    @property
    def row(self) -> Row:
        """The row under the cursor; an empty one where nothing waits."""
        return Row() if self.chosen is None else self._rows[self.chosen]

    def move_items(self, by: int) -> None:
        """Move to the next item that is not under way, past broken blocks."""
        at = self.place + by
        while 0 <= at < self.count and not self._open(at):
            at += by
        if 0 <= at < self.count:
            self.go_to(at)

    def _open(self, stop: int) -> bool:
        item = self._rows[self._stops[stop]].item
        return item is not None and self._signs.get(item.id) != UNDER_WAY

    def sign(self, signs: Mapping[str, str]) -> None:
        """Give some items a sign: `.` under way, `~` changed."""
        self._signs = signs
        self._redraw()

    # Marks are kept by id: the rows may be others tomorrow, or in a minute.

    @property
    def marks(self) -> frozenset[str]:
        """The ids of the marked items, those of a range that is being drawn too."""
        return frozenset(self._look.marked)

    def marked(self) -> tuple[Item, ...]:
        """Return the marked items that are on show, in their order."""
        marks = self.marks
        items = (row.item for row in self._rows if not row.resting)
        return tuple(item for item in items if item is not None and item.id in marks)

    def toggle(self) -> None:
        """Mark the item under the cursor, or take its mark away."""
        row = self.row
        if row.item is not None and not row.resting:
            self._marked ^= {row.item.id}
            self.move(1)
            self._redraw()

    def toggle_range(self) -> None:
        """Begin a range at the cursor, or mark the one that has been drawn."""
        if self._range_from is None:
            self._range_from = self.row.item.id if self.row.item else None
        else:
            self._marked, self._range_from = self.marks, None
        self._redraw()

    def mark_all(self) -> None:
        """Mark every item on show, or none when all are marked."""
        shown = frozenset(
            row.item.id for row in self._rows if row.item is not None and not row.resting
        )
        self._marked = self._marked - shown if shown <= self._marked else self._marked | shown
        self._redraw()

    def clear_marks(self) -> bool:
        """Take all marks away; say whether there were any."""
        had = bool(self.marks)
        self._marked, self._range_from = frozenset(), None
        self._redraw()
        return had

    @property
    def drawing_range(self) -> bool:
        return self._range_from is not None

    def _in_range(self) -> frozenset[str]:
        names = [_name(self._rows[at]) for at in self._stops]
        if self._range_from not in names:
            return frozenset()
        begin, end = sorted((names.index(self._range_from), self.place))
        found = (self._rows[at] for at in self._stops[begin : end + 1])
        return frozenset(row.item.id for row in found if row.item and not row.resting)

    def go_to(self, stop: int) -> None:
        super().go_to(stop)
        if self.drawing_range:
            self._redraw()


def _name(row: Row) -> str:
    if row.item is not None:
        return row.item.id
    return f"{row.broken.path}:{row.broken.line}" if row.broken else ""
