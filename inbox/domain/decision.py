"""What a person may decide about an item: a closed union of values.

A decision says what shall hold afterwards, never how it is written down: `plan()` is
the only place that turns one into edits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SideName = Literal["a", "b"]

PlaceKind = Literal["org", "locale", "project"]

Layer = Literal["L1", "L2"]
"""L1 is always injected, L2 is ordinary memory (design R19)."""

ExceptionKey = Literal["does_not_apply_when", "known_exceptions", "applies_when"]

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
class Window:
    """It holds until a day: an ISO date, inclusive; None is the day before the other begins."""

    until: str | None = None


@dataclass(frozen=True, slots=True)
class Within:
    """It holds in one organisation, locale or project only."""

    kind: PlaceKind
    name: str


@dataclass(frozen=True, slots=True)
class Unless:
    """It does not apply where this entry is met: a condition (`project:x`) or a phrase."""

    entry: str


Narrowing = Window | Within | Unless


@dataclass(frozen=True, slots=True)
class Scope:
    """Both are true; this side is narrowed so that the two no longer meet."""

    side: SideName
    to: Narrowing = Window()


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


@dataclass(frozen=True, slots=True)
class Supersede:
    """The other memory of a lone item replaces this one."""


@dataclass(frozen=True, slots=True)
class Deprecate:
    """Retire one memory on purpose; it is kept for audit."""


@dataclass(frozen=True, slots=True)
class Restore:
    """A superseded, deprecated or folded memory is in force again."""


@dataclass(frozen=True, slots=True)
class Except:
    """Say where a memory does not apply, or where alone it does."""

    entry: str
    key: ExceptionKey = "does_not_apply_when"


@dataclass(frozen=True, slots=True)
class Repair:
    """Quote what keeps a header from being read, or drop a byte order mark."""


@dataclass(frozen=True, slots=True)
class VerifyMemory:
    """A person has checked this memory."""


@dataclass(frozen=True, slots=True)
class SetLayer:
    """Put a memory on a layer; only a person makes L1."""

    layer: Layer


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
    | Supersede
    | Deprecate
    | Restore
    | Except
    | Repair
    | VerifyMemory
    | SetLayer
)
