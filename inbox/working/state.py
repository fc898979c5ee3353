"""The state of one working memory: entries, task, what was closed."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal
from uuid import NAMESPACE_URL, UUID, uuid5

Origin = Literal["agent", "user"]
GoalStatus = Literal["none", "open", "blocked"]
Ending = Literal["accomplished", "failed", "abandoned"]

CAP = 15
"""Entries of a working memory."""

CONTRADICTED = 0.1
"""The confidence at which an entry is marked; nothing is born with it."""

MOST_CLOSED = 100
"""Closed goals that can be reopened; older ones are in the log."""


def normalised(text: str) -> str:
    """Return a text as it is compared: case folded, white space collapsed, no full stop."""
    return " ".join(text.casefold().split()).removesuffix(".").rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One durable fact that the agent works by."""

    id: str
    """The handle, `m7`: what the model sees; never used twice."""

    uuid: str
    content: str
    category: str
    confidence: float
    evidence: str
    origin: Origin = "agent"
    pinned: bool = False
    created_turn: int = 0
    updated_turn: int = 0
    contradicted_turn: int | None = None
    """The turn at which its confidence fell to 0.1 or below; None when it is not marked."""

    previous_confidence: float | None = None
    """What a marked entry had before; `restore` gives it back."""

    supersedes: str = ""
    """The handle of the entry that this one replaced."""

    @property
    def protected(self) -> bool:
        """Whether only a person, or a contradiction before, lets it go."""
        return self.pinned or self.origin == "user"

    @property
    def marked(self) -> bool:
        return self.contradicted_turn is not None

    @property
    def number(self) -> int:
        return int(self.id[1:])


@dataclass(frozen=True, slots=True)
class ClosedGoal:
    """A goal that is no longer worked on."""

    text: str
    ending: Ending
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Where the agent stands; the lists are the state after the turn."""

    active_goal: str = ""
    progress: str = ""
    next_steps: str = ""
    key_decisions: tuple[str, ...] = ()
    open_loops: tuple[str, ...] = ()
    goal_status: GoalStatus = "none"
    unverified: bool = False
    """Whether `progress` claims a completion that nobody but the agent has seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A working memory after a turn."""

    file_id: str = str(uuid5(NAMESPACE_URL, "athenaeum-inbox:working"))
    """Of this memory; the entries' UUIDs are made of it and a counter."""

    turn: int = 0
    seq: int = 0
    """The number of the last handle that was given."""

    entries: tuple[Entry, ...] = ()
    graveyard: tuple[str, ...] = ()
    """Handles of entries that have left; none is given again."""

    closed_goals: tuple[ClosedGoal, ...] = ()
    task: Task = field(default_factory=Task)

    def entry(self, name: str) -> Entry | None:
        """Return the entry with a handle or a UUID."""
        return next((entry for entry in self.entries if name in (entry.id, entry.uuid)), None)

    def handle_of(self, name: str) -> str:
        """Return the handle that a name means here, live or dead; empty for none."""
        if live := self.entry(name):
            return live.id
        if name in self.graveyard:
            return name
        if name.startswith("m"):
            return ""
        return next((dead for dead in self.graveyard if self.uuid_of(int(dead[1:])) == name), "")

    def uuid_of(self, number: int) -> str:
        """Return the UUID of the entry with that number."""
        return str(uuid5(UUID(self.file_id), str(number)))


def digest_of(text: str) -> str:
    """Return the name of a state's text, 16 hex digits."""
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]
