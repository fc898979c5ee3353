"""Whether an item passes a filter; only what is known of the item itself counts."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from datetime import date
from fnmatch import fnmatchcase

from inbox.domain.item import (
    Candidate,
    Conflict,
    Item,
    MergeProposal,
    Notice,
    Question,
    Review,
    kind_of,
    members_of,
)
from inbox.domain.source import Source
from inbox.policy.ages import age_days
from inbox.policy.filters.reading import NOTHING
from inbox.policy.filters.terms import Bounded, Filter, Named, Says, Test

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
_GLOB = frozenset("*?[")


def matches(wanted: Filter, item: Item, today: date) -> bool:
    """Whether an item passes; words are compared without regard to case."""
    if not wanted.alternatives:
        return True
    return any(
        all(_holds(term.test, item, today) is not term.negated for term in terms)
        for terms in wanted.alternatives
    )


def _holds(test: Test, item: Item, today: date) -> bool:
    match test:
        case Says(text):
            return any(text.casefold() in said.casefold() for said in _said(item))
        case Bounded():
            numbers = _numbers(test.key, item, today)
            return any(_COMPARE[test.operator](number, test.number) for number in numbers)
        case Named(key, value):
            return _NAMED[key](value, item)


def _said(item: Item) -> Iterator[str]:
    yield item.title
    if isinstance(item, Conflict | Question):
        yield item.question
    if isinstance(item, Notice | Candidate | Review):
        yield item.text
    for member in members_of(item):
        yield member.memory.name if member.memory else member.ref
        yield member.passage


def _numbers(key: str, item: Item, today: date) -> Iterator[float]:
    """Yield what a bound is compared with; nothing where the item says nothing of it."""
    if key == "tier":
        yield from (source.tier for source in _sources(item))
    elif key == "age":
        age = age_days(item, today)
        if age is not None:
            yield age
    else:
        confidence = confidence_of(item)
        if confidence is not None:
            # As it is shown: with two decimals.
            yield round(confidence, 2)


def confidence_of(item: Item) -> float | None:
    """Return how sure the proposal is; without one, the rule."""
    verdict = item.proposal or item.rule
    return verdict.confidence if verdict else None


def _proposes(action: str, item: Item) -> bool:
    said = [verdict.action for verdict in (item.proposal, item.rule) if verdict is not None]
    if action == NOTHING:
        return not said
    return any(each.startswith(action) for each in said)


def _paths(item: Item) -> Iterator[str]:
    for member in members_of(item):
        yield member.path or member.ref
    if isinstance(item, MergeProposal):
        yield item.target_path


def _sources(item: Item) -> Iterator[Source]:
    if isinstance(item, Candidate):
        yield item.source
    yield from (member.source for member in members_of(item))


def _is_path(value: str, path: str) -> bool:
    """Whether a path has a part in it, or is what a pattern with `*`, `?` or `[` means."""
    if _GLOB & {*value}:
        return fnmatchcase(path, value)
    return value.casefold() in path.casefold()


def _is_source(value: str, source: Source) -> bool:
    written = source.written.casefold()
    return value == source.word.casefold() or written == value or written.startswith(f"{value}:")


def _is_kind(value: str, item: Item) -> bool:
    return value == kind_of(item) or (value == "notice" and isinstance(item, Notice))


def _disputed(item: Item) -> bool:
    return bool(item.proposal and item.rule and item.proposal.action != item.rule.action)


_IS: dict[str, Callable[[Item], bool]] = {
    "answered": lambda item: bool(getattr(item, "answer_file", "")),
    "disputed": _disputed,
    "flagged": lambda item: bool(item.flags),
    "missing": lambda item: any(member.path is None for member in members_of(item)),
}

_NAMED: dict[str, Callable[[str, Item], bool]] = {
    "kind": _is_kind,
    "action": _proposes,
    "is": lambda value, item: _IS[value](item),
    "entity": lambda value, item: value.casefold() in item.title.casefold(),
    "id": lambda value, item: item.id.startswith(value),
    "path": lambda value, item: any(_is_path(value, path) for path in _paths(item)),
    "source": lambda value, item: any(
        _is_source(value.casefold(), source) for source in _sources(item)
    ),
}
