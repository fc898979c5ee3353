"""Each file after a decision, with the lines that changed marked."""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz.distance import Indel

from inbox.app.draw_merge import losses
from inbox.app.draw_patch import counted, is_sidecar, summary
from inbox.app.draw_sides import PREVIEW
from inbox.app.fold import gap, kept
from inbox.app.spans import EMPTY, Line, Span, in_rows, lines_of, shortened
from inbox.app.view import View
from inbox.domain.edit import FileChange
from inbox.domain.item import Item, MergeProposal
from inbox.domain.outcome import Preview

_GUTTER = 7
"""Cells in front of a line: its number, its sign and a blank."""


def result(item: Item, preview: Preview, width: int, view: View) -> list[Line]:
    """Return each memory after, folded where nothing changes, and a sentence for the rest."""
    rows: list[Line] = []
    for file in sorted(preview.files, key=is_sidecar):
        if is_sidecar(file):
            rows += in_rows([summary(file, width)], width)
        else:
            rows += [*_file(file, width, view.context), EMPTY]
    if isinstance(item, MergeProposal):
        rows += losses(item, width, view)
    return rows


def _file(file: FileChange, width: int, context: int) -> Iterator[Line]:
    gained, lost = counted(file)
    fate = "is removed" if file.after is None else "is new" if file.before is None else "after"
    told = f"  {fate}  +{gained} -{lost}"
    yield (Span(shortened(file.path, width - len(told)), "strong"), Span(told, "dim"))
    if file.after is None:
        return
    after = file.after.replace("\r\n", "\n").removesuffix("\n").split("\n")
    signs = _signs((file.before or "").replace("\r\n", "\n"), after)
    drawn = 0
    for start, end, keep in kept([sign != " " for sign in signs], context):
        if not keep:
            yield gap(end - start)
            continue
        for at in range(start, end):
            drawn += len(after[at]) + 1
            if drawn > PREVIEW:
                yield (Span(f"… {len(after) - at} more lines", "dim"),)
                return
            yield from _row(at + 1, signs[at], after[at], width)


def _signs(before: str, after: list[str]) -> list[str]:
    """Return `+` for a line that is new, and `-` where lines are gone above one that is not."""
    signs = [" "] * len(after)
    for code in Indel.opcodes(before.removesuffix("\n").split("\n"), after):
        if code.tag == "insert":
            signs[code.dest_start : code.dest_end] = "+" * (code.dest_end - code.dest_start)
        elif code.tag == "delete" and code.dest_start < len(after):
            signs[code.dest_start] = "-"
    return signs


def _row(number: int, sign: str, text: str, width: int) -> Iterator[Line]:
    style = "add" if sign == "+" else ""
    gutter: Line = (Span(f"{number:>4} ", "dim"), Span(f"{sign} ", "del" if sign == "-" else style))
    for row in in_rows(lines_of(text, style), max(1, width - _GUTTER)):
        yield (*gutter, *row)
        gutter = (Span(" " * _GUTTER),)
