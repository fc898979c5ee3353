"""Which words differ between two texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rapidfuzz.distance import Indel

_TOKENS = re.compile(r"\s+|\d[\d.,:/-]*\d|\w+|[^\w\s]")
MOST_WORDS = 5_000
"""Above this, lines are compared first and words only inside lines that changed."""

Marked = list[tuple[str, bool]]
"""Stretches of one text, each with whether it differs from the other text."""


def marked(a: str, b: str) -> tuple[Marked, Marked]:
    """Return both texts in stretches; the stretches of each join to it."""
    left, right = _TOKENS.findall(a), _TOKENS.findall(b)
    if len(left) + len(right) > MOST_WORDS:
        return _by_lines(a, b)
    return _compared(left, right)


def _compared(left: Sequence[str], right: Sequence[str]) -> tuple[Marked, Marked]:
    one: Marked = []
    other: Marked = []
    for tag, i1, i2, j1, j2 in _opcodes(left, right):
        same = tag == "equal"
        one += [("".join(left[i1:i2]), not same)] if i2 > i1 else []
        other += [("".join(right[j1:j2]), not same)] if j2 > j1 else []
    return one, other


def _opcodes(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield rapidfuzz's opcodes with an insertion right behind a removal made one change."""
    for code in Indel.opcodes(left, right):
        yield (code.tag, code.src_start, code.src_end, code.dest_start, code.dest_end)


def _by_lines(a: str, b: str) -> tuple[Marked, Marked]:
    left, right = a.splitlines(keepends=True), b.splitlines(keepends=True)
    one: Marked = []
    other: Marked = []
    for tag, i1, i2, j1, j2 in _opcodes(left, right):
        if tag == "equal":
            one.append(("".join(left[i1:i2]), False))
            other.append(("".join(right[j1:j2]), False))
            continue
        one += [(line, True) for line in left[i1:i2]]
        other += [(line, True) for line in right[j1:j2]]
    return one, other
