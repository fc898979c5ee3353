"""What a plan may know about the world: texts, the day, who decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

from inbox.domain.layout import Layout


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The files a decision may touch, as they were when the person looked."""

    root: str
    """The absolute folder; athenaeum writes the sources of a merge below it."""

    layout: Layout
    texts: Mapping[str, str | None]
    """By path: queue files, members, ledgers, and every file that mentions a member."""

    now: datetime
    reviewer: str
    """`Name <email>` of the person who decides."""

    decision_id: str
    """12 hex digits, new for every decision."""

    reason: str = ""

    @property
    def today(self) -> date:
        """The day on the reviewer's own clock, which validity windows are written in."""
        return self.now.date()

    @property
    def stamp(self) -> str:
        """`YYYY-MM-DDTHH:MM:SSZ`, the only form athenaeum reads back."""
        return self.now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True, slots=True)
class Needs:
    """What has to be gathered before a decision can be planned."""

    paths: tuple[str, ...]
    pointers: tuple[str, ...] = ()
    """Every index page whose text holds one of these file names is wanted, too."""

    slugs: tuple[str, ...] = ()
    """Every memory that links to one of these, or bears it as its own name, is wanted."""
