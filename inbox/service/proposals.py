"""From a verdict to the decision that carries it out."""

from __future__ import annotations

from inbox.domain import decision as d
from inbox.domain.item import Candidate, Conflict, Item, MergeProposal, Review
from inbox.domain.verdict import Verdict

_DECISIONS: dict[str, d.Decision] = {
    "keep_a": d.Keep("a"),
    "keep_b": d.Keep("b"),
    "correct_a": d.Correct("a"),
    "correct_b": d.Correct("b"),
    "forget_a": d.Forget("a"),
    "forget_b": d.Forget("b"),
    "scope_a": d.Scope("a"),
    "scope_b": d.Scope("b"),
    "attribute_both": d.AttributeBoth(),
    "not_a_conflict": d.NotAConflict(),
    "propose_merge": d.FileMerge(),
    "merge": d.FileMerge(legacy=True),
    "deprecate_both": d.DeprecateBoth(),
    "retain_both_with_context": d.RetainBoth(),
}


def decision_for(item: Item, verdict: Verdict) -> d.Decision | None:
    """Return the decision that accepts a verdict; None when it cannot be accepted by one key."""
    if isinstance(item, MergeProposal) and verdict.winner == "merge":
        return d.Approve()
    if verdict.confidence is None:
        return None
    return _DECISIONS.get(verdict.action)


def proposed(item: Item) -> d.Decision | None:
    """Return what `accept` does: what the queue proposes, else what a rule says.

    None when nothing is proposed, or when queue and rule both speak and differ: then the
    person is asked which.
    """
    if isinstance(item, Candidate) or (isinstance(item, Review) and item.acts):
        return d.Approve()
    said = [verdict for verdict in (item.proposal, item.rule) if verdict is not None]
    if not isinstance(item, Conflict | MergeProposal) or not said:
        return None
    if len({verdict.action for verdict in said}) > 1:
        return None
    return decision_for(item, said[0])


def nothing_to_accept(item: Item) -> str:
    """Return why `accept` has nothing to do on an item."""
    if isinstance(item, Review):
        return f"there is nothing to accept here; {item.todo}"
    if item.proposal is not None and item.rule is not None:
        return (
            f"the queue proposes {item.proposal.action} and {item.rule.decided_by} says "
            f"{item.rule.action}; say which of the two, or choose another verb."
        )
    if item.proposal is None and item.rule is None:
        return "nothing is proposed here; choose a verb yourself."
    return "what the queue proposes cannot be accepted as it stands; choose a verb yourself."
