"""The first screen: the queue, the item, the patch."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Protocol

from textual import on
from textual.binding import Binding, BindingType

from inbox.app.actions import ACTIONS, BY_ID
from inbox.app.keyboard import first_key
from inbox.app.queue_view import QueueView
from inbox.app.resuming import position_of, view_of
from inbox.app.screens.framing import Framed
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
from inbox.app.spans import Line, Span, said
from inbox.app.widgets.bars import Bar
from inbox.app.widgets.cursor import CursorRows
from inbox.app.widgets.filter import FilterLine
from inbox.app.widgets.lower import Lower
from inbox.app.widgets.queue import CHANGED, UNDER_WAY
from inbox.config import Config
from inbox.domain.decision import Decision
from inbox.domain.item import Item
from inbox.domain.outcome import Preview
from inbox.domain.position import Position
from inbox.errors import Stale
from inbox.service import Inbox
from inbox.store.repository import READ_ONLY

GUARD = 0.25
"""Seconds for which deciding keys rest after an item came up by itself."""

POLL = 2.0
READING: Line = (Span(" reading …", "dim"),)


class Keys(Protocol):
    """What the keys of the screen do; `verbs.Verbs` is the real one."""

    def run(self, action_id: str) -> None: ...

    def filtered(self, text: str, *, typing: bool) -> None: ...

    def confirm(self, item: Item, decision: Decision, preview: Preview) -> None: ...


class InboxScreen(Framed):
    """What waits on the left, one item on the right; below 100 columns one at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(action.keys, f"do('{action.id}')", action.does, show=False, id=action.id)
        for action in ACTIONS
    ]

    def __init__(
        self, inbox: Inbox, root: Path, keys: Callable[[InboxScreen], Keys], config: Config
    ) -> None:
        """Show the inbox of `root`; `keys` makes what the keys of this screen do."""
        super().__init__(inbox, root)
        self.config = config
        self.guard = GUARD
        self._mark = ""
        self._came_up = 0.0
        self._signs: dict[str, str] = {}
        self._shown = ""
        self._keys = keys(self)
        self._begin: Position | None = inbox.position()
        self.queue_view = view_of(self._begin, config.order)
        self._reading = False
        self._known: set[str] | None = None
        self._leaving = False
        self.decided = 0

    # What is on show.

    def on_mount(self) -> None:
        self.say(READING)
        self.set_interval(POLL, self._look_for_changes)
        self.load()

    def look_at(self, view: QueueView) -> None:
        """Show the queue in another way; the cursor stays on its item when it is on show."""
        self.queue_view = view
        self.queue.show(self._pending, view)
        self.show_item()

    # What was told.

    @on(CursorRows.Moved)
    def show_item(self) -> None:
        self._shown = self.item.id if self.item else ""
        self.draw_queue_frame()
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

    @on(FilterLine.Typed)
    def filter_typed(self, event: FilterLine.Typed) -> None:
        self._keys.filtered(event.text, typing=True)

    @on(FilterLine.Closed)
    def filter_closed(self, event: FilterLine.Closed) -> None:
        self._keys.filtered(event.text, typing=False)
        if isinstance(self.focused, FilterLine):
            return
        if self.wide or self.has_class("queue-open"):
            self.queue.focus()
        else:
            self.set_focus(None)

    @on(Loaded)
    def show_pending(self, event: Loaded) -> None:
        self._pending, self._mark = event.pending, event.mark
        self._facts = replace(event.facts, root=self._facts.root)
        self.loaded = True
        known = {item.id for item in event.pending.items}
        self._tell_of_new(known)
        self._signs = {name: sign for name, sign in self._signs.items() if name in known}
        shown, self._reading = self._shown, False
        self.queue.sign(self._signs)
        self.queue.show(event.pending, self.queue_view)
        self._resume()
        self.show_item()
        self._leave_if_asked()
        if self._said == READING:
            self.say(())
        if self._shown != shown:
            self._came_up = time.monotonic()

    @on(Marked)
    def read_what_changed(self, event: Marked) -> None:
        if self._mark and event.mark != self._mark and not self.committing.locked():
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
        short, undo = event.done.commit[:7], first_key("undo.undo")
        self.say(
            (
                Span(" [ok] ", "ok"),
                *said(event.done.subject),
                Span(f"  {short}", "dim"),
                Span(f"  ({undo} undoes)" if event.item is not None and short else "", "dim"),
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
        if BY_ID[action_id].decides and self.inbox.read_only:
            self.warn(READ_ONLY)
            return
        self._keys.run(action_id)

    def give_reason(self, text: str) -> None:
        """Keep the reason for the next decision, and show the commit with it."""
        self.reason = text
        if self.item is not None:
            self.preview(self.item)

    def under_way(self, item_ids: Sequence[str]) -> None:
        """Sign items that are being committed."""
        self._signs |= dict.fromkeys(item_ids, UNDER_WAY)
        self.queue.sign(self._signs)

    def batch_ended(self, made: Sequence[str], problem: str) -> None:
        """Take note of a batch: what is decided, and what went wrong with all of it."""
        self.decided += len(made)
        self._signs = {name: sign for name, sign in self._signs.items() if sign != UNDER_WAY}
        self.queue.clear_marks()
        self._reading = True
        if problem:
            self.warn(problem)
        self.load()

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
        if self.config.advance:
            self.queue.move_items(1)
        self._came_up = time.monotonic()

    def leave(self) -> None:
        """End the program, after the commits that are under way."""
        self._leaving = True
        self.say((Span(" .. the commit is finished first", "dim"),))
        self._leave_if_asked()

    def _leave_if_asked(self) -> None:
        if self._leaving and not self._reading and UNDER_WAY not in self._signs.values():
            self._keep_position()
            ahead = f", {self._facts.ahead} not pushed" if self._facts.ahead else ""
            self.app.exit(f"{self.decided} decided, {len(self._pending.items)} left{ahead}")

    def _tell_of_new(self, known: set[str]) -> None:
        """Run the person's own command when more waits, unless their own undo brought it back."""
        command = self.config.notify_command
        new = set() if self._known is None else known - self._known
        if command and new and not self._reading:
            self.tell_person(command, len(new))
        self._known = known

    def _resume(self) -> None:
        """Go to where the person stopped; once, when the queue is read for the first time."""
        if (begin := self._begin) is not None and not self.queue.go_to_item(begin.item):
            self.queue.go_to(begin.place)
        self._begin = None

    def _keep_position(self) -> None:
        if self._begin is not None:
            return  # nothing has been on show
        name, place = self.item.id if self.item else "", self.queue.place
        self.inbox.stop_at(position_of(self.queue_view, name, place, self.config.order))

    def _look_for_changes(self) -> None:
        if self._mark and not self.committing.locked():
            self.look_at_disk()
