"""What the first screen reads in the background: nothing here writes."""

from __future__ import annotations

from textual import work
from textual.message import Message
from textual.screen import Screen
from textual.worker import get_current_worker

from inbox.app import draw_patch, outside
from inbox.app.choices import Choices
from inbox.app.screens.messages import (
    Failed,
    Loaded,
    Looked,
    Marked,
    Previewed,
    Reasoned,
    Remembered,
)
from inbox.app.widgets.bars import Facts
from inbox.domain.decision import Decision
from inbox.domain.item import Item, Pending, Review
from inbox.errors import BadUsage, InboxError
from inbox.service import Inbox


class Looking(Screen[None]):
    """Workers on threads. They post messages and touch no widget."""

    def __init__(self, inbox: Inbox) -> None:
        super().__init__()
        self.inbox = inbox
        self.reason = ""
        self.choices = Choices()

    @work(thread=True, exclusive=True, group="load")
    def load(self) -> None:
        """Read the queue again."""
        worker = get_current_worker()
        try:
            mark = self.inbox.mark()
            pending = self.inbox.pending()
            told: Message = Loaded(pending, self._facts_of(pending), mark)
        except InboxError as error:
            told = Failed(error, reading=True)
        # A thread cannot be stopped; what a later reading has overtaken is not told.
        if not worker.is_cancelled:
            self.post_message(told)

    def _facts_of(self, pending: Pending) -> Facts:
        ahead, behind = self.inbox.unpushed() or (0, 0)
        return Facts(
            branch=self.inbox.branch(),
            left=len(pending.items),
            done=self._done_today(),
            snoozed=len(pending.snoozed),
            ahead=ahead,
            behind=behind,
            read_only=self.inbox.read_only,
        )

    def _done_today(self) -> int:
        today = str(self.inbox.today())
        entries = self.inbox.log(200)
        return sum(1 for e in entries if e.when[:10] == today and not e.undoes and not e.undone_by)

    @work(thread=True, exclusive=True, group="preview")
    def preview(self, item: Item) -> None:
        """Work out what accepting an item would write."""
        worker, decision = get_current_worker(), self.choices.accepting(self.inbox, item)
        if worker.is_cancelled:
            return
        try:
            if decision is None or isinstance(item, Review):
                told = Previewed(item.id, None, draw_patch.nothing(item))
            else:
                told = Previewed(item.id, self.inbox.preview(item, decision, self.reason))
        except InboxError as error:
            told = Previewed(item.id, None, str(error))
        if not worker.is_cancelled:
            self.post_message(told)

    @work(thread=True, exclusive=True, group="page")
    def look_into(self, item: Item, page: str) -> None:
        """Read what a page of the lower box shows; git is stopped when another one is asked for."""
        worker = get_current_worker()
        try:
            if page == "why":
                told: Message = Reasoned(item.id, self.inbox.explained(item))
            else:
                told = Remembered(item.id, self.inbox.history(item, lambda: worker.is_cancelled))
        except InboxError as error:
            told = Failed(error)
        if not worker.is_cancelled:
            self.post_message(told)

    @work(thread=True, exclusive=True, group="look")
    def look(self, item: Item, decision: Decision) -> None:
        """Work out what a decision that is asked about first would write."""
        try:
            preview = self.inbox.preview(item, decision, self.reason)
            self.post_message(Looked(item, decision, preview))
        except InboxError as error:
            self.post_message(Failed(error))

    @work(thread=True, group="notify")
    def tell_person(self, command: str, count: int) -> None:
        """Run the person's own command; say when it fails."""
        if problem := outside.call_person(command, count):
            self.post_message(Failed(BadUsage(problem), reading=True))

    # A folder over a network may take its time to answer.
    @work(thread=True, exclusive=True, group="disk")
    def look_at_disk(self) -> None:
        """Ask whether the head or a queue file has changed."""
        worker, mark = get_current_worker(), self.inbox.mark()
        if not worker.is_cancelled:
            self.post_message(Marked(mark))
