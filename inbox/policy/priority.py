"""Which of two memories comes first: seven steps, the first difference decides.

A tie is a result. Nothing here falls back on order, name or clock (spec policy.md §2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from inbox.domain.decision import SideName
from inbox.domain.memory import Memory
from inbox.domain.source import Source
from inbox.domain.status import Status
from inbox.policy.dates import moment_of
from inbox.policy.exceptions import Situation, fit
from inbox.policy.kinds import Kind, declared_kind
from inbox.policy.scope import Relation, Scope, relation, scope_of
from inbox.policy.sources import UNPROVEN, is_user, source_of
from inbox.policy.status import in_validity, shown_status, statement_date, status_of
from inbox.policy.verification import Verification, verification_of

StepName = Literal[
    "eligibility", "user authority", "scope", "layer", "verification", "trust", "recency"
]
Outcome = Literal["a", "b", "equal", "ask"]


@dataclass(frozen=True, slots=True)
class Context:
    """What the comparison may know besides the two memories."""

    today: date | None = None
    """Read for validity only; None leaves validity alone."""

    here: Scope | None = None
    """The place in question; None compares the two without one."""

    situation: Situation | None = None
    """What exceptions are matched against; None leaves them alone."""

    decisions: frozenset[str] | None = frozenset()
    """The decisions that the log holds; None takes every claimed verification (eval)."""

    key: str | None = None
    """The field in question: its own source counts before that of the page."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step with the value of each side."""

    number: int
    name: StepName
    a: str
    b: str
    outcome: Outcome
    why: str = ""
    """Why only a person can say, when the outcome is `ask`."""


@dataclass(frozen=True, slots=True)
class Priority:
    """The steps that were taken; the last one decided, or failed to."""

    steps: tuple[Step, ...]

    @property
    def decided_by(self) -> StepName:
        """The step that decided, or at which the comparison ended without a winner."""
        return self.steps[-1].name

    @property
    def winner(self) -> SideName | None:
        """The side that comes first; None when a person has to say."""
        outcome = self.steps[-1].outcome
        return outcome if outcome in ("a", "b") else None

    @property
    def loser(self) -> SideName | None:
        return None if self.winner is None else _OTHER[self.winner]

    @property
    def needs_review(self) -> bool:
        return self.winner is None

    @property
    def sentence(self) -> str:
        """The comparison as a screen shows it, apart from any verdict."""
        step = self.steps[-1]
        where = f"at step {step.number} ({step.name})"
        match self.winner:
            case "a":
                return f"A {step.a} outranks B {step.b} {where}"
            case "b":
                return f"B {step.b} outranks A {step.a} {where}"
            case None:
                return f"neither outranks the other {where}: A {step.a}, B {step.b}; {step.why}"


_OTHER: dict[SideName, SideName] = {"a": "b", "b": "a"}


@dataclass(frozen=True, slots=True)
class _Standing:
    """Everything about one side that a step may look at."""

    status: Status
    shown: str
    barred: str
    source: Source
    scope: Scope
    layer: str
    verification: Verification
    kind: Kind | None
    date: str


def priority(a: Memory, b: Memory, context: Context) -> Priority:
    """Compare two memories; total, and the mirror image when the sides are swapped."""
    sides = _standing(a, context), _standing(b, context)
    steps: list[Step] = []
    for step in _STEPS:
        steps.append(step(*sides, context))
        if steps[-1].outcome != "equal":
            break
    return Priority(tuple(steps))


def _standing(memory: Memory, context: Context) -> _Standing:
    verification = verification_of(memory, context.decisions)
    return _Standing(
        status_of(memory),
        shown_status(memory),
        _barred(memory, verification, context),
        source_of(memory, context.key),
        scope_of(memory),
        memory.scalar("layer").upper() or "L2",
        verification,
        declared_kind(memory),
        statement_date(memory),
    )


def _barred(memory: Memory, verification: Verification, context: Context) -> str:
    """Say why a memory is not in force here; empty when it is."""
    status = status_of(memory)
    if status not in (Status.ACTIVE, Status.CONTESTED):
        return shown_status(memory)
    if context.today and not in_validity(memory, context.today):
        return "outside its validity"
    if verification.rank < 0:
        return "verification rejected"
    if memory.scalar("layer").upper() == "L3":
        return "layer L3"
    found = fit(memory, context.situation) if context.situation else None
    return found.reason if found else ""


def _eligibility(a: _Standing, b: _Standing, _: Context) -> Step:
    values = a.barred or a.shown, b.barred or b.shown
    if Status.CONTESTED in (a.status, b.status):
        return Step(0, "eligibility", *values, "ask", "a contested memory waits for a person")
    if a.barred and b.barred:
        return Step(0, "eligibility", *values, "ask", "neither is in force here")
    return Step(0, "eligibility", *values, _first(not a.barred, not b.barred))


def _authority(a: _Standing, b: _Standing, context: Context) -> Step:
    values = a.source.badge, b.source.badge
    user = is_user(a.source), is_user(b.source)
    if not (_here(a, context) and _here(b, context)):
        return Step(1, "user authority", *values, "equal")
    match _relation(a, b, context):
        case "equal":
            return Step(1, "user authority", *values, _first(*user))
        case "descendant" if not user[0] and b.source.tier == 1:
            return Step(1, "user authority", *values, "ask", _OVERRIDE)
        case "ancestor" if not user[1] and a.source.tier == 1:
            return Step(1, "user authority", *values, "ask", _OVERRIDE)
        case _:
            return Step(1, "user authority", *values, "equal")


_OVERRIDE = "what no person said does not override a person's broader word"


def _scope(a: _Standing, b: _Standing, context: Context) -> Step:
    values = a.scope.written, b.scope.written
    here = _here(a, context), _here(b, context)
    if here == (False, False):
        return Step(2, "scope", *values, "ask", "neither is about this place")
    if here != (True, True):
        return Step(2, "scope", *values, _first(*here))
    match _relation(a, b, context):
        case "descendant":
            return Step(2, "scope", *values, "a")
        case "ancestor":
            return Step(2, "scope", *values, "b")
        case "equal":
            return Step(2, "scope", *values, "equal")
        case "sibling":
            return Step(2, "scope", *values, "ask", "they are about different places")


def _here(side: _Standing, context: Context) -> bool:
    if context.here is None:
        return True
    return relation(side.scope, context.here) in ("equal", "ancestor")


def _relation(a: _Standing, b: _Standing, context: Context) -> Relation:
    """Say which scope is narrower; where both hold, a project is narrower than a domain."""
    found = relation(a.scope, b.scope)
    if found != "sibling" or context.here is None or a.scope.level == b.scope.level:
        return found
    return "descendant" if a.scope.level > b.scope.level else "ancestor"


def _layer(a: _Standing, b: _Standing, _: Context) -> Step:
    return Step(3, "layer", a.layer, b.layer, _first(a.layer == "L1", b.layer == "L1"))


def _verification(a: _Standing, b: _Standing, _: Context) -> Step:
    values = a.verification.shown, b.verification.shown
    outcome = _first(a.verification.rank, b.verification.rank)
    return Step(4, "verification", *values, outcome)


def _trust(a: _Standing, b: _Standing, _: Context) -> Step:
    values = a.source.badge, b.source.badge
    outcome = _first(-a.source.tier, -b.source.tier)
    best = min(a.source, b.source, key=lambda source: source.tier)
    if outcome != "equal" and best.word == UNPROVEN:
        why = "its first tier rests on its own claim of approval"
        return Step(5, "trust", *values, "ask", why)
    return Step(5, "trust", *values, outcome)


_DATED = (Kind.PREFERENCE, Kind.DECISION)


def _recency(a: _Standing, b: _Standing, _: Context) -> Step:
    values = a.date or "undated", b.date or "undated"
    one, other = moment_of(a.date), moment_of(b.date)
    if a.kind not in _DATED or b.kind not in _DATED:
        why = "a date settles preferences and decisions only"
    elif one is None or other is None:
        why = "a missing date is not older"
    elif one.after(other) or other.after(one):
        return Step(6, "recency", *values, "a" if one.after(other) else "b")
    else:
        why = "both were said at the same time"
    return Step(6, "recency", *values, "ask", why)


_STEPS: tuple[Callable[[_Standing, _Standing, Context], Step], ...] = (
    _eligibility,
    _authority,
    _scope,
    _layer,
    _verification,
    _trust,
    _recency,
)


def _first(a: int, b: int) -> Outcome:
    """Return the side with the higher value."""
    if a == b:
        return "equal"
    return "a" if a > b else "b"
