"""Unchanged rows give way to one row that counts them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inbox.app.keyboard import first_key
from inbox.app.spans import Line, Span

LEAST = 2
"""Rows that are worth a fold: the fold is a row itself."""


def marked(line: Line) -> bool:
    """Whether a row holds a word that differs."""
    return any(span.style == "mark" for span in line)


def gap(count: int) -> Line:
    """Return the row in place of some rows."""
    return (Span(f"… {count} rows, {first_key('view.context_more')} shows more", "dim"),)


def kept(wanted: Sequence[bool], context: int) -> Iterator[tuple[int, int, bool]]:
    """Yield runs of rows as start, end and whether they are shown.

    Shown is what lies within `context` rows of a wanted one. Where none is wanted all are.
    """
    near = _near(wanted, context)
    if not any(near):
        near = [True] * len(near)
    start = 0
    for at in range(1, len(near) + 1):
        if at == len(near) or near[at] != near[start]:
            yield start, at, near[start] or at - start < LEAST
            start = at


def _near(wanted: Sequence[bool], context: int) -> list[bool]:
    near = [False] * len(wanted)
    for order in (range(len(wanted)), range(len(wanted) - 1, -1, -1)):
        since = context + 1
        for at in order:
            since = 0 if wanted[at] else since + 1
            near[at] = near[at] or since <= context
    return near


def folded(rows: list[Line], context: int) -> list[Line]:
    """Return rows with what is far from any marked one folded."""
    shown: list[Line] = []
    for start, end, keep in kept([marked(row) for row in rows], context):
        shown += rows[start:end] if keep else [gap(end - start)]
    return shown


def ending(rows: list[Line], context: int) -> list[Line]:
    """Return the last rows, those before them folded."""
    hidden = len(rows) - context
    return rows if hidden < LEAST else [gap(hidden), *rows[hidden:]]


def beginning(rows: list[Line], context: int) -> list[Line]:
    """Return the first rows, those behind them folded."""
    hidden = len(rows) - context
    return rows if hidden < LEAST else [*rows[:context], gap(hidden)]
