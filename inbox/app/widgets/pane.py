"""One item in three boxes: what is proposed and why, what both sides say, what is written."""

from __future__ import annotations

from datetime import date

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.css.scalar import Scalar
from textual.timer import Timer

from inbox.app import draw_claims, draw_item, draw_patch
from inbox.app.draw_empty import empty
from inbox.app.spans import EMPTY, Line, Span, said, wrap
from inbox.app.widgets.bars import Facts
from inbox.app.widgets.styled import Lines
from inbox.domain.item import Broken, Item, Pending
from inbox.domain.outcome import Preview
from inbox.formats.visible import one_line

MOST_HEAD = 9
LOW = 27
"""Below this many rows the upper box keeps to `LOW_HEAD`, until the item is opened."""

LOW_HEAD = 5
SLOW = 0.15
"""Seconds after which the patch of the item before goes, if the new one is not there yet."""


class ItemPane(Vertical):
    """Draws an item so that its title, both sides and the patch are there without a key."""

    DEFAULT_CSS = """
    ItemPane {
        width: 1fr;
        height: 100%;
        & Lines { border-top: solid $rule; border-title-color: $text-dim; padding: 0 1; }
        & Lines:focus { border-top: solid $primary; border-title-color: $primary; }
        & #head { height: auto; }
        & #claims { height: 3fr; min-height: 4; }
        & #patch { height: 2fr; min-height: 3; }
        &.bare #claims, &.bare #patch { display: none; }
    }
    """

    def __init__(self, today: date, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._today = today
        self._item: Item | None = None
        self._position = ""
        self._columns = False
        self._whole = False
        self._preview: Preview | None = None
        self._why_not = ""
        self._old_patch: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Lines(id="head")
        yield Lines(id="claims")
        yield Lines(id="patch")

    def on_mount(self) -> None:
        self.head.can_focus = False
        self.show_patch(None, "")

    @property
    def head(self) -> Lines:
        return self.query_one("#head", Lines)

    @property
    def claims(self) -> Lines:
        return self.query_one("#claims", Lines)

    @property
    def patch(self) -> Lines:
        return self.query_one("#patch", Lines)

    @property
    def _width(self) -> int:
        """Cells between the paddings, without the scroll bar."""
        return max(10, self.size.width - 3)

    def show(self, item: Item, position: str, *, columns: bool) -> None:
        """Draw an item; the same one again keeps its place and what was opened."""
        same = self._item is not None and self._item.id == item.id
        self._item, self._position, self._columns = item, position, columns
        self.remove_class("bare")
        if not same:
            self._whole = False
            self._preview, self._why_not = None, ""
            self._old_patch = self.set_timer(SLOW, self._drop_patch)
        self._draw(keep_place=same)

    def _drop_patch(self) -> None:
        """Take away the patch of another item when the right one is slow to come."""
        self.show_patch(self._preview, self._why_not)

    def show_nothing(self, pending: Pending, broken: Broken | None, facts: Facts) -> None:
        """Draw what there is to say where there is no item."""
        self._item = None
        self.add_class("bare")
        self.head.border_title = "Broken block" if broken else "Inbox"
        self._show_head(empty(pending, broken, facts, self._width))

    def show_patch(self, preview: Preview | None, why_not: str) -> None:
        """Draw what accepting the item would write, or why there is nothing to write."""
        if self._old_patch is not None:
            self._old_patch.stop()
        self._preview, self._why_not = preview, why_not
        if preview is None:
            self.patch.border_title = "Patch"
            self.patch.show(wrap(said(why_not, "dim"), self._width))
            return
        count = len(preview.files)
        files = "1 file" if count == 1 else f"{count} files"
        self.patch.border_title = Content(f"Patch  {files}, applies")
        self.patch.show(draw_patch.patch(preview, self._width))

    def show_whole(self, *, whole: bool) -> None:
        """Show all that an item says, or so much that sides and patch fit on the screen."""
        if self._item is not None and self._whole != whole:
            self._whole = whole
            self._draw(keep_place=False)

    def redraw(self) -> None:
        """Draw the same at another size."""
        if self._item is not None:
            self._draw(keep_place=True)
            self.show_patch(self._preview, self._why_not)

    def _draw(self, *, keep_place: bool) -> None:
        item, width = self._item, self._width
        if item is None:
            return
        self.head.border_title = Content(
            one_line(self._position + draw_item.title(item, self._today))
        )
        most = LOW_HEAD if self.size.height < LOW and not self._whole else MOST_HEAD
        lines = draw_item.head(item, width, most)
        self._show_head(lines)
        room = 0 if self._whole else self._room_for_claims(len(lines))
        drawn = draw_claims.claims(item, width, columns=self._columns, rows=room)
        if full := draw_item.in_full(item, width, most):
            drawn += [EMPTY, (Span("in full", "group"),), *full]
        self.claims.show(drawn, keep_place=keep_place)

    def _show_head(self, lines: list[Line]) -> None:
        # A layout repaints all three boxes, which is many bytes over a slow line.
        if self.head.styles.height != Scalar.from_number(len(lines) + 1):
            self.head.styles.height = len(lines) + 1
        self.head.show(lines)

    def _room_for_claims(self, head: int) -> int:
        """Return how many rows the claims get below a head of some rows and its border."""
        return max(1, (self.size.height - head - 1) * 3 // 5 - 1)
