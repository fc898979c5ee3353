"""Pieces that carry others: the key line of a list of items, the title of an archive.

A carrier comes with the first piece it carries and goes with the last, whoever brought and
took the others meanwhile. So an edit that adds or removes one of several names the carrier,
too: taken back or made again in any order, no piece is left without its carrier, and no
carrier without a piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inbox.domain.edit import LEADER, Edit, PieceEdit, PieceKey
from inbox.formats.memory import LIST_KEYS
from inbox.formats.pieces import Piece, Pieces, place

_LISTS = tuple(f"fm:{key}" for key in sorted(LIST_KEYS))

_BARE = re.compile(r"[^:]+:[ \t]*(?:#[^\r\n]*)?[\r\n]*")
"""A key line with nothing behind the colon; one with brackets is the whole list."""


def between(path: str, old: Pieces, new: Pieces) -> Iterator[PieceEdit]:
    """Yield the carriers of what came or went while others of its kind stayed.

    Applied to the text they start from they change nothing. The title of a queue is left
    out: it stays when the queue is empty.
    """
    for key in (LEADER,) if path.endswith("_archive.md") else _LISTS:
        before, after = _carried(key, old), _carried(key, new)
        line = _at(key, old)
        if line is None or line != _at(key, new) or not before & after:
            continue
        if before < after:
            yield PieceEdit(path, key, None, line.text, place(new, key))
        elif after < before:
            yield PieceEdit(path, key, line.text, None, place(old, key))


def _carried(carrier: PieceKey, pieces: Sequence[Piece]) -> set[PieceKey]:
    prefix = "block:" if carrier == LEADER else f"{carrier}/"
    return {piece.key for piece in pieces if piece.key.startswith(prefix)}


def _at(key: PieceKey, pieces: Sequence[Piece]) -> Piece | None:
    return next((piece for piece in pieces if piece.key == key), None)


def phase(edit: Edit) -> int:
    """Order edits: what goes, then the carriers that go, the carriers that come, the rest."""
    if not isinstance(edit, PieceEdit) or None not in (edit.old, edit.new):
        return 3
    if edit.new is None:
        return 1 if _carries(edit) else 0
    return 2 if _carries(edit) else 3


def _carries(edit: PieceEdit) -> bool:
    return None in (edit.old, edit.new) and (edit.key == LEADER or edit.key in _LISTS)


def needless(edit: PieceEdit, pieces: Sequence[Piece]) -> bool:
    """Whether an edit brings a carrier that is there, or takes one that is needed or gone."""
    if not _carries(edit):
        return False
    found = _at(edit.key, pieces)
    if edit.old is None:
        return found is not None and (edit.key == LEADER or _bare(found.text, edit.new))
    if edit.key == LEADER or _carried(edit.key, pieces):
        return True
    # A key line that the person has put a note to says something by itself.
    return _bare(edit.old) if found is None else found.text != edit.old and _bare(found.text)


def _bare(*texts: str | None) -> bool:
    return all(text is not None and _BARE.fullmatch(text) for text in texts)
