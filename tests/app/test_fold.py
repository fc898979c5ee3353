"""Folding hides only what is far from a difference, and counts all that it hides."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from inbox.app.fold import beginning, ending, folded, kept
from inbox.app.spans import Line, Span, joined

flags = st.lists(st.booleans(), max_size=40)
contexts = st.integers(0, 8)


def rows(wanted: list[bool]) -> list[Line]:
    return [(Span(f"row {n}", "mark" if mark else ""),) for n, mark in enumerate(wanted)]


def hidden(lines: list[Line]) -> int:
    found = re.findall(r"^… (\d+) rows, } shows more$", joined(lines), re.MULTILINE)
    return sum(map(int, found))


def shown(lines: list[Line]) -> list[int]:
    return [int(n) for n in re.findall(r"^row (\d+)$", joined(lines), re.MULTILINE)]


@given(flags, contexts)
def test_runs_cover_every_row_once_and_in_order(wanted: list[bool], context: int) -> None:
    found = [*kept(wanted, context)]
    assert [at for start, end, _ in found for at in range(start, end)] == [*range(len(wanted))]


@given(flags, contexts)
def test_what_is_near_a_mark_is_shown_and_the_rest_is_counted(
    wanted: list[bool], context: int
) -> None:
    lines = folded(rows(wanted), context)
    assert len(shown(lines)) + hidden(lines) == len(wanted)
    marks = [at for at, mark in enumerate(wanted) if mark]
    near = {at for at in range(len(wanted)) if any(abs(at - m) <= context for m in marks)}
    assert near <= {*shown(lines)}
    if marks:
        far = sorted({*range(len(wanted))} - near)
        alone = [at for at in far if at - 1 not in far and at + 1 not in far]
        assert {*shown(lines)} == near | {*alone}


@given(flags)
def test_nothing_is_folded_where_nothing_differs(wanted: list[bool]) -> None:
    plain = rows([False] * len(wanted))
    assert folded(plain, 0) == plain


@given(st.integers(0, 20), contexts)
def test_the_ends_keep_the_rows_next_to_a_quote(count: int, context: int) -> None:
    text = rows([False] * count)
    for lines, near in ((ending(text, context), text[::-1]), (beginning(text, context), text)):
        assert len(shown(lines)) + hidden(lines) == count
        assert all(row in lines for row in near[:context])
