"""What was decided before, read once for a whole listing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inbox.domain.item import Broken, Member
from inbox.domain.memory import Memory
from inbox.domain.past import Removed
from inbox.formats import header_frame, ledgers, rows
from inbox.policy import removed
from inbox.policy.asked_again import Settlements
from inbox.policy.names import slug
from inbox.policy.removed import Removals
from inbox.policy.settling import claim_digest
from inbox.store import files
from inbox.store.repository import Repository

_NAME = re.compile(r"^name:[ \t]*(.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Past:
    """The settled ledger, the tombstones, and the log when a memory refers to it."""

    settlements: Settlements
    removals: Removals
    repository: Repository

    def removed(self, memory: Memory, passage: str = "") -> tuple[Removed, ...]:
        """Return the tombstones that a memory matches, unless a person has let it stay since."""
        if self.removals.empty:
            return ()
        found = removed.matching(memory, passage, self.removals)
        return () if found and self._allowed(memory, found) else found

    def _allowed(self, memory: Memory, found: tuple[Removed, ...]) -> bool:
        decisions = self.repository.decisions() if memory.scalar("verified_by") else ()
        return removed.allowed(memory, found, decisions)

    def blocked(self, member: Member) -> str:
        """Return why a member may not come back; empty when nothing blocks it."""
        found = self.removed(member.memory, member.passage) if member.memory else ()
        return removed.said(found) if found else ""

    def decisions_of(self, *members: Member) -> frozenset[str]:
        """Return the decisions that members name as theirs and that the log holds."""
        named = {m.memory.scalar("verified_by") for m in members if m.memory} - {""}
        return frozenset(named.intersection(self.repository.decisions())) if named else frozenset()

    def may_be_back(self, path: str, raw: bytes) -> bool:
        """Whether a file could be a removed memory; cheap, for a look at thousands."""
        known = self.removals
        if path in known.paths or slug(Memory(path, "").stem) in known.slugs:
            return True
        text = files.decoded(raw)
        name = _NAME.search(text)
        return (name is not None and slug(name[1]) in known.slugs) or (
            bool(known.claims) and claim_digest(_body(text)) in known.claims
        )


def _body(text: str) -> str:
    try:
        frame = header_frame.find(text)
    except header_frame.Unreadable as fault:
        return text[fault.body :]
    return text[frame.closed :] if frame else text


def read_past(repository: Repository) -> tuple[Past, list[Broken]]:
    """Return what the ledgers say, and the rows that cannot be read."""
    broken: list[Broken] = []
    found: dict[str, tuple[rows.Row, ...]] = {}
    for path in (repository.layout.settled, repository.layout.tombstones):
        found[path], bad = rows.rows_of(path, repository.look(path).text or "")
        broken += bad
    settled = Settlements(ledgers.settled(found[repository.layout.settled]))
    removals = removed.removals(ledgers.removed(found[repository.layout.tombstones]))
    return Past(settled, removals, repository), broken
