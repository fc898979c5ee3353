"""The upper part of an item: what it is, what is proposed, why, and what to beware of."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from inbox.app.draw_queue import age
from inbox.app.draw_unsettled import how
from inbox.app.keyboard import first_key
from inbox.app.spans import Line, Span, cells, fit, said, wrap
from inbox.domain.item import (
    Candidate,
    Conflict,
    Item,
    Lone,
    MergeProposal,
    Notice,
    Question,
    Review,
    kind_of,
)
from inbox.domain.verdict import Verdict
from inbox.formats.visible import one_line
from inbox.policy.explained import ONLY_A_PERSON, deciding

BAR = 10
ASKS = "asks: "
QUEUE = "queue: "
FEW = 5
"""Rows of a head in which the queue's reason gets one."""

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
    # The rule says why; the queue's own words are on the page of the reasons in full.
    each = 2 if most > FEW else 1
    rows = [
        _cut(row, each, width) if line[0].text == QUEUE else row
        for row, line in zip(rows, lines, strict=True)
    ]
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
    yield from _reasons(item)
    for flag in item.flags:
        alone = isinstance(item, Lone)
        yield (Span("" if alone else "! ", "warn"), *said(flag, "" if alone else "warn"))
    if isinstance(item, Question) or (isinstance(item, Conflict) and not item.options):
        yield (Span(ASKS, "dim"), *said(item.question))
    if isinstance(item, Conflict) and item.options:
        yield from _options(item, width)
    if isinstance(item, MergeProposal):
        yield (
            Span("into: ", "dim"),
            *said(f"{item.target_path or item.target}  {item.write_kind}"),
        )
    if isinstance(item, Question):
        key = first_key("decide.answer")
        yield (
            Span("how:  ", "dim"),
            Span(f"press {key} and answer in words; athenaeum carries it out"),
        )
    if isinstance(item, Candidate | Review):
        yield from how(item)
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
    said_by = _said_by(item)
    if said_by:
        yield (
            Span("proposes: ", "dim"),
            *said(in_words(said_by[0].action), "strong"),
            *_sure(said_by[0]),
            Span(f"   {agreement(item)}", "warn" if _differ(item) else "dim"),
        )
    elif isinstance(item, Conflict | MergeProposal):
        yield (Span("nothing is proposed; ", "dim"), Span("choose a verb", "dim"))


def _reasons(item: Item) -> Iterator[Line]:
    """Yield the deciding rule, then what the queue gives as its reason."""
    if not isinstance(item, Conflict | MergeProposal):
        return
    label = "why: "
    if item.rule is not None and _differ(item):
        label = f"rule says {in_words(item.rule.action)}: "
    decided = deciding(item)
    asks = decided.startswith(ONLY_A_PERSON)
    yield (*said(label, "dim"), *said(decided, "warn" if asks else ""))
    if isinstance(item, Conflict) and item.proposal and item.proposal.rationale.strip():
        yield (Span(QUEUE, "dim"), *said(item.proposal.rationale.strip(), "dim"))


def _said_by(item: Item) -> list[Verdict]:
    return [verdict for verdict in (item.proposal, item.rule) if verdict is not None]


def _differ(item: Item) -> bool:
    return len({verdict.action for verdict in _said_by(item)}) > 1


def agreement(item: Item) -> str:
    """Return who proposes, and whether both that may speak say the same."""
    said_by = _said_by(item)
    if len(said_by) > 1:
        return "queue and rule differ" if _differ(item) else "queue and rule agree"
    if not said_by:
        return ""
    one = said_by[0].decided_by
    return "by the queue" if one == "queue" else f"by {one_line(one)}"


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
