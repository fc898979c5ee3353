"""Line widgets: `ScrollView`s that draw one row at a time, so that any number costs the same."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from inbox.app.spans import Line, cells, fit

STYLES = (
    *("strong", "dim", "key", "ok", "warn", "bad", "rule", "group", "cursor"),
    *("add", "del", "mark", "mark-sign"),
    *(f"tier-{tier}" for tier in range(1, 10)),
)


class StyledRows(ScrollView, inherit_bindings=False):
    """Draws lines of styled spans; the names of styles are component classes.

    The screen says what keys do, so a scroll view's own keys are not inherited.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"rows--{name}" for name in STYLES}

    DEFAULT_CSS = """
    StyledRows {
        background: $background;
        color: $foreground;
        scrollbar-size-vertical: 1;
        scrollbar-background: $background;
        scrollbar-color: $panel;

        & .rows--strong { text-style: bold; }
        & .rows--dim { color: $text-dim; }
        & .rows--key { color: $primary; text-style: bold; }
        & .rows--ok { color: $success; }
        & .rows--warn { color: $warning; }
        & .rows--bad { color: $error; text-style: bold; }
        & .rows--rule { color: $rule; }
        & .rows--group { color: $text-dim; text-style: bold; }
        & .rows--cursor { background: $panel; text-style: bold; }
        & .rows--add { color: $line-add; }
        & .rows--del { color: $line-del; }
        & .rows--mark { color: $word-mark; text-style: bold; }
        & .rows--mark-sign { color: $word-mark; }
        & .rows--tier-1 { color: $tier-1; text-style: bold; }
        & .rows--tier-2 { color: $tier-2; text-style: bold; }
        & .rows--tier-3 { color: $tier-3; text-style: bold; }
        & .rows--tier-4 { color: $tier-4; text-style: bold; }
        & .rows--tier-5 { color: $tier-5; text-style: bold; }
        & .rows--tier-6 { color: $tier-6; text-style: bold; }
        & .rows--tier-7 { color: $tier-7; text-style: bold; }
        & .rows--tier-8 { color: $tier-8; text-style: bold; }
        & .rows--tier-9 { color: $tier-9; text-style: bold; }

        &:nocolor .rows--cursor, &:ansi .rows--cursor { text-style: reverse; }
        &:nocolor .rows--mark, &:ansi .rows--mark { text-style: bold underline; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._styles_by_name: dict[str, Style] = {}

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles_by_name = {}

    def style_of(self, name: str) -> Style:
        """Return the colours a theme gives to a style's name."""
        if name not in self._styles_by_name:
            styled = (
                self.get_component_rich_style(f"rows--{name}", partial=True) if name else Style()
            )
            self._styles_by_name[name] = styled
        return self._styles_by_name[name]

    def strip(self, line: Line, *, cursor: bool = False) -> Strip:
        """Return a line as wide as the widget, filled in the row's own style."""
        width = self.scrollable_content_region.width
        base = self.rich_style + self.style_of("cursor") if cursor else self.rich_style
        filled = fit(line, width)
        segments = [Segment(span.text, base + self.style_of(span.style)) for span in filled]
        return Strip(segments, cells(filled)).simplify()


class Lines(StyledRows, can_focus=True):
    """Some lines, scrolled."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: list[Line] = []

    def show(self, lines: list[Line], *, keep_place: bool = False) -> None:
        """Draw other lines, from the top unless the place is to be kept."""
        self._lines = lines
        self.virtual_size = Size(0, len(lines))
        if not keep_place:
            self.scroll_to(0, 0, animate=False, immediate=True)
        self.refresh()

    @property
    def lines(self) -> list[Line]:
        """The lines on show, for tests and for copying."""
        return self._lines

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        return self.strip(self._lines[at] if at < len(self._lines) else ())
