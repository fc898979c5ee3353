"""One key of a header set or removed by replacing its lines; every other byte stays.

Each result is read again and proved to hold the intended entries, node by node, before it
is given back (design R4): a splice that YAML takes differently is refused, not written.
"""

from __future__ import annotations

import re

from inbox.errors import Unwritable
from inbox.formats import header, header_yaml
from inbox.formats.header import Entry, Header
from inbox.formats.header_compose import compose
from inbox.formats.header_frame import BOM, Unreadable, line_stop
from inbox.formats.header_nodes import TAG, Listing, Node, Pair, Scalar, Table
from inbox.formats.header_yaml import Given

_COLON = re.compile(r"[ \t]*:")
_NOTE = re.compile(r"[ \t]+#[^\r\n]*")
_BREAK = re.compile(r"\r\n|\r|\n")


def opened(path: str, text: str) -> Header | None:
    """Return the header for writing; None for a text without one.

    Raises:
        Unwritable: It cannot be read, or its entries do not stand on lines of their own.
    """
    try:
        found = header.parse(text)
    except Unreadable as fault:
        raise Unwritable(path, f"it cannot be read ({fault.problem(text)})") from fault
    if found and not found.by_lines:
        raise Unwritable(path, "its header does not give each key a line of its own")
    return found


def proved(path: str, text: str, pairs: tuple[Pair, ...], body: str) -> str:
    """Return a new text, once it is read again as exactly these entries and this body.

    Raises:
        Unwritable: It reads differently.
    """
    try:
        found = header.parse(text)
    except Unreadable as fault:
        raise Unwritable(path, f"the result could not be read ({fault.reason})") from fault
    if (found.pairs if found else ()) != pairs:
        raise Unwritable(path, "the result would change other keys, or read differently")
    if body_of(text, found) != body:
        raise Unwritable(path, "the result would move the line where the header ends")
    return text


def body_of(text: str, found: Header | None) -> str:
    """Return everything behind the closing line; the whole text when there is no header."""
    return text[found.frame.closed :] if found else text


def entry_of(found: Header | None, key: str) -> Entry | None:
    """Return the entry of a key, compared as written."""
    entries = found.entries() if found else ()
    return next((entry for entry in entries if entry.key.text == key), None)


def set_key(path: str, text: str, key: str, value: Given) -> str:
    """Return the text with one key set; the same text when it has this very value.

    A missing key goes in front of the closing line; a text without a header gets one.

    Raises:
        Unwritable: The header cannot be read, or the result would not read as intended.
    """
    found = opened(path, text)
    entry = entry_of(found, key)
    if found is None or entry is None:
        return _inserted(path, text, found, (key, value))
    wanted = node_of(path, value)
    if entry.value == wanted:
        return text
    pairs = tuple((name, wanted if name is entry.key else node) for name, node in found.pairs)
    return proved(path, _replaced(path, found, entry, value), pairs, body_of(text, found))


def raw_value(text: str, key: str) -> str | None:
    """Return how a value is written, quotes and all; None unless it is there, on one line."""
    try:
        entry = entry_of(header.parse(text), key)
    except Unreadable:
        return None
    if entry is None:
        return None
    raw = text[entry.value.start : entry.value.end]
    return (
        None if _BREAK.search(raw) or _BREAK.search(text, entry.key.end, entry.value.start) else raw
    )


def set_raw(path: str, text: str, key: str, raw: str) -> str:
    """Return the text with one key's value written as `raw`, the inverse of `raw_value`.

    Raises:
        Unwritable: There is no such key, or the result would not read as just this value.
    """
    found = opened(path, text)
    entry = entry_of(found, key)
    if found is None or entry is None or _BREAK.search(raw):
        raise Unwritable(path, f"`{key}` cannot be written as it was")
    try:
        table = compose(f"k: {raw}\n")
    except Unreadable as fault:
        raise Unwritable(path, f"`{key}` cannot be written as it was") from fault
    assert isinstance(table, Table)
    wanted = table.pairs[0][1]
    colon = _COLON.match(text, entry.key.end)
    gap = entry.value.start if raw or colon is None else colon.end()
    new = text[:gap] + raw + text[entry.value.end :]
    pairs = tuple((name, wanted if name is entry.key else node) for name, node in found.pairs)
    return proved(path, new, pairs, body_of(text, found))


def node_of(path: str, value: Given) -> Node:
    """Return the node that a value is written as.

    Raises:
        Unwritable: YAML cannot hold it: half a character, say.
    """
    try:
        table = compose(f"k:{header_yaml.after_colon(value)}\n")
    except Unreadable as fault:
        raise Unwritable(path, f"the value cannot be written ({fault.reason})") from fault
    assert isinstance(table, Table)
    return table.pairs[0][1]


def _inserted(path: str, text: str, found: Header | None, given: tuple[str, Given]) -> str:
    key, value = given
    after = header_yaml.after_colon(value)
    name = header_yaml.key(key)
    if not name:
        raise Unwritable(path, "the key is too long for one line")
    pair = (Scalar(TAG + "str", key, 0, 0), node_of(path, value))
    lines = f"{name}:{after}\n"
    if found:
        at = found.frame.closing
        new = text[:at] + lines.replace("\n", found.frame.newline) + text[at:]
        return proved(path, new, (*found.pairs, pair), body_of(text, found))
    mark = BOM if text.startswith(BOM) else ""
    body = text.removeprefix(BOM)
    first = _BREAK.search(text)
    lines = f"---\n{lines}---\n".replace("\n", first[0] if first else "\n")
    return proved(path, mark + lines + body, (pair,), body)


def _replaced(path: str, found: Header, entry: Entry, value: Given) -> str:
    text, old = found.text, entry.value
    colon = _COLON.match(text, entry.key.end)
    if colon is None:
        raise Unwritable(path, f"the key {entry.key.text} has its colon on another line")
    flow = isinstance(old, Listing | Table) and not old.block
    after = header_yaml.after_colon(value, flow=flow)
    if not old.block and not after.startswith("\n"):
        gap = " " if old.start == colon.end() else ""
        return text[: old.start] + gap + after[1:] + text[old.end :]
    first, _, rest = after.partition("\n")
    lines = first + _note(text, entry, colon.end()) + "\n" + (rest + "\n" if rest else "")
    lines = lines.replace("\n", found.frame.newline)
    return text[: colon.end()] + lines + text[entry.stop :]


def _note(text: str, entry: Entry, colon: int) -> str:
    """Return the comment on the key's own line that does not belong to a line of the value."""
    old = entry.value
    at = old.end if old.end <= line_stop(text, colon) else colon
    note = _NOTE.match(text, at)
    return note[0] if note else ""


def remove_key(path: str, text: str, key: str) -> str:
    """Return the text without one key; without its header when nothing else was in it.

    Raises:
        Unwritable: The header cannot be read, or the result would not read as intended.
    """
    found = opened(path, text)
    entry = entry_of(found, key)
    if found is None or entry is None:
        return text
    pairs = tuple(pair for pair in found.pairs if pair[0] is not entry.key)
    frame = found.frame
    if (entry.start, entry.stop) == (frame.opened, frame.closing):
        body = text[frame.closed :]
        return proved(path, text[: frame.start] + body, pairs, text[: frame.start] + body)
    return proved(path, text[: entry.start] + text[entry.stop :], pairs, body_of(text, found))
