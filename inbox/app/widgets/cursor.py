"""Rows with a cursor that stops at some of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from inbox.app.spans import Line, Span
from inbox.app.widgets.styled import StyledRows


class CursorRows(StyledRows, can_focus=True):
    """A list: subclasses draw a row by its number."""

    @dataclass
    class Moved(Message):
        """The cursor has come to another row."""

        rows: CursorRows

    @dataclass
    class Opened(Message):
        """The person wants to see the row under the cursor whole."""

        rows: CursorRows

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._stops: Sequence[int] = ()
        self._at = 0

    def line_at(self, row: int, width: int) -> Line:
        """Draw one row; its first cell is where the cursor's sign goes."""
        raise NotImplementedError

    def lay_out(self, count: int, stops: Sequence[int], at: int) -> None:
        """Take `count` rows; the cursor may stand on those in `stops` and begins at the `at`-th."""
        self._stops = stops
        self._at = min(max(0, at), max(0, len(stops) - 1))
        self.virtual_size = Size(0, count)
        self._into_view()
        self.refresh()
        self.post_message(self.Moved(self))

    @property
    def chosen(self) -> int | None:
        """The row under the cursor; None where there is none."""
        return self._stops[self._at] if self._stops else None

    @property
    def place(self) -> int:
        """Which stop the cursor is on, from 0."""
        return self._at

    @property
    def count(self) -> int:
        """How many rows the cursor can stand on."""
        return len(self._stops)

    @property
    def page(self) -> int:
        """Half the rows that are on show."""
        return max(1, self.size.height // 2)

    def move(self, by: int) -> None:
        """Move the cursor by some stops; it halts at both ends."""
        self.go_to(self._at + by)

    def go_to(self, stop: int) -> None:
        """Put the cursor on the n-th stop, counted from 0."""
        stop = min(max(0, stop), max(0, len(self._stops) - 1))
        if stop == self._at or not self._stops:
            return
        lines = (self._stops[self._at], self._stops[stop])
        self._at = stop
        self._into_view()
        for line in lines:
            self.refresh(Region(0, line - self.scroll_offset.y, self.size.width, 1))
        self.post_message(self.Moved(self))

    def _into_view(self) -> None:
        row = self.chosen
        if row is not None:
            # What stands above a first stop is its heading, and comes into view with it.
            top = (
                row - 1
                if row and row - 1 not in self._stops[max(0, self._at - 1) : self._at]
                else row
            )
            region = Region(0, top, 1, row - top + 1)
            self.scroll_to_region(region, animate=False, immediate=True)

    def render_line(self, y: int) -> Strip:
        row = y + self.scroll_offset.y
        if row >= self.virtual_size.height:
            return self.strip(())
        line = self.line_at(row, self.scrollable_content_region.width)
        if row != self.chosen:
            return self.strip(line)
        first, *rest = line
        return self.strip((Span(f">{first.text[1:]}", "key"), *rest), cursor=True)

    def on_click(self, event: events.Click) -> None:
        row = event.y + self.scroll_offset.y
        if row in self._stops:
            self.go_to(self._stops.index(row))
            if event.chain > 1:
                self.post_message(self.Opened(self))
