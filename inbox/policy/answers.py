"""What a rule of the chain may answer, by name and with the values it compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from inbox.domain.verdict import WINNERS, Action, Verdict
from inbox.policy.pair import Pair

RuleName = Literal[
    "tombstone",
    "contested",
    "inactive",
    "disjoint-validity",
    "scope-disjoint",
    "scope-override",
    "exception",
    "declared-supersedes",
    "declared-refines",
    "opinion-attribution",
    "user-authority",
    "layer",
    "verified-evidence",
    "precedence-tier",
    "tie-break-by-date",
]

CERTAIN = 1.0
"""The confidence of every rule: it compares values and guesses nothing."""


@dataclass(frozen=True, slots=True)
class AskPerson:
    """Only a person can decide; no model is asked, and nothing is proposed."""

    reason: str
    options: tuple[str, ...] = ()
    """One candidate a side, when the question can be put as a choice."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one rule says."""

    rule: RuleName
    says: Verdict | AskPerson | None
    """None when it is silent."""

    compared: str
    """The values it compared, in a few words."""


Rule = Callable[[Pair], Answer]


def proposed(rule: RuleName, action: Action, compared: str) -> Answer:
    """Answer with an action; the values compared are the rationale."""
    winner = WINNERS.get(action, "neither")
    return Answer(rule, Verdict(action, winner, compared, CERTAIN, f"rule:{rule}"), compared)


def asked(rule: RuleName, compared: str, options: tuple[str, ...] = ()) -> Answer:
    """Answer that the person decides."""
    return Answer(rule, AskPerson(compared, options), compared)


def silent(rule: RuleName, compared: str) -> Answer:
    """Leave it to the next rule."""
    return Answer(rule, None, compared)
