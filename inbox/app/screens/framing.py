"""The boxes and bars of the first screen: what stands where, and what is said around it."""

from __future__ import annotations

from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize

from inbox.app import draw_frame
from inbox.app.draw_empty import too_small
from inbox.app.offers import for_many, offered, words, words_for_many
from inbox.app.queue_view import QueueView
from inbox.app.screens.committing import Committing
from inbox.app.spans import Line, Span, cells, ends, said
from inbox.app.widgets.bars import Bar, Facts, header, hints
from inbox.app.widgets.filter import FilterLine
from inbox.app.widgets.pane import ItemPane
from inbox.app.widgets.queue import Queue
from inbox.domain.item import Item, Pending
from inbox.formats.visible import visible
from inbox.service import Inbox

WIDE = 100
ALONE = ("queue", "claims", "lower")
TURN = 12
"""Cells of the lowest row that `Tab queue` may take."""


class Framed(Committing):
    """The queue on the left, one item on the right; below 100 columns one at a time."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    AUTO_FOCUS = "#queue"
    DEFAULT_CSS = """
    Framed {
        & #main { height: 1fr; }
        & #queue { width: 38; height: 100%; border-top: solid $rule; }
        & #item { border-left: solid $rule; }
        & #small { display: none; }
        & #queue { border-title-color: $text-dim; }
        & #queue.-told { border-bottom: solid $rule;
            border-subtitle-color: $text-dim; border-subtitle-align: left; }
        & #queue:focus { border-top: solid $primary; border-title-color: $primary; }
        &.-narrow #queue { width: 100%; display: none; }
        &.-narrow #item { border-left: none; }
        &.-narrow.queue-open #queue { display: block; }
        &.-narrow.queue-open #item { display: none; }
        &.alone-queue #item, &.alone-claims #queue, &.alone-lower #queue { display: none; }
        &.alone-queue #queue { width: 100%; }
        &.alone-claims #head, &.alone-claims #lower { display: none; }
        &.alone-lower #head, &.alone-lower #claims { display: none; }
        &.too-small #header, &.too-small #main { display: none; }
        &.too-small #hints, &.too-small #status { display: none; }
        &.too-small #small { display: block; }
    }
    """

    def __init__(self, inbox: Inbox, root: Path) -> None:
        """Show the inbox of `root`."""
        super().__init__(inbox)
        self._pending = Pending(())
        self._facts = Facts(root=home(root), read_only=inbox.read_only)
        self._said: Line = ()
        self.loaded = False
        """Whether the queue has been read; until then nothing is known of what waits."""

        self.queue_view = QueueView()

    def compose(self) -> ComposeResult:
        yield Bar(id="header")
        with Horizontal(id="main"):
            yield Queue(self.inbox.today(), id="queue")
            yield ItemPane(self.inbox.today(), id="item")
        yield Bar(id="small")
        yield FilterLine("kind:conflict tier:<=3 -source:user age:>7d words", id="filter")
        yield Bar(id="hints")
        yield Bar(id="status")

    @property
    def queue(self) -> Queue:
        return self.query_one("#queue", Queue)

    @property
    def pane(self) -> ItemPane:
        return self.query_one("#item", ItemPane)

    @property
    def item(self) -> Item | None:
        """The item under the cursor."""
        return self.queue.row.item

    @property
    def pending(self) -> Pending:
        """Everything that waits, as it was read last."""
        return self._pending

    @property
    def wide(self) -> bool:
        return self.size.width >= WIDE

    def on_resize(self, event: Resize) -> None:
        small = event.size.width < 60 or event.size.height < 16  # noqa: PLR2004
        self.set_class(small, "too-small")
        self.query_one("#small", Bar).show(too_small(event.size))
        self.call_after_refresh(self._redraw)

    def _redraw(self) -> None:
        self._draw_bars()
        self._draw_item()
        self.pane.redraw()

    def _draw_bars(self) -> None:
        width = self.size.width
        self.query_one("#header", Bar).show(header(self._facts, width))
        marks, locked = len(self.queue.marks), self.inbox.read_only
        can = for_many(read_only=locked) if marks else offered(self.item, read_only=locked)
        called = words_for_many(marks) if marks else words(self.item)
        self.query_one("#hints", Bar).show(hints(width, can, called))
        other = "patch" if self.focused is self.pane.claims else "queue"
        other = "item" if self.has_class("queue-open") else other
        corner = draw_frame.turn("" if self.wide else other)
        self.query_one("#status", Bar).show(ends(self._said, corner, width))

    def on_descendant_focus(self) -> None:
        self._draw_bars()

    def say(self, line: Line) -> None:
        """Say something in the lowest row."""
        self._said = line
        self._draw_bars()

    def warn(self, text: str) -> None:
        """Say why something did not happen; in a toast what the lowest row has no room for."""
        line: Line = (Span(" ! ", "warn"), *said(text, "warn"))
        self.say(line)
        if cells(line) > self.size.width - TURN:
            self.notify(visible(text), severity="warning", timeout=10, markup=False)

    def draw_queue_frame(self) -> None:
        """Write on the queue's frame where the cursor is, how it is looked at, and the marks."""
        queue, view = self.queue, self.queue_view
        queue.border_title = Content(draw_frame.title(queue.place, queue.count, view))
        foot = draw_frame.foot(len(queue.marks), self._pending, view, ranging=queue.drawing_range)
        queue.border_subtitle = Content(foot)
        queue.set_class(bool(foot), "-told")
        self._draw_bars()

    @property
    def alone(self) -> str:
        """The box that is shown alone, `queue`, `claims` or `lower`; empty: all of them."""
        return next((box for box in ALONE if self.has_class(f"alone-{box}")), "")

    def show_alone(self, box: str) -> None:
        """Give one box the whole screen, or each its part again."""
        for name in ALONE:
            self.set_class(name == box, f"alone-{name}")
        self.call_after_refresh(self._redraw)

    def _draw_item(self) -> None:
        item, pane = self.item, self.pane
        if not self.loaded:
            pane.show_nothing(None, None, self._facts)
        elif item is None:
            pane.show_nothing(self._pending, self.queue.row.broken, self._facts)
        else:
            position = f"{self.queue.place + 1}/{self.queue.count} "
            pane.show(item, position, self.choices.out_of(item), wide=self.wide)


def home(root: Path) -> str:
    """Return a folder as a person writes it: `~/knowledge`."""
    own = str(Path.home())
    return str(root).replace(own, "~", 1) if str(root).startswith(f"{own}/") else str(root)
