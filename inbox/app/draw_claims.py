"""Both sides next to each other, level, with the words that differ marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from inbox.app.draw_merge import merge
from inbox.app.draw_origin import beside, braced, flat, head, hidden, indented, origin
from inbox.app.draw_sides import body, sides
from inbox.app.draw_unsettled import unsettled
from inbox.app.fold import folded, marked
from inbox.app.spans import EMPTY, Line, Span, cells, in_rows, lines_of, said
from inbox.app.view import View
from inbox.domain.item import (
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


def claims(item: Item, width: int, view: View) -> list[Line]:
    """Return the lines of the middle box."""
    match item:
        case Conflict():
            return [*_conflict(item, width, view), *_also(item, width, view)]
        case MergeProposal():
            return merge(item, width, view)
        case Lone(member=member):
            return _member(member, width, view)
        case Candidate() | Review():
            return unsettled(item, width, view)
        case Question(description=text) | Notice(text=text):
            return in_rows(lines_of(text), width, wraps=view.wraps)


def _conflict(item: Conflict, width: int, view: View) -> list[Line]:
    match view.mode:
        case "columns":
            return _two_columns(item, width, view)
        case "one":
            return _one_column(item, width, view)
        case "plain":
            return _plain(item, width, view)


def _two_columns(item: Conflict, width: int, view: View) -> list[Line]:
    half = (width - 3) // 2
    heads = (head(_label(letter, member, item), member, half) for letter, member in _sides(item))
    rows = [*zip_longest(*heads, fillvalue=EMPTY), (EMPTY, EMPTY)]
    for a, b in sides(item.a, item.b).columns(half, view):
        rows.append((a, b))
        if marked(a) or marked(b):
            rows.append((_signs(a), _signs(b)))
    tails = (_tail(member) for _, member in _sides(item))
    rows += [(EMPTY, EMPTY), *zip_longest(*tails, fillvalue=EMPTY)]
    return [beside(a, b, half) for a, b in rows]


def _sides(item: Conflict) -> tuple[tuple[str, Member], tuple[str, Member]]:
    return ("A", item.a), ("B", item.b)


def _signs(line: Line) -> Line:
    """Return the row below a line: a sign under each marked word, which needs no colour."""
    return tuple(
        Span(("=" if span.style == "mark" else " ") * cells((span,)), "mark-sign") for span in line
    )


def _one_column(item: Conflict, width: int, view: View) -> list[Line]:
    """Return the sides below each other; where rows are too few, each by its clashing part."""
    heads = [flat(_label(letter, m, item), m, width) for letter, m in _sides(item)]
    texts = [
        indented(folded(_braced(lines, width - 4, view), view.context)) + _tail(member)
        for lines, member in zip(sides(item.a, item.b).alone(), (item.a, item.b), strict=True)
    ]
    if view.rows:
        room = max(2, view.rows - 1 - sum(map(len, heads)))
        texts = [
            excerpt(text, max(room // 2, room - len(other)))
            for text, other in zip(texts, reversed(texts), strict=True)
        ]
    return [*heads[0], *texts[0], _border(width), *heads[1], *texts[1]]


def _braced(lines: Iterable[Line], width: int, view: View) -> list[Line]:
    return in_rows([braced(line) for line in lines], width, wraps=view.wraps)


def _plain(item: Conflict, width: int, view: View) -> list[Line]:
    """Return both sides whole, one below the other."""
    one, other = (
        [*flat(_label(letter, m, item), m, width), *_body(m, width, view), *_tail(m)]
        for letter, m in _sides(item)
    )
    return [*one, _border(width), *other]


def _body(member: Member, width: int, view: View) -> list[Line]:
    return in_rows(lines_of(body(member)), width, wraps=view.wraps)


def _border(width: int) -> Line:
    return (Span("─" * width, "rule"),)


def excerpt(rows: list[Line], most: int) -> list[Line]:
    """Return at most `most` rows, with the first one that has a marked word among them."""
    if len(rows) <= most:
        return rows
    mark = next((at for at, row in enumerate(rows) if marked(row)), 0)
    start = 0 if mark < most else min(mark, len(rows) - most)
    shown = rows[start : start + most]
    if start:
        shown[0] = (Span("… ", "dim"), *shown[0][1:])
    if start + most < len(rows):
        shown[-1] = (*shown[-1], Span(" …", "dim"))
    return shown


def _label(letter: str, member: Member, item: Conflict) -> Line:
    opinions = [verdict for verdict in (item.proposal, item.rule) if verdict is not None]
    recommended = {verdict.winner.upper() for verdict in opinions} == {letter}
    return (
        Span(f"{letter} ", "strong"),
        Span("[1] " if member is item.a else "[2] ", "key"),
        Span("RECOMMENDED " if recommended else "", "ok"),
    )


def _tail(member: Member) -> list[Line]:
    memory = member.memory
    if memory is None:
        return []
    named = (("valid_from", "valid from"), ("valid_until", "valid until"))
    return [
        said(f"{words} {memory.scalar(key)}", "dim") for key, words in named if memory.scalar(key)
    ]


def _also(item: Conflict, width: int, view: View) -> Iterator[Line]:
    for member in item.also:
        yield EMPTY
        yield (Span("also ", "dim"), *said(member.path or member.ref))
        yield from _body(member, width, view)


def _member(member: Member, width: int, view: View) -> list[Line]:
    text = _body(member, width, view)
    return [*origin(member, width), *hidden(member), EMPTY, *text, *_tail(member)]
