"""From an entry of a working memory to a candidate: a person says that it deserves to last."""

from __future__ import annotations

from dataclasses import dataclass

from inbox.domain.outcome import Done, Preview
from inbox.errors import BadUsage, Refused
from inbox.formats import candidates as ledger
from inbox.formats.candidates import Claim
from inbox.service.candidates import Filing
from inbox.service.working import WorkingMemory
from inbox.store.repository import Repository
from inbox.working.events import Event
from inbox.working.state import Entry

_FEEDBACK = ("user_preference", "preference", "correction", "feedback")
"""Categories that become memories of the type `feedback`."""


@dataclass(frozen=True, slots=True)
class Promoting:
    """Files entries of one working memory."""

    repository: Repository
    memory: WorkingMemory
    filing: Filing

    def preview(self, handle: str, kind: str = "", scope: str = "", reason: str = "") -> Preview:
        """Return the commit that files an entry; writes nothing.

        Raises:
            Refused: There is no such entry, it is disputed, waits already, or was turned down.
            BadUsage: The scope cannot be a folder.
        """
        return self.filing.preview(self._claim(self._entry(handle), kind, scope), reason)

    def file(self, handle: str, found: Preview) -> Done:
        """Make the commit that was previewed, and note it in the log; the entry stays."""
        done = self.repository.apply(found.change)
        entry, item = self._entry(handle), found.change.message.trailer("Inbox-Item")
        event = Event(code="promoted", handle=entry.id, entry=entry, detail=item)
        self.memory.by_hand(lambda state: (state, (event,)))
        return done

    def _entry(self, handle: str) -> Entry:
        entry = self.memory.state().entry(handle)
        if entry is None:
            raise Refused(f"there is no entry {handle!r}; `working show` lists them.")
        if entry.marked:
            raise Refused(
                f"{entry.id} was contradicted at turn {entry.contradicted_turn}; it cannot become "
                "a memory as it stands."
            )
        return entry

    def _claim(self, entry: Entry, kind: str, scope: str) -> Claim:
        if scope and not ledger.is_scope(scope):
            raise BadUsage(
                f"{scope!r} cannot be a scope; it takes the name of an auto-memory folder."
            )
        if scope and self.repository.layout.kind == "folder":
            raise BadUsage("a plain folder has no scopes; leave --scope out.")
        # The number of the turn makes the source one that can be looked up in the log.
        who = "user" if entry.origin == "user" else "claude"
        given = "feedback" if entry.category in _FEEDBACK else "project"
        return Claim(
            id=ledger.name_of(entry.content, scope),
            text=entry.content,
            type=kind or given,
            source=f"{who}:working-{self.memory.agent}-turn-{entry.updated_turn}",
            scope=scope,
            layer="L2",
            evidence=entry.evidence,
            made_at=self.filing.stamp(),
            made_by=f"working:{self.memory.agent}:{entry.id}",
        )
