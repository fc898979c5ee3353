"""Whether a narrowing of one side keeps two memories apart (spec policy.md §3).

The header as it would be is put through rules 4 to 6 of the chain: what they do not take
for separate would be found as a conflict again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from inbox.domain import decision as d
from inbox.domain.item import Member
from inbox.domain.memory import Memory, Value
from inbox.domain.verdict import Verdict
from inbox.policy.answers import AskPerson
from inbox.policy.dates import day_of
from inbox.policy.exceptions import Situation, entries, entry_problem, matched
from inbox.policy.pair import Pair, Side
from inbox.policy.scope import relation, scope_of
from inbox.policy.settling import claim_of
from inbox.policy.standing_rules import (
    disjoint_validity,
    exception,
    scope_disjoint,
    scope_override,
)
from inbox.policy.status import window

UNLESS: d.ExceptionKey = "does_not_apply_when"
_RULES = (disjoint_validity, scope_disjoint, scope_override, exception)
_PLACES = ("org", "locale", "project", "domain", "resource")


@dataclass(frozen=True, slots=True)
class Cut:
    """One side that is narrowed, the other one, and the day it happens."""

    name: d.SideName
    narrowed: Member
    other: Member
    today: date

    @property
    def said(self) -> str:
        return f"side {self.name.upper()}"

    @property
    def other_said(self) -> str:
        return f"side {self.other_letter}"

    @property
    def other_letter(self) -> str:
        return "B" if self.name == "a" else "A"


def last_day(to: d.Window, other: Memory) -> str | None:
    """Return the day a narrowed side ends on; None when the other does not say when it begins."""
    begins, _ = window(other)
    return to.until or (str(begins - timedelta(days=1)) if begins else None)


def place_of(memory: Memory, to: d.Within) -> dict[str, Value]:
    """Return the `scope` a memory gets: what it says already, and the new place."""
    value = memory.header.get("scope")
    return {**(value if isinstance(value, dict) else _mapping(value)), to.kind: to.name.strip()}


def _mapping(value: Value) -> dict[str, Value]:
    """Return a scope that is written as a text, `project: x` or `org/acme`, as a mapping."""
    text = value.strip() if isinstance(value, str) else ""
    for mark in (":", "/"):
        kind, found, name = text.partition(mark)
        if found and kind.strip().lower() in _PLACES and name.strip():
            return {kind.strip().lower(): name.strip()}
    return {}


def reasons(to: d.Narrowing, cut: Cut) -> Iterator[str]:
    """Yield why a narrowing cannot be written, or would not separate the two."""
    match to:
        case d.Window():
            yield from _window(to, cut)
        case d.Within():
            yield from _place(to, cut)
        case d.Unless(entry):
            if problem := entry_problem(entry):
                yield problem
            elif not _met(entry, cut) and not _apart(_changed(to, cut), cut):
                yield _not_met(entry, cut)


def _changed(to: d.Narrowing, cut: Cut) -> Memory:
    """Return the narrowed memory with the header it would have."""
    memory = cut.narrowed.require()
    entry = _entry(to, memory, cut.other.require())
    return replace(memory, header={**memory.header, **entry})


def _entry(to: d.Narrowing, memory: Memory, other: Memory) -> dict[str, Value]:
    match to:
        case d.Window():
            _, ends = window(memory)
            days = (last_day(to, other), str(ends) if ends else None)
            return {"valid_until": min((day for day in days if day), default=None)}
        case d.Within():
            place: dict[str, Value] = {**place_of(memory, to)}
            return {"scope": place}
        case d.Unless(entry):
            return {UNLESS: [*entries(memory, UNLESS), entry.strip()]}


def _pair(memory: Memory, cut: Cut) -> Pair:
    sides = Side(memory=memory), Side(memory=cut.other.require())
    a, b = sides if cut.name == "a" else sides[::-1]
    return Pair(a=a, b=b)


def _apart(memory: Memory, cut: Cut) -> bool:
    pair = _pair(memory, cut)
    return any(isinstance(rule(pair).says, Verdict) for rule in _RULES)


def _window(to: d.Window, cut: Cut) -> Iterator[str]:
    memory, other = cut.narrowed.require(), cut.other.require()
    begins, _ = window(other)
    until = last_day(to, other)
    if until is None:
        yield (
            f"{other.path} has no valid_from, so there is no day for {cut.said} to end "
            "on; give one with --until, or edit the side."
        )
        return
    if to.until is not None and str(day_of(until)) != until:
        yield f"{until!r} is no day; write one like 2026-12-31."
        return
    since, _ = window(memory)
    # A day that is given is the last one that counts; `begins` is the first that does not.
    turned = since is not None and (until < str(since) if to.until else str(begins) <= str(since))
    if turned:
        yield (
            f"Side {cut.name.upper()} begins on {since}; it cannot end before. Keep a side instead."
        )
    yield from _still_together(_changed(to, cut), cut)


def _still_together(memory: Memory, cut: Cut) -> Iterator[str]:
    """Yield why a window that ends would still meet the other one."""
    if _apart(memory, cut):
        return
    begins, _ = window(cut.other.require())
    ends = memory.scalar("valid_until")
    if begins is not None:
        before = begins - timedelta(days=1)
        yield (
            f"If {cut.said} ends on {ends}, the two still meet: {cut.other_said} begins on "
            f"{begins}. End it on {before} or earlier."
        )
    elif ends >= str(cut.today):
        yield (
            f"If {cut.said} ends on {ends}, both still hold today: {cut.other_said} has no "
            "valid_from, so that only a day before today separates them. Give one, or narrow it "
            "by a scope or an exception."
        )


def _place(to: d.Within, cut: Cut) -> Iterator[str]:
    memory = cut.narrowed.require()
    changed = _changed(to, cut)
    own, new = scope_of(memory), scope_of(changed)
    where = f"{to.kind} {to.name.strip()}"
    if not new.parts or len(to.name.splitlines()) != 1:
        yield f"{to.name!r} names no {to.kind}; write it like --scope {to.kind}=NAME."
    elif own.declared and relation(new, own) != "descendant":
        yield (
            f"Side {cut.name.upper()} holds in {own.written}, and {where} is no narrower place; "
            "edit the side if its scope is wrong."
        )
    elif not _apart(changed, cut):
        yield _same_place(where, _pair(changed, cut), cut)


def _same_place(where: str, pair: Pair, cut: Cut) -> str:
    asked = scope_override(pair).says
    other = scope_of(cut.other.require())
    if isinstance(asked, AskPerson):
        return (
            f"In {where} {cut.said} would override the broader word of a person ("
            f"{asked.reason}), which is asked again each time; narrow {cut.other_said} by an "
            "exception, or keep a side."
        )
    if not other.declared:
        return (
            f"Side {cut.other_letter} declares no scope, so it is not known to hold outside "
            f"{where}, and the two would still meet; give it a `scope` first, or narrow by a "
            "window or an exception."
        )
    return (
        f"Side {cut.other_letter} holds in {other.written}, which may lie in {where} too, so "
        "the two would still meet; choose another place, a window or an exception."
    )


def _met(entry: str, cut: Cut) -> bool:
    """Whether the words of the other side meet an entry: the context in which they clashed."""
    return matched(entry, Situation(text=claim_of(cut.other))) is not None


def _not_met(entry: str, cut: Cut) -> str:
    scope = scope_of(cut.other.require())
    where = f"holds in {scope.written}" if scope.declared else "declares no project"
    return (
        f"`{entry.strip()}` would not separate the two: {cut.other_said} {where}, and its words do "
        "not meet it. Use words that it says, or a project that it declares, or keep a side."
    )
