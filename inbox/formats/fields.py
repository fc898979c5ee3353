"""Two headers next to each other: the fields in which they differ, and one made of both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from inbox.errors import Unwritable
from inbox.formats.memory import read, split
from inbox.formats.pieces import Piece, joined
from inbox.formats.queue import newline_of

_CLOSE = "fm:close"


@dataclass(frozen=True, slots=True)
class Field:
    """A header entry that two memories do not agree on, as it is written."""

    key: str
    mine: str
    """Empty where the entry is not there."""

    other: str


def differing(mine: str, other: str, but: Set[str]) -> tuple[Field, ...]:
    """Return the fields in which two texts differ, in order, except those named in `but`.

    None for a text whose header cannot be read, or whose keys share lines.
    """
    sides = [split(text) for text in (mine, other)]
    if not all(any(piece.key == _CLOSE for piece in pieces) for pieces in sides):
        return ()
    keys = dict.fromkeys(key for pieces in sides for piece in pieces if (key := _key(piece)))
    fields = (Field(key, *(_value(pieces, key) for pieces in sides)) for key in keys)
    return tuple(field for field in fields if field.key not in but and field.mine != field.other)


def taken(mine: str, other: str, keys: Iterable[str]) -> str:
    """Return a text with some fields of another, each in the lines it is written in there.

    Raises:
        Unwritable: The header made of both would not say what the two say.
    """
    pieces, theirs = [*split(mine)], split(other)
    wanted = tuple(keys)
    for key in wanted:
        _take(pieces, key, [piece for piece in theirs if _key(piece) == key], newline_of(mine))
    text = joined(pieces)
    before, after, source = (read("", each).header for each in (mine, text, other))
    meant = {key: value for key, value in before.items() if key not in wanted}
    meant |= {key: source[key] for key in wanted if key in source}
    if dict(after) != meant:
        raise Unwritable("", "the two headers cannot be put together; edit the text instead")
    return text


def _take(pieces: list[Piece], key: str, new: Sequence[Piece], end: str) -> None:
    at = [number for number, piece in enumerate(pieces) if _key(piece) == key]
    closing = next((n for n, piece in enumerate(pieces) if piece.key == _CLOSE), len(pieces))
    first = at[0] if at else closing
    for number in reversed(at):
        del pieces[number]
    pieces[first:first] = [
        Piece(piece.key, end.join(piece.text.splitlines()) + end) for piece in new
    ]


def _key(piece: Piece) -> str:
    """Return the header key that a piece belongs to; empty for all others."""
    name = piece.key.removeprefix("fm:").partition("/")[0]
    return name if piece.key.startswith("fm:") and name not in ("open", "close") else ""


def _value(pieces: Sequence[Piece], key: str) -> str:
    text = "".join(piece.text for piece in pieces if _key(piece) == key)
    return " ".join(text.partition(":")[2].split())
