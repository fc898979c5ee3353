"""From an item and a decision to the change that carries it out: gather, then plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from inbox.domain import decision as d
from inbox.domain.edit import Change
from inbox.domain.item import Conflict, Item, Lone
from inbox.domain.snapshot import Snapshot
from inbox.errors import Refused
from inbox.plan import needs, plan
from inbox.policy.refusals import why_not
from inbox.service.gathering import Reader
from inbox.service.replaced import with_winner
from inbox.store.repository import Repository


@dataclass(frozen=True, slots=True)
class Signature:
    """Under which name a decision is made, when, and why."""

    decision_id: str
    now: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans the decisions of one reviewer in one repository."""

    repository: Repository
    clock: Callable[[], datetime]

    def signed(self, item: Item, decision: d.Decision, reason: str) -> Signature:
        """Return the signature of a decision that is made now."""
        named = self.repository.decision_id(item.id, _spelled(item, decision), reason)
        return Signature(named, self.clock(), reason)

    def change(self, reader: Reader, item: Item, decision: d.Decision, signed: Signature) -> Change:
        """Return the change of a decision on the texts of a reader.

        Raises:
            Refused: The verb is off.
            DecidedElsewhere: The block is gone or reads otherwise than it did.
            Unwritable: A header cannot be spliced safely.
        """
        if isinstance(decision, d.Restore) and isinstance(item, Lone):
            item = with_winner(item, self.repository)
        if off := why_not(decision, item, signed.now.date()):
            raise Refused(off)
        change = plan(item, decision, self._snapshot(reader, item, decision, signed))
        if isinstance(decision, d.Answer) and isinstance(item, Conflict):
            return replace(change, seen=())
        return change

    def paths(self, reader: Reader, item: Item, decision: d.Decision) -> tuple[str, ...]:
        """Return the files that a plan looks at."""
        return reader.paths(needs(item, decision, self.repository.layout))

    def _snapshot(
        self, reader: Reader, item: Item, decision: d.Decision, signed: Signature
    ) -> Snapshot:
        return Snapshot(
            root=str(self.repository.root),
            layout=self.repository.layout,
            texts={path: reader.text(path) for path in self.paths(reader, item, decision)},
            now=signed.now,
            reviewer=self.repository.reviewer(),
            decision_id=signed.decision_id,
            reason=signed.reason,
        )


def _spelled(item: Item, decision: d.Decision) -> str:
    """Return a decision in full: which memory replaces another one is part of it."""
    other = item.other if isinstance(item, Lone) else None
    return f"{decision!r} {other.path}" if other else repr(decision)
