"""What a person may decide about an item: a closed union of values.

A decision says what shall hold afterwards, never how it is written down: `plan()` is
the only place that turns one into edits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SideName = Literal["a", "b"]

TombstoneReason = Literal[
    "user_requested", "erroneous", "transient", "privacy", "poisoned", "other"
]


@dataclass(frozen=True, slots=True)
class Keep:
    """This side holds; the other was valid and is superseded by it."""

    side: SideName


@dataclass(frozen=True, slots=True)
class Correct:
    """This side is right; the claim of the other was wrong and is removed."""

    side: SideName


@dataclass(frozen=True, slots=True)
class Forget:
    """This side is transient or no longer relevant, and is removed."""

    side: SideName


@dataclass(frozen=True, slots=True)
class Scope:
    """Both are true; this side is narrowed to end on a day.

    `until` is an ISO date, inclusive; None takes the day before the other side begins.
    """

    side: SideName
    until: str | None = None


@dataclass(frozen=True, slots=True)
class AttributeBoth:
    """Two opinions: both stay, each with its asserter."""


@dataclass(frozen=True, slots=True)
class NotAConflict:
    """The two do not contradict each other, or are not duplicates; never ask again."""


@dataclass(frozen=True, slots=True)
class DeprecateBoth:
    """Both are stale and are retired."""


@dataclass(frozen=True, slots=True)
class RetainBoth:
    """Both stay; `context` (may be empty) is a line that is added to both."""

    context: str = ""


@dataclass(frozen=True, slots=True)
class FileMerge:
    """Make a merge proposal out of the two sides of a conflict; it is decided on its own."""

    legacy: bool = False
    """Whether the proposal said `merge` where today's says `propose_merge`."""


@dataclass(frozen=True, slots=True)
class Approve:
    """Carry out a merge; `draft` replaces the proposed text when the person edited it.

    `left_out` holds the paths of sources that stay as they are.
    """

    draft: str | None = None
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick:
    """Answer an enumerated question: option `number` counts from 1.

    The number after the last option means both, 0 means neither. `never_true` removes the
    claim of the other side instead of superseding it. `value` is what holds when neither
    does; empty contests both.
    """

    number: int
    never_true: bool = False
    value: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A written answer to a question without two sides; athenaeum carries it out."""

    text: str


@dataclass(frozen=True, slots=True)
class Reject:
    """A merge shall not happen; a conflict stays open without its proposal."""


@dataclass(frozen=True, slots=True)
class Edit:
    """This side survives with `text` as its whole new content; the other is superseded."""

    side: SideName
    text: str


@dataclass(frozen=True, slots=True)
class Contest:
    """This side, or both, is disputed and no longer recalled as truth."""

    side: Literal["a", "b", "both"] = "a"


@dataclass(frozen=True, slots=True)
class Uphold:
    """A contested memory holds after all (uncontest)."""


@dataclass(frozen=True, slots=True)
class Tombstone:
    """Remove the memory of this side and block its return."""

    side: SideName = "a"
    why: TombstoneReason = "user_requested"


Decision = (
    Keep
    | Correct
    | Forget
    | Scope
    | AttributeBoth
    | NotAConflict
    | DeprecateBoth
    | RetainBoth
    | FileMerge
    | Approve
    | Pick
    | Answer
    | Reject
    | Edit
    | Contest
    | Uphold
    | Tombstone
)
