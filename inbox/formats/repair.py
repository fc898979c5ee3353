"""A header that cannot be read, mended by quotes alone; every other byte stays.

Agents write `title: fix: the cache` and `owner: @ann`, which are no YAML. Quotes around
such a value keep its words and let the header be read. What quotes cannot mend (a key that
stands twice, a list in place of keys) is left to a person, with what to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from inbox.formats import header
from inbox.formats.header_frame import BOM, Unreadable, line_stop

_ENTRY = re.compile(r"([ ]*(?:- +)*)([^\s'\"#:\[\]{},&*!|>%@`-][^\r\n:]*:[ ]+)?([^\r\n]*)")
_COMMENT = re.compile(r"[ \t]+#(?:[ \t].*)?$")
_BLOCK = re.compile(r"[|>][-+0-9]*")
_BARE_QUOTE = re.compile(r'(?<!\\)"')
_OPEN, _CLOSE = "[{", "]}"

_BY_HAND = (
    ("stands here twice", "take one of the two lines out"),
    ("is a list, not keys", "write `key: value` lines in its place"),
    ("is a single value", "write `key: value` lines in its place"),
    ("is not UTF-8", "save the file as UTF-8"),
    ("is never closed", "put a line `---` where the header ends"),
    ("instead of `---`", "write `---` there"),
    ("no line break follows", "add a line break there"),
    ("blank space stands in front", "delete the blank space"),
    ("the header is empty", "delete both lines"),
    ("cannot stand in a header", "delete that character"),
    ("is a line break for YAML", "delete that character"),
)
_ELSE = "mend that line"


@dataclass(frozen=True, slots=True)
class Mended:
    """A text whose header can be read, and what was done to it."""

    text: str
    lines: tuple[int, ...] = ()
    """Where a value was quoted, from 1."""

    dropped_mark: bool = False
    """Whether a byte order mark was taken away; athenaeum sees no header behind one."""


def mended(text: str) -> Mended | str:
    """Return the mended text, or why there is none: a clause that names line, column and remedy."""
    new = text.removeprefix(BOM)
    lines: list[int] = []
    while (fault := _fault(new)) is not None:
        better = next(_quoted(new, fault), None)
        if better is None:
            return _by_hand(fault, new)
        new, at = better
        lines.append(new.count("\n", 0, at) + 1)
    if new == text:
        return "its header can be read, so there is nothing to repair"
    return Mended(new, tuple(sorted({*lines})), text.startswith(BOM))


def _fault(text: str) -> Unreadable | None:
    try:
        header.parse(text)
    except Unreadable as fault:
        return fault
    return None


def _by_hand(fault: Unreadable, text: str) -> str:
    remedy = next((what for words, what in _BY_HAND if words in fault.reason), _ELSE)
    return f"{fault.problem(text)}; quotes cannot mend that: in an editor, {remedy}"


def _quoted(text: str, fault: Unreadable) -> Iterator[tuple[str, int]]:
    """Yield texts with one more value in quotes that can be read further than before."""
    if not fault.body or fault.body > len(text):
        return
    start = text.rfind("\n", 0, fault.at) + 1
    while start > 0:
        for new in _attempts(text, start):
            after = _fault(new)
            if new.endswith(text[fault.body :]) and _further(after, new, fault, text):
                yield new, start
        # A quote that never closes is found below the line it stands in.
        start = text.rfind("\n", 0, start - 1) + 1


def _further(after: Unreadable | None, new: str, fault: Unreadable, text: str) -> bool:
    """Whether a fault is gone or has moved to a later line."""
    return after is None or (
        bool(after.body) and new.count("\n", 0, after.at) > text.count("\n", 0, fault.at)
    )


def _attempts(text: str, start: int) -> Iterator[str]:
    """Yield the text with the value that begins on a line in quotes, the plainest way first."""
    found = _ENTRY.match(text, start)
    if found is None:
        return
    value = found[3].rstrip()
    bare = _COMMENT.sub("", value)
    if not bare or bare.startswith("#") or _BLOCK.fullmatch(bare) or not _balanced(bare):
        return
    if not found[2] and not found[1].strip():
        return
    opened = found.start(3)
    closed = _hanging(text, found) or opened + len(bare)
    for words in _in_quotes(text[opened:closed]):
        yield text[:opened] + words + text[closed:]


def _in_quotes(words: str) -> Iterator[str]:
    """Yield a value in quotes; those that an author put around it already stay."""
    inner = words[1:-1]
    if len(words) > 1 and words[0] == words[-1] == "'":
        yield "'" + inner.replace("'", "''") + "'"
    if len(words) > 1 and words[0] == words[-1] == '"':
        yield '"' + _BARE_QUOTE.sub(r"\"", inner) + '"'
        yield '"' + inner.replace("\\", r"\\").replace('"', r"\"") + '"'
    yield "'" + words.replace("'", "''") + "'"


def _hanging(text: str, entry: re.Match[str]) -> int:
    """Return where a value ends that goes on in lines indented deeper; 0 when it does not."""
    depth = len(entry[1])
    first = stop = line_stop(text, entry.end())
    while text[stop : stop + depth + 1].isspace() and text[stop:].split("\n", 1)[0].strip():
        stop = line_stop(text, stop)
    start = entry.start(3)
    return start + len(text[start:stop].rstrip()) if stop > first else 0


def _balanced(value: str) -> bool:
    """Whether a value closes the brackets it begins with; a list cut short is no text."""
    if value[0] not in _OPEN:
        return True
    opened = sum(value.count(mark) for mark in _OPEN)
    return opened == sum(value.count(mark) for mark in _CLOSE)
