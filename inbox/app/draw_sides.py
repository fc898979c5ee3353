"""The bodies of two sides in styled lines, the words that differ marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from inbox.app.spans import EMPTY, Line, Span, lines_of, wrap
from inbox.app.words import Half, Marks, compare
from inbox.domain.item import Member
from inbox.formats.visible import visible

PREVIEW = 50_000
"""Characters of a text that are drawn; how many are left is said below."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Both bodies as lines; `level` ones are pairs, None where a side has no counterpart."""

    left: Sequence[Line | None]
    right: Sequence[Line | None]
    level: bool

    def alone(self) -> tuple[list[Line], list[Line]]:
        """Return the lines of each side by itself."""
        left = [line for line in self.left if line is not None]
        return left, [line for line in self.right if line is not None]

    def columns(self, half: int) -> tuple[list[Line], list[Line]]:
        """Return both sides wrapped; of level lines the shorter is filled up with blank rows."""
        left, right = ([_rows(line, half) for line in side] for side in (self.left, self.right))
        if self.level:
            for a, b in zip(left, right, strict=True):
                tall = max(len(a), len(b))
                a.extend([EMPTY] * (tall - len(a)))
                b.extend([EMPTY] * (tall - len(b)))
        return list(chain(*left)), list(chain(*right))


def _rows(line: Line | None, width: int) -> list[Line]:
    return [] if line is None else wrap(line, width)


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
        return Sides(lines_of(texts[0]), lines_of(texts[1]), level=False)
    if all(quote and text.count(quote) == 1 for text, quote in zip(texts, quotes, strict=True)):
        pairs = compare(*quotes)
        left = _framed(texts[0], quotes[0], [half for half, _ in pairs if half is not None])
        right = _framed(texts[1], quotes[1], [half for _, half in pairs if half is not None])
        return Sides(left, right, level=False)
    pairs = compare(*texts)
    return Sides([_line(half) for half, _ in pairs], [_line(half) for _, half in pairs], level=True)


def _framed(text: str, quote: str, halves: Sequence[Half]) -> list[Line]:
    """Return the lines of a text, dim but for its quote."""
    before, _, after = text.partition(quote)
    *above, head = before.split("\n")
    tail, *below = after.split("\n")
    lines = [list(_spans(half.text, half.marks)) for half in halves]
    lines[0].insert(0, Span(head, "dim"))
    lines[-1].append(Span(tail, "dim"))
    around = [[(Span(line, "dim"),) for line in part] for part in (above, below)]
    return [*around[0], *map(tuple, lines), *around[1]]


def _line(half: Half | None) -> Line | None:
    return None if half is None else tuple(_spans(half.text, half.marks))


def _spans(text: str, marks: Marks) -> Iterator[Span]:
    at = 0
    for start, end in marks:
        yield Span(text[at:start])
        yield Span(text[start:end], "mark")
        at = end
    yield Span(text[at:])
