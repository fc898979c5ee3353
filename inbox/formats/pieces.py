"""A text as keyed pieces that join to it byte for byte, and the edits between two texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import sha256

from inbox.domain.edit import PieceEdit, PieceKey, Place


@dataclass(frozen=True, slots=True)
class Piece:
    """One keyed stretch of a text."""

    key: PieceKey
    text: str


Pieces = tuple[Piece, ...]

CONTEXT = 8
"""How many neighbours on each side a place remembers."""


def digest(text: str) -> str:
    """Return a short name for a text; bytes that are not UTF-8 count as they are."""
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def numbered(pieces: Iterable[Piece]) -> Pieces:
    """Give repeats of a key their `#2`, `#3`, so that keys are unique."""
    seen: dict[PieceKey, int] = {}

    def named(piece: Piece) -> Piece:
        seen[piece.key] = count = seen.get(piece.key, 0) + 1
        return piece if count == 1 else Piece(f"{piece.key}#{count}", piece.text)

    return tuple(named(piece) for piece in pieces)


def joined(pieces: Iterable[Piece]) -> str:
    """Return the text that the pieces were split from."""
    return "".join(piece.text for piece in pieces)


def between(path: str, before: Pieces, after: Pieces) -> Iterator[PieceEdit]:
    """Yield the edits that lead from `before` to `after`.

    Removals come first: a piece that moves goes before it comes, and on the way back each
    comes back beside a neighbour that is there.
    """
    old, new = [piece.key for piece in before], [piece.key for piece in after]
    codes = list(opcodes(old, new))
    changed = [code for code in codes if code[0] != "equal"]
    for index in (i for _, i1, i2, _, _ in changed for i in range(i1, i2)):
        yield PieceEdit(path, old[index], before[index].text, None, _place(old, index))
    for index in (j for _, _, _, j1, j2 in changed for j in range(j1, j2)):
        yield PieceEdit(path, new[index], None, after[index].text, _place(new, index))
    for tag, i1, i2, j1, _ in codes:
        pairs = zip(before[i1:i2], range(j1, j1 + i2 - i1), strict=True) if tag == "equal" else ()
        for piece, at in pairs:
            if piece.text != after[at].text:
                yield PieceEdit(path, piece.key, piece.text, after[at].text, _place(new, at))


Opcode = tuple[str, int, int, int, int]


def opcodes(old: Sequence[str], new: Sequence[str]) -> Iterator[Opcode]:
    """Yield difflib's opcodes; the equal ends are cut off first, which is most of the time."""
    limit = min(len(old), len(new))
    head = next((i for i in range(limit) if old[i] != new[i]), limit)
    rest = range(1, limit - head + 1)
    tail = next((i - 1 for i in rest if old[-i] != new[-i]), limit - head)
    if head:
        yield "equal", 0, head, 0, head
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    for tag, i1, i2, j1, j2 in SequenceMatcher(
        None, middle_old, middle_new, autojunk=False
    ).get_opcodes():
        yield tag, head + i1, head + i2, head + j1, head + j2
    if tail:
        yield "equal", len(old) - tail, len(old), len(new) - tail, len(new)


def _place(keys: Sequence[PieceKey], index: int) -> Place:
    before = tuple(keys[max(0, index - CONTEXT) : index])
    return Place(before, tuple(keys[index + 1 : index + 1 + CONTEXT]))


def place(pieces: Pieces, key: PieceKey) -> Place:
    """Return where the piece of a key stands."""
    keys = [piece.key for piece in pieces]
    return _place(keys, keys.index(key))
