"""Why a conflict is judged as it is: every rule's answer, the ranks step by step, one line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from inbox.domain.item import Conflict, Item, MergeProposal
from inbox.domain.memory import Memory
from inbox.domain.verdict import Verdict
from inbox.policy.answers import Answer, AskPerson, RuleName
from inbox.policy.dates import day_of
from inbox.policy.pair import Pair, Tombstoned, never, pair_of
from inbox.policy.priority import Context, Priority, priority
from inbox.policy.ranking_rules import RANKING
from inbox.policy.rules import chain

ONLY_A_PERSON = "only a person can say"


@dataclass(frozen=True, slots=True)
class Explained:
    """What the rules and the ranks say about one item."""

    decided: str
    """The deciding rule in one line."""

    answers: tuple[Answer, ...] = ()
    """What each rule that was asked says, in order; only the last one may have spoken."""

    unasked: tuple[RuleName, ...] = ()
    """The rules behind the one that spoke."""

    rank: Priority | None = None
    """The comparison of policy §2, whether or not a rule went by it."""

    @property
    def asks(self) -> str:
        """Why only a person can say, when a rule says so; else the empty text."""
        says = self.answers[-1].says if self.answers else None
        return says.reason if isinstance(says, AskPerson) else ""


def explain(
    item: Item,
    tombstoned: Tombstoned = never,
    decisions: frozenset[str] | None = frozenset(),
) -> Explained:
    """Return what stands behind the proposal for an item; arguments as in `first_verdict`."""
    if not isinstance(item, Conflict):
        return Explained(deciding(item))
    pair = pair_of(item, tombstoned, decisions)
    if pair is None:
        return Explained(deciding(item))
    answers = chain(pair)
    context = Context(decisions=decisions, key=pair.attribute)
    rank = priority(pair.a.memory, pair.b.memory, context)
    asked = {answer.rule for answer in answers}
    behind = tuple(name for name in get_args(RuleName) if name not in asked)
    return Explained(deciding(item), answers, behind if answers[-1].says else (), rank)


def deciding(item: Item) -> str:
    """Return the deciding rule in one line, from what an item says itself; reads nothing."""
    if not isinstance(item, Conflict):
        return _without_rules(item)
    later, days = newer(item)
    dates = f"{later} is newer by {days} day{'' if days == 1 else 's'}" if later else ""
    if item.person:
        return f"{ONLY_A_PERSON}: {item.person}"
    if item.rule is not None:
        return _by_rule(item.rule, later, dates)
    pair = pair_of(item)
    if pair is None:
        return f"{ONLY_A_PERSON}: {_no_pair(item)}"
    if any(side.memory.scalar("verified_by") for side in (pair.a, pair.b)):
        # How they rank depends on what the log holds.
        return "no rule decides"
    return _by_rank(pair, later, dates)


def _without_rules(item: Item) -> str:
    if isinstance(item, MergeProposal):
        return item.rationale.strip() or "the queue gives no reason"
    return f"{ONLY_A_PERSON}: there are no two sides to compare"


def _no_pair(item: Conflict) -> str:
    if item.also:
        return f"{len(item.also) + 2} memories are involved, and rules compare two"
    if item.a.path is not None and item.a.path == item.b.path:
        return "both sides are the same file"
    unread = [letter for letter, m in (("A", item.a), ("B", item.b)) if m.problem or not m.memory]
    sides = " and ".join(unread)
    return f"side {sides} cannot be read" if len(unread) == 1 else f"sides {sides} cannot be read"


def _by_rule(rule: Verdict, later: str, dates: str) -> str:
    name = rule.decided_by.removeprefix("rule:")
    if name in RANKING:
        told = "" if name == "tie-break-by-date" else dates
        return _joined(rule.rationale, told, fits=rule.winner.upper() == later)
    if name == "disjoint-validity":
        return f"the windows do not overlap: {rule.rationale}"
    return rule.rationale


def _by_rank(pair: Pair, later: str, dates: str) -> str:
    rank = priority(pair.a.memory, pair.b.memory, Context(key=pair.attribute))
    told = "" if rank.decided_by == "recency" else dates
    fits = (rank.winner or "").upper() in ("", later)
    return f"no rule decides; {_joined(_first(rank), told, fits=fits)}"


def _first(rank: Priority) -> str:
    step = rank.steps[-1]
    values = f"(A {step.a}, B {step.b})"
    if rank.winner is None:
        return f"neither comes first by {step.name} {values}: {step.why}"
    return f"{rank.winner.upper()} comes first by {step.name} {values}"


def _joined(compared: str, dates: str, *, fits: bool) -> str:
    return f"{compared}, {'and' if fits else 'though'} {dates}" if dates else compared


def newer(item: Conflict) -> tuple[str, int]:
    """Return the letter of the side that was said later and by how many days.

    No letter when a date is missing, or when both were said on one day.
    """
    a, b = day_of(item.a.date), day_of(item.b.date)
    if a is None or b is None or a == b:
        return "", 0
    return "A" if a > b else "B", abs((a - b).days)


def standing(memory: Memory) -> tuple[tuple[str, str], ...]:
    """Return the header entries that rules go by, as written, in the order they are read."""
    keys = ("claim_kind", "scope", "layer", "verification", "verified_by", "trust_class")
    more = ("valid_from", "valid_until", "created_at", "supersedes", "refines", "applies_when")
    found = ((key, memory.header.get(key)) for key in (*keys, *more))
    return tuple((key, _flat(value)) for key, value in found if value)


def _flat(value: object) -> str:
    match value:
        case list():
            return ", ".join(map(_flat, value))
        case dict():
            return ", ".join(f"{key}: {_flat(part)}" for key, part in value.items())
        case _:
            return str(value)
