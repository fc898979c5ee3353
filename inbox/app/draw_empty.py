"""What is shown when there is no item: nothing waits, a broken block, too little room."""

from __future__ import annotations

from textual.geometry import Size

from inbox.app.keyboard import first_key
from inbox.app.spans import EMPTY, Line, Span, said, wrap
from inbox.app.widgets.bars import Facts
from inbox.domain.item import Broken, Pending

READING: list[Line] = [EMPTY, (Span("Reading the queue …", "dim"),), EMPTY]


def empty(pending: Pending, broken: Broken | None, facts: Facts, width: int) -> list[Line]:
    """Return the lines in place of an item."""
    if broken is not None:
        return _broken(broken, width)
    if pending.items:
        open_, clear = first_key("filter.open"), first_key("filter.clear")
        return [
            EMPTY,
            (Span("Nothing passes this filter.", "strong"),),
            (Span(f"{clear} shows everything again, {open_} changes it.", "dim"),),
            EMPTY,
        ]
    see = first_key("view.resting")
    log, undo = first_key("log.open"), first_key("undo.undo")
    lines: list[Line] = [
        EMPTY,
        (Span("Nothing waits.", "strong"),),
        (
            Span(
                f"{facts.done} decided today; {log} lists the decisions, "
                f"{undo} takes the last one back.",
                "dim",
            ),
        ),
    ]
    if pending.answered:
        count = pending.answered
        lines.append(
            (Span(f"{count} answered blocks wait for `athenaeum ingest-answers`.", "dim"),)
        )
    if pending.snoozed:
        until = pending.snoozed[0].until.isoformat(" ", "minutes")[:16]
        count = len(pending.snoozed)
        lines.append((Span(f"{count} snoozed, the next until {until}; {see} shows them.", "dim"),))
    if pending.settled:
        count = len(pending.settled)
        lines.append((Span(f"{count} ask again for what is settled; {see} shows them.", "dim"),))
    return [*lines, EMPTY]


def _broken(broken: Broken, width: int) -> list[Line]:
    words = (
        said(f"{broken.path}, line {broken.line}", "strong"),
        said(broken.reason, "warn"),
        (
            Span(
                "It keeps every byte and is never rewritten. Mend it in an editor; "
                f"{first_key('repo.reload')} reads again.",
                "dim",
            ),
        ),
    )
    return [row for line in words for row in wrap(line, width)]


def too_small(size: Size) -> Line:
    """Return the one line for a terminal that has no room."""
    return (
        Span(f"too small ({size.width}x{size.height}), need 60x16; ", "warn"),
        Span("athenaeum-inbox list", "dim"),
    )
