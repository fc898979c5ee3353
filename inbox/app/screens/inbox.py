"""The first screen: the queue, the item, the patch."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.screen import Screen
from textual.worker import get_current_worker

from inbox.app import draw_claims, draw_item, draw_patch
from inbox.app.actions import ACTIONS, BY_ID
from inbox.app.draw_empty import empty, too_small
from inbox.app.screens.messages import Committed, Failed, Loaded, Previewed
from inbox.app.screens.verbs import Verbs
from inbox.app.spans import EMPTY, Line, Span, ends, said, wrap
from inbox.app.widgets.bars import Bar, Facts, header, hints
from inbox.app.widgets.cursor import CursorRows
from inbox.app.widgets.queue import CHANGED, UNDER_WAY, Queue
from inbox.app.widgets.styled import Lines
from inbox.domain.decision import Decision
from inbox.domain.item import Item, Pending
from inbox.errors import InboxError, Stale
from inbox.formats.visible import one_line
from inbox.service import Inbox

GUARD = 0.25
"""Seconds for which deciding keys rest after an item came up by itself."""

POLL = 2.0
READING: Line = (Span(" reading …", "dim"),)
WIDE = 100
MOST_HEAD = 9
LOW = 30
"""Below this many rows the upper part of an item keeps to `LOW_HEAD`, until it is opened."""

LOW_HEAD = 5


class InboxScreen(Screen[None]):
    """What waits on the left, one item on the right; below 100 columns one at a time."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(action.keys, f"do('{action.id}')", action.does, show=False, id=action.id)
        for action in ACTIONS
    ]
    AUTO_FOCUS = "#queue"
    DEFAULT_CSS = """
    InboxScreen {
        & #main { height: 1fr; }
        & #queue { width: 38; height: 100%; border-top: solid $rule; }
        & #item { width: 1fr; height: 100%; border-left: solid $rule; }
        & #head { height: auto; border-top: solid $rule; padding: 0 1; }
        & #claims { height: 3fr; min-height: 4; border-top: solid $rule; padding: 0 1; }
        & #patch { height: 2fr; min-height: 3; border-top: solid $rule; padding: 0 1; }
        & #small { display: none; }
        & #queue, & #head, & #claims, & #patch {
            border-title-color: $text-dim;
            border-subtitle-color: $text-dim;
        }
        & #queue:focus, & #claims:focus, & #patch:focus {
            border-top: solid $primary;
            border-title-color: $primary;
        }
        &.-narrow #queue { width: 100%; display: none; }
        &.-narrow #item { border-left: none; }
        &.-narrow.queue-open #queue { display: block; }
        &.-narrow.queue-open #item { display: none; }
        &.too-small #main, &.too-small #hints, &.too-small #status { display: none; }
        &.too-small #small { display: block; }
    }
    """

    def __init__(self, inbox: Inbox, root: Path) -> None:
        super().__init__()
        self.inbox = inbox
        self.guard = GUARD
        self.reason = ""
        self._root = root
        self._pending = Pending(())
        self._facts = Facts(root=_home(root))
        self._mark = ""
        self._came_up = 0.0
        self._signs: dict[str, str] = {}
        self._shown = ""
        self._opened = False
        self._previewed: Previewed | None = None
        self._said: Line = ()
        self._verbs = Verbs(self)
        self._committing = threading.Lock()
        self.decided = 0

    # What is on show.

    def compose(self) -> ComposeResult:
        yield Bar(id="header")
        with Horizontal(id="main"):
            yield Queue(self.inbox.today(), id="queue")
            with Vertical(id="item"):
                yield Lines(id="head")
                yield Lines(id="claims")
                yield Lines(id="patch")
        yield Bar(id="small")
        yield Bar(id="hints")
        yield Bar(id="status")

    def on_mount(self) -> None:
        self.query_one("#head", Lines).can_focus = False
        self.queue.border_title = "Queue"
        self.query_one("#patch", Lines).border_title = "Patch"
        self.say(READING)
        self.set_interval(POLL, self._look_for_changes)
        self.load()

    @property
    def queue(self) -> Queue:
        return self.query_one("#queue", Queue)

    @property
    def item(self) -> Item | None:
        """The item under the cursor."""
        return self.queue.row.item

    @property
    def left(self) -> int:
        """How many items wait."""
        return len(self._pending.items)

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
        self._draw_item(keep_place=True)

    def _draw_bars(self) -> None:
        width = self.size.width
        self.query_one("#header", Bar).show(header(self._facts, width))
        allowed, words = self._verbs.allowed(self.item), self._verbs.words(self.item)
        self.query_one("#hints", Bar).show(hints(width, allowed, words))
        other = "item" if self.has_class("queue-open") else "queue"
        turn: Line = () if self.wide else (Span(" Tab", "key"), Span(f" {other} ", "dim"))
        self.query_one("#status", Bar).show(ends(self._said, turn, width))

    def say(self, line: Line) -> None:
        """Say something in the lowest row."""
        self._said = line
        self._draw_bars()

    def warn(self, text: str) -> None:
        """Say why something did not happen."""
        self.say((Span(" ! ", "warn"), *said(text, "warn")))

    @property
    def _item_width(self) -> int:
        """Cells between the paddings and the scroll bar of the item's boxes."""
        return max(10, self.query_one("#item").size.width - 4)

    def _draw_item(self, *, keep_place: bool = False) -> None:
        head, claims = self.query_one("#head", Lines), self.query_one("#claims", Lines)
        item, width = self.item, self._item_width
        if item is None:
            self._draw_nothing(width)
            return
        position = f"{self.queue.place + 1}/{self.queue.count} " if not self.wide else ""
        head.border_title = Content(one_line(position + draw_item.title(item, self.inbox.today())))
        low = self.size.height < LOW and not self._opened
        most = LOW_HEAD if low else MOST_HEAD
        lines = draw_item.head(item, width, most)
        head.styles.height = len(lines) + 1
        head.show(lines)
        rows = 0 if self._opened else self._room_for_claims(len(lines))
        drawn = draw_claims.claims(item, width, columns=self.wide, rows=rows)
        if full := draw_item.in_full(item, width, most):
            drawn += [EMPTY, (Span("in full", "group"),), *full]
        claims.show(drawn, keep_place=keep_place)
        self._draw_patch(width)

    def _room_for_claims(self, head: int) -> int:
        """Return how many rows the claims get below a head of some rows and a border."""
        below = self.query_one("#item").size.height - head - 1
        return below * 3 // 5 - 1

    def _draw_patch(self, width: int) -> None:
        patch, told = self.query_one("#patch", Lines), self._previewed
        if told is None or told.preview is None:
            patch.border_title = "Patch"
            patch.show(wrap(said(told.why_not, "dim"), width) if told else [])
            return
        count = len(told.preview.files)
        files = "1 file" if count == 1 else f"{count} files"
        patch.border_title = Content(f"Patch  {files}, applies")
        patch.show(draw_patch.patch(told.preview, width))

    def _draw_nothing(self, width: int) -> None:
        broken = self.queue.row.broken
        self.query_one("#head", Lines).border_title = "Broken block" if broken else "Inbox"
        lines = empty(self._pending, broken, self._facts, width)
        head = self.query_one("#head", Lines)
        head.styles.height = len(lines) + 1
        head.show(lines)
        self.query_one("#claims", Lines).show([])
        self.query_one("#patch", Lines).show([])

    # What was told.

    @on(CursorRows.Moved)
    def show_item(self) -> None:
        at = self.queue.place + 1 if self.queue.count else 0
        self.queue.border_title = Content(f"Queue {at}/{self.queue.count}")
        item_id = self.item.id if self.item else ""
        same = item_id == self._shown
        if not same:
            self._shown, self._opened, self._previewed = item_id, False, None
        self._draw_bars()
        self._draw_item(keep_place=same)
        if self.item is not None:
            self.preview(self.item)

    @on(CursorRows.Opened)
    def open_item(self) -> None:
        if self.item is None:
            return
        self.remove_class("queue-open")
        self.show_whole()
        self.query_one("#claims").focus()

    def show_whole(self) -> None:
        """Show all that an item says, where it was cut to fit a low screen."""
        if not self._opened:
            self._opened = True
            self._draw_item(keep_place=True)
            self._draw_bars()

    def show_short(self) -> None:
        """Show an item so that both sides and the patch fit again."""
        self._opened = False
        self._draw_item()

    @on(Loaded)
    def show_pending(self, event: Loaded) -> None:
        self._pending, self._mark = event.pending, event.mark
        self._facts = Facts(
            _home(self._root), self.inbox.branch(), len(event.pending.items), event.done_today
        )
        known = {item.id for item in event.pending.items}
        self._signs = {name: sign for name, sign in self._signs.items() if name in known}
        shown = self._shown
        self.queue.sign(self._signs)
        self.queue.show(event.pending)
        self.show_item()
        if self._said == READING:
            self.say(())
        if self._shown != shown:
            self._came_up = time.monotonic()

    @on(Previewed)
    def show_preview(self, event: Previewed) -> None:
        if self.item is not None and event.item_id == self.item.id:
            self._previewed = event
            self._draw_patch(self._item_width)

    @on(Committed)
    def report(self, event: Committed) -> None:
        self.decided += event.item is not None
        if event.item is not None:
            self._signs.pop(event.item.id, None)
        short = event.done.commit[:7]
        self.say(
            (
                Span(" [ok] ", "ok"),
                *said(event.done.subject),
                Span(f"  {short}", "dim"),
                Span("  (z undoes)" if event.item is not None else "", "dim"),
                *said("".join(f"  {note}." for note in event.done.notes), "warn"),
            )
        )
        self.load()

    @on(Failed)
    def report_failure(self, event: Failed) -> None:
        if event.item is not None:
            stale = isinstance(event.error, Stale)
            self._signs.pop(event.item.id, None)
            self._signs |= {event.item.id: CHANGED} if stale else {}
        self.warn(str(event.error))
        self.load()

    # Keys.

    def action_do(self, action_id: str) -> None:
        """Do what a key stands for; deciding keys rest for a moment after a change."""
        if BY_ID[action_id].decides and time.monotonic() - self._came_up < self.guard:
            self.query_one("#hints", Bar).show((Span(" a new item came up; look first", "warn"),))
            self.set_timer(self.guard, self._draw_bars)
            return
        self._verbs.run(action_id)

    def carry_out(self, item: Item, decision: Decision) -> None:
        """Commit a decision in the background and bring up the next item."""
        if off := self.inbox.why_not(item, decision):
            self.warn(off)
            return
        if self._signs.get(item.id) == UNDER_WAY:
            self.warn("this one is being committed.")
            return
        reason, self.reason = self.reason, ""
        self._signs[item.id] = UNDER_WAY
        self.queue.sign(self._signs)
        self.say((Span(" .. ", "dim"), *said(item.title, "dim")))
        self.commit(item, decision, reason)
        self.queue.move_items(1)
        self._came_up = time.monotonic()

    # Workers run on threads. They post messages and touch no widget.

    @work(thread=True, exclusive=True, group="load")
    def load(self) -> None:
        """Read the queue again."""
        worker = get_current_worker()
        try:
            mark = self.inbox.mark()
            told: Message = Loaded(self.inbox.pending(), self._done_today(), mark)
        except InboxError as error:
            told = Failed(error)
        # A thread cannot be stopped; what a later reading has overtaken is not told.
        if not worker.is_cancelled:
            self.post_message(told)

    def _done_today(self) -> int:
        today = str(self.inbox.today())
        entries = self.inbox.log(200)
        return sum(1 for e in entries if e.when[:10] == today and not e.undoes and not e.undone_by)

    @work(thread=True, exclusive=True, group="preview")
    def preview(self, item: Item) -> None:
        """Work out what accepting an item would write."""
        worker, decision = get_current_worker(), self.inbox.proposed(item)
        try:
            if decision is None:
                told = Previewed(item.id, None, draw_patch.nothing(item))
            else:
                told = Previewed(item.id, self.inbox.preview(item, decision))
        except InboxError as error:
            told = Previewed(item.id, None, str(error))
        if not worker.is_cancelled:
            self.post_message(told)

    @work(thread=True, group="commit")
    def commit(self, item: Item, decision: Decision, reason: str) -> None:
        """Make the commit of a decision; one at a time."""
        with self._committing:
            try:
                done = self.inbox.decide(item, decision, reason)
                self.post_message(Committed(done, item))
            except InboxError as error:
                self.post_message(Failed(error, item))

    @work(thread=True, group="commit")
    def undo(self, decision_id: str | None) -> None:
        """Take a decision back, after any commit that is under way."""
        with self._committing:
            try:
                self.post_message(Committed(self.inbox.undo(decision_id)))
            except InboxError as error:
                self.post_message(Failed(error))

    def _look_for_changes(self) -> None:
        if not self._committing.locked() and self.inbox.mark() != self._mark and self._mark:
            self._mark = ""
            self.load()


def _home(root: Path) -> str:
    home = str(Path.home())
    return str(root).replace(home, "~", 1) if str(root).startswith(f"{home}/") else str(root)
