"""Where the header of a memory lies in its text, and why there may be none that counts.

Agrees with athenaeum on what a header is (an opening line `---`, the first later line
`---`, a line break behind it). What looks like a header and is none there would get a
second one stacked in front, so it is reported and never written to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from inbox.domain.memory import Problem

BOM = "\ufeff"

SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character: a byte that is not UTF-8, or an escape that should not be there."""

_BLANKS = r"[^\S\r\n]*"
_BREAK = r"(?:\r\n|\r|\n)"
_OPENING = re.compile(rf"---{_BLANKS}({_BREAK})")
_CLOSING = re.compile(rf"(?<=[\r\n])(---|\.\.\.){_BLANKS}({_BREAK}|\Z)")
# Four dashes and more are a rule in every tool and never open a header.
_LOOKALIKE = re.compile(rf"[\s{BOM}\u200b\u2060]*(?=---)(?!-{{4,}}{_BLANKS}(?:[\r\n]|\Z))")
_ALONE = re.compile(rf"---{_BLANKS}\Z")
_LINE = re.compile(rf"[^\r\n]*(?:{_BREAK}|\Z)")


class Unreadable(Exception):
    """The header cannot be read: where, why, and where the body starts if that is known."""

    def __init__(self, at: int, reason: str, body: int = 0) -> None:
        super().__init__(at, reason)
        self.at, self.reason, self.body = at, reason, body

    def problem(self, text: str) -> Problem:
        """Return the place as line and column; lines end at a line feed only, as for git."""
        line = text.count("\n", 0, self.at) + 1
        return Problem(line, self.at - text.rfind("\n", 0, self.at), self.reason)


@dataclass(frozen=True, slots=True)
class Frame:
    """Offsets of a header's lines in its text."""

    start: int
    """The opening line; 1 behind a byte order mark, else 0."""

    opened: int
    """The first character behind the opening line."""

    closing: int
    """The closing line."""

    closed: int
    """The body's first character."""

    newline: str
    """How the opening line ends."""


def find(text: str) -> Frame | None:
    """Return where the header is; None when the text does not claim to have one.

    Raises:
        Unreadable: The text starts with `---`, but athenaeum would see no header.
    """
    start = int(text.startswith(BOM))
    opening = _OPENING.match(text, start)
    if opening is None:
        _refuse_lookalike(text, start)
        return None
    closing = _CLOSING.search(text, opening.end())
    if closing is None:
        raise Unreadable(start, "the header that this line `---` opens is never closed")
    if closing[1] == "...":
        raise Unreadable(
            closing.start(), "the header is closed by `...` instead of `---`", closing.end()
        )
    if not closing[2]:
        raise Unreadable(closing.start(), "no line break follows the closing `---`", closing.end())
    # For athenaeum blank lines belong to the opening line, and the header would only start
    # at the closing one and end at the next rule in the body.
    if not text[opening.end() : closing.start()].strip():
        raise Unreadable(start, "the header is empty: two lines `---`", closing.end())
    return Frame(start, opening.end(), closing.start(), closing.end(), opening[1])


def _refuse_lookalike(text: str, start: int) -> None:
    lookalike = _LOOKALIKE.match(text)
    if lookalike is None:
        return
    at = lookalike.end()
    if at > start:
        closing = _CLOSING.search(text, at + 1)
        body = closing.end() if closing else 0
        raise Unreadable(at, "blank space stands in front of the opening `---`", body)
    if _ALONE.match(text, at):
        raise Unreadable(at, "the header that this line `---` opens is never closed")
    raise Unreadable(at, "the text starts with `---`, but not as a line of its own")


def line_stop(text: str, at: int) -> int:
    """Return the offset behind the line break of the line that `at` is in."""
    line = _LINE.match(text, at)
    return line.end() if line else at
