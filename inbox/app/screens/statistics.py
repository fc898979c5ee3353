"""The statistics screen: the log and the queue, counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen

from inbox.app.actions import BY_ID
from inbox.app.draw_statistics import drawn
from inbox.app.keyboard import first_key
from inbox.app.spans import Line, Span, said
from inbox.app.widgets.bars import Bar
from inbox.app.widgets.styled import Lines
from inbox.errors import InboxError
from inbox.policy.report import Report, ages, counted
from inbox.service import Inbox

MARGIN = 3
"""Cells of the padding and the scroll bar."""


class StatisticsScreen(Screen[None]):
    """Only tells; nothing is decided here."""

    @dataclass
    class Counted(Message):
        """Log and queue have been read."""

        report: Report
        waiting: Mapping[str, int]

    @dataclass
    class Refused(Message):
        """They cannot be read."""

        why: str

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(BY_ID[name].keys, action, show=False, id=name)
        for name, action in (
            ("app.back", "leave"),
            ("app.escape", "leave"),
            ("statistics.open", "leave"),
            ("move.down", "scroll(1)"),
            ("move.up", "scroll(-1)"),
            ("move.page_down", "page(1)"),
            ("move.page_up", "page(-1)"),
        )
    ]
    DEFAULT_CSS = """
    StatisticsScreen {
        & Lines { height: 1fr; border-top: solid $primary; padding: 0 1;
            border-title-color: $primary; }
    }
    """

    def __init__(self, inbox: Inbox) -> None:
        super().__init__()
        self._inbox = inbox
        self._counted: StatisticsScreen.Counted | None = None

    def compose(self) -> ComposeResult:
        yield Lines(id="statistics")
        yield Bar(id="statistics-hints")

    def on_mount(self) -> None:
        self.query_one(Lines).border_title = "Statistics"
        keys = f"{first_key('move.down')} {first_key('move.up')}"
        hints = (
            *(Span(f" {keys} ", "key"), Span("scroll ", "dim")),
            *(Span(f" {first_key('app.back')} ", "key"), Span("back ", "dim")),
            Span("  `athenaeum-inbox report` prints them", "dim"),
        )
        self.query_one(Bar).show(hints)
        self._show([(Span("reading …", "dim"),)])
        self.read()

    def _show(self, lines: list[Line]) -> None:
        self.query_one(Lines).show(lines)

    @work(thread=True, exclusive=True, group="statistics")
    def read(self) -> None:
        """Count what is in the log and in the queue."""
        try:
            waiting = ages(self._inbox.pending().items, self._inbox.today())
            self.post_message(self.Counted(counted(self._inbox.log(0), "day"), waiting))
        except InboxError as error:
            self.post_message(self.Refused(str(error)))

    @on(Counted)
    def show(self, event: Counted) -> None:
        self._counted = event
        self._draw()

    @on(Refused)
    def show_refusal(self, event: Refused) -> None:
        self._show([said(event.why, "warn")])

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        if self._counted is not None:
            width = self.query_one(Lines).size.width - MARGIN
            found = self._counted
            self._show(drawn(found.report, found.waiting, self._inbox.today(), width))

    def action_scroll(self, by: int) -> None:
        self.query_one(Lines).scroll_relative(y=by, animate=False)

    def action_page(self, by: int) -> None:
        lines = self.query_one(Lines)
        lines.scroll_relative(y=by * max(1, lines.size.height // 2), animate=False)

    def action_leave(self) -> None:
        self.dismiss(None)
