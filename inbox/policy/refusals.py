"""Why a verb is off: one sentence with what to do instead, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from inbox.domain import decision as d
from inbox.domain.item import (
    Block,
    Candidate,
    Conflict,
    Item,
    Lone,
    Member,
    MergeProposal,
    Notice,
    Question,
    Review,
)
from inbox.domain.status import Status
from inbox.policy import memory_refusals, merge_refusals, narrowing, status
from inbox.policy.answer_words import rule_word, verdict_word
from inbox.policy.writable import Edge, off_edge, unwritable

MOST_OPTIONS = 2
"""A pick stands for a side; a conflict has two."""

_ELSEWHERE: dict[type[d.Decision], str] = {
    d.Approve: "accept",
    d.Uphold: "uncontest",
    d.Supersede: "supersede",
    d.Deprecate: "deprecate",
    d.Restore: "restore",
    d.Except: "except",
    d.Repair: "repair",
    d.VerifyMemory: "verify-memory",
    d.SetLayer: "layer set",
}
"""The commands of verbs that no conflict has: those of a merge, and of one memory."""


def why_not(decision: d.Decision, item: Item, today: date = date.min) -> str:
    """Return why `decision` cannot be carried out on `item`; empty when it can.

    `today` is what a window has to lie before to be over; without it none is.
    """
    return next(_reasons(decision, item, today), "")


def _reasons(decision: d.Decision, item: Item, today: date) -> Iterator[str]:
    match item:
        case Conflict():
            yield from _twins(item.twins, item.block)
            yield from _waiting(item.answer_file)
            yield from _on_conflict(decision, item, today)
        case Question():
            yield from _twins(item.twins, item.block)
            yield from _on_question(decision, item)
        case MergeProposal():
            yield from _twins(item.twins, item.block)
            yield from merge_refusals.reasons(decision, item)
        case Lone():
            yield from memory_refusals.reasons(decision, item)
        case Candidate():
            yield from _on_candidate(decision)
        case Review():
            yield from _on_review(decision, item)
        case Notice():
            yield from _on_notice(decision, item)


def _twins(twins: tuple[Block, ...], block: Block) -> Iterator[str]:
    if twins:
        lines = ", ".join(str(other.line) for other in (block, *twins))
        yield (
            f"Several blocks of {block.path} share this id (lines {lines}): one answer would "
            "close them all. Give one of them another question in the file."
        )


def _waiting(answer_file: str) -> Iterator[str]:
    if answer_file:
        yield (
            f"It is answered and waits for `athenaeum ingest-answers` ({answer_file}); take that "
            "answer back first if another one holds."
        )


def _on_conflict(decision: d.Decision, item: Conflict, today: date) -> Iterator[str]:
    if command := _ELSEWHERE.get(type(decision)):
        instead = "" if command == "accept" else " Give it the path of a side."
        yield f"`{command}` does not go with a conflict.{instead}"
    match decision:
        case d.Answer():
            yield from _answer_instead_of_verb(decision, item)
        case d.Reject():
            if item.proposal is None:
                yield "Nothing is proposed here to reject; no-conflict would close the item."
        case d.NotAConflict():
            yield from _unresolved(item)
        case d.Contest(side):
            yield from _on_members(_chosen(item, side), status.contest)
        case d.Pick():
            yield from _unresolved(item)
            yield from _on_pick(decision, item)
        case _:
            yield from _unresolved(item)
            yield from _on_sides(decision, item, today)


def _answer_instead_of_verb(decision: d.Answer, item: Conflict) -> Iterator[str]:
    if not any(_unresolved(item)):
        yield "Both sides are there: keep one, keep both, or say that it is no conflict."
    yield from _no_answer(decision)


def _no_answer(decision: d.Answer) -> Iterator[str]:
    if not decision.text.strip():
        yield "An answer needs words."
    elif word := verdict_word(decision.text):
        yield (
            f"athenaeum would take `{word}` for a verdict and edit or delete a memory that you "
            "have not seen; begin with another word."
        )


def _unresolved(item: Conflict) -> Iterator[str]:
    for letter, member in (("A", item.a), ("B", item.b)):
        if member.path is None:
            yield (
                f"Side {letter} cannot be used: {member.ref}: {member.problem}. "
                "Bring the file back, or answer in words."
            )
    if item.a.path is not None and item.a.path == item.b.path:
        yield f"Both sides are the same file, {item.a.path}; answer in words or edit it."


def _chosen(item: Conflict, side: str) -> tuple[Member, ...]:
    return {"a": (item.a,), "b": (item.b,)}.get(side, (item.a, item.b))


def _on_members(members: tuple[Member, ...], edge: Edge | None = None) -> Iterator[str]:
    for member in members:
        yield from off_edge(member, edge) if edge else unwritable(member)


def _on_sides(decision: d.Decision, item: Conflict, today: date) -> Iterator[str]:
    both = (item.a, item.b)
    match decision:
        case d.Keep(side) | d.Edit(side):
            yield from _winner(item, side)
            yield from _on_members((_other(item, side),), status.supersede)
        case d.Correct(side):
            yield from _many(item)
            yield from _winner(item, side)
            yield from _on_members((_other(item, side),), status.tombstone)
        case d.Forget(side) | d.Tombstone(side):
            yield from _many(item)
            yield from _on_members(_chosen(item, side), status.tombstone)
        case d.Scope(side, to):
            [chosen] = _chosen(item, side)
            yield from unwritable(chosen)
            yield from narrowing.reasons(to, narrowing.Cut(side, chosen, _other(item, side), today))
        case d.DeprecateBoth():
            yield from _on_members(both, status.deprecate)
        case d.RetainBoth(context):
            yield from _on_members(both if context.strip() else ())
        case _:
            yield from _on_members(both)


def _other(item: Conflict, side: d.SideName) -> Member:
    return item.b if side == "a" else item.a


def _winner(item: Conflict, side: d.SideName) -> Iterator[str]:
    """Yield why a side cannot win: it would be marked, and must be in force itself."""
    [member] = _chosen(item, side)
    yield from unwritable(member)
    if member.status not in (Status.ACTIVE, Status.CONTESTED):
        yield f"Side {side.upper()} is {member.status} itself and cannot win; keep the other side."


def _many(item: Conflict) -> Iterator[str]:
    if item.also:
        yield (
            f"{len(item.also) + 2} memories are named here; verbs that remove are off. "
            "Keep a side, keep both, or tombstone one by its path."
        )


def _on_pick(decision: d.Pick, item: Conflict) -> Iterator[str]:
    count = len(item.options)
    if not count:
        yield "This question has no options to pick from; keep a side or keep both."
    elif not 0 <= decision.number <= count + 1:
        yield f"Pick 1 to {count}, {count + 1} for both, or 0 for neither."
    elif count > MOST_OPTIONS and 0 < decision.number <= count:
        yield f"{count} options do not stand for two sides; pick 0 and write what holds."
    elif decision.number in (1, 2) and decision.number <= count:
        side: d.SideName = "a" if decision.number == 1 else "b"
        verb = d.Correct(side) if decision.never_true else d.Keep(side)
        yield from _on_sides(verb, item, date.min)
    elif decision.number == 0:
        edge = status.supersede if decision.value.strip() else status.contest
        yield from _on_members((item.a, item.b), edge)


def _on_question(decision: d.Decision, item: Question) -> Iterator[str]:
    if not isinstance(decision, d.Answer):
        yield "This question has no two sides; answer it in words."
    else:
        yield from _waiting(item.answer_file)
        yield from _no_answer(decision)


def _on_candidate(decision: d.Decision) -> Iterator[str]:
    if isinstance(decision, d.Approve) and decision.draft is not None:
        if not decision.draft.strip():
            yield "A memory needs words; turn the candidate down instead."
    elif not isinstance(decision, d.Approve | d.Reject):
        yield "A candidate is accepted, edited and accepted, or turned down."


def _on_review(decision: d.Decision, item: Review) -> Iterator[str]:
    match decision:
        case d.Approve(draft=None):
            if not item.acts:
                yield f"There is nothing to accept here; {item.todo}"
        case d.Reject():
            return
        case _:
            yield f"This is about a working memory; {item.todo}"


def _on_notice(decision: d.Decision, item: Notice) -> Iterator[str]:
    if not isinstance(decision, d.Answer) or item.kind not in ("audit", "rule"):
        yield f"This is only shown; {item.todo}"
        return
    yield from _waiting(item.answer_file)
    if not item.row_id:
        yield f"Its row in {item.ledger} has no id that athenaeum could be told; mend it there."
    elif item.kind == "rule" and rule_word(decision.text) is None:
        yield "A rule proposal is answered with `approve` or `reject`."
    elif not decision.text.strip():
        yield "An answer needs words: `confirm`, or the verdict that holds instead."
    elif item.kind == "audit" and not item.verdict:
        yield f"Its row in {item.ledger} names no verdict to confirm or overturn."
