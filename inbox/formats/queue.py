"""A queue file as a whole: its blocks, and how one is taken out, put in or replaced."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.domain.edit import LEADER
from inbox.domain.item import Block, Broken
from inbox.formats.blocks import MERGES, QUESTIONS, Grammar, Segment, segments
from inbox.formats.pieces import Piece, numbered


def grammar_of(path: str) -> Grammar:
    """Return the grammar of a queue file or archive, by its name."""
    return MERGES if path.rpartition("/")[2].startswith("_pending_merges") else QUESTIONS


def blocks(path: str, text: str) -> Iterator[Block]:
    """Yield the blocks of a queue file in order, broken ones too."""
    found = segments(text, grammar_of(path))
    keys = numbered(Piece(segment.key, segment.text) for segment in found)
    for segment, piece in zip(found, keys, strict=True):
        if segment.key.startswith("block:"):
            yield Block(path, piece.key, segment.line, segment.own)


def loose(path: str, text: str) -> Iterator[Broken]:
    """Yield the text between blocks, which athenaeum drops at its next rewrite (H-37)."""
    for segment in segments(text, grammar_of(path)):
        if segment.key.startswith("loose:"):
            lines = segment.own.split("\n")
            above = next(at for at, line in enumerate(lines) if line.strip() not in ("", "---"))
            yield Broken(
                path,
                segment.line + above,
                "text between blocks; athenaeum drops it at its next rewrite",
            )


def newline_of(text: str) -> str:
    """Return the line break a file uses."""
    return "\r\n" if "\r\n" in text else "\n"


def without(path: str, text: str, block: Block) -> str:
    """Return the file without one block and the separator in front of it."""
    return "".join(part.text for part, key in _keyed(path, text) if key != block.key)


def replaced(path: str, text: str, block: Block, own: str) -> str:
    """Return the file with one block's own text replaced."""

    def rendered(part: Segment, key: str) -> str:
        if key != block.key:
            return part.text
        start = part.text.index(part.own)
        return part.text[:start] + own + part.text[start + len(part.own) :]

    return "".join(rendered(part, key) for part, key in _keyed(path, text))


def _keyed(path: str, text: str) -> list[tuple[Segment, str]]:
    found = segments(text, grammar_of(path))
    keys = numbered(Piece(segment.key, segment.text) for segment in found)
    return [(segment, piece.key) for segment, piece in zip(found, keys, strict=True)]


def prepended(text: str | None, own: str, title: str) -> str:
    """Return an archive with one more entry, newest first; a new file gets its title."""
    if not text:
        return f"{title}\n\n{own}\n"
    end = newline_of(text)
    found = segments(text, QUESTIONS)
    lead = found[0].text if found and found[0].key == LEADER else ""
    rest = text[len(lead) :]
    if lead and not lead.endswith(("\n", "\r")):
        lead += end
    if rest.strip() and not _starts_with_rule(rest):
        gap = "" if rest.startswith(("\n", "\r")) else end
        rest = f"{end}---{end}{gap}{rest}"
    return f"{lead}{end}{own}{end}{rest}"


def _starts_with_rule(text: str) -> bool:
    return next((line.strip() for line in text.splitlines() if line.strip()), "") == "---"


def appended(text: str | None, own: str, title: str) -> str:
    """Return a queue with one more block at its end; a new file gets its title."""
    if not text or not text.strip():
        return f"{title}\n\n{own}\n"
    end = newline_of(text)
    body = text if text.endswith(("\n", "\r")) else text + end
    rule = f"{end}---{end}"
    if all(part.key in (LEADER, "tail") for part, _ in _keyed("", body)) or _swallows(body, rule):
        rule = ""
    return f"{body}{rule}{end}{own}{end}"


def _swallows(body: str, rule: str) -> bool:
    """Whether the last merge would take a rule behind it for its own: its fence is open."""
    return segments(body + rule, MERGES)[-1].key.startswith("block:")
