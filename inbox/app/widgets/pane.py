"""One item in three boxes: what is proposed and why, what both sides say, what is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.css.scalar import Scalar

from inbox.app import draw_claims, draw_item
from inbox.app.draw_empty import READING, empty
from inbox.app.spans import EMPTY, Line, Span
from inbox.app.view import EVERYTHING, View
from inbox.app.widgets.bars import Facts
from inbox.app.widgets.lower import Lower
from inbox.app.widgets.styled import Lines
from inbox.domain.item import Broken, Item, MergeProposal, Pending
from inbox.domain.outcome import Preview
from inbox.formats.visible import one_line

MOST_HEAD = 9
LOW = 27
"""Below this many rows the upper box keeps to `LOW_HEAD`, until the item is opened."""

LOW_HEAD = 5


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
        & #lower { height: 2fr; min-height: 3; }
        &.bare #claims, &.bare #lower { display: none; }
    }
    """

    def __init__(self, today: date, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._today = today
        self._item: Item | None = None
        self._position = ""
        self._whole = False
        self._view = View()
        """As the person set it; the mode counts once they chose one."""

        self._chosen = False
        self._wide = False
        self._source = 0

    def compose(self) -> ComposeResult:
        yield Lines(id="head")
        yield Lines(id="claims")
        yield Lower(id="lower")

    def on_mount(self) -> None:
        self.head.can_focus = False

    @property
    def head(self) -> Lines:
        return self.query_one("#head", Lines)

    @property
    def claims(self) -> Lines:
        return self.query_one("#claims", Lines)

    @property
    def lower(self) -> Lower:
        return self.query_one("#lower", Lower)

    @property
    def _width(self) -> int:
        """Cells between the paddings, without the scroll bar."""
        return max(10, self.size.width - 3)

    @property
    def view(self) -> View:
        """How the item is drawn: as the person set it, else as the width allows."""
        mode = self._view.mode if self._chosen else "columns" if self._wide else "one"
        context = EVERYTHING if self._whole else self._view.context
        return replace(self._view, mode=mode, context=context, source=self._source)

    def show(
        self,
        item: Item,
        position: str,
        left_out: frozenset[str],
        *,
        wide: bool,
    ) -> None:
        """Draw an item; the same one again keeps its place and what was opened."""
        same = self._item is not None and self._item.id == item.id
        self._item, self._position = item, position
        self._wide = wide
        self._view = replace(self._view, left_out=left_out)
        self.remove_class("bare")
        if not same:
            self._whole, self._source = False, 0
        self._draw(keep_place=same)
        self.lower.show(item, self.view, self._width)

    def show_nothing(self, pending: Pending | None, broken: Broken | None, facts: Facts) -> None:
        """Draw what there is to say without an item; `pending` is None until it has been read."""
        self._item = None
        self.add_class("bare")
        self.head.border_title = "Broken block" if broken else "Inbox"
        self._show_head(READING if pending is None else empty(pending, broken, facts, self._width))

    def show_patch(self, preview: Preview | None, why_not: str) -> None:
        """Draw what accepting the item would write, or why there is nothing to write."""
        self.lower.show_patch(preview, why_not)

    def show_whole(self, *, whole: bool) -> None:
        """Show all that an item says, or so much that sides and patch fit on the screen."""
        if self._item is not None and self._whole != whole:
            self._whole = whole
            self._draw(keep_place=False)

    def see(self, change: Callable[[View], View]) -> View:
        """Draw the claims in another way; return it."""
        changed = change(self.view)
        self._chosen = self._chosen or changed.mode != self.view.mode
        self._whole = self._whole and changed.context == EVERYTHING
        self._view = changed
        self._draw(keep_place=True)
        self.lower.see(self.view, self._width)
        return self.view

    def page_source(self, by: int) -> int | None:
        """Go to another source of a merge; return its number from 1, None without sources."""
        if not isinstance(self._item, MergeProposal):
            return None
        self._source = min(max(0, self._source + by), len(self._item.sources) - 1)
        self._draw(keep_place=False)
        return self._source + 1

    def redraw(self) -> None:
        """Draw the same at another size."""
        if self._item is not None:
            self._draw(keep_place=True)
            self.lower.see(self.view, self._width)

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
        drawn = draw_claims.claims(item, width, replace(self.view, rows=room))
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
