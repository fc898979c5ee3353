"""Where a claim comes from: badge, source, day, file, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable

from inbox.app.draw_queue import badge
from inbox.app.spans import Line, Span, cells, clip, ends, said, shortened, wrap
from inbox.domain.item import Member
from inbox.domain.status import Status
from inbox.formats.visible import hidden_count

LAST_TIER = 9
SHORT_PATH = 16
"""Cells of a path that must fit beside the source of a claim."""


def indented(rows: Iterable[Line]) -> list[Line]:
    """Return rows behind two blanks."""
    return [(Span("  "), *row) for row in rows]


def beside(a: Line, b: Line, half: int) -> Line:
    """Return two rows of `half` cells with a rule between them."""
    return (*clip(a, half), Span(" │ ", "rule"), *clip(b, half))


def braced(line: Line) -> Line:
    """Return a line with its marked words in braces, which need no colour and no second row."""
    return tuple(part for span in line for part in _in_braces(span))


def _in_braces(span: Span) -> Line:
    core = span.text.strip()
    if span.style != "mark" or not core:
        return (span,)
    before, _, after = span.text.partition(core)
    return (Span(before), Span(f"{{{core}}}", "mark"), Span(after))


def head(label: Line, member: Member, width: int) -> list[Line]:
    """Return label and origin below each other, for a column."""
    return [label, *origin(member, width)]


def origin(member: Member, width: int) -> list[Line]:
    """Return the origin of a claim, its file on a row of its own."""
    return [
        *wrap(_said_by(member), width),
        (Span(shortened(member.path or member.ref, width), "dim"),),
        *_warnings(member, width),
    ]


def flat(label: Line, member: Member, width: int) -> list[Line]:
    """Return the same with label, source and file on one row, when there is room for them."""
    first: Line = (*label, *_said_by(member))
    path = shortened(member.path or member.ref, max(SHORT_PATH, width - cells(first) - 2))
    if cells(first) + 2 + cells((Span(path),)) <= width:
        return [ends(first, (Span(path, "dim"),), width), *_warnings(member, width)]
    whole = (Span(f"  {shortened(member.path or member.ref, width - 2)}", "dim"),)
    return [*wrap(first, width), whole, *_warnings(member, width)]


def hidden(member: Member) -> list[Line]:
    """Return how many characters of a memory are spelled out, when there are any."""
    count = hidden_count(member.memory.text) if member.memory else 0
    if not count:
        return []
    what = "1 hidden character" if count == 1 else f"{count} hidden characters"
    return [(Span(f"! contains {what}, spelled out", "warn"),)]


def _said_by(member: Member) -> Line:
    parts = [member.source.written or "no source", member.date[:10]]
    written = ", ".join(filter(None, parts))
    return (Span(badge(member), f"tier-{member.source.tier}"), Span(" "), *said(written))


def _warnings(member: Member, width: int) -> list[Line]:
    rows: list[Line] = []
    if member.source.tier == LAST_TIER and member.memory is not None:
        rows += wrap((Span("tier 9: ", "dim"), *said(member.source.reason, "dim")), width)
    if member.status is not Status.ACTIVE:
        rows.append((Span(str(member.status), "warn"),))
    if member.problem:
        rows += wrap(said(member.problem, "bad"), width)
    return rows
