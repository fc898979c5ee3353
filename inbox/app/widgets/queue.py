"""The queue: rows with a cursor that knows the item it is on by its id."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from inbox.app.draw_queue import Row, drawn, rows
from inbox.app.spans import Line
from inbox.app.widgets.cursor import CursorRows
from inbox.domain.item import Pending


class Queue(CursorRows):
    """What waits, in groups; the cursor stands on items and broken blocks, not on headings."""

    def __init__(self, today: date, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._today = today
        self._rows: tuple[Row, ...] = ()
        self._signs: Mapping[str, str] = {}

    def show(self, pending: Pending) -> None:
        """Draw another queue; the cursor stays on its item, or where it was."""
        before = _name(self.row)
        self._rows = rows(pending)
        stops = [at for at, row in enumerate(self._rows) if not row.heading]
        same = (stop for stop, at in enumerate(stops) if before and _name(self._rows[at]) == before)
        self.lay_out(len(self._rows), stops, next(same, self.place))

    def line_at(self, row: int, width: int) -> Line:
        return drawn(self._rows[row], width, self._today, self._signs)

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
        self.refresh()


UNDER_WAY = "."
CHANGED = "~"


def _name(row: Row) -> str:
    if row.item is not None:
        return row.item.id
    return f"{row.broken.path}:{row.broken.line}" if row.broken else ""
