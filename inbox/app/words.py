"""Which words differ between two texts, line against line, so that both can stand level."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

Marks = tuple[tuple[int, int], ...]
"""Stretches of characters that differ, in order, as start and end."""

LIMIT = 5_000
"""Above so many words a stretch is compared line by line: the cost grows with the square."""

_WORD = re.compile(r"\w+(?:[.,:/'’-]\w+)*|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Half:
    """One line of one text, with what differs in it."""

    text: str
    marks: Marks = ()


Pair = tuple[Half | None, Half | None]
"""Two lines that stand next to each other; None where one text has no counterpart."""


def compare(a: str, b: str) -> tuple[Pair, ...]:
    """Return the lines of both texts in pairs, with the words that differ marked.

    The left halves joined by line feeds are `a`, the right ones `b`.
    """
    old, new = a.split("\n"), b.split("\n")
    pairs: list[Pair] = []
    for equal, i1, i2, j1, j2 in _runs(old, new):
        if equal:
            pairs += [(Half(line), Half(line)) for line in old[i1:i2]]
        else:
            pairs += _beside(*_marked(old[i1:i2], new[j1:j2]))
    return tuple(pairs)


def _beside(left: Sequence[Half], right: Sequence[Half]) -> Iterator[Pair]:
    for index in range(max(len(left), len(right))):
        yield (
            left[index] if index < len(left) else None,
            right[index] if index < len(right) else None,
        )


Run = tuple[bool, int, int, int, int]


def _runs(old: Sequence[str], new: Sequence[str]) -> Iterator[Run]:
    """Yield what is equal and what is not; a removal next to an insertion is one run."""
    i1 = j1 = 0
    for code in Indel.opcodes(old, new):
        if code.tag != "equal":
            continue
        if (i1, j1) != (code.src_start, code.dest_start):
            yield False, i1, code.src_start, j1, code.dest_start
        yield True, code.src_start, code.src_end, code.dest_start, code.dest_end
        i1, j1 = code.src_end, code.dest_end
    if (i1, j1) != (len(old), len(new)):
        yield False, i1, len(old), j1, len(new)


def _marked(old: Sequence[str], new: Sequence[str]) -> tuple[list[Half], list[Half]]:
    """Mark the words of two runs of lines that differ."""
    if not old or not new:
        return [_whole(line) for line in old], [_whole(line) for line in new]
    a, b = "\n".join(old), "\n".join(new)
    words_a, words_b = list(_WORD.finditer(a)), list(_WORD.finditer(b))
    if max(len(words_a), len(words_b)) > LIMIT and max(len(old), len(new)) > 1:
        return _line_by_line(old, new)
    if min(len(words_a), len(words_b)) > LIMIT:
        return [_whole(line) for line in old], [_whole(line) for line in new]
    changed_a: list[tuple[int, int]] = []
    changed_b: list[tuple[int, int]] = []
    texts_a, texts_b = [word[0] for word in words_a], [word[0] for word in words_b]
    for equal, i1, i2, j1, j2 in _runs(texts_a, texts_b):
        if equal:
            continue
        if i1 < i2:
            changed_a.append((words_a[i1].start(), words_a[i2 - 1].end()))
        if j1 < j2:
            changed_b.append((words_b[j1].start(), words_b[j2 - 1].end()))
    return _by_line(old, changed_a), _by_line(new, changed_b)


def _whole(line: str) -> Half:
    start, end = _trimmed(line, 0, len(line))
    return Half(line, ((start, end),) if start < end else ())


def _line_by_line(old: Sequence[str], new: Sequence[str]) -> tuple[list[Half], list[Half]]:
    left: list[Half] = []
    right: list[Half] = []
    for a, b in zip(old, new, strict=False):
        first, second = _marked([a], [b])
        left += first
        right += second
    shared = min(len(old), len(new))
    left += map(_whole, old[shared:])
    right += map(_whole, new[shared:])
    return left, right


def _by_line(lines: Sequence[str], changed: Sequence[tuple[int, int]]) -> list[Half]:
    """Cut stretches of the joined lines back to each line, without blanks at the ends."""
    starts = [0]
    for line in lines[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    marks: list[list[tuple[int, int]]] = [[] for _ in lines]
    for start, end in changed:
        index = bisect_right(starts, start) - 1
        while index < len(lines) and starts[index] < end:
            line, base = lines[index], starts[index]
            low, high = _trimmed(line, max(0, start - base), min(len(line), end - base))
            if low < high:
                marks[index].append((low, high))
            index += 1
    return [Half(line, tuple(found)) for line, found in zip(lines, marks, strict=True)]


def _trimmed(line: str, low: int, high: int) -> tuple[int, int]:
    inside = line[low:high]
    return low + len(inside) - len(inside.lstrip()), high - len(inside) + len(inside.rstrip())
