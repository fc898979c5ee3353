"""Splitting a queue file into blocks, exactly as athenaeum does, without losing a byte.

The rules are spec `athenaeum-format.md` §3.1: lines break where `str.splitlines` breaks
them, fences are counted in backticks, a canonical header ends even an open fence.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from inbox.domain.edit import LEADER
from inbox.formats.pieces import Piece, Pieces, digest, numbered

QUESTION_HEADER = re.compile(r'## \[([^\]]+)\] Entity: "((?:[^"\\]|\\.)*)" \(from (.+)\)')
MERGE_HEADER = re.compile(r'## \[([^\]]+)\] Merge: "((?:[^"\\]|\\.)*)"')
_CHECKBOX = re.compile(r"- \[([ xX])\]\s*(.*)")
_CLOSER = re.compile(r"`{3,}")


@dataclass(frozen=True, slots=True)
class Grammar:
    """What tells the two queues apart."""

    header: re.Pattern[str]
    """The canonical header; it starts a block even inside a fence."""

    opener: re.Pattern[str]
    """A line, trimmed, that opens a fence."""

    any_heading: bool
    """Whether every line that begins `## ` starts a block, canonical or not."""


QUESTIONS = Grammar(QUESTION_HEADER, re.compile(r"(`{3,})[^`]*"), any_heading=True)
MERGES = Grammar(MERGE_HEADER, re.compile(r"(`{3,})markdown"), any_heading=False)


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a queue file: title, block, loose text between blocks, or tail."""

    key: str
    """`leader`, `block:<id>:<digest>`, `loose:<digest>` or `tail`."""

    text: str
    """Its bytes; a block's separator (blank and `---` lines) stands in front of it."""

    own: str
    """A block from its header to its last line that is not blank, without that line's end."""

    line: int
    """Where `own` begins, from 1, counted at line feeds as git does."""


def split_questions(text: str) -> Pieces:
    """Split `_pending_questions.md` or its archive."""
    return _pieces(text, QUESTIONS)


def split_merges(text: str) -> Pieces:
    """Split `_pending_merges.md` or its archive."""
    return _pieces(text, MERGES)


def _pieces(text: str, grammar: Grammar) -> Pieces:
    return numbered(Piece(segment.key, segment.text) for segment in segments(text, grammar))


def same(found: str, expected: str) -> bool:
    """Whether two blocks are the same but for separators, which athenaeum rewrites freely."""
    return _own(found) == _own(expected)


def _own(text: str) -> str:
    lines = text.splitlines(keepends=True)
    start = next((at for at, line in enumerate(lines) if not _separates(line)), len(lines))
    return "".join(lines[start:]).rstrip()


def _separates(line: str) -> bool:
    return line.strip() in ("", "---")


LARGEST_KEPT = 4_000_000
"""Characters; what a larger file comes to is not kept, for it would fill the memory."""


def segments(text: str, grammar: Grammar) -> tuple[Segment, ...]:
    """Return the stretches of a queue file in order; their texts join to `text`.

    One decision asks a dozen times about a queue and its archive, before and after, so the
    last answers are kept.
    """
    return (_kept if len(text) <= LARGEST_KEPT else _segments)(text, grammar)


@lru_cache(maxsize=4)
def _kept(text: str, grammar: Grammar) -> tuple[Segment, ...]:
    return _segments(text, grammar)


def _segments(text: str, grammar: Grammar) -> tuple[Segment, ...]:
    found: list[Segment] = []
    outside: list[str] = []
    line = 1
    for is_block, lines in _stretches(text, grammar):
        if not is_block:
            outside += lines
            continue
        loose, separator = _divided(outside)
        found += _outside(loose, first=not found, line=line)
        line += _breaks(loose) + _breaks(separator)
        own, outside = _trimmed(lines)
        found.append(_block("".join(separator), "".join(own), line))
        line += _breaks(own)
    loose, tail = _divided(outside)
    found += _outside(loose, first=not found, line=line)
    if tail:
        found.append(Segment("tail", "".join(tail), "", line + _breaks(loose)))
    return tuple(found)


def _breaks(lines: list[str]) -> int:
    return sum(line.count("\n") for line in lines)


def _trimmed(lines: list[str]) -> tuple[list[str], list[str]]:
    end = len(lines)
    while not lines[end - 1].strip():
        end -= 1
    return lines[:end], lines[end:]


def _divided(lines: list[str]) -> tuple[list[str], list[str]]:
    """Divide what stands between blocks into loose text and the separator that follows it."""
    end = len(lines)
    while end and _separates(lines[end - 1]):
        end -= 1
    return lines[:end], lines[end:]


def _outside(lines: list[str], *, first: bool, line: int) -> Iterator[Segment]:
    if not lines:
        return
    if first and lines[0].startswith("# "):
        yield Segment(LEADER, lines[0], lines[0], line)
        line += _breaks(lines[:1])
        lines = lines[1:]
    if lines:
        text = "".join(lines)
        yield Segment(f"loose:{digest(text.strip())}", text, text, line)


def _block(separator: str, text: str, line: int) -> Segment:
    own = text.rstrip()
    return Segment(f"block:{identity(own)}:{digest(own)}", separator + text, own, line)


_MARKS = frozenset("`#-")
"""What a line that matters begins with; most lines of a large file do not."""


def _stretches(text: str, grammar: Grammar) -> Iterator[tuple[bool, list[str]]]:
    """Yield runs of lines, and for each whether it is a block."""
    current: list[str] = []
    in_block, fence = False, 0
    for raw in text.splitlines(keepends=True):
        if raw.lstrip()[:1] not in _MARKS:
            current.append(raw)
            continue
        fence, mark = _mark(raw.splitlines()[0], fence, grammar)
        if mark == "header" or (mark == "rule" and in_block):
            if current:
                yield in_block, current
            current, in_block = [], mark == "header"
        current.append(raw)
    if current:
        yield in_block, current


def _mark(line: str, fence: int, grammar: Grammar) -> tuple[int, str]:
    """Return the fence that is open after a line (0 is none), and what the line is."""
    trimmed = line.strip()
    if grammar.header.fullmatch(line):
        return 0, "header"
    if fence:
        closes = _CLOSER.fullmatch(trimmed) and len(trimmed) == fence
        return (0 if closes else fence), "text"
    if opening := grammar.opener.fullmatch(trimmed):
        return len(opening[1]), "text"
    if grammar.any_heading and line.startswith("## "):
        return 0, "header"
    return 0, "rule" if trimmed == "---" else "text"


def checkbox(own: str) -> tuple[int, re.Match[str]] | None:
    """Return the first line after the header that is not blank, when it is a checkbox."""
    for at, line in enumerate(own.splitlines()[1:], start=1):
        if line.strip():
            found = _CHECKBOX.fullmatch(line)
            return (at, found) if found else None
    return None


def identity(own: str) -> str:
    """Return the id that athenaeum gives a question block: of its header and its question.

    A merge's id depends on its sources and is not needed to tell pieces apart.
    """
    lines = own.splitlines()
    box = checkbox(own)
    question = box[1][2] if box else ""
    return short_hash(f"{lines[0].strip()}\n{question.strip()}" if lines else "")


def short_hash(text: str, length: int = 12) -> str:
    """Return the first hex digits of the SHA-1 of a text, athenaeum's way to name things."""
    raw = text.encode("utf-8", "surrogateescape")
    return hashlib.sha1(raw, usedforsecurity=False).hexdigest()[:length]


def unescaped(quoted: str) -> str:
    """Return an entity or target name without its backslashes."""
    return re.sub(r"\\(.)", r"\1", quoted)


def escaped(name: str) -> str:
    """Return a name as a header quotes it."""
    return name.replace("\\", "\\\\").replace('"', '\\"')
