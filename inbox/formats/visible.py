"""Text from files, made safe to print: what would steer the terminal is spelled out.

Escapes, never strips: a reader must see that something was there (design R13).
"""

from __future__ import annotations

import unicodedata

_KEPT = "\n\t"
_BLANK_BUT_NO_SPACE = "\u2800\u3164\uffa0\u115f\u1160"
_HIDDEN_CATEGORIES = ("Cc", "Cf", "Zl", "Zp", "Cs")


def hidden(character: str) -> bool:
    """Whether a character would steer a terminal or cannot be seen."""
    if character in _KEPT:
        return False
    blank = character in _BLANK_BUT_NO_SPACE
    return blank or unicodedata.category(character) in _HIDDEN_CATEGORIES


def visible(text: str) -> str:
    """Return `text` with every hidden character as `<U+202E>`; idempotent."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"<U+{ord(char):04X}>" if hidden(char) else char for char in text)


def one_line(text: str) -> str:
    """Return `text` on one line: line breaks and tabs become blanks, the rest is `visible`."""
    return visible(" ".join(text.split("\n")).replace("\t", " "))


def hidden_count(text: str) -> int:
    """Return how many characters `visible` would spell out."""
    if text.isascii() and text.isprintable():
        return 0
    return sum(map(hidden, text))
