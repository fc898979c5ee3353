"""The candidates of a question about a value, one a side, cut out of the passages."""

from __future__ import annotations

_LONGEST = 6
"""Words in a candidate; what differs in more is not a value, and the whole passage is shown."""


def options(a: str, b: str) -> tuple[str, ...]:
    """Return what differs between two passages, as written; nothing when they read the same."""
    one, other = a.split(), b.split()
    if one == other or not one or not other:
        return ()
    head = _alike(one, other)
    tail = _alike(one[head:][::-1], other[head:][::-1])
    values = [words[head : len(words) - tail] for words in (one, other)]
    if not all(0 < len(words) <= _LONGEST for words in values):
        values = [one, other]
    cut = tuple(" ".join(words).rstrip(".,;:!?") for words in values)
    return cut if all(cut) and cut[0] != cut[1] else (" ".join(one), " ".join(other))


def _alike(one: list[str], other: list[str]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (x, y) in pairs if x != y), min(len(one), len(other)))
