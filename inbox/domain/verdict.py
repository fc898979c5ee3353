"""What a rule or a model says about an item. A verdict proposes; only a person decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Action = Literal[
    "keep_a",
    "keep_b",
    "correct_a",
    "correct_b",
    "forget_a",
    "forget_b",
    "scope_a",
    "scope_b",
    "attribute_both",
    "not_a_conflict",
    "propose_merge",
    "merge",
    "deprecate_both",
    "retain_both_with_context",
]
ACTIONS: frozenset[str] = frozenset(get_args(Action))

Winner = Literal["a", "b", "merge", "neither"]

WINNERS: dict[str, Winner] = {
    "keep_a": "a",
    "keep_b": "b",
    "correct_a": "a",
    "correct_b": "b",
    "forget_a": "b",
    "forget_b": "a",
    "propose_merge": "merge",
    "merge": "merge",
}
"""The winner each action implies; every other action has none (`neither`)."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A proposed action for an item, and who says so."""

    action: str
    """One of `ACTIONS`, or what the queue says in its place (then it cannot be accepted)."""

    winner: Winner
    rationale: str
    confidence: float | None
    """0 to 1; None when the queue gives none or one that is no number."""

    decided_by: str
    """`queue`, `rule:<name>` or `model:<id>`."""

    @property
    def known(self) -> bool:
        """Whether the action is one that can be carried out."""
        return self.action in ACTIONS
