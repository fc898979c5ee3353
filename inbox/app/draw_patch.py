"""The exact patch and the commit message, as lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inbox.app.draw_unsettled import no_patch
from inbox.app.keyboard import first_key
from inbox.app.spans import EMPTY, Line, Span, cells, lines_of, said, shortened, wrap
from inbox.domain.edit import FileChange
from inbox.domain.item import (
    Candidate,
    Conflict,
    Item,
    Lone,
    MergeProposal,
    Notice,
    Question,
    Review,
)
from inbox.domain.outcome import Preview
from inbox.formats import trailers
from inbox.formats.diff import unified
from inbox.formats.visible import one_line

_STYLES = {"+": "add", "-": "del", "@": "dim", "\\": "dim"}
_HUNK = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@")
_GUTTER = 5
"""Cells in front of a changed line: its number."""


def patch(preview: Preview, width: int) -> list[Line]:
    """Return what a decision would write, in rows of at most `width` cells.

    Memories come line by line with the numbers of the lines, queue files in a sentence.
    """
    lines: list[Line] = []
    for path in preview.snapshot:
        text = f"first committed as found: {path}"
        lines.append(said(text, "warn"))
    lines += [said(note, "warn") for note in preview.notes]
    for file in sorted(preview.files, key=is_sidecar):
        lines += [summary(file, width)] if is_sidecar(file) else list(_diff(file, width))
    rows = [row for line in [*lines, EMPTY] for row in wrap(line, width)]
    return [*rows, *_message(preview, width)]


def nothing(item: Item) -> str:
    """Return what stands in place of a patch when no single key accepts an item."""
    match item:
        case Conflict() if item.proposal is not None and item.rule is not None:
            return "queue and rule differ, so there is no one patch; a asks which of them holds"
        case Conflict() | MergeProposal():
            return "nothing is proposed, so there is no patch yet; choose a verb"
        case Question():
            key = first_key("decide.answer")
            return f"{key} writes an answer in a commit of its own; athenaeum carries it out"
        case Lone():
            return "C upholds this memory, t removes it; each is one commit"
        case Candidate() | Review():
            return no_patch(item)
        case Notice():
            pass
    return "nothing to decide here; the line above says what to do"


def commit(text: str, width: int) -> list[Line]:
    """Return a commit of the past as git shows it; a long line goes on below."""
    return [row for line in lines_of(text) for row in wrap(_styled(line), width)]


def is_sidecar(file: FileChange) -> bool:
    """Whether a file is a queue, an archive or a ledger, of which a sentence says enough."""
    return file.path.rpartition("/")[2].startswith("_")


def counted(file: FileChange) -> tuple[int, int]:
    """Return how many lines a file gains and loses."""
    lines = unified([file]).split("\n")[2:]
    return (
        sum(1 for line in lines if line.startswith("+")),
        sum(1 for line in lines if line.startswith("-")),
    )


def summary(file: FileChange, width: int) -> Line:
    """Return what happens to a sidecar, in a sentence."""
    gained, lost = counted(file)
    name = file.path.rpartition("/")[2]
    if name.endswith(".jsonl"):
        what = "a row is added" if gained > lost else "a row goes"
    elif "_archive" in name:
        what = "the block arrives, with the answer" if gained > lost else "the block leaves"
    else:
        what = "the block leaves" if lost > gained else "the block comes back"
    return _file_line(file, f"  +{gained} -{lost}  {what}", width, "")


def _file_line(file: FileChange, rest: str, width: int, style: str) -> Line:
    room = width - cells((Span(rest),))
    return (Span(shortened(file.path, room), style), Span(rest, "dim"))


def _diff(file: FileChange, width: int) -> Iterator[Line]:
    gained, lost = counted(file)
    fate = "removed" if file.after is None else "new" if file.before is None else ""
    yield _file_line(file, f"  +{gained} -{lost} {fate}".rstrip(), width, "strong")
    old, new = 0, 0
    for line in unified([file], context=0).split("\n")[2:]:
        if found := _HUNK.match(line):
            old, new = int(found[1]), int(found[2])
        elif line.startswith("\\"):
            yield (Span(f"     {line}", "dim"),)
        elif line:
            yield from _numbered(new if line[0] == "+" else old, line, width)
            old, new = old + (line[0] == "-"), new + (line[0] == "+")


def _numbered(number: int, text: str, width: int) -> Iterator[Line]:
    """Yield a changed line; what does not fit hangs below it, clear of the numbers."""
    gutter = f"{number:>{_GUTTER - 1}} "
    for row in wrap(_styled(lines_of(text)[0]), width - _GUTTER):
        yield (Span(gutter, "dim"), *row)
        gutter = " " * _GUTTER


def _styled(line: Line) -> Line:
    text = "".join(span.text for span in line)
    return (Span(text, _STYLES.get(text[:1], "")),)


def _message(preview: Preview, width: int) -> Iterator[Line]:
    """Yield the commit message; its trailers stand side by side where they fit."""
    subject, *rest = trailers.render(preview.change.message).rstrip("\n").split("\n")
    yield from wrap((Span("commit: ", "dim"), *said(subject, "strong")), width)
    for row in _side_by_side([one_line(line) for line in rest if line], width - 2):
        yield from wrap((Span(f"  {row}", "dim"),), width)
    undo = f"  undo with {first_key('undo.undo')}, now or in any later session"
    yield from wrap((Span(undo, "dim"),), width)


def _side_by_side(lines: list[str], width: int) -> list[str]:
    rows: list[str] = []
    for line in lines:
        together = f"{rows[-1]}   {line}" if rows else line
        trailers_both = rows and rows[-1].startswith("Inbox-") and line.startswith("Inbox-")
        if trailers_both and cells((Span(together),)) <= width:
            rows[-1] = together
        else:
            rows.append(line)
    return rows
