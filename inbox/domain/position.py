"""Where a person stopped in the queue of a root, so that the next session begins there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Position:
    """How the queue was looked at, and where the cursor was."""

    item: str = ""
    """The id of the item under the cursor; empty where there was none."""

    place: int = 0
    """Which row it stood on, from 0: where to go on when the item is gone."""

    filter: str = ""
    order: str = ""
    """Empty is the order of the settings."""

    grouping: str = ""
    """Empty is by kind."""
