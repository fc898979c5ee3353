"""The upper part of an item: what it is, what is proposed, why, and what to beware of."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from inbox.app.draw_queue import age
from inbox.app.spans import Line, Span, cells, fit, said, wrap
from inbox.domain.item import Conflict, Item, Lone, MergeProposal, Notice, Question, kind_of
from inbox.domain.verdict import Verdict

BAR = 10
ASKS = "asks: "
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


def in_words(action: str) -> str:
    """Return an action of a verdict as a person says it."""
    return _SAY.get(action, action)


def title(item: Item, today: date) -> str:
    """Return the heading of the item's box."""
    since = age(item, today)
    old = {"": "", "0d": ", today"}.get(since, f", {since} old")
    return f"{item.title} ({kind_of(item)}{old})"


def head(item: Item, width: int, most: int) -> list[Line]:
    """Return the rows above the claims, at most `most`.

    Where they are short, a reason ends in `…`, the question of a conflict goes, and a warning
    goes last; `in_full` has what was cut.
    """
    lines = list(_lines(item, width))
    rows = [wrap(line, width) for line in lines]
    if _count(rows) > most and isinstance(item, Conflict):
        rows = [row for row, line in zip(rows, lines, strict=True) if line[0].text != ASKS]
    for each in (2, 1):
        if _count(rows) > most:
            rows = [_cut(row, each, width) for row in rows]
    return [row for part in rows for row in part][:most]


def in_full(item: Item, width: int, most: int) -> list[Line]:
    """Return every row of the head, when `head` had to cut some; else nothing."""
    rows = [row for line in _lines(item, width) for row in wrap(line, width)]
    return rows if len(rows) > most else []


def _count(rows: list[list[Line]]) -> int:
    return sum(map(len, rows))


def _cut(rows: list[Line], most: int, width: int) -> list[Line]:
    if len(rows) <= most:
        return rows
    last = rows[most - 1]
    return [*rows[: most - 1], (*fit(last, min(cells(last), width - 2)), Span(" …", "dim"))]


def _lines(item: Item, width: int) -> Iterator[Line]:
    yield from _proposal(item)
    for flag in item.flags:
        alone = isinstance(item, Lone)
        yield (Span("" if alone else "! ", "warn"), *said(flag, "" if alone else "warn"))
    if isinstance(item, Conflict | Question):
        yield (Span(ASKS, "dim"), *said(item.question))
    if isinstance(item, Conflict) and item.options:
        yield from _options(item, width)
    if isinstance(item, MergeProposal):
        yield (
            Span("into: ", "dim"),
            *said(f"{item.target_path or item.target}  {item.write_kind}"),
        )
    if isinstance(item, Question):
        yield (Span("how:  ", "dim"), Span("press i and answer in words; athenaeum carries it out"))
    if isinstance(item, Notice):
        yield (Span("how:  ", "dim"), *said(item.todo))


def _options(item: Conflict, width: int) -> Iterator[Line]:
    """Yield the choices of an enumerated question: on one line, or one a line."""
    both = str(len(item.options) + 1)
    numbered = [(str(number), option) for number, option in enumerate(item.options, start=1)]
    choices: list[Line] = [
        (Span(f"{key} ", "key"), *said(text))
        for key, text in (*numbered, (both, "both"), ("0", "neither"))
    ]
    lead = Span("pick: ", "dim")
    together = (lead, *(span for choice in choices for span in (*choice, Span("    "))))
    if cells(together) <= width:
        yield together
    else:
        yield from ((lead, *choice) for choice in choices)


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
        *said(in_words(first.action), "strong"),
        *_sure(first),
        Span(f"   {_who(said_by, agree=agree)}", "dim" if agree else "warn"),
    )
    for verdict in said_by:
        other = f"rule says {in_words(verdict.action)}: "
        label = "why: " if agree or verdict is first else other
        yield (*said(label, "dim"), *said(verdict.rationale))


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
