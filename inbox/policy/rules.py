"""The rule chain: the first rule with an answer speaks, and no rule ever reads today.

Rules answer where comparing values is enough and are silent where reading is needed
(spec resolver.md §4).
"""

from __future__ import annotations

from collections.abc import Iterator

from inbox.domain.item import Conflict
from inbox.domain.verdict import Verdict
from inbox.policy.answers import Answer, Rule
from inbox.policy.declared_rules import declared_refines, declared_supersedes, opinion_attribution
from inbox.policy.pair import Pair, Tombstoned, never, pair_of
from inbox.policy.ranking_rules import ranking
from inbox.policy.standing_rules import (
    contested,
    disjoint_validity,
    exception,
    inactive,
    scope_disjoint,
    scope_override,
    tombstone,
)

RULES: tuple[Rule, ...] = (
    tombstone,
    contested,
    inactive,
    disjoint_validity,
    scope_disjoint,
    scope_override,
    exception,
    declared_supersedes,
    declared_refines,
    opinion_attribution,
)
"""Rules 1 to 8 in order; the ranking rules follow them."""


def chain(pair: Pair) -> tuple[Answer, ...]:
    """Return the answers in order, up to the one that speaks; later rules are not asked."""
    answers: list[Answer] = []
    for answer in _answers(pair):
        answers.append(answer)
        if answer.says is not None:
            break
    return tuple(answers)


def _answers(pair: Pair) -> Iterator[Answer]:
    yield from (rule(pair) for rule in RULES)
    yield from ranking(pair)


def first_answer(
    conflict: Conflict,
    tombstoned: Tombstoned = never,
    decisions: frozenset[str] | None = frozenset(),
) -> Answer | None:
    """Return what the first rule that speaks says; None when all are silent.

    An answer with `AskPerson` proposes nothing, and no model may be asked in its place.
    """
    pair = pair_of(conflict, tombstoned, decisions)
    last = chain(pair)[-1] if pair else None
    return last if last and last.says else None


def first_verdict(
    conflict: Conflict,
    tombstoned: Tombstoned = never,
    decisions: frozenset[str] | None = frozenset(),
) -> Verdict | None:
    """Return the action that a rule proposes; None when none does or a person has to say.

    `tombstoned` says why a member may not come back; `decisions` holds the `Inbox-Id`s in
    the log, for without its decision a verification is only claimed.
    """
    answer = first_answer(conflict, tombstoned, decisions)
    return answer.says if answer and isinstance(answer.says, Verdict) else None
