"""Which codec a file has; the edits between two texts of it, and edits applied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from inbox.domain.edit import (
    LEADER,
    Edit,
    PassageEdit,
    PieceEdit,
    Place,
    Tree,
    WholeFile,
)
from inbox.errors import Stale
from inbox.formats import blocks, carriers, memory, passages, rows
from inbox.formats.pieces import Piece, Pieces, joined
from inbox.formats.pieces import between as pieces_between

BODY = "body"


@dataclass(frozen=True, slots=True)
class Codec:
    """How one kind of file is split, and when two texts of a piece count as the same."""

    split: Callable[[str], Pieces]
    same: Callable[[str, str], bool] = str.__eq__
    comes_and_goes: bool = False
    """Whether a file without pieces is absent: the title comes with the first entry."""

    breaks: tuple[str, ...] = ()
    """What every piece but the last ends in one of, so that none runs into the next."""

    @property
    def ends_lines(self) -> bool:
        """Whether the pieces are entries of their own that anybody may append to."""
        return bool(self.breaks)


_LINES = ("\n", "\r")
_QUEUE_LINES = (*_LINES, *"\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
"""Where `str.splitlines` breaks a text, and so athenaeum."""

_QUESTIONS = Codec(blocks.split_questions, blocks.same, comes_and_goes=True, breaks=_QUEUE_LINES)
_MERGES = Codec(blocks.split_merges, blocks.same, comes_and_goes=True, breaks=_QUEUE_LINES)
_LEDGER = Codec(rows.split_rows, rows.same, comes_and_goes=True, breaks=_LINES)
_INDEX = Codec(rows.split_lines, rows.same, breaks=_LINES)
_MEMORY = Codec(memory.split)


def codec_for(path: str) -> Codec:
    """Return the codec for a file, by its name."""
    name = path.rpartition("/")[2]
    if name.startswith("_pending_questions"):
        return _QUESTIONS
    if name.startswith("_pending_merges"):
        return _MERGES
    if name.endswith(".jsonl"):
        return _LEDGER
    if name == "MEMORY.md" or not name.endswith(".md"):
        return _INDEX
    return _MEMORY


def between(path: str, before: str | None, after: str | None) -> tuple[Edit, ...]:
    """Return the edits that lead from one text of a file to another; None is absent.

    Total: `applied(between(p, a, b), {p: a})` gives `{p: b}` for every pair of texts.
    """
    if before == after:
        return ()
    codec = codec_for(path)
    old, new = _pieces(codec, before), _pieces(codec, after)
    whole = WholeFile(path, before, after)
    if "" in (before, after) or (None in (before, after) and not codec.comes_and_goes):
        return (whole,)
    # A title that comes or goes while entries stay is somebody's own edit of the page.
    if old and new and _titled(old) != _titled(new):
        return (whole,)
    edits = (edit for raw in pieces_between(path, old, new) for edit in _refined(raw))
    return (*carriers.between(path, old, new), *edits)


def _pieces(codec: Codec, text: str | None) -> Pieces:
    return codec.split(text) if text else ()


def _titled(pieces: Pieces) -> bool:
    return any(piece.key == LEADER for piece in pieces)


def _refined(edit: PieceEdit) -> tuple[Edit, ...]:
    """Return the passages of a replaced body, or the edit itself."""
    if edit.key != BODY or edit.old is None or edit.new is None:
        return (edit,)
    return passages.between(edit.path, edit.old, edit.new) or (edit,)


def applied(edits: Iterable[Edit], tree: Mapping[str, str | None]) -> Tree:
    """Return the new texts of the files that `edits` touch; None where one is gone.

    Raises:
        Stale: A piece is gone or is not what the edit starts from.
    """
    result: Tree = {}
    for path, group in _by_path(edits).items():
        text = tree.get(path)
        for run in _runs(group):
            text = _whole(run[0], text) if isinstance(run[0], WholeFile) else _pieced(run, text)
        result[path] = text
    return result


def _by_path(edits: Iterable[Edit]) -> dict[str, list[Edit]]:
    groups: dict[str, list[Edit]] = {}
    for edit in edits:
        groups.setdefault(edit.path, []).append(edit)
    return groups


def _runs(edits: list[Edit]) -> Iterable[list[Edit]]:
    """Yield whole-file edits alone and everything between them together."""
    for is_whole, run in groupby(edits, key=lambda edit: isinstance(edit, WholeFile)):
        if is_whole:
            yield from ([edit] for edit in run)
        else:
            yield list(run)


def _whole(edit: Edit, text: str | None) -> str | None:
    assert isinstance(edit, WholeFile)
    if text != edit.old:
        raise Stale(edit.path)
    return edit.new


def _pieced(edits: list[Edit], text: str | None) -> str | None:
    codec = codec_for(edits[0].path)
    if text is None and not codec.comes_and_goes:
        raise Stale(edits[0].path)
    pieces = list(_pieces(codec, text))
    for edit in sorted(edits, key=carriers.phase):
        if isinstance(edit, PassageEdit):
            _edit_passage(pieces, edit)
        elif isinstance(edit, PieceEdit) and not carriers.needless(edit, pieces):
            _edit_piece(codec, pieces, edit)
    # The title goes with the last entry, whoever brought the entries that are still there.
    if any(map(_removes_title, edits)) and all(piece.key in _FRAME for piece in pieces):
        pieces.clear()
    if codec.breaks:
        _end_lines(pieces, codec.breaks)
    after = joined(pieces)
    # A line may fit the place it was taken from and not the one that it is put back to.
    if codec is _MEMORY and [p.text for p in pieces] != [p.text for p in memory.split(after)]:
        raise Stale(edits[0].path, "header")
    return after or (None if codec.comes_and_goes else "")


def _removes_title(edit: Edit) -> bool:
    return isinstance(edit, PieceEdit) and edit.key == LEADER and edit.new is None


_FRAME = (LEADER, "tail")


def _edit_piece(codec: Codec, pieces: list[Piece], edit: PieceEdit) -> None:
    at = next((i for i, piece in enumerate(pieces) if piece.key == edit.key), None)
    if edit.old is None:
        assert edit.new is not None
        if at is not None:
            raise Stale(edit.path, edit.key)
        pieces.insert(_position(pieces, edit.place), Piece(edit.key, edit.new))
    elif at is None or not codec.same(pieces[at].text, edit.old):
        # A line between two entries is nothing that anybody decided about.
        if edit.new is None or not codec.same(edit.old, edit.new):
            raise Stale(edit.path, edit.key)
    elif edit.new is None:
        del pieces[at]
    else:
        pieces[at] = Piece(edit.key, edit.new)


def _position(pieces: list[Piece], place: Place) -> int:
    if not place.before:
        return 0
    index = {piece.key: at for at, piece in enumerate(pieces)}
    for key in reversed(place.before):
        if key in index:
            return index[key] + 1
    for key in place.after:
        if key in index:
            return index[key]
    return index.get("tail", len(pieces))


def _edit_passage(pieces: list[Piece], edit: PassageEdit) -> None:
    at = next((i for i, piece in enumerate(pieces) if piece.key == BODY), None)
    if at is None:
        raise Stale(edit.path, "a passage")
    lines = passages.replaced(edit, passages.lines_of(pieces[at].text))
    pieces[at] = Piece(BODY, "".join(lines))


def _end_lines(pieces: list[Piece], breaks: tuple[str, ...]) -> None:
    for at, piece in enumerate(pieces[:-1]):
        if not piece.text.endswith(breaks):
            pieces[at] = Piece(piece.key, piece.text + "\n")
