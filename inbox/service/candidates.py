"""Candidates: read from their ledger, and filed there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from inbox.domain.item import Broken, Candidate
from inbox.domain.memory import Memory
from inbox.domain.outcome import Preview
from inbox.domain.snapshot import Snapshot
from inbox.errors import Refused
from inbox.formats import candidates as ledger
from inbox.formats import rows
from inbox.formats.candidates import Claim
from inbox.formats.visible import hidden_count
from inbox.plan import candidates as plan
from inbox.policy import removed
from inbox.policy.settling import candidate_fingerprint
from inbox.policy.sources import read_source
from inbox.service.past import Past, read_past
from inbox.store.repository import Repository


def candidates(repository: Repository, past: Past) -> tuple[list[Candidate], list[Broken]]:
    """Return the claims that wait to become memories, and the rows that cannot be read."""
    path = repository.layout.candidates
    found, broken = ledger.read(path, repository.look(path).text or "")
    return [item_of(path, line, claim, past) for line, claim in found], broken


def item_of(path: str, line: str, claim: Claim, past: Past) -> Candidate:
    """Return a claim as an item; what was removed before says so, whatever its row says."""
    back = "" if past.removals.empty else _removed(claim, past)
    blocked = back or claim.blocked_by
    hidden = hidden_count(claim.text)
    flags = (
        *([f"{blocked}; accept it only if it is true again"] if blocked else []),
        *([f"it contains {hidden} hidden characters, spelled out"] if hidden else []),
    )
    return Candidate(
        id=claim.id,
        title=f"candidate: {claim.text.strip().partition(chr(10))[0]}",
        created=claim.made_at,
        flags=flags,
        text=claim.text,
        type=claim.type,
        source=read_source(claim.source),
        scope=claim.scope,
        evidence=claim.evidence,
        made_by=claim.made_by,
        blocked_by=blocked,
        ledger=path,
        row=line,
    )


def _removed(claim: Claim, past: Past) -> str:
    found = past.removed(Memory("", claim.text, {}, claim.text))
    return removed.said(found) if found else ""


class Filing:
    """Files claims as candidates, each in a commit of its own."""

    def __init__(self, repository: Repository, clock: Callable[[], datetime]) -> None:
        self._repository, self._clock = repository, clock

    def preview(self, claim: Claim, reason: str = "") -> Preview:
        """Return the commit that files a claim; writes nothing.

        Raises:
            Refused: It waits already, or was turned down.
        """
        path = self._repository.layout.candidates
        past, _ = read_past(self._repository)
        self._check(path, claim)
        item = item_of(path, "", claim, past)
        claim = _blocked(claim, item.blocked_by)
        item = item_of(path, ledger.render(claim), claim, past)
        change = plan.file(item, self._snapshot(path, item, reason))
        found = self._repository.needs_snapshot(change.paths)
        return Preview(change, self._repository.lowered(change.edits), found, tuple(item.flags))

    def stamp(self) -> str:
        """Return when, `YYYY-MM-DDTHH:MM:SSZ`."""
        return self._clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def _check(self, path: str, claim: Claim) -> None:
        waiting, _ = ledger.read(path, self._repository.look(path).text or "")
        if any(claim.id == other.id for _, other in waiting):
            raise Refused(f"it waits in the inbox already as {claim.id}.")
        for row in self._settled():
            if row.get("fingerprint") == candidate_fingerprint(claim.id):
                when = str(row.get("resolved_at"))[:10]
                raise Refused(
                    f"it was turned down on {when} ({row.get('inbox_id')}); undo that first if it "
                    "should be asked again."
                )

    def _settled(self) -> Sequence[rows.Row]:
        path = self._repository.layout.settled
        return rows.rows_of(path, self._repository.look(path).text or "")[0]

    def _snapshot(self, path: str, item: Candidate, reason: str) -> Snapshot:
        return Snapshot(
            root=str(self._repository.root),
            layout=self._repository.layout,
            texts={path: self._repository.read(path)},
            now=self._clock(),
            reviewer=self._repository.reviewer(),
            decision_id=self._repository.decision_id(item.id, "propose", reason),
            reason=reason,
        )


def _blocked(claim: Claim, why: str) -> Claim:
    values = {name: getattr(claim, name) for name in Claim.__dataclass_fields__}
    return Claim(**values | {"blocked_by": why})
