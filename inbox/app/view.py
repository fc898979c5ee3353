"""How the person wants an item drawn: values that keys change and nothing else reads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

Mode = Literal["columns", "one", "plain"]
MODES: tuple[Mode, ...] = ("columns", "one", "plain")

EVERYTHING = 1_000_000
STEPS = (0, 2, 6, 20, EVERYTHING)
"""Rows around a marked one that are not folded, from least to most."""

USUAL = 2
SAID: dict[Mode, str] = {
    "columns": "side by side",
    "one": "one column",
    "plain": "plain: whole texts, nothing marked",
}


@dataclass(frozen=True, slots=True)
class View:
    """One way to draw the claims of an item."""

    mode: Mode = "columns"
    context: int = USUAL
    rows: int = 0
    """How many rows are on show, so that what clashes can be among them; 0 cuts nothing."""

    source: int = 0
    """The source of a merge that keys are about, from 0."""

    wraps: bool = True
    """Whether long lines go on in the next row; otherwise they are cut."""

    left_out: frozenset[str] = frozenset()
    """The sources of a merge that stay as they are, by path."""

    def turned(self) -> View:
        """Return the next mode."""
        return replace(self, mode=MODES[(MODES.index(self.mode) + 1) % len(MODES)])

    def widened(self, by: int) -> View:
        """Return the next step of context, up (1) or down (-1); it halts at both ends."""
        steps = STEPS if by > 0 else STEPS[::-1]
        following = dict(pairwise(steps))
        return replace(self, context=following.get(self.context, self.context))


def in_context(context: int) -> str:
    """Return a step of context in words."""
    if context >= EVERYTHING:
        return "nothing is folded"
    return f"{context} rows around what differs" if context else "only what differs"
