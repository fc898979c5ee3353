"""Styled text as values: spans, lines, and wrapping by terminal cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size

from inbox.formats.visible import one_line, visible

_WORDS = re.compile(r"\s+|\S+")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text in one style; the style is a name that a theme gives a colour."""

    text: str
    style: str = ""


Line = tuple[Span, ...]

EMPTY: Line = ()


def said(text: str, style: str = "") -> Line:
    """Return a line of a text from anywhere: made visible, on one line."""
    return (Span(one_line(text), style),)


def lines_of(text: str, style: str = "") -> list[Line]:
    """Return the lines of a text from anywhere, made visible; tabs become blanks."""
    return [(Span(part.replace("\t", "    "), style),) for part in visible(text).split("\n")]


def cells(line: Line) -> int:
    """Return how many terminal cells a line takes."""
    return sum(cell_len(span.text) for span in line)


def fit(line: Line, width: int, style: str = "") -> Line:
    """Return a line that takes exactly `width` cells: cut, or filled with blanks."""
    room = max(0, width)
    fitted: list[Span] = []
    for span in line:
        taken = cell_len(span.text)
        if taken > room:
            fitted.append(Span(set_cell_size(span.text, room), span.style))
            return tuple(fitted)
        fitted.append(span)
        room -= taken
    return (*fitted, Span(" " * room, style))


def clip(line: Line, width: int) -> Line:
    """Return a line that takes exactly `width` cells; where it is cut it ends in `…`."""
    if cells(line) <= width or width < 1:
        return fit(line, width)
    cut = fit(line, width - 1)
    return (*cut, Span("…", cut[-1].style if cut else ""))


def ends(left: Line, right: Line, width: int) -> Line:
    """Return a line with one part at each end; the left one is cut first."""
    room = width - cells(right)
    return (*clip(left, room), *right) if room > 0 else clip(left, width)


def in_rows(lines: Iterable[Line], width: int, *, wraps: bool = True) -> list[Line]:
    """Return lines in rows of at most `width` cells: wrapped, or each cut to one row."""
    if wraps:
        return [row for line in lines for row in wrap(line, width)]
    return [clip(line, width) if cells(line) > width else line for line in lines]


def wrap(line: Line, width: int) -> list[Line]:
    """Return a line broken at blanks into lines of at most `width` cells, styles kept.

    The blanks at a break go. A character wider than `width` gets a row to itself.
    """
    width = max(1, width)
    rows: list[list[Span]] = [[]]
    room = width
    for word in _unbroken(line, width):
        taken = cells(word)
        if taken > room and rows[-1]:
            rows.append([])
            room = width
            if word[0].text.isspace():
                continue
        rows[-1] += word
        room -= taken
    return [tuple(row) for row in rows]


def _unbroken(line: Line, width: int) -> Iterator[Line]:
    """Yield what stays on one row: blanks, or a word, which may be of several styles."""
    word: Line = ()
    for span in _pieces(line, width):
        if span.text.isspace():
            yield from (word,) if word else ()
            yield (span,)
            word = ()
        elif cells((*word, span)) > width and word:
            yield word
            word = (span,)
        else:
            word = (*word, span)
    yield from (word,) if word else ()


def _pieces(line: Line, width: int) -> Iterator[Span]:
    """Yield words and blanks; a word wider than a row comes in parts."""
    for span in line:
        for word in _WORDS.findall(span.text):
            rest = word
            while cell_len(rest) > width:
                part = _head(rest, width)
                yield Span(part, span.style)
                rest = rest[len(part) :]
            if rest:
                yield Span(rest, span.style)


def _head(word: str, width: int) -> str:
    """Return the longest beginning of a word that fits, at least one character."""
    end, taken = 0, 0
    for character in word:
        taken += cell_len(character)
        if taken > width and end:
            break
        end += 1
    return word[:end]


def shortened(path: str, width: int) -> str:
    """Return a path that fits: its middle folders give way to `…`."""
    path = one_line(path)
    if cell_len(path) <= width:
        return path
    first, _, rest = path.partition("/")
    name = rest.rpartition("/")[2] or path
    short = f"{first}/…/{name}" if rest else path
    return short if cell_len(short) <= width else "…" + _tail(path, width - 1)


def _tail(text: str, width: int) -> str:
    while text and cell_len(text) > width:
        text = text[1:]
    return text


def joined(lines: Iterable[Line]) -> str:
    """Return the plain text of some lines, for tests and for copying."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)
