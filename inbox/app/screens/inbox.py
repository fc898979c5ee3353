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
from textual.screen import Screen

from inbox.app import draw_claims, draw_item, draw_patch
from inbox.app.actions import ACTIONS, BY_ID
from inbox.app.draw_empty import empty, too_small
from inbox.app.screens.messages import Committed, Failed, Loaded, Previewed
from inbox.app.screens.verbs import Verbs
from inbox.app.spans import Line, Span, said
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
WIDE = 100
MOST_HEAD = 9


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
        self.say((Span(" reading …", "dim"),))
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
        self.query_one("#hints", Bar).show(hints(width, self._verbs.allowed(self.item)))

    def say(self, line: Line) -> None:
        """Say something in the lowest row."""
        self.query_one("#status", Bar).show(line)

    def warn(self, text: str) -> None:
        """Say why something did not happen."""
        self.say((Span(" ! ", "warn"), *said(text, "warn")))

    def _draw_item(self, *, keep_place: bool = False) -> None:
        head, claims = self.query_one("#head", Lines), self.query_one("#claims", Lines)
        item = self.item
        width = max(10, self.query_one("#item").size.width - 4)
        if item is None:
            self._draw_nothing(width)
            return
        position = f"{self.queue.place + 1}/{self.queue.count} " if not self.wide else ""
        head.border_title = Content(one_line(position + draw_item.title(item, self.inbox.today())))
        lines = draw_item.head(item, width)[:MOST_HEAD]
        head.styles.height = len(lines) + 1
        head.show(lines)
        claims.show(draw_claims.claims(item, width, columns=self.wide), keep_place=keep_place)

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
        self.queue.border_title = (
            f"Queue {self.queue.place + 1 if self.queue.count else 0}/{self.queue.count}"
        )
        self.queue.border_subtitle = ""
        self._draw_bars()
        self._draw_item()
        if self.item is not None:
            self.query_one("#patch", Lines).show([])
            self.preview(self.item)

    @on(CursorRows.Opened)
    def open_item(self) -> None:
        self.remove_class("queue-open")
        self.query_one("#claims").focus()

    @on(Loaded)
    def show_pending(self, event: Loaded) -> None:
        self._pending, self._mark = event.pending, event.mark
        self._facts = Facts(
            _home(self._root), self.inbox.branch(), len(event.pending.items), event.done_today
        )
        known = {item.id for item in event.pending.items}
        self._signs = {name: sign for name, sign in self._signs.items() if name in known}
        self.queue.sign(self._signs)
        self.queue.show(event.pending)
        if "reading" in "".join(span.text for span in self.query_one("#status", Bar).line):
            self.say(())

    @on(Previewed)
    def show_preview(self, event: Previewed) -> None:
        if self.item is None or event.item_id != self.item.id:
            return
        patch = self.query_one("#patch", Lines)
        if event.preview is None:
            patch.border_title = "Patch"
            patch.show([said(event.why_not, "dim")] if event.why_not else [])
            return
        count = len(event.preview.files)
        patch.border_title = f"Patch  {count} files, applies"
        patch.show(draw_patch.patch(event.preview))

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
        try:
            mark = self.inbox.mark()
            self.post_message(Loaded(self.inbox.pending(), self._done_today(), mark))
        except InboxError as error:
            self.post_message(Failed(error))

    def _done_today(self) -> int:
        today = str(self.inbox.today())
        entries = self.inbox.log(200)
        return sum(1 for e in entries if e.when[:10] == today and not e.undoes and not e.undone_by)

    @work(thread=True, exclusive=True, group="preview")
    def preview(self, item: Item) -> None:
        """Work out what accepting an item would write."""
        decision = self.inbox.proposed(item)
        if decision is None:
            self.post_message(
                Previewed(item.id, None, "choose a verb; nothing can be accepted as it stands")
            )
            return
        try:
            self.post_message(Previewed(item.id, self.inbox.preview(item, decision)))
        except InboxError as error:
            self.post_message(Previewed(item.id, None, str(error)))

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
