"""The two sides that the rules look at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inbox.domain.decision import SideName
from inbox.domain.item import Conflict, Member
from inbox.domain.memory import Memory

Tombstoned = Callable[[Member], str]
"""Why a member may not come back (`removed before, last on 2026-02-11, erroneous`), or nothing."""

_ATTRIBUTE = "**Attribute**:"
_COUNTS = (" (single)", " (open)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One memory, the words that clash, and whether it was removed before."""

    memory: Memory
    passage: str = ""
    blocked: str = ""
    """Why it may not come back; empty when no tombstone and no purge blocks it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two sides and what the detector says about them."""

    a: Side
    b: Side
    attribute: str = ""
    """What both give a value of; empty when the detector names nothing."""

    exclusive: bool = False
    """Whether the attribute has one value only."""

    decisions: frozenset[str] | None = frozenset()
    """The decisions that the log holds; None takes every claimed verification (eval)."""

    def side(self, name: SideName) -> Side:
        return self.a if name == "a" else self.b

    def other(self, name: SideName) -> Side:
        return self.b if name == "a" else self.a


def never(_: Member) -> str:
    """Say that nothing was ever removed."""
    return ""


def pair_of(
    conflict: Conflict,
    tombstoned: Tombstoned = never,
    decisions: frozenset[str] | None = frozenset(),
) -> Pair | None:
    """Return the pair behind a conflict; None when the rules have nothing to go by.

    That is: more than two members, one that cannot be read or touched, or one file twice.
    """
    members = conflict.a, conflict.b
    memories = tuple(member.memory for member in members if not member.problem)
    if conflict.also or conflict.a.path == conflict.b.path:
        return None
    match memories:
        case (Memory(problem=None) as a, Memory(problem=None) as b):
            name, exclusive = attribute_of(conflict.block.text)
            return Pair(
                a=Side(memory=a, passage=conflict.a.passage, blocked=tombstoned(conflict.a)),
                b=Side(memory=b, passage=conflict.b.passage, blocked=tombstoned(conflict.b)),
                attribute=name,
                exclusive=exclusive,
                decisions=decisions,
            )
        case _:
            return None


def attribute_of(block: str) -> tuple[str, bool]:
    """Return the name on a block's `**Attribute**` line, and whether it has one value only.

    A passage may hold a line of that look, so that two of them count as none.
    """
    lines = (line.rstrip() for line in block.split("\n") if line.startswith(_ATTRIBUTE))
    found = [line.removeprefix(_ATTRIBUTE) for line in lines if line.endswith(_COUNTS)]
    if len(found) != 1:
        return "", False
    name, _, count = found[0].strip().rpartition(" ")
    return name.rstrip(), count == "(single)"
