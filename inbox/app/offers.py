"""Which keys the hint row offers for an item, and what they are called there."""

from __future__ import annotations

from inbox.app.actions import ACTIONS, DIGITS
from inbox.domain.item import (
    Candidate,
    Conflict,
    Item,
    Lone,
    MergeProposal,
    Notice,
    Question,
    Review,
)
from inbox.domain.status import Status

_ALWAYS = frozenset(action.id for action in ACTIONS if not action.id.startswith("decide."))
_DECIDING = frozenset(action.id for action in ACTIONS if action.decides)
_CONFLICT = (
    *("accept", "one", "two", "both", "no_conflict"),
    *("edit", "editor", "contest", "tombstone", "snooze"),
)


def offered(item: Item | None, *, read_only: bool = False) -> frozenset[str]:
    """Return the ids of the actions that make sense for an item; all others say why not."""
    found = _ALWAYS | {f"decide.{name}" for name in _verbs(item)}
    return found - _DECIDING if read_only else found


def _verbs(item: Item | None) -> tuple[str, ...]:
    match item:
        case Conflict(a=a, b=b, proposal=proposal):
            disputed = ("uncontest",) if Status.CONTESTED in (a.status, b.status) else ()
            return (*_CONFLICT, *_more(item), *(("reject",) if proposal else ()), *disputed)
        case MergeProposal() | Candidate():
            return ("accept", "reject", "edit", "editor", "snooze")
        case Question():
            return ("answer", "snooze")
        case Lone(member=member):
            dispute = "uncontest" if member.status is Status.CONTESTED else "contest"
            return (dispute, "tombstone", "snooze")
        case Review() | Notice():
            return _of_told(item)
        case None:
            return ()


def _of_told(item: Review | Notice) -> tuple[str, ...]:
    """Return the verbs of what is told and no conflict."""
    if isinstance(item, Review):
        return ("accept", "reject", "snooze") if item.acts else ("reject", "snooze")
    return ("answer", "snooze") if item.kind in ("audit", "rule") else ("snooze",)


def _more(item: Conflict) -> tuple[str, ...]:
    """Return the digits from 4 on that pick something; the one behind the options is both."""
    most = len(item.options) + 1 if item.options else 0
    return tuple(name for name, digit in DIGITS.items() if digit <= most)


_FOR_MANY = (
    *("accept", "one", "two", "both", "no_conflict"),
    *("reject", "contest", "tombstone", "snooze"),
)


def for_many(*, read_only: bool = False) -> frozenset[str]:
    """Return the ids of the actions that decide all marked items."""
    found = _ALWAYS | {f"decide.{name}" for name in _FOR_MANY}
    return found - _DECIDING if read_only else found


def words_for_many(count: int) -> dict[str, tuple[str, str]]:
    """Return the words of the hint row while items are marked."""
    return {"decide.accept": (f"accept {count} marked", f"accept {count}")}


def words(item: Item | None) -> dict[str, tuple[str, str]]:
    """Return the words of the hint row, long and short, that differ for an item."""
    if not isinstance(item, Conflict):
        return {}
    aside = {"decide.reject": ("set aside", "aside")}
    if not item.options:
        return aside
    third = "both" if len(item.options) == 2 else "pick"  # noqa: PLR2004
    return aside | {
        "decide.one": ("pick 1", "pick"),
        "decide.two": ("pick 2", "pick"),
        "decide.both": (third, third),
        "decide.no_conflict": ("neither", "no"),
    }
