"""The title row of the lower box: its pages, the one on show, and a word about it."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message

from inbox.app.spans import EMPTY, Line, Span, cells, fit
from inbox.app.widgets.bars import Bar

PAGES = ("patch", "result", "why", "history")


class Tabs(Bar):
    """`── [Patch]  Result  Why  History ──── 4 files, applies ──`; a click turns to a page."""

    DEFAULT_CSS = "Tabs { background: $background; }"

    @dataclass
    class Picked(Message):
        """The person clicked on the name of a page."""

        page: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._starts: list[tuple[int, int, str]] = []

    def tell(self, page: str, word: Line, width: int, *, focused: bool) -> None:
        """Draw the row for a page with a word about it at the right end."""
        rule = "key" if focused else "rule"
        line: list[Span] = [Span("── ", rule)]
        self._starts = []
        for name in PAGES:
            title = f"[{name.title()}]" if name == page else f" {name.title()} "
            start = cells(tuple(line))
            self._starts.append((start, start + len(title), name))
            line.append(Span(title, "strong" if name == page else "dim"))
        right: Line = (Span(" ", rule), *word, Span(" ─", rule)) if word else EMPTY
        room = width - cells(tuple(line)) - cells(right)
        if room < 1:
            right, room = EMPTY, width - cells(tuple(line))
        self.show(fit((*line, Span(" " + "─" * max(0, room - 1), rule), *right), width))

    def on_click(self, event: events.Click) -> None:
        for start, end, name in self._starts:
            if start <= event.x < end:
                self.post_message(self.Picked(name))
