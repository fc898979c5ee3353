"""Both sides next to each other, level, with the words that differ marked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from inbox.app.draw_queue import badge
from inbox.app.draw_sides import body, drawn, sides
from inbox.app.spans import EMPTY, Line, Span, cells, ends, fit, lines_of, said, shortened, wrap
from inbox.domain.item import Conflict, Item, Lone, Member, MergeProposal, Notice, Question
from inbox.domain.status import Status

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


def _body(member: Member) -> list[Line]:
    return lines_of(body(member))


def _two_columns(item: Conflict, width: int, rows_on_show: int) -> list[Line]:
    half = (width - 3) // 2
    members = ((item.a, "A"), (item.b, "B"))
    heads = [_head(letter, member, half, item) for member, letter in members]
    rows = [_beside(a, b, half) for a, b in zip_longest(*heads, fillvalue=EMPTY)]
    rows.append(_beside(EMPTY, EMPTY, half))
    both = sides(item.a, item.b)
    whole = both.columns(half)
    marks = [_first_mark(text) for text in whole]
    if both.level:
        marks = [min(marks)] * 2
    texts = [from_mark(*text, rows_on_show // 3) for text in zip(whole, marks, strict=True)]
    for a, b in zip_longest(*texts, fillvalue=EMPTY):
        rows.append(_beside(a, b, half))
        if any(span.style == "mark" for span in (*a, *b)):
            rows.append(_beside(_signs(a), _signs(b), half))
    tails = [_tail(member) for member, _ in members]
    rows.append(_beside(EMPTY, EMPTY, half))
    rows += [_beside(a, b, half) for a, b in zip_longest(*tails, fillvalue=EMPTY)]
    return [*rows, *_also(item, width)]


def from_mark(rows: list[Line], mark: int, most: int) -> list[Line]:
    """Return rows from the `mark`-th on, if more than `most` stand above it."""
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
        [(Span("  "), *row) for row in _wrapped([_braced(line) for line in lines], width - 4)]
        + _tail(member)
        for lines, member in zip(sides(item.a, item.b).alone(), (item.a, item.b), strict=True)
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
    opinions = [verdict for verdict in (item.proposal, item.rule) if verdict is not None]
    recommended = {verdict.winner.upper() for verdict in opinions} == {letter}
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
        yield from _wrapped(_body(member), width)


def _member(letter: str, member: Member, text: list[Line], width: int) -> list[Line]:
    first: list[Line] = [(Span(letter, "strong"),)] if letter else []
    return [*first, *_origin(member, width), EMPTY, *_wrapped(text, width), *_tail(member)]


def _merge(item: MergeProposal, width: int) -> list[Line]:
    rows: list[Line] = []
    for number, source in enumerate(item.sources, start=1):
        keeps = "the page it is folded into " if source.path == item.target_path else ""
        label: Line = (Span(f"source {number} ", "strong"), Span(keeps, "dim"))
        rows += [*_flat(label, source, width), *_wrapped(_body(source), width), EMPTY]
    rows.append((Span("draft", "strong"), Span("  what all of them become; e edits it", "dim")))
    return [*rows, *_wrapped(lines_of(drawn(item.draft)), width)]
