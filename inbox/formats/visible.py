"""Text from files, made safe to print: what would steer the terminal is spelled out.

Escapes, never strips: a reader must see that something was there (design R13).
"""

from __future__ import annotations

import re
import unicodedata

_KEPT = "\n\t"
_BLANK_BUT_NO_SPACE = "\u2800\u3164\uffa0\u115f\u1160"
_HIDDEN_CATEGORIES = ("Cc", "Cf", "Zl", "Zp", "Cs")
_SUSPECT = re.compile(r"[^\x20-\x7e\n\t]")
"""What has to be looked up; most text is plain ASCII and none of it is."""


def hidden(character: str) -> bool:
    """Whether a character would steer a terminal or cannot be seen."""
    if character in _KEPT:
        return False
    blank = character in _BLANK_BUT_NO_SPACE
    return blank or unicodedata.category(character) in _HIDDEN_CATEGORIES


def visible(text: str) -> str:
    """Return `text` with every hidden character as `<U+202E>`; idempotent."""
    return _SUSPECT.sub(lambda found: _spelled(found[0]), text)


def _spelled(character: str) -> str:
    return f"<U+{ord(character):04X}>" if hidden(character) else character


def one_line(text: str) -> str:
    """Return `text` on one line: line breaks and tabs become blanks, the rest is `visible`."""
    return visible(" ".join(text.split("\n")).replace("\t", " "))


def hidden_count(text: str) -> int:
    """Return how many characters `visible` would spell out."""
    return sum(map(hidden, _SUSPECT.findall(text)))
