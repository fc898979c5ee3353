"""The first screen: the queue, the item, the patch."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Protocol

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.message import Message
from textual.worker import get_current_worker

from inbox.app.actions import ACTIONS, BY_ID
from inbox.app.draw_empty import too_small
from inbox.app.offers import offered, words
from inbox.app.screens.looking import Looking
from inbox.app.screens.messages import (
    Committed,
    Failed,
    Loaded,
    Looked,
    Marked,
    Previewed,
    Reasoned,
    Remembered,
)
from inbox.app.spans import Line, Span, cells, ends, said
from inbox.app.widgets.bars import Bar, Facts, header, hints
from inbox.app.widgets.cursor import CursorRows
from inbox.app.widgets.lower import Lower
from inbox.app.widgets.pane import ItemPane
from inbox.app.widgets.queue import CHANGED, UNDER_WAY, Queue
from inbox.domain.decision import Decision
from inbox.domain.item import Item, Pending
from inbox.domain.outcome import Preview
from inbox.errors import InboxError, Stale
from inbox.formats.visible import visible
from inbox.service import Inbox

GUARD = 0.25
"""Seconds for which deciding keys rest after an item came up by itself."""

POLL = 2.0
READING: Line = (Span(" reading …", "dim"),)
WIDE = 100
TURN = 12
"""Cells of the lowest row that `Tab queue` may take."""


class Keys(Protocol):
    """What the keys of the screen do; `verbs.Verbs` is the real one."""

    def run(self, action_id: str) -> None: ...

    def confirm(self, item: Item, decision: Decision, preview: Preview) -> None: ...


class InboxScreen(Looking):
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
        & #item { border-left: solid $rule; }
        & #small { display: none; }
        & #queue { border-title-color: $text-dim; }
        & #queue:focus { border-top: solid $primary; border-title-color: $primary; }
        &.-narrow #queue { width: 100%; display: none; }
        &.-narrow #item { border-left: none; }
        &.-narrow.queue-open #queue { display: block; }
        &.-narrow.queue-open #item { display: none; }
        &.too-small #header, &.too-small #main { display: none; }
        &.too-small #hints, &.too-small #status { display: none; }
        &.too-small #small { display: block; }
    }
    """

    def __init__(self, inbox: Inbox, root: Path, keys: Callable[[InboxScreen], Keys]) -> None:
        """Show the inbox of `root`; `keys` makes what the keys of this screen do."""
        super().__init__(inbox)
        self.guard = GUARD
        self._root = root
        self._pending = Pending(())
        self._facts = Facts(root=_home(root))
        self._mark = ""
        self._came_up = 0.0
        self._signs: dict[str, str] = {}
        self._shown = ""
        self._said: Line = ()
        self._keys = keys(self)
        self._committing = threading.Lock()
        self._reading = False
        self._leaving = False
        self.decided = 0

    # What is on show.

    def compose(self) -> ComposeResult:
        yield Bar(id="header")
        with Horizontal(id="main"):
            yield Queue(self.inbox.today(), id="queue")
            yield ItemPane(self.inbox.today(), id="item")
        yield Bar(id="small")
        yield Bar(id="hints")
        yield Bar(id="status")

    def on_mount(self) -> None:
        self.say(READING)
        self.set_interval(POLL, self._look_for_changes)
        self.load()

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
        keys = hints(width, offered(self.item), words(self.item))
        self.query_one("#hints", Bar).show(keys)
        other = "patch" if self.focused is self.pane.claims else "queue"
        other = "item" if self.has_class("queue-open") else other
        turn: Line = () if self.wide else (Span(" Tab", "key"), Span(f" {other} ", "dim"))
        self.query_one("#status", Bar).show(ends(self._said, turn, width))

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

    def _draw_item(self) -> None:
        item, pane = self.item, self.pane
        if item is None:
            pane.show_nothing(self._pending, self.queue.row.broken, self._facts)
        else:
            position = f"{self.queue.place + 1}/{self.queue.count} "
            pane.show(item, position, self.choices.out_of(item), wide=self.wide)

    # What was told.

    @on(CursorRows.Moved)
    def show_item(self) -> None:
        self._shown = self.item.id if self.item else ""
        self._draw_bars()
        self._draw_item()
        if self.item is not None:
            self.preview(self.item)

    @on(CursorRows.Opened)
    def open_item(self) -> None:
        if self.item is not None:
            self.remove_class("queue-open")
            self.pane.show_whole(whole=True)
            self.pane.claims.focus()
            self._draw_bars()

    @on(Loaded)
    def show_pending(self, event: Loaded) -> None:
        self._pending, self._mark = event.pending, event.mark
        self._facts = Facts(
            _home(self._root), self.inbox.branch(), len(event.pending.items), event.done_today
        )
        known = {item.id for item in event.pending.items}
        self._signs = {name: sign for name, sign in self._signs.items() if name in known}
        shown, self._reading = self._shown, False
        self.queue.border_title = "Queue" if event.pending.items else "Queue, empty"
        self.queue.sign(self._signs)
        self.queue.show(event.pending)
        self.show_item()
        self._leave_if_asked()
        if self._said == READING:
            self.say(())
        if self._shown != shown:
            self._came_up = time.monotonic()

    @on(Marked)
    def read_what_changed(self, event: Marked) -> None:
        if self._mark and event.mark != self._mark and not self._committing.locked():
            self._mark = ""
            self.load()

    @on(Previewed)
    def show_preview(self, event: Previewed) -> None:
        if self.item is not None and event.item_id == self.item.id:
            self.pane.show_patch(event.preview, event.why_not)

    @on(Lower.Wanted)
    def read_a_page(self, event: Lower.Wanted) -> None:
        self.look_into(event.item, event.page)

    @on(Reasoned)
    @on(Remembered)
    def show_page(self, event: Reasoned | Remembered) -> None:
        if self.item is None or event.item_id != self.item.id:
            return
        if isinstance(event, Reasoned):
            self.pane.lower.show_reasons(event.explained)
        else:
            self.pane.lower.show_past(event.past)

    @on(Looked)
    def confirm(self, event: Looked) -> None:
        self._keys.confirm(event.item, event.decision, event.preview)

    @on(Committed)
    def report(self, event: Committed) -> None:
        self.decided += event.item is not None
        if event.item is not None:
            self._signs.pop(event.item.id, None)
            self.choices.forget(event.item)
        self._reading = True
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
            self.reason = self.reason or event.reason
        self._leaving = self._reading = False
        self.warn(str(event.error))
        if not event.reading:
            self.load()

    # Keys.

    def action_do(self, action_id: str) -> None:
        """Do what a key stands for; deciding keys rest for a moment after a change."""
        if BY_ID[action_id].decides and time.monotonic() - self._came_up < self.guard:
            self.query_one("#hints", Bar).show((Span(" a new item came up; look first", "warn"),))
            self.set_timer(self.guard, self._draw_bars)
            return
        self._keys.run(action_id)

    def give_reason(self, text: str) -> None:
        """Keep the reason for the next decision, and show the commit with it."""
        self.reason = text
        if self.item is not None:
            self.preview(self.item)

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

    def leave(self) -> None:
        """End the program, after the commits that are under way."""
        self._leaving = True
        self.say((Span(" .. the commit is finished first", "dim"),))
        self._leave_if_asked()

    def _leave_if_asked(self) -> None:
        if self._leaving and not self._reading and UNDER_WAY not in self._signs.values():
            self.app.exit(f"{self.decided} decided, {len(self._pending.items)} left")

    # Workers run on threads. They post messages and touch no widget.

    @work(thread=True, exclusive=True, group="load")
    def load(self) -> None:
        """Read the queue again."""
        worker = get_current_worker()
        try:
            mark = self.inbox.mark()
            told: Message = Loaded(self.inbox.pending(), self._done_today(), mark)
        except InboxError as error:
            told = Failed(error, reading=True)
        # A thread cannot be stopped; what a later reading has overtaken is not told.
        if not worker.is_cancelled:
            self.post_message(told)

    def _done_today(self) -> int:
        today = str(self.inbox.today())
        entries = self.inbox.log(200)
        return sum(1 for e in entries if e.when[:10] == today and not e.undoes and not e.undone_by)

    @work(thread=True, group="commit")
    def commit(self, item: Item, decision: Decision, reason: str) -> None:
        """Make the commit of a decision; one at a time."""
        with self._committing:
            try:
                done = self.inbox.decide(item, decision, reason)
                self.post_message(Committed(done, item))
            except InboxError as error:
                self.post_message(Failed(error, item, reason))

    @work(thread=True, group="commit")
    def undo(self, decision_id: str | None) -> None:
        """Take a decision back, after any commit that is under way."""
        with self._committing:
            try:
                self.post_message(Committed(self.inbox.undo(decision_id)))
            except InboxError as error:
                self.post_message(Failed(error))

    def _look_for_changes(self) -> None:
        if self._mark and not self._committing.locked():
            self.look_at_disk()


def _home(root: Path) -> str:
    home = str(Path.home())
    return str(root).replace(home, "~", 1) if str(root).startswith(f"{home}/") else str(root)
