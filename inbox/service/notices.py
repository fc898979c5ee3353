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
from inbox.formats.visible import one_line

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ledger:
    """One ledger: what is pending in it, and how a row is shown."""

    kind: NoticeKind
    letter: str
    pending: Callable[[tuple[rows.Row, ...]], list[rows.Row]]
    title: Callable[[Row], str]
    todo: Callable[[Row], str]


def _without(
    closing: tuple[str, ...], opening: str
) -> Callable[[tuple[rows.Row, ...]], list[rows.Row]]:
    """Return a filter for rows of one kind that no later row with the same id closes."""

    def pending(found: tuple[rows.Row, ...]) -> list[rows.Row]:
        closed = {str(row.get("id")) for row in found if row.get("kind") in closing}
        return [r for r in found if r.get("kind") == opening and str(r.get("id")) not in closed]

    return pending


def _said(row: Row, key: str) -> str:
    return one_line(str(row.get(key) or ""))


_REQUEUED = ("llm_calls", "wall_clock")
"""The bounds for which `athenaeum quarantine requeue` lets a file back in (0.22)."""


def _out_of_quarantine(row: Row) -> str:
    """Say where the file is held, and which way leads back."""
    held = f"look at wiki/{_said(row, 'quarantine_path')}"
    if row.get("bound") in _REQUEUED and not row.get("attempts"):
        return f"{held}; `athenaeum quarantine requeue --apply` lets every file like it back in."
    return (
        f"{held}; no command of athenaeum lets it back in over its {_said(row, 'bound')} bound: "
        f"write what matters of it to a smaller file beside raw/{_said(row, 'original_path')}."
    )


AUDIT = Ledger(
    "audit",
    "a",
    _without(("review",), "audit"),
    lambda row: f"audit: {row.get('tier')} said {row.get('verdict')}",
    lambda row: f"`answer a-{_said(row, 'id')} confirm`, or the verdict that holds instead.",
)
RULE = Ledger(
    "rule",
    "r",
    _without(("approve", "reject"), "proposal"),
    lambda row: f"rule: {row.get('rule_name')}",
    lambda row: f"`answer r-{_said(row, 'id')} approve` or `reject`.",
)
QUARANTINE = Ledger(
    "quarantine",
    "x",
    _without(("release",), "quarantine"),
    lambda row: f"quarantine: {row.get('ref')}",
    _out_of_quarantine,
)
RETRACTION = Ledger(
    "retraction",
    "t",
    list,
    lambda row: f"retracted: {row.get('retracted_ref')}",
    lambda row: (
        f"open wiki/{_said(row, 'canonical_slug')}.md and take out what came from "
        f"{_said(row, 'retracted_ref')}; no command of athenaeum closes this row."
    ),
)


def ledgers(layout: Layout) -> dict[str, Ledger]:
    """Return the ledger of each sidecar file, by path."""
    return {
        layout.calibration: AUDIT,
        layout.rule_proposals: RULE,
        layout.quarantine: QUARANTINE,
        layout.retractions: RETRACTION,
    }


_ID = re.compile(r"[0-9A-Za-z-]{1,64}")
"""What can be typed as an id; anything else in a ledger could forge a row of a listing."""

_ANSWERABLE = re.compile(r"[0-9A-Za-z]{1,64}")
"""What athenaeum writes as an id, and what can stand in the name of an answer file."""


def notices_in(path: str, text: str, ledger: Ledger) -> tuple[list[Notice], tuple[Broken, ...]]:
    """Return what is pending in one ledger, and the rows that cannot be read."""
    found, broken = rows.rows_of(path, text)
    shown = (_notice(path, row, ledger) for row in ledger.pending(found))
    # A ledger is only ever added to: of two rows with one id the later one holds.
    return list({notice.id: notice for notice in shown}.values()), broken


def _notice(path: str, row: Row, ledger: Ledger) -> Notice:
    given = str(row.get("id", "")).removeprefix(f"{ledger.letter}-")
    named = given if _ID.fullmatch(given) else digest(repr(row))[:12]
    return Notice(
        id=f"{ledger.letter}-{named}",
        title=ledger.title(row),
        created=str(row.get("created_at") or row.get("made_at") or ""),
        kind=ledger.kind,
        text="\n".join(_lines(row)),
        todo=ledger.todo(row),
        ledger=path,
        row_id=str(row.get("id", "")) if _ANSWERABLE.fullmatch(str(row.get("id", ""))) else "",
        verdict=str(row.get("verdict") or ""),
    )


def _lines(row: Row) -> Iterator[str]:
    for key, value in row.items():
        if key not in ("v", "kind", "id"):
            yield f"{key}: {value}"
