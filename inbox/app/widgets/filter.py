"""The line in which a filter is typed, in place of the hints while it is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input

PAUSE = 0.08
"""Seconds after the last key until thousands of items are filtered anew."""


class FilterLine(Input):
    """One line; what is typed is told a moment after the last key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Clear the filter", show=False),
    ]
    DEFAULT_CSS = """
    FilterLine, FilterLine:focus {
        display: none;
        height: 1;
        border: none;
        padding: 0 1;
        background: $panel;
        &.open { display: block; }
    }
    """

    @dataclass
    class Typed(Message):
        """Another text stands in the line."""

        text: str

    @dataclass
    class Closed(Message):
        """The person has left the line; `text` is the filter that holds now."""

        text: str

    def __init__(self, example: str, *, id: str | None = None) -> None:  # noqa: A002
        """Show `example` while the line is empty."""
        super().__init__(placeholder=example, select_on_focus=False, id=id)
        self._pause: Timer | None = None

    def on_mount(self) -> None:
        self.cursor_blink = False

    def open(self, text: str) -> None:
        """Show the line with a filter to go on from."""
        self.value = text
        self.cursor_position = len(text)
        self.add_class("open")
        self.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self._pause is not None:
            self._pause.stop()
        if self.has_class("open"):
            self._pause = self.set_timer(PAUSE, self._tell)

    def _tell(self) -> None:
        self.post_message(self.Typed(self.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._close(self.value)

    def action_leave(self) -> None:
        self._close("")

    def on_blur(self) -> None:
        if self.has_class("open"):
            self._close(self.value)

    def _close(self, text: str) -> None:
        if self._pause is not None:
            self._pause.stop()
        self.remove_class("open")
        self.post_message(self.Closed(text))
