"""What happened before: decisions, removals, and the commits of each claim."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from inbox.app.draw_origin import indented
from inbox.app.spans import EMPTY, Line, Span, in_rows, said, shortened
from inbox.domain.history import Event

_SHORT = 7
_HEADINGS = {"decision": "EARLIER DECISIONS", "tombstone": "REMOVED BEFORE"}


def history(rows: tuple[Event, ...], width: int) -> list[Line]:
    """Return what is known, in groups."""
    lines: list[Line] = []
    for title, group in groupby(rows, key=lambda row: _title(row, width)):
        lines += [EMPTY] if lines else []
        lines.append((Span(title, "group"),))
        for row in group:
            lines += _row(row, width)
    return lines or [(Span("nothing is known of what this item is about", "dim"),)]


def _title(row: Event, width: int) -> str:
    if row.kind != "commit":
        return _HEADINGS[row.kind]
    many = "lines" if row.lines and row.lines[0] != row.lines[1] else "line"
    what = (
        f"{row.about}  commits of {many} {row.where}  " if row.lines else f"{row.about}  commits  "
    )
    return what + shortened(row.path, max(10, width - len(what)))


def _row(row: Event, width: int) -> Iterator[Line]:
    name = row.id[:_SHORT] if row.kind == "commit" else row.id
    when, who = row.when[:10], row.who.partition(" <")[0]
    first: Line = (
        *said(f"{when}  ", "dim"),
        *said(f"{name}  ", "key"),
        Span("taken back  " if row.taken_back else "", "warn"),
        *said(row.what, "dim" if row.taken_back else ""),
        *said(f"  {who}", "dim"),
    )
    top, *rest = in_rows([first], width)
    yield top
    yield from indented(rest)
