"""Which keys the hint row offers for an item, and what they are called there."""

from __future__ import annotations

from inbox.app.actions import ACTIONS
from inbox.domain.item import Conflict, Item, Lone, MergeProposal, Notice, Question
from inbox.domain.status import Status

_ALWAYS = frozenset(action.id for action in ACTIONS if not action.id.startswith("decide."))
_CONFLICT = ("accept", "one", "two", "both", "no_conflict", "edit", "contest", "tombstone")


def offered(item: Item | None) -> frozenset[str]:
    """Return the ids of the actions that make sense for an item; all others say why not."""
    return _ALWAYS | {f"decide.{name}" for name in _verbs(item)}


def _verbs(item: Item | None) -> tuple[str, ...]:
    match item:
        case Conflict(a=a, b=b):
            disputed = Status.CONTESTED in (a.status, b.status)
            return (*_CONFLICT, "uncontest") if disputed else _CONFLICT
        case MergeProposal():
            return ("accept", "reject", "edit")
        case Question():
            return ("answer",)
        case Lone(member=member):
            return ("uncontest" if member.status is Status.CONTESTED else "contest", "tombstone")
        case Notice() | None:
            return ()


def words(item: Item | None) -> dict[str, tuple[str, str]]:
    """Return the words of the hint row, long and short, that differ for an item."""
    if not isinstance(item, Conflict) or not item.options:
        return {}
    third = "both" if len(item.options) == 2 else "pick"  # noqa: PLR2004
    return {
        "decide.one": ("pick 1", "pick"),
        "decide.two": ("pick 2", "pick"),
        "decide.both": (third, third),
        "decide.no_conflict": ("neither", "no"),
    }
