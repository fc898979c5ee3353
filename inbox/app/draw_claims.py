"""Both sides next to each other, level, with the words that differ marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from inbox.app.draw_queue import badge
from inbox.app.spans import EMPTY, Line, Span, cells, ends, fit, lines_of, said, shortened, wrap
from inbox.app.words import Marked, marked
from inbox.domain.item import Conflict, Item, Lone, Member, MergeProposal, Notice, Question
from inbox.domain.status import Status
from inbox.formats.visible import visible

PREVIEW = 50_000
"""Characters of a body that are drawn; the rest is named."""

LAST_TIER = 9
SHORT_PATH = 16
"""Cells of a path that must fit beside the source of a claim."""


def claims(item: Item, width: int, *, columns: bool, rows: int = 0) -> list[Line]:
    """Return the lines of the middle box.

    `rows` is how many are on show: what two sides say is cut so that the part that clashes is
    among them; with 0 nothing is cut.
    """
    match item:
        case Conflict():
            return (_two_columns if columns else _one_column)(item, width, rows)
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
    """Return stretches as spans; blanks between two marked stretches are marked with them."""
    marks = [differs for _, differs in stretches]
    between = [
        not text.strip(" ") and marks[max(0, at - 1)] and any(marks[at + 1 : at + 2])
        for at, (text, _) in enumerate(stretches)
    ]
    return [
        Span(text, "mark" if (differs and text.strip()) or joins else "")
        for (text, differs), joins in zip(stretches, between, strict=True)
    ]


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


def _two_columns(item: Conflict, width: int, rows_on_show: int) -> list[Line]:
    half = (width - 3) // 2
    sides = ((item.a, "A"), (item.b, "B"))
    heads = [_head(letter, member, half, item) for member, letter in sides]
    rows = [_beside(a, b, half) for a, b in zip_longest(*heads, fillvalue=EMPTY)]
    rows.append(_beside(EMPTY, EMPTY, half))
    texts = [from_mark(_wrapped(text.lines, half), rows_on_show // 3) for text in _bodies(item)]
    for a, b in zip_longest(*texts, fillvalue=EMPTY):
        rows.append(_beside(a, b, half))
        if any(span.style == "mark" for span in (*a, *b)):
            rows.append(_beside(_signs(a), _signs(b), half))
    tails = [_tail(member) for member, _ in sides]
    rows.append(_beside(EMPTY, EMPTY, half))
    rows += [_beside(a, b, half) for a, b in zip_longest(*tails, fillvalue=EMPTY)]
    return [*rows, *_also(item, width)]


def from_mark(rows: list[Line], most: int) -> list[Line]:
    """Return rows from the first one with a marked word on, if more than `most` stand above it."""
    mark = _first_mark(rows)
    if not most or mark <= most:
        return rows
    return [(Span(f"… {mark} rows above, Enter shows", "dim"),), *rows[mark:]]


def _first_mark(rows: list[Line]) -> int:
    return next((n for n, row in enumerate(rows) if any(s.style == "mark" for s in row)), 0)


def _beside(a: Line, b: Line, half: int) -> Line:
    return (*fit(a, half), Span(" │ ", "rule"), *fit(b, half))


def _signs(line: Line) -> Line:
    """Return the row below a line: a sign under each marked word, which needs no colour."""
    return tuple(
        Span(("=" if span.style == "mark" else " ") * cells((span,)), "mark-sign") for span in line
    )


def _one_column(item: Conflict, width: int, rows: int) -> list[Line]:
    """Return the sides below each other; where `rows` are too few, each by its clashing part."""
    heads = [_flat(_label(n, m, item), m, width) for n, m in (("A", item.a), ("B", item.b))]
    texts = [
        [(Span("  "), *row) for row in _wrapped([_braced(line) for line in text.lines], width - 4)]
        + _tail(member)
        for text, member in zip(_bodies(item), (item.a, item.b), strict=True)
    ]
    if rows:
        room = max(2, rows - 1 - sum(map(len, heads)))
        texts = [
            excerpt(text, max(room // 2, room - len(other)))
            for text, other in zip(texts, reversed(texts), strict=True)
        ]
    border: Line = (Span("─" * width, "rule"),)
    both = [*heads[0], *texts[0], border, *heads[1], *texts[1]]
    return [*both, *_also(item, width)]


def excerpt(rows: list[Line], most: int) -> list[Line]:
    """Return at most `most` rows, with the first one that has a marked word among them."""
    if len(rows) <= most:
        return rows
    mark = _first_mark(rows)
    start = 0 if mark < most else min(mark, len(rows) - most)
    shown = rows[start : start + most]
    if start:
        shown[0] = (Span("… ", "dim"), *shown[0][1:])
    if start + most < len(rows):
        shown[-1] = (*shown[-1], Span(" …", "dim"))
    return shown


def _braced(line: Line) -> Line:
    """Return a line with its marked words in braces, which need no colour and no second row."""
    return tuple(part for span in line for part in _in_braces(span))


def _in_braces(span: Span) -> Line:
    core = span.text.strip()
    if span.style != "mark" or not core:
        return (span,)
    before, _, after = span.text.partition(core)
    return (Span(before), Span(f"{{{core}}}", "mark"), Span(after))


def _label(letter: str, member: Member, item: Conflict) -> Line:
    recommended = item.proposal is not None and item.proposal.winner.upper() == letter
    return (
        Span(f"{letter} ", "strong"),
        Span("[1] " if member is item.a else "[2] ", "key"),
        Span("RECOMMENDED " if recommended else "", "ok"),
    )


def _head(letter: str, member: Member, width: int, item: Conflict) -> list[Line]:
    return [_label(letter, member, item), *_origin(member, width)]


def _origin(member: Member, width: int) -> list[Line]:
    """Return where a claim comes from: badge, source, day, file, and what is wrong with it."""
    return [
        *wrap(_said_by(member), width),
        (Span(shortened(member.path or member.ref, width), "dim"),),
        *_warnings(member, width),
    ]


def _flat(label: Line, member: Member, width: int) -> list[Line]:
    """Return the same with label, source and file on one row, when there is room for them."""
    first: Line = (*label, *_said_by(member))
    path = shortened(member.path or member.ref, max(SHORT_PATH, width - cells(first) - 2))
    if cells(first) + 2 + cells((Span(path),)) <= width:
        return [ends(first, (Span(path, "dim"),), width), *_warnings(member, width)]
    whole = (Span(f"  {shortened(member.path or member.ref, width - 2)}", "dim"),)
    return [*wrap(first, width), whole, *_warnings(member, width)]


def _said_by(member: Member) -> Line:
    return (Span(badge(member), f"tier-{member.source.tier}"), Span(" "), *said(_source(member)))


def _warnings(member: Member, width: int) -> list[Line]:
    rows: list[Line] = []
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
        keeps = "the page it is folded into " if source.path == item.target_path else ""
        label: Line = (Span(f"source {number} ", "strong"), Span(keeps, "dim"))
        rows += [*_flat(label, source, width), *_wrapped(_body(source).lines, width), EMPTY]
    rows.append((Span("draft", "strong"), Span("  what all of them become; e edits it", "dim")))
    return [*rows, *_wrapped(lines_of(item.draft[:PREVIEW]), width)]
