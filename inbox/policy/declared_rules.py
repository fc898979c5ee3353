"""Rules 7 and 8: what the memories declare about each other, and opinions."""

from __future__ import annotations

from inbox.domain.decision import SideName
from inbox.domain.verdict import Action
from inbox.policy.answers import Answer, asked, proposed, silent
from inbox.policy.dates import moment_of
from inbox.policy.kinds import Kind, declared_kind
from inbox.policy.pair import Pair
from inbox.policy.relations import asserter, refines, supersedes
from inbox.policy.sources import is_user, source_of
from inbox.policy.status import statement_date

KEEP: dict[SideName, Action] = {"a": "keep_a", "b": "keep_b"}


def declared_supersedes(pair: Pair) -> Answer:
    """Rule 7: a declared supersession holds, but not from below over a person's word."""
    a, b = pair.a.memory, pair.b.memory
    declared = supersedes(a, b), supersedes(b, a)
    if declared == (True, True):
        return silent("declared-supersedes", "each declares that it supersedes the other")
    if declared == (False, False):
        return silent("declared-supersedes", "neither declares that it supersedes the other")
    winner, loser, name = (a, b, "a") if declared[0] else (b, a, "b")
    compared = f"{name} ({winner.name}) declares that it supersedes {loser.name}"
    high, low = source_of(winner), source_of(loser)
    if low.tier == 1 and not is_user(high):
        return asked("declared-supersedes", f"{compared}: {high.badge} over {low.badge}")
    return proposed("declared-supersedes", KEEP["a" if declared[0] else "b"], compared)


def declared_refines(pair: Pair) -> Answer:
    """Rule 7: a declared refinement stands beside what it refines."""
    a, b = pair.a.memory, pair.b.memory
    if refines(a, b):
        return proposed("declared-refines", "not_a_conflict", f"a ({a.name}) refines b ({b.name})")
    if refines(b, a):
        return proposed("declared-refines", "not_a_conflict", f"b ({b.name}) refines a ({a.name})")
    return silent("declared-refines", "neither declares that it refines the other")


def opinion_attribution(pair: Pair) -> Answer:
    """Rule 8: opinions stay, each with its asserter; one person's newer one replaces the older.

    Tier plays no part: a better source does not make an opinion right.
    """
    kinds = declared_kind(pair.a.memory), declared_kind(pair.b.memory)
    if kinds != (Kind.OPINION, Kind.OPINION):
        shown = " and ".join(kind or "undeclared" for kind in kinds)
        return silent("opinion-attribution", f"the kinds are {shown}")
    who = asserter(pair.a.memory), asserter(pair.b.memory)
    if not all(who):
        return _both("two opinions, and who holds them is not known on both sides")
    if who[0] != who[1]:
        return _both("two opinions of different people")
    return _newer(pair)


def _newer(pair: Pair) -> Answer:
    dates = statement_date(pair.a.memory), statement_date(pair.b.memory)
    a, b = map(moment_of, dates)
    shown = " and ".join(date or "undated" for date in dates)
    if a and b and (a.after(b) or b.after(a)):
        name: SideName = "a" if a.after(b) else "b"
        compared = f"two opinions of the same person, {shown}: the newer one holds"
        return proposed("opinion-attribution", KEEP[name], compared)
    return _both(f"two opinions of the same person, {shown}: none is newer")


def _both(compared: str) -> Answer:
    return proposed("opinion-attribution", "attribute_both", compared)
