"""`plan()`: one decision about one item becomes one change."""

from __future__ import annotations

from inbox.domain import decision as d
from inbox.domain.edit import Change, Seen, Waits
from inbox.domain.item import (
    Block,
    Candidate,
    Conflict,
    Item,
    Lone,
    MergeProposal,
    Notice,
    Question,
    Review,
    members_of,
)
from inbox.domain.snapshot import Snapshot
from inbox.errors import DecidedElsewhere, Refused
from inbox.formats import queue
from inbox.formats.pieces import digest
from inbox.plan import answering, candidates, conflicts, lifecycle, marks, merging, removal, settle
from inbox.plan.desk import Desk, seen
from inbox.plan.message import Outcome, message, over


def plan(item: Item, decision: d.Decision, snapshot: Snapshot) -> Change:
    """Return the commit that carries out `decision`; `policy.why_not` has been asked before.

    Raises:
        DecidedElsewhere: The block is gone or reads otherwise than it did.
        Refused: The decision does not go with this kind of item.
        Unwritable: A header cannot be spliced safely.
    """
    desk = Desk(snapshot)
    for block in _blocks(item):
        _still_waits(desk, block)
    outcome = _outcome(desk, item, decision)
    looked_at = (*seen(members_of(item)), *_page_seen(item, decision))
    edits, said = desk.edits(), message(item, outcome, snapshot)
    waits = tuple(Waits(block.path, block.key) for block in _blocks(item))
    if isinstance(item, Candidate):
        waits, looked_at = candidates.waits(item), candidates.seen(item, decision, snapshot)
    return Change(edits, said, looked_at, waits, outcome.notes)


def _blocks(item: Item) -> tuple[Block, ...]:
    """Return the queue blocks that an item stands for."""
    match item:
        case Conflict(block=block, again=again):
            return (block, *again)
        case Question(block=block) | MergeProposal(block=block):
            return (block,)
        case Lone() | Candidate() | Review() | Notice():
            return ()


def _page_seen(item: Item, decision: d.Decision) -> tuple[Seen, ...]:
    """Return the page that a merge writes, as the person saw it: there, or not there yet."""
    if not isinstance(item, MergeProposal) or not isinstance(decision, d.Approve):
        return ()
    return (Seen(item.target_path, digest(item.page.text) if item.page else None),)


def _still_waits(desk: Desk, block: Block) -> None:
    """Check that a block is in the queue with the text that was shown, or it is decided twice."""
    if not any(
        block.key == other.key for other in queue.blocks(block.path, desk.text(block.path) or "")
    ):
        raise DecidedElsewhere(block.path)


def _outcome(desk: Desk, item: Item, decision: d.Decision) -> Outcome:
    match item:
        case Conflict():
            return _conflict(desk, item, decision)
        case MergeProposal():
            return _merge(desk, item, decision)
        case Lone():
            return _given(lifecycle.decide(desk, item, decision), decision)
        case Question():
            return _question(desk, item, decision)
        case Notice():
            return _notice(desk, item, decision)
        case Candidate():
            return _given(candidates.decide(desk, item, decision), decision)
        case Review():
            raise Refused("no memory changes by this; it is decided by itself, not with others.")


def _off(decision: d.Decision) -> Refused:
    return Refused(f"`{type(decision).__name__.lower()}` does not go with this kind of item.")


def _conflict(desk: Desk, item: Conflict, decision: d.Decision) -> Outcome:
    """Carry out a decision on two sides, and close the item unless it stays open."""
    match decision:
        case d.Contest(side):
            return _contest(desk, item, side)
        case d.Reject():
            for block in settle.blocks_of(item):
                settle.withdraw_proposal(desk, block)
            return Outcome("reject", "Set aside the proposal")
        case d.Answer(text):
            answering.answer(desk, item, text)
            return Outcome("answer", "Answer")
        case _:
            outcome = _settled(desk, item, decision)
            for block in settle.blocks_of(item):
                settle.close_question(desk, block, outcome.action or outcome.decision)
            settle.record_pair(desk, item, outcome.action or outcome.decision)
            return outcome


def _contest(desk: Desk, item: Conflict, which: str) -> Outcome:
    """Mark one side or both as disputed; the question stays open."""
    pairs = ((item.a, item.b), (item.b, item.a))
    for (member, other), name in zip(pairs, "ab", strict=True):
        if which in (name, "both"):
            marks.contest(desk, member, other.memory.name if other.memory else other.ref)
    said = "Contest both" if which == "both" else f"Contest {which.upper()}"
    return Outcome("contest", said, params={"side": which})


def _settled(desk: Desk, item: Conflict, decision: d.Decision) -> Outcome:
    """Carry out a decision that closes the item."""
    match decision:
        case d.Keep() | d.Correct() | d.Forget() | d.Scope() | d.Edit() | d.Tombstone():
            return _one_side(desk, item, decision)
        case d.AttributeBoth() | d.DeprecateBoth() | d.RetainBoth() | d.NotAConflict():
            return _both_sides(desk, item, decision)
        case d.Pick():
            return _pick(desk, item, decision)
        case d.FileMerge(legacy):
            conflicts.file_merge(desk, item)
            return Outcome("merge" if legacy else "propose_merge", "Propose a merge")
        case _:
            raise _off(decision)


def _pick(desk: Desk, item: Conflict, decision: d.Pick) -> Outcome:
    said, notes = answering.pick(desk, item, decision)
    params: dict[str, object] = {"option": decision.number}
    if decision.never_true:
        params["never_true"] = True
    return Outcome("pick", "Answer", action=said, params=params, notes=notes)


_BothSides = d.AttributeBoth | d.DeprecateBoth | d.RetainBoth | d.NotAConflict


def _both_sides(desk: Desk, item: Conflict, decision: _BothSides) -> Outcome:
    match decision:
        case d.AttributeBoth():
            marks.attribute(desk, item.a)
            marks.attribute(desk, item.b)
            return Outcome("attribute_both", "Attribute both")
        case d.DeprecateBoth():
            marks.deprecate(desk, item.a)
            marks.deprecate(desk, item.b)
            return Outcome("deprecate_both", "Deprecate both")
        case d.RetainBoth(context):
            conflicts.retain(desk, item, context)
            return Outcome("retain_both_with_context", "Keep both")
        case d.NotAConflict():
            return Outcome("not_a_conflict", "Not a conflict")


_OneSide = d.Keep | d.Correct | d.Forget | d.Scope | d.Edit | d.Tombstone


def _one_side(desk: Desk, item: Conflict, decision: _OneSide) -> Outcome:
    name = decision.side
    letter = name.upper()
    chosen, other = conflicts.sides(item, name)
    match decision:
        case d.Keep():
            conflicts.keep(desk, item, name)
            return Outcome(f"keep_{name}", f"Keep {letter}", note=over(chosen, other))
        case d.Correct():
            notes = conflicts.correct(desk, item, name)
            said, who = f"Correct to {letter}", over(chosen, other)
            return Outcome(f"correct_{name}", said, note=who, notes=notes)
        case d.Forget():
            conflicts.forget(desk, item, name)
            return Outcome(f"forget_{name}", f"Forget {letter}")
        case d.Scope(to=to):
            params = conflicts.scope(desk, item, name, to)
            return Outcome(f"scope_{name}", f"Narrow {letter}", params=params)
        case d.Edit(text=text):
            conflicts.edit(desk, item, name, text)
            said = f"Edit and keep {letter}"
            return Outcome("edit", said, action=f"keep_{name}", params={"side": name}, edited=name)
        case d.Tombstone(why=why):
            removal.remove_file(desk, chosen, why)
            params = {"side": name, "why": why}
            return Outcome(
                "tombstone", f"Tombstone {letter}", action=f"forget_{name}", params=params
            )


def _merge(desk: Desk, item: MergeProposal, decision: d.Decision) -> Outcome:
    match decision:
        case d.Approve(draft, left_out):
            merging.approve(desk, item, decision)
            settle.close_merge(desk, item.block, "approve")
            count = f"{len(item.sources) - len({*left_out})} sources"
            params: dict[str, object] = {"left_out": list(left_out)} if left_out else {}
            edited = "" if draft is None else "draft"
            name = "edit" if edited else "propose_merge"
            return Outcome(name, "Merge", params=params, edited=edited, note=count)
        case d.Reject() | d.NotAConflict():
            name = "reject" if isinstance(decision, d.Reject) else "not_a_conflict"
            merging.refuse(desk, item)
            settle.close_merge(desk, item.block, "reject")
            settle.record_sources(desk, item, name)
            return Outcome(name, "Do not merge")
        case _:
            raise _off(decision)


def _given(outcome: Outcome | None, decision: d.Decision) -> Outcome:
    if outcome is None:
        raise _off(decision)
    return outcome


def _question(desk: Desk, item: Question, decision: d.Decision) -> Outcome:
    match decision:
        case d.Answer(text):
            answering.answer(desk, item, text)
            return Outcome("answer", "Answer")
        case _:
            raise _off(decision)


def _notice(desk: Desk, item: Notice, decision: d.Decision) -> Outcome:
    match decision:
        case d.Answer(text):
            return Outcome("answer", "Answer", notes=answering.answer_row(desk, item, text))
        case _:
            raise _off(decision)
