"""Why: all claims with their sources, the ranks step by step, every rule, and the queue's word."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.app.draw_item import agreement, in_words
from inbox.app.draw_origin import flat, indented
from inbox.app.spans import EMPTY, Line, Span, clip, fit, in_rows, lines_of, said
from inbox.domain.item import Conflict, Item, Question, named_members
from inbox.domain.verdict import Verdict
from inbox.policy.answers import Answer, AskPerson
from inbox.policy.explained import Explained, standing
from inbox.policy.pair import attribute_of
from inbox.policy.priority import Priority

MOST_RATIONALE = 2_000
"""Characters of a rationale that are drawn; `show` prints all of it."""

_NAME = 20
_STEP = 16
_CLAIM = 400


def why(item: Item, explained: Explained, width: int) -> list[Line]:
    """Return everything that speaks for or against a proposal."""
    rows = [
        *in_rows([(Span("why: ", "dim"), *said(explained.decided))], width),
        *_claims(item, width),
        *_ranks(explained.rank, width),
        *_rules(explained, width),
        *_queue(item, width),
    ]
    return [row for line in rows for row in in_rows([line], width)]


def _heading(text: str) -> list[Line]:
    return [EMPTY, (Span(text, "group"),)]


def _claims(item: Item, width: int) -> Iterator[Line]:
    members = named_members(item)
    if members:
        yield from _heading("CLAIMS")
    if isinstance(item, Conflict):
        yield from _attribute(item)
    for label, member in members:
        yield from flat((Span(f"{label} ", "strong"),), member, width)
        yield from indented(in_rows([said(member.source.reason, "dim")], width - 2))
        if text := member.passage.strip():
            yield from indented(in_rows([said(f'says "{_cut(text)}"')], width - 2))
        if member.memory is not None:
            named = "   ".join(f"{key}: {value}" for key, value in standing(member.memory))
            yield from indented(in_rows([said(named, "dim")], width - 2) if named else [])
    if isinstance(item, Conflict):
        yield from (said(f"also affects {name}", "dim") for name in item.also_affects)
        for number, option in enumerate(item.options, start=1):
            yield (Span(f"option {number} ", "strong"), *said(option))


def _attribute(item: Conflict) -> Iterator[Line]:
    """Yield what both sides give a value of, where the detector names it."""
    name, single = attribute_of(item.block.text)
    if name:
        count = "one value only" if single else "several may hold"
        yield (Span("of: ", "dim"), *said(name), Span(f"  {count}", "dim"))


def _cut(text: str) -> str:
    return text if len(text) <= _CLAIM else f"{text[:_CLAIM]} …"


def _ranks(rank: Priority | None, width: int) -> Iterator[Line]:
    if rank is None:
        return
    yield from _heading("RANK, the first step that differs")
    widest = max(len(value) for step in rank.steps for value in (step.a, step.b)) + 4
    half = min(widest, max(8, (width - _STEP - 4) // 2 - 8))
    for step in rank.steps:
        outcome = {"a": "A first", "b": "B first", "equal": "equal", "ask": "a person"}
        style = {"equal": "dim", "ask": "warn"}.get(step.outcome, "ok")
        yield (
            Span(f"{step.number} ", "dim"),
            *fit(said(step.name), _STEP),
            *_value("A", step.a, half),
            *_value("B", step.b, half),
            Span(outcome[step.outcome], style),
        )
        if step.why:
            yield (Span("  ", ""), *said(step.why, "warn"))
    for number, name in list(enumerate(_STEPS))[len(rank.steps) :]:
        yield (Span(f"{number} {name:<{_STEP}}not reached", "dim"),)


_STEPS = ("eligibility", "user authority", "scope", "layer", "verification", "trust", "recency")


def _value(letter: str, value: str, half: int) -> Line:
    return (Span(f"{letter} ", "dim"), *clip(said(value), half - 3), Span(" "))


def _rules(explained: Explained, width: int) -> Iterator[Line]:
    if not explained.answers:
        return
    yield from _heading("RULES, the first that has an answer")
    for answer in explained.answers:
        word, style = _answer(answer)
        name: Line = (*fit(said(answer.rule), _NAME), Span(f"{word}  ", style))
        text = said(answer.compared, "" if answer.says else "dim")
        yield from _hanging(name, text, width)
    if explained.unasked:
        yield from in_rows([said(f"not asked: {', '.join(explained.unasked)}", "dim")], width)


def _hanging(name: Line, text: Line, width: int) -> Iterator[Line]:
    rows = in_rows([(*name, *text)], width)
    yield rows[0]
    yield from indented(rows[1:])


def _answer(answer: Answer) -> tuple[str, str]:
    match answer.says:
        case Verdict(action=action):
            return in_words(action), "ok"
        case AskPerson():
            return "asks a person", "warn"
        case None:
            return "silent", "dim"


def _queue(item: Item, width: int) -> Iterator[Line]:
    found = item.proposal
    yield from _heading("QUEUE")
    if found is None:
        yield said("it proposes nothing", "dim")
    else:
        sure = "no number" if found.confidence is None else f"{found.confidence:.2f}"
        yield (
            *said(in_words(found.action), "strong"),
            Span(f"   confidence {sure}   {agreement(item)}", "dim"),
        )
        yield from indented(in_rows(_bounded(found.rationale), width - 2))
    if isinstance(item, Conflict | Question) and item.description.strip():
        yield from indented(in_rows(_bounded(item.description.strip(), "dim"), width - 2))


def _bounded(text: str, style: str = "") -> list[Line]:
    rest = len(text) - MOST_RATIONALE
    told = f"\n… {rest:,} more characters; `athenaeum-inbox show` prints all" if rest > 0 else ""
    return lines_of(text[:MOST_RATIONALE], style) + (lines_of(told[1:], "dim") if told else [])
