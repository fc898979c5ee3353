"""Rows of athenaeum's other ledgers, shown with what to do about them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from inbox.domain.item import Broken, Notice, NoticeKind
from inbox.domain.layout import Layout
from inbox.formats import rows
from inbox.formats.pieces import digest

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ledger:
    """One ledger: what is pending in it, and how a row is shown."""

    kind: NoticeKind
    letter: str
    pending: Callable[[tuple[rows.Row, ...]], list[rows.Row]]
    title: Callable[[Row], str]
    todo: str


def _without(
    closing: tuple[str, ...], opening: str
) -> Callable[[tuple[rows.Row, ...]], list[rows.Row]]:
    """Return a filter for rows of one kind that no later row with the same id closes."""

    def pending(found: tuple[rows.Row, ...]) -> list[rows.Row]:
        closed = {str(row.get("id")) for row in found if row.get("kind") in closing}
        return [r for r in found if r.get("kind") == opening and str(r.get("id")) not in closed]

    return pending


AUDIT = Ledger(
    "audit",
    "a",
    _without(("review",), "audit"),
    lambda row: f"audit: {row.get('tier')} said {row.get('verdict')}",
    "answer it with `athenaeum decisions answer`, with the tier's own word to confirm it.",
)
RULE = Ledger(
    "rule",
    "r",
    _without(("approve", "reject"), "proposal"),
    lambda row: f"rule: {row.get('rule_name')}",
    "answer it with `athenaeum decisions answer`, approve or reject.",
)
QUARANTINE = Ledger(
    "quarantine",
    "x",
    _without(("release",), "quarantine"),
    lambda row: f"quarantine: {row.get('ref')}",
    "look at the file; `athenaeum quarantine` releases it.",
)
RETRACTION = Ledger(
    "retraction",
    "t",
    list,
    lambda row: f"retracted: {row.get('retracted_ref')}",
    "open the page it was merged into and take the claim out; athenaeum keeps this row for ever.",
)
CANDIDATE = Ledger(
    "candidate",
    "c",
    list,
    lambda row: f"candidate: {str(row.get('text', '')).strip().partition(chr(10))[0]}",
    "write the memory yourself if it deserves to last.",
)


def ledgers(layout: Layout) -> dict[str, Ledger]:
    """Return the ledger of each sidecar file, by path."""
    return {
        layout.calibration: AUDIT,
        layout.rule_proposals: RULE,
        layout.quarantine: QUARANTINE,
        layout.retractions: RETRACTION,
        layout.candidates: CANDIDATE,
    }


_ID = re.compile(r"[0-9A-Za-z-]{1,64}")
"""What can be typed as an id; anything else in a ledger could forge a row of a listing."""


def notices_in(path: str, text: str, ledger: Ledger) -> tuple[list[Notice], tuple[Broken, ...]]:
    """Return what is pending in one ledger, and the rows that cannot be read."""
    found, broken = rows.rows_of(path, text)
    shown = (_notice(row, ledger) for row in ledger.pending(found))
    # A ledger is only ever added to: of two rows with one id the later one holds.
    return list({notice.id: notice for notice in shown}.values()), broken


def _notice(row: Row, ledger: Ledger) -> Notice:
    given = str(row.get("id", "")).removeprefix(f"{ledger.letter}-")
    named = given if _ID.fullmatch(given) else digest(repr(row))[:12]
    return Notice(
        id=f"{ledger.letter}-{named}",
        title=ledger.title(row),
        created=str(row.get("created_at") or row.get("made_at") or ""),
        kind=ledger.kind,
        text="\n".join(_lines(row)),
        todo=ledger.todo,
    )


def _lines(row: Row) -> Iterator[str]:
    for key, value in row.items():
        if key not in ("v", "kind", "id"):
            yield f"{key}: {value}"
