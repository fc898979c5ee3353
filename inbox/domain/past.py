"""What was decided before, as the ledgers keep it: settled questions and removals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Settled:
    """A row of the settled ledger that a person stands behind."""

    members: frozenset[str]
    """The paths of the memories; references as written where athenaeum wrote the row."""

    action: str
    when: str
    """`YYYY-MM-DDTHH:MM:SSZ`."""

    decision: str = ""
    """The `Inbox-Id`; empty where athenaeum wrote the row."""

    claims: tuple[str, ...] = ()
    """What both sides said, normalised; none when it is about a merge."""

    digests: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The digest of each member's claim, by path; none where athenaeum wrote the row."""

    bodies: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The digest of each member's body after the decision, by path."""

    @property
    def said(self) -> str:
        """The decision in a few words: `keep_a on 2026-05-01 (4f1c2a90b3de)`."""
        return f"{self.action} on {self.when[:10]}" + (f" ({self.decision})" * bool(self.decision))


@dataclass(frozen=True, slots=True)
class Removed:
    """A row of the tombstones."""

    path: str
    name: str
    part: str
    """`memory`, or `passage` when the memory stayed and only its claim went."""

    mode: str
    """`audit` or `privacy_purge`."""

    why: str
    when: str
    claim: str
    """The digest of the normalised claim; empty after a purge."""

    decision: str = ""
    """The `Inbox-Id` of the decision that removed it."""
