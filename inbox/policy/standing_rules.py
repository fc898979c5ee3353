"""Rules 1 to 6: whether the two sides are in force at all, and in the same place."""

from __future__ import annotations

from inbox.domain.decision import SideName
from inbox.domain.memory import Memory
from inbox.domain.status import Status
from inbox.domain.verdict import Action
from inbox.policy.answers import Answer, asked, proposed, silent
from inbox.policy.exceptions import UNLESS, WHEN, Situation, condition, entries, matched
from inbox.policy.names import same_name
from inbox.policy.pair import Pair, Side
from inbox.policy.scope import disjoint, relation, scope_of
from inbox.policy.settling import normalised
from inbox.policy.sources import is_user, source_of
from inbox.policy.status import shown_status, status_of, window

SIDES: tuple[SideName, SideName] = ("a", "b")
_FORGET: dict[SideName, Action] = {"a": "forget_a", "b": "forget_b"}
_REMOVED = (Status.TOMBSTONED, Status.PURGED)


def tombstone(pair: Pair) -> Answer:
    """Rule 1: what was removed before does not come back (the one removal a rule proposes).

    Only a candidate is proposed for removal: a file that is durable memory already goes by a
    person's word alone (design R9).
    """
    back = [name for name in SIDES if _why_blocked(pair, name)]
    if not back:
        return silent("tombstone", "neither side was removed before")
    why = "; ".join(f"{name} {_why_blocked(pair, name)}" for name in back)
    if len(back) > 1 or not _is_candidate(pair.side(back[0])):
        return asked("tombstone", why)
    return proposed("tombstone", _FORGET[back[0]], why)


def _is_candidate(side: Side) -> bool:
    return side.memory.scalar("status").lower() == "candidate"


def _why_blocked(pair: Pair, name: SideName) -> str:
    side, other = pair.side(name), pair.other(name)
    if side.blocked:
        return f"may not come back: {side.blocked}"
    # The header of a memory is its own word: it blocks a candidate, never a durable memory.
    if not _is_candidate(side) or not _same_claim(side, other):
        return ""
    status = status_of(other.memory)
    return f"repeats a {status} memory ({other.memory.name})" if status in _REMOVED else ""


def _same_claim(one: Side, other: Side) -> bool:
    key = one.memory.scalar("key")
    named = same_name(one.memory.name, other.memory.name)
    return (
        named or _claim(one) == _claim(other) or (key != "" and key == other.memory.scalar("key"))
    )


def _claim(side: Side) -> str:
    return normalised(side.passage or side.memory.body)


def contested(pair: Pair) -> Answer:
    """Rule 2: a contested side waits for a person."""
    disputed = [name for name in SIDES if _status(pair, name) is Status.CONTESTED]
    if disputed:
        return asked("contested", f"{' and '.join(disputed)}: contested until a person upholds it")
    return silent("contested", "neither side is contested")


def inactive(pair: Pair) -> Answer:
    """Rule 3: a side with an end mark contradicts nobody. Validity belongs to rule 4."""
    ended = [name for name in SIDES if _status(pair, name) is not Status.ACTIVE]
    if not ended:
        return silent("inactive", "neither side has an end mark")
    marks = (f"{name} is {shown_status(pair.side(name).memory)}" for name in ended)
    return proposed("inactive", "not_a_conflict", " and ".join(marks))


def _status(pair: Pair, name: SideName) -> Status:
    return status_of(pair.side(name).memory)


def disjoint_validity(pair: Pair) -> Answer:
    """Rule 4: one window ends before the other begins; both ends belong to a window."""
    for first, second in (SIDES, SIDES[::-1]):
        until = window(pair.side(first).memory)[1]
        since = window(pair.side(second).memory)[0]
        if until and since and until < since:
            compared = f"{first} ends on {until}, {second} begins on {since}"
            return proposed("disjoint-validity", "not_a_conflict", compared)
    return silent("disjoint-validity", "the validity windows meet")


def scope_disjoint(pair: Pair) -> Answer:
    """Rule 5, siblings: declared scopes that never apply together.

    Scopes without a common dimension (a locale, a project) may both apply and are left alone.
    """
    a, b = scope_of(pair.a.memory), scope_of(pair.b.memory)
    compared = f"a holds in {a.written}, b in {b.written}"
    if a.declared and b.declared and disjoint(a, b):
        return proposed("scope-disjoint", "not_a_conflict", f"{compared}: never together")
    return silent("scope-disjoint", compared)


def scope_override(pair: Pair) -> Answer:
    """Rule 5, nested: the narrower side is an override, unless it would beat a person's word."""
    a, b = scope_of(pair.a.memory), scope_of(pair.b.memory)
    found = relation(a, b)
    compared = f"a holds in {a.written}, b in {b.written}"
    if not (a.declared and b.declared) or found in ("equal", "sibling"):
        return silent("scope-override", compared)
    narrow, broad = (pair.a, pair.b) if found == "descendant" else (pair.b, pair.a)
    low, high = source_of(narrow.memory), source_of(broad.memory)
    if high.tier == 1 and not is_user(low):
        return asked("scope-override", f"{compared}: {low.badge} against the broader {high.badge}")
    return proposed("scope-override", "not_a_conflict", f"{compared}: the narrower overrides there")


def exception(pair: Pair) -> Answer:
    """Rule 6: a structured exception of one side excludes the declared scope of the other."""
    for name in SIDES:
        why = _excluded(pair.side(name).memory, pair.other(name).memory)
        if why:
            return proposed("exception", "not_a_conflict", f"{name} does not apply: {why}")
    return silent("exception", "no structured exception excludes the other's scope")


def _excluded(memory: Memory, other: Memory) -> str:
    scope = scope_of(other)
    project = "/".join(dict(scope.parts).get("project", ()))
    if not project or not scope.declared:
        return ""
    there = Situation(project=project)
    for key in UNLESS:
        for entry in entries(memory, key):
            if condition(entry) and matched(entry, there):
                return f"`{key}: {entry}`, and the other holds in {scope.written}"
    wanted = entries(memory, WHEN)
    # An entry of another kind may be met in that project too; only reading would tell.
    projects = [
        found for entry in wanted if (found := condition(entry)) and found.kind == "project"
    ]
    if not wanted or len(projects) < len(wanted) or any(matched(each, there) for each in wanted):
        return ""
    return f"`{WHEN}: {', '.join(wanted)}`, and the other holds in {scope.written}"
