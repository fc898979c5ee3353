"""The header of a memory: its entries as nodes, and the lines each of them takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from inbox.domain.memory import Value
from inbox.formats.header_compose import compose
from inbox.formats.header_frame import SURROGATE, Frame, Unreadable, find, line_stop
from inbox.formats.header_nodes import Node, Pair, Scalar, Table, values_of

MAX_CHARACTERS = 256 * 1024
"""Of the lines between the opening and the closing one."""

_YAML_BREAK = re.compile("[\x85\u2028\u2029]")
# The two loaders disagree on a mark that starts a line, and about every offset behind it.
_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|(?<=[\r\n])\ufeff"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One key with its value, and the whole lines it takes."""

    key: Scalar
    value: Node
    start: int
    stop: int
    """Behind the line break of its last line; comments and blank lines after it stay out."""


@dataclass(frozen=True, slots=True)
class Header:
    """A header that can be read."""

    text: str
    """The whole text of the memory."""

    frame: Frame
    table: Table | None
    """None for a header of comments only."""

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return self.table.pairs if self.table else ()

    @property
    def values(self) -> dict[str, Value]:
        """The entries as plain values."""
        return values_of(self.pairs)

    @property
    def by_lines(self) -> bool:
        """Whether each entry starts a line of its own, so that it can be replaced alone."""
        if self.table is None:
            return True
        return self.table.block and all(self.text[key.start - 1] in "\r\n" for key, _ in self.pairs)

    def entries(self) -> Iterator[Entry]:
        """Yield the entries of a header that is `by_lines`."""
        for key, value in self.pairs:
            yield Entry(key, value, key.start, line_stop(self.text, value.end))


def parse(text: str) -> Header | None:
    """Return the header; None for a text without one.

    Raises:
        Unreadable: There is one that cannot be read, or the text is no UTF-8.
    """
    frame = find(text)
    body = frame.closed if frame else 0
    if not text.isascii() and (half := SURROGATE.search(text)):
        raise Unreadable(half.start(), _undecodable(text, half.start()), body)
    if frame is None:
        return None
    _check_characters(text, frame)
    try:
        return Header(text, frame, _table(text, frame))
    except Unreadable as fault:
        fault.body = body
        raise


def _table(text: str, frame: Frame) -> Table | None:
    root = compose(text[frame.opened : frame.closing], frame.opened)
    if root is None or isinstance(root, Table):
        return root
    what = "a single value" if isinstance(root, Scalar) else "a list"
    raise Unreadable(root.start, f"the header is {what}, not keys and values")


def _undecodable(text: str, at: int) -> str:
    if not "\udc80" <= text[at] <= "\udcff":
        return f"the text holds half a character, U+{ord(text[at]):04X}"
    offset = len(text[:at].encode())
    return f"byte {offset} (0x{text[at].encode('utf-8', 'surrogateescape').hex()}) is not UTF-8"


def _check_characters(text: str, frame: Frame) -> None:
    if frame.closing - frame.opened > MAX_CHARACTERS:
        raise Unreadable(frame.start, "the header is larger than 256 KiB", frame.closed)
    if found := _YAML_BREAK.search(text, frame.start, frame.closed):
        reason = f"U+{ord(found[0]):04X} is a line break for YAML, but not for git or editors"
        raise Unreadable(found.start(), reason, frame.closed)
    if found := _UNPRINTABLE.search(text, frame.opened, frame.closing):
        reason = f"U+{ord(found[0]):04X} cannot stand in a header"
        raise Unreadable(found.start(), reason, frame.closed)
