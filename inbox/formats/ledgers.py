"""Rows of the settled ledger and of the tombstones become values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from inbox.domain.past import Removed, Settled
from inbox.formats.rows import Row


def settled(rows: Iterable[Row]) -> Iterator[Settled]:
    """Yield what a person settled; athenaeum's own verdicts settle nothing here."""
    for row in rows:
        digests = _texts(row.get("inbox_claims"))
        members = frozenset(digests) or frozenset(
            filter(None, _text(row, "member_key").split("||"))
        )
        if _text(row, "resolved_by") == "human" and members:
            yield Settled(
                members=members,
                action=_text(row, "inbox_action") or _text(row, "action"),
                when=_text(row, "resolved_at"),
                decision=_text(row, "inbox_id"),
                claims=tuple(filter(None, (_text(row, "side_a_norm"), _text(row, "side_b_norm")))),
                digests=digests,
                bodies=_texts(row.get("inbox_bodies")),
            )


def removed(rows: Iterable[Row]) -> Iterator[Removed]:
    """Yield the removals; a row that names no memory says nothing."""
    for row in rows:
        memory = _texts(row.get("memory"))
        if memory:
            yield Removed(
                path=memory.get("path", ""),
                name=memory.get("name", ""),
                part=_text(row, "part") or "memory",
                mode=_text(row, "mode"),
                why=_text(row, "reason"),
                when=_text(row, "tombstoned_at"),
                claim=_text(row, "claim"),
                decision=_text(row, "id"),
            )


def _text(row: Mapping[str, object], key: str) -> str:
    value = row.get(key)
    return value if isinstance(value, str) else ""


def _texts(value: object) -> dict[str, str]:
    """Return the entries of an object that are text; a ledger may hold anything."""
    if not isinstance(value, dict):
        return {}
    return {str(key): text for key, text in value.items() if isinstance(text, str)}
