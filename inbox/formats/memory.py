"""A memory file: its header read as written, edited in place, and split into pieces.

python-frontmatter, and athenaeum itself, write a header back sorted, requoted and without
its comments; here a change touches the lines of one key (spec `recipes.md` §2).
"""

from __future__ import annotations

from collections.abc import Iterator

from inbox.domain.edit import PieceKey
from inbox.domain.memory import Memory
from inbox.errors import Unwritable
from inbox.formats import header
from inbox.formats.header import Entry, Header
from inbox.formats.header_frame import Unreadable, line_stop
from inbox.formats.header_items import add_item, item_lines, remove_item
from inbox.formats.header_splice import body_of, raw_value, remove_key, set_key, set_raw
from inbox.formats.header_yaml import Given
from inbox.formats.pieces import Piece, Pieces, digest, numbered

__all__ = [
    "LIST_KEYS",
    "Given",
    "add_item",
    "raw_value",
    "read",
    "remove_item",
    "remove_key",
    "set_key",
    "set_raw",
    "split",
    "with_body",
]

LIST_KEYS = frozenset(
    {
        *("supersedes", "aliases", "refines", "merge_rejected_with"),
        *("applies_when", "does_not_apply_when", "known_exceptions"),
    }
)
"""The lists that several decisions feed: each item is a piece of its own."""


def read(path: str, text: str) -> Memory:
    """Return the memory; one that cannot be read has its problem set and no header."""
    try:
        found = header.parse(text)
    except Unreadable as fault:
        return Memory(path, text, body=text[fault.body :], problem=fault.problem(text))
    return Memory(path, text, found.values if found else {}, body_of(text, found))


def with_body(path: str, text: str, body: str) -> str:
    """Return the text with a new body behind the same header.

    Raises:
        Unwritable: The header cannot be read, or the body would be taken for one.
    """
    memory = read(path, text)
    if memory.problem:
        raise Unwritable(path, f"it cannot be read ({memory.problem})")
    new = text[: len(text) - len(memory.body)] + body
    after = read(path, new)
    if after.problem or after.body != body:
        raise Unwritable(path, "the new text would be taken for a header, or is no UTF-8")
    return new


def split(text: str) -> Pieces:
    """Return the text as pieces: header lines, entries and list items, closing line, body.

    Keys: `fm:open`, `fm:<key>`, `fm:<key>/<digest>` for an item of one of `LIST_KEYS`,
    `fm#<digest>` for a comment or blank line, `fm:close`, `body`. A header whose keys share
    lines is one piece `fm`; a text that cannot be read is one piece `text`.
    """
    try:
        found = header.parse(text)
    except Unreadable:
        return (Piece("text", text),)
    return numbered(_pieces(text, found))


def _pieces(text: str, found: Header | None) -> Iterator[Piece]:
    if found:
        frame = found.frame
        yield Piece("fm:open", text[: frame.opened])
        if found.by_lines:
            yield from _entries(found)
        else:
            yield Piece("fm", text[frame.opened : frame.closing])
        yield Piece("fm:close", text[frame.closing : frame.closed])
    yield Piece("body", body_of(text, found))


def _entries(found: Header) -> Iterator[Piece]:
    text, at = found.text, found.frame.opened
    for entry in found.entries():
        yield from _lines(text, at, entry.start)
        yield from _entry(text, entry)
        at = entry.stop
    yield from _lines(text, at, found.frame.closing)


def _entry(text: str, entry: Entry) -> Iterator[Piece]:
    key = _piece_key(entry.key.text)
    items = item_lines(text, entry) if entry.key.text in LIST_KEYS else None
    at = line_stop(text, entry.key.end) if items else entry.stop
    yield Piece(key, text[entry.start : at])
    for item in items or ():
        yield from _lines(text, at, item.start)
        lines = text[item.start : item.stop]
        yield Piece(f"{key}/{digest(lines)}", lines)
        at = item.stop


def _lines(text: str, start: int, stop: int) -> Iterator[Piece]:
    while start < stop:
        end = line_stop(text, start)
        yield Piece(f"fm#{digest(text[start:end])}", text[start:end])
        start = end


def _piece_key(key: str) -> PieceKey:
    """Return a key's piece name; what has a meaning in such names is spelled otherwise."""
    spelled = key.replace("%", "%25").replace("/", "%2F").replace("#", "%23")
    return f"fm:%{spelled}" if spelled in ("open", "close") else f"fm:{spelled}"
