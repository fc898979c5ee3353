"""The bodies of two sides in styled lines, the words that differ marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from inbox.app.fold import beginning, ending, gap, kept, marked
from inbox.app.spans import EMPTY, Line, Span, in_rows, lines_of
from inbox.app.view import View
from inbox.app.words import Half, Marks, compare
from inbox.domain.item import Member
from inbox.formats.visible import visible

PREVIEW = 50_000
"""Characters of a text that are drawn; how many are left is said below."""


Lined = tuple[Line | None, Line | None]
"""Two lines next to each other; None where a side has no counterpart."""

Row = tuple[Line, Line]


@dataclass(frozen=True, slots=True)
class Sides:
    """Both bodies as lines: a level core, and what each says before and behind it."""

    core: Sequence[Lined]
    above: tuple[Sequence[Line], Sequence[Line]] = ((), ())
    below: tuple[Sequence[Line], Sequence[Line]] = ((), ())

    def alone(self) -> tuple[list[Line], list[Line]]:
        """Return the lines of each side by itself."""
        core = [
            [line for line in side if line is not None] for side in zip(*self.core, strict=True)
        ]
        one, other = core or ([], [])
        return (
            [*self.above[0], *one, *self.below[0]],
            [*self.above[1], *other, *self.below[1]],
        )

    def columns(self, half: int, view: View) -> list[Row]:
        """Return both sides in rows, level and folded; blank rows fill the shorter side up."""
        context, wraps = view.context, view.wraps
        tops = [ending(in_rows(lines, half, wraps=wraps), context) for lines in self.above]
        tall = max(map(len, tops))
        heads = [[EMPTY] * (tall - len(rows)) + rows for rows in tops]
        tails = [beginning(in_rows(lines, half, wraps=wraps), context) for lines in self.below]
        return [
            *zip(*heads, strict=True),
            *_folded([row for pair in self.core for row in _level(pair, half, wraps)], context),
            *zip_longest(*tails, fillvalue=EMPTY),
        ]


def _level(pair: Lined, half: int, wraps: bool) -> Iterator[Row]:
    rows = [[] if line is None else in_rows([line], half, wraps=wraps) for line in pair]
    yield from zip_longest(*rows, fillvalue=EMPTY)


def _folded(rows: list[Row], context: int) -> Iterator[Row]:
    for start, end, keep in kept([marked(a) or marked(b) for a, b in rows], context):
        if keep:
            yield from rows[start:end]
        else:
            yield gap(end - start), gap(end - start)


def body(member: Member) -> str:
    """Return a body as it is drawn."""
    return drawn(member.memory.body) if member.memory else ""


def drawn(text: str) -> str:
    """Return a text made visible; CRLF is one line end, and what is cut off is named."""
    text = text.replace("\r\n", "\n").strip("\n")
    rest = len(text) - PREVIEW
    told = f"\n… {rest:,} more characters; `athenaeum-inbox show` prints all" if rest > 0 else ""
    return visible(text[:PREVIEW]).replace("\t", "    ") + told


def sides(a: Member, b: Member) -> Sides:
    """Return both bodies; where the quoted passages are found, only those are compared.

    A side that is not there does not differ from the other.
    """
    texts, quotes = (body(a), body(b)), (drawn(a.passage), drawn(b.passage))
    if a.memory is None or b.memory is None:
        return Sides([*zip_longest(lines_of(texts[0]), lines_of(texts[1]))])
    if all(quote and text.count(quote) == 1 for text, quote in zip(texts, quotes, strict=True)):
        return _framed(texts, quotes)
    return Sides([(_line(one), _line(other)) for one, other in compare(*texts)])


def _framed(texts: tuple[str, str], quotes: tuple[str, str]) -> Sides:
    """Return both quotes level, and the text around each dim."""
    pairs = compare(*quotes)
    core = [[_line(half) for half in side] for side in zip(*pairs, strict=True)]
    around = [_around(text, quote) for text, quote in zip(texts, quotes, strict=True)]
    for lines, (_, head, tail, _) in zip(core, around, strict=True):
        there = [at for at, line in enumerate(lines) if line is not None]
        lines[there[0]] = (head, *(lines[there[0]] or ()))
        lines[there[-1]] = (*(lines[there[-1]] or ()), tail)
    (above_a, *_, below_a), (above_b, *_, below_b) = around
    return Sides([*zip(*core, strict=True)], (above_a, above_b), (below_a, below_b))


def _around(text: str, quote: str) -> tuple[list[Line], Span, Span, list[Line]]:
    """Return the lines above a quote, the words in front of and behind it, the lines below."""
    before, _, after = text.partition(quote)
    *above, head = before.split("\n")
    tail, *below = after.split("\n")
    dim = [[(Span(line, "dim"),) for line in part] for part in (above, below)]
    return [*dim[0]], Span(head, "dim"), Span(tail, "dim"), [*dim[1]]


def line_of(half: Half) -> Line:
    """Return a line with what differs in it marked."""
    return tuple(_spans(half.text, half.marks))


def _line(half: Half | None) -> Line | None:
    return None if half is None else line_of(half)


def _spans(text: str, marks: Marks) -> Iterator[Span]:
    at = 0
    for start, end in marks:
        yield Span(text[at:start])
        yield Span(text[start:end], "mark")
        at = end
    yield Span(text[at:])
