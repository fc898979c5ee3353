"""What happened before to the memories of an item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Event:
    """A commit that touched a claim, an earlier decision, or a removal."""

    kind: Literal["commit", "decision", "tombstone"]
    about: str
    """`A`, `B`, `also`, `source 2`, `memory`, or the name a tombstone has."""

    path: str
    when: str
    """As git or the ledger writes it: ISO 8601."""

    who: str
    what: str
    """The subject of the commit; for a tombstone its reason and what was removed."""

    id: str
    """The full commit hash; the id of a decision or of a tombstone."""

    lines: tuple[int, int] | None = None
    """The lines of the file that a commit was asked about; None is the file as a whole."""

    taken_back: bool = False

    @property
    def where(self) -> str:
        """The lines as one says them: `13`, `13-15`; empty for a file as a whole."""
        first, last = self.lines or (0, 0)
        return "" if not first else str(first) if first == last else f"{first}-{last}"
