"""The sources of a merge as pages, with what the draft drops of each marked."""

from __future__ import annotations

from itertools import zip_longest

from inbox.app.draw_origin import beside, braced, flat, head, hidden, indented
from inbox.app.draw_queue import badge
from inbox.app.draw_sides import body, drawn, line_of
from inbox.app.fold import folded
from inbox.app.keyboard import first_key
from inbox.app.spans import EMPTY, Line, Span, clip, ends, in_rows, lines_of, said, shortened
from inbox.app.view import View
from inbox.app.words import Half, Pair, compare
from inbox.domain.item import Member, MergeProposal
from inbox.formats.memory import read

AT_ONCE = 2
"""Sources that stand next to each other; more are paged through."""

_LISTED = 8
_PATH = 30


def merge(item: MergeProposal, width: int, view: View) -> list[Line]:
    """Return the sources on show; the draft, which they are compared with, is the result."""
    at = min(view.source, max(0, len(item.sources) - 1))
    listed = _list(item, at, width, view) if len(item.sources) > AT_ONCE else []
    note: list[Line] = [(Span("marked: what the draft does not say", "dim"),)]
    if view.mode == "plain":
        note = []
    if view.mode == "columns":
        return [*listed, *note, *_columns(item, at, width, view)]
    return [*listed, *note, *_below(item, at, width, view)]


def _list(item: MergeProposal, at: int, width: int, view: View) -> list[Line]:
    """Return a row for each source, some of them where they are many."""
    first = max(0, min(at - _LISTED // 2, len(item.sources) - _LISTED))
    rows = [
        _row(source, number, width, (number == at, _out(source, view)))
        for number, source in list(enumerate(item.sources))[first : first + _LISTED]
    ]
    if len(item.sources) > _LISTED:
        rows.append((Span(f"  source {at + 1} of {len(item.sources)}", "dim"),))
    return [*rows, (Span("─" * width, "rule"),)]


def _row(source: Member, number: int, width: int, how: tuple[bool, bool]) -> Line:
    here, out = how
    name = source.memory.name if source.memory else source.ref
    left = (
        Span("> " if here else "  ", "key"),
        Span("[ ] " if out else "[x] ", "warn" if out else "ok"),
        Span(f"{number + 1} ", "strong"),
        Span(f"{badge(source)} ", f"tier-{source.source.tier}"),
        *said(name, "dim" if out else ""),
    )
    return ends(left, (Span(f" {shortened(source.path or source.ref, _PATH)}", "dim"),), width)


def _columns(item: MergeProposal, at: int, width: int, view: View) -> list[Line]:
    half = (width - 3) // 2
    first = max(0, min(max(0, at - 1), len(item.sources) - AT_ONCE))
    pages = []
    for number, source in enumerate(item.sources[first : first + AT_ONCE], start=first):
        top = head(_label(item, number, at, view), source, half)
        pages.append([*top, *hidden(source), EMPTY, *_text(item, source, half, view)])
    return [beside(a, b, half) for a, b in zip_longest(*pages, fillvalue=EMPTY)]


def _below(item: MergeProposal, at: int, width: int, view: View) -> list[Line]:
    """Return the sources below each other, the one that keys are about first if they are many."""
    order = range(len(item.sources)) if len(item.sources) <= AT_ONCE else (at,)
    rows: list[Line] = []
    for number in order:
        source = item.sources[number]
        top = flat(_label(item, number, at, view), source, width)
        text = indented(_text(item, source, width - 2, view))
        rows += [*([EMPTY] if rows else []), *top, *hidden(source), *text]
    return rows


def _label(item: MergeProposal, number: int, at: int, view: View) -> Line:
    source = item.sources[number]
    keeps = "the page itself " if source.path == item.target_path else ""
    out = _out(source, view)
    return (
        Span("> " if number == at else "  ", "key"),
        Span(f"source {number + 1} ", "strong"),
        Span(f"[left out: {first_key('mark.toggle')}] " if out else "", "warn"),
        Span(keeps, "dim"),
    )


def _out(source: Member, view: View) -> bool:
    return named(source) in view.left_out


def named(source: Member) -> str:
    """Return what a source is called where it is left out: its path, if it has one."""
    return source.path or source.ref


def _text(item: MergeProposal, source: Member, width: int, view: View) -> list[Line]:
    if view.mode == "plain" or source.memory is None:
        return in_rows(lines_of(body(source)), width, wraps=view.wraps)
    halves = [one for one, _ in against(item, source) if one is not None]
    rows = in_rows([braced(line_of(half)) for half in halves], width, wraps=view.wraps)
    return folded(rows, view.context)


def against(item: MergeProposal, source: Member) -> tuple[Pair, ...]:
    """Return the lines of a source beside those of the draft, the words that differ marked."""
    return compare(body(source), drawn(read("", item.draft).body))


def losses(item: MergeProposal, width: int, view: View) -> list[Line]:
    """Return, for each source, what the draft does not say and what it says in its place."""
    rows: list[Line] = []
    for number, source in enumerate(item.sources, start=1):
        name = source.memory.name if source.memory else source.ref
        title = (Span(f"draft against source {number}  ", "group"), *said(name))
        rows += [EMPTY, clip(title, width), *_loss(item, source, width, view)]
    return rows


def _loss(item: MergeProposal, source: Member, width: int, view: View) -> list[Line]:
    if _out(source, view):
        return [(Span("  left out; it stays as it is", "warn"),)]
    if source.memory is None:
        return in_rows([said(f"  {source.problem}", "bad")], width)
    rows: list[Line] = []
    alike = 0
    for one, other in against(item, source):
        if (one and one.marks) or (other and other.marks):
            rows += [(Span(f"  … {alike} lines alike", "dim"),)] if alike else []
            alike = 0
            rows += [*_signed("-", one, width), *_signed("+", other, width)]
        else:
            alike += 1
    return rows or [(Span("  the draft says all of it", "ok"),)]


def _signed(sign: str, half: Half | None, width: int) -> list[Line]:
    if half is None or not half.marks:
        return []
    style = "del" if sign == "-" else "add"
    rows = in_rows([braced(line_of(half))], width - 4)
    return [(Span(f"  {sign} ", style), *row) for row in rows]
