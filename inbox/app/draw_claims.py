"""Both sides next to each other, level, with the words that differ marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from inbox.app.draw_queue import badge
from inbox.app.spans import EMPTY, Line, Span, cells, fit, lines_of, said, shortened, wrap
from inbox.app.words import Marked, marked
from inbox.domain.item import Conflict, Item, Lone, Member, MergeProposal, Notice, Question
from inbox.domain.status import Status
from inbox.formats.visible import visible

PREVIEW = 50_000
"""Characters of a body that are drawn; the rest is named."""

LAST_TIER = 9


def claims(item: Item, width: int, *, columns: bool) -> list[Line]:
    """Return the lines of the middle box."""
    match item:
        case Conflict():
            return _two_columns(item, width) if columns else _one_column(item, width)
        case MergeProposal():
            return _merge(item, width)
        case Lone(member=member):
            return _member("", member, _body(member), width)
        case Question(description=text):
            return _wrapped(lines_of(text), width)
        case Notice(text=text):
            return _wrapped(lines_of(text), width)


def _wrapped(lines: list[Line], width: int) -> list[Line]:
    return [row for line in lines for row in wrap(line, width)]


@dataclass(frozen=True, slots=True)
class _Text:
    """A body in styled lines; words that differ from the other side carry the style `mark`."""

    lines: list[Line]


def _bodies(item: Conflict) -> tuple[_Text, _Text]:
    """Return both bodies; where the passages are quoted, only those are compared."""
    texts = [
        visible(member.memory.body.strip("\n"))[:PREVIEW] if member.memory else ""
        for member in (item.a, item.b)
    ]
    quotes = [visible(member.passage) for member in (item.a, item.b)]
    if all(quote and text.count(quote) == 1 for quote, text in zip(quotes, texts, strict=True)):
        ones = marked(*quotes)
        framed = [
            _framed(text, quote, one) for text, quote, one in zip(texts, quotes, ones, strict=True)
        ]
        return _Text(framed[0]), _Text(framed[1])
    left, right = marked(*texts)
    return _Text(_styled(left)), _Text(_styled(right))


def _framed(text: str, quote: str, stretches: Marked) -> list[Line]:
    before, _, after = text.partition(quote)
    spans = [Span(before, "dim"), *_spans(stretches), Span(after, "dim")]
    return _broken(spans)


def _styled(stretches: Marked) -> list[Line]:
    return _broken(_spans(stretches))


def _spans(stretches: Marked) -> list[Span]:
    return [Span(text, "mark" if differs and text.strip() else "") for text, differs in stretches]


def _broken(spans: list[Span]) -> list[Line]:
    """Return spans as lines, broken at their line feeds."""
    lines: list[list[Span]] = [[]]
    for span in spans:
        first, *rest = span.text.replace("\t", "    ").split("\n")
        lines[-1].append(Span(first, span.style))
        lines += [[Span(part, span.style)] for part in rest]
    return [tuple(line) for line in lines]


def _body(member: Member) -> _Text:
    text = member.memory.body.strip("\n")[:PREVIEW] if member.memory else ""
    return _Text(lines_of(text))


def _two_columns(item: Conflict, width: int) -> list[Line]:
    half = (width - 3) // 2
    sides = ((item.a, "A"), (item.b, "B"))
    heads = [_head(letter, member, half, item) for member, letter in sides]
    rows = [_beside(a, b, half) for a, b in zip_longest(*heads, fillvalue=EMPTY)]
    rows.append(_beside(EMPTY, EMPTY, half))
    texts = [_wrapped(text.lines, half) for text in _bodies(item)]
    for a, b in zip_longest(*texts, fillvalue=EMPTY):
        rows.append(_beside(a, b, half))
        if any(span.style == "mark" for span in (*a, *b)):
            rows.append(_beside(_signs(a), _signs(b), half))
    tails = [_tail(member) for member, _ in sides]
    rows.append(_beside(EMPTY, EMPTY, half))
    rows += [_beside(a, b, half) for a, b in zip_longest(*tails, fillvalue=EMPTY)]
    return [*rows, *_also(item, width)]


def _beside(a: Line, b: Line, half: int) -> Line:
    return (*fit(a, half), Span(" │ ", "rule"), *fit(b, half))


def _signs(line: Line) -> Line:
    """Return the row below a line: a sign under each marked word, which needs no colour."""
    return tuple(
        Span(("=" if span.style == "mark" else " ") * cells((span,)), "mark-sign") for span in line
    )


def _one_column(item: Conflict, width: int) -> list[Line]:
    texts = _bodies(item)
    rows: list[Line] = []
    for (member, letter), text in zip(((item.a, "A"), (item.b, "B")), texts, strict=True):
        rows += [(Span("─" * width, "rule"),)] if rows else []
        rows += _head(letter, member, width, item)
        rows += _wrapped([_braced(line) for line in text.lines], width)
        rows += _tail(member)
    return [*rows, *_also(item, width)]


def _braced(line: Line) -> Line:
    return tuple(Span(f"{{{s.text}}}", "mark") if s.style == "mark" else s for s in line)


def _head(letter: str, member: Member, width: int, item: Conflict) -> list[Line]:
    number = {"A": "1", "B": "2"}.get(letter, "")
    recommended = item.proposal is not None and item.proposal.winner.upper() == letter
    first: Line = (
        Span(f"{letter} ", "strong"),
        Span(f"[{number}] ", "key"),
        Span("RECOMMENDED" if recommended else "", "ok"),
    )
    return [first, *_origin(member, width)]


def _origin(member: Member, width: int) -> list[Line]:
    """Return where a claim comes from: badge, source, day, file, and what is wrong with it."""
    rows: list[Line] = [
        (Span(badge(member), f"tier-{member.source.tier}"), Span(" "), *said(_source(member)))
    ]
    rows.append((Span(shortened(member.path or member.ref, width), "dim"),))
    if member.source.tier == LAST_TIER and member.memory is not None:
        rows += wrap((Span("tier 9: ", "dim"), *said(member.source.reason, "dim")), width)
    if member.status is not Status.ACTIVE:
        rows.append((Span(str(member.status), "warn"),))
    if member.problem:
        rows += wrap(said(member.problem, "bad"), width)
    return rows


def _source(member: Member) -> str:
    parts = [member.source.written or "no source", member.date[:10]]
    return ", ".join(filter(None, parts))


def _tail(member: Member) -> list[Line]:
    memory = member.memory
    if memory is None:
        return []
    named = (("valid_from", "valid from"), ("valid_until", "valid until"))
    return [
        said(f"{words} {memory.scalar(key)}", "dim") for key, words in named if memory.scalar(key)
    ]


def _also(item: Conflict, width: int) -> Iterator[Line]:
    for member in item.also:
        yield EMPTY
        yield (Span("also ", "dim"), *said(member.path or member.ref))
        yield from _wrapped(_body(member).lines, width)


def _member(letter: str, member: Member, text: _Text, width: int) -> list[Line]:
    first: list[Line] = [(Span(letter, "strong"),)] if letter else []
    return [*first, *_origin(member, width), EMPTY, *_wrapped(text.lines, width), *_tail(member)]


def _merge(item: MergeProposal, width: int) -> list[Line]:
    rows: list[Line] = []
    for number, source in enumerate(item.sources, start=1):
        keeps = "  (the page it is folded into)" if source.path == item.target_path else ""
        rows.append((Span(f"source {number}", "strong"), Span(keeps, "dim")))
        rows += [*_origin(source, width), *_wrapped(_body(source).lines, width), EMPTY]
    rows.append((Span("draft", "strong"), Span("  what all of them become; e edits it", "dim")))
    return [*rows, *_wrapped(lines_of(item.draft[:PREVIEW]), width)]
