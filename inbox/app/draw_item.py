"""The upper part of an item: what it is, what is proposed, why, and what to beware of."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from inbox.app.draw_queue import age
from inbox.app.spans import Line, Span, said, wrap
from inbox.domain.item import Conflict, Item, MergeProposal, Notice, Question, kind_of
from inbox.domain.verdict import Verdict

BAR = 10
_SAY = {
    "keep_a": "keep A",
    "keep_b": "keep B",
    "correct_a": "correct to A (B was wrong)",
    "correct_b": "correct to B (A was wrong)",
    "forget_a": "forget A",
    "forget_b": "forget B",
    "scope_a": "narrow A",
    "scope_b": "narrow B",
    "attribute_both": "keep both as opinions",
    "not_a_conflict": "not a conflict",
    "propose_merge": "merge",
    "merge": "merge",
    "deprecate_both": "deprecate both",
    "retain_both_with_context": "keep both",
}


def title(item: Item, today: date) -> str:
    """Return the heading of the item's box."""
    since = age(item, today)
    old = {"": "", "0d": ", today"}.get(since, f", {since} old")
    return f"{item.title} ({kind_of(item)}{old})"


def head(item: Item, width: int) -> list[Line]:
    """Return the lines above the claims, at most as many as there are things to say."""
    lines: list[Line] = []
    for line in _lines(item):
        lines += wrap(line, width)
    return lines


def _lines(item: Item) -> Iterator[Line]:
    yield from _proposal(item)
    for flag in item.flags:
        yield (Span("! ", "warn"), *said(flag, "warn"))
    if isinstance(item, Conflict | Question):
        yield (Span("asks: ", "dim"), *said(item.question))
    if isinstance(item, Conflict) and item.options:
        yield from _options(item)
    if isinstance(item, MergeProposal):
        yield (
            Span("into: ", "dim"),
            *said(f"{item.target_path or item.target}  {item.write_kind}"),
        )
    if isinstance(item, Question):
        yield (Span("how:  ", "dim"), Span("press i and answer in words; athenaeum carries it out"))
    if isinstance(item, Notice):
        yield (Span("how:  ", "dim"), *said(item.todo))


def _options(item: Conflict) -> Iterator[Line]:
    for number, option in enumerate(item.options, start=1):
        yield (Span(f"   {number} ", "key"), *said(option))
    last = len(item.options) + 1
    yield (Span(f"   {last} ", "key"), Span("both     "), Span("0 ", "key"), Span("neither"))


def _proposal(item: Item) -> Iterator[Line]:
    said_by = [verdict for verdict in (item.proposal, item.rule) if verdict is not None]
    if not said_by:
        if isinstance(item, Conflict | MergeProposal):
            yield (Span("nothing is proposed; ", "dim"), Span("choose a verb", "dim"))
        return
    first = said_by[0]
    agree = len({verdict.action for verdict in said_by}) == 1
    yield (
        Span("proposes: ", "dim"),
        *said(_SAY.get(first.action, first.action), "strong"),
        *_sure(first),
        Span(f"   {_who(said_by, agree=agree)}", "dim" if agree else "warn"),
    )
    for verdict in said_by:
        label = "why: " if agree or verdict is first else f"rule says {verdict.action}: "
        yield (Span(label, "dim"), *said(verdict.rationale))


def _sure(verdict: Verdict) -> Line:
    if verdict.confidence is None:
        return ()
    full = round(verdict.confidence * BAR)
    number = f"{verdict.confidence:.2f}".removeprefix("0")
    return (
        Span(f"   {number}  ", "strong"),
        Span("#" * full, "ok"),
        Span("." * (BAR - full), "dim"),
    )


def _who(said_by: list[Verdict], *, agree: bool) -> str:
    if len(said_by) == 1:
        return (
            f"by the {said_by[0].decided_by}"
            if said_by[0].decided_by == "queue"
            else said_by[0].decided_by
        )
    return "queue and rule agree" if agree else "the rule disagrees"
