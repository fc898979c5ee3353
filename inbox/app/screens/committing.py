"""What the first screen writes in the background: one commit at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable

from textual import work

from inbox.app.screens.looking import Looking
from inbox.app.screens.messages import Committed, Failed
from inbox.domain.decision import Decision
from inbox.domain.item import Item
from inbox.domain.outcome import Done
from inbox.errors import InboxError
from inbox.service import Inbox


class Committing(Looking):
    """Workers on threads. They post messages and touch no widget."""

    def __init__(self, inbox: Inbox) -> None:
        super().__init__(inbox)
        self.committing = threading.Lock()
        """Held while a commit is made, by a batch for all of its commits."""

    @work(thread=True, group="commit")
    def commit(self, item: Item, decision: Decision, reason: str) -> None:
        """Make the commit of a decision."""
        with self.committing:
            try:
                done = self.inbox.decide(item, decision, reason)
                self.post_message(Committed(done, item))
            except InboxError as error:
                self.post_message(Failed(error, item, reason))

    def undo(self, decision_id: str | None) -> None:
        """Take a decision back, after any commit that is under way."""
        self._turn_back(lambda: self.inbox.undo(decision_id))

    def redo(self) -> None:
        """Take the last undo back, after any commit that is under way."""
        self._turn_back(self.inbox.redo)

    @work(thread=True, group="commit")
    def _turn_back(self, turn: Callable[[], Done]) -> None:
        with self.committing:
            try:
                self.post_message(Committed(turn()))
            except InboxError as error:
                self.post_message(Failed(error))
