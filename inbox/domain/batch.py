"""Many decisions at once: what was shown for each, and what each came to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from inbox.domain.decision import Decision
from inbox.domain.edit import Change
from inbox.domain.item import Item
from inbox.domain.outcome import Done
from inbox.errors import InboxError


@dataclass(frozen=True, slots=True)
class Planned:
    """One item of many with the change that was shown for it.

    Whole files are not kept, for a queue file of megabytes would be kept once an item;
    `Inbox.preview_of` works them out.
    """

    item: Item
    decision: Decision
    reason: str
    now: datetime
    """When it was planned: the moment that its texts name."""

    paths: tuple[str, ...]
    """The files that the plan looked at."""

    change: Change
    snapshot: tuple[str, ...] = ()
    """Untracked or changed files that are committed as found first (design R5)."""

    notes: tuple[str, ...] = ()
    """What the person should know before deciding, a sentence each."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why one of many is not decided."""

    item: str
    """Its id, or the name that nothing has."""

    reason: str
    exit_status: int

    @classmethod
    def of(cls, item: str, error: InboxError) -> Refusal:
        return cls(item, str(error), error.exit_status)


@dataclass(frozen=True, slots=True)
class Made:
    """One of many is decided: a commit."""

    item: str
    done: Done


@dataclass(frozen=True, slots=True)
class Left:
    """One of many was not come to, for the batch was stopped; it waits as before."""

    item: str


Outcome = Made | Refusal | Left
