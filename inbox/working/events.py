"""What a turn did: one event an operation, an entry that left, or a word about the task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inbox.working.state import Entry

Level = Literal["done", "note", "refused", "review"]
"""`review` waits for a person in the inbox; `refused` changed nothing."""

LEVELS: dict[str, Level] = {
    "added": "done",
    "updated": "done",
    "deleted": "done",
    "replaced": "done",
    "reconfirmed": "done",
    "contradicted": "done",
    "expired": "done",
    "evicted": "done",
    "restored": "done",
    "pinned": "done",
    "unpinned": "done",
    "promoted": "done",
    "cleared": "done",
    "dismissed": "done",
    "confidence_capped": "note",
    "cap_delete_not_lowest": "note",
    "rename_collapsed": "note",
    "duplicate_op": "note",
    "duplicate_add": "note",
    "noop_ignored": "note",
    "outvoted": "note",
    "nothing_changed": "note",
    "loops_closed": "note",
    "goal_closed": "note",
    "goal_replaced": "note",
    "goal_reopened": "note",
    "completion_inferred": "note",
    "next_step_already_done": "note",
    "next_steps_without_goal": "note",
    "secret_redacted": "note",
    "stale_turn": "refused",
    "bad_operation": "refused",
    "bad_op_shape": "refused",
    "add_below_floor": "refused",
    "unknown_id": "refused",
    "stale_id": "refused",
    "delete_held_add_failed": "refused",
    "secret_refused": "refused",
    "bad_envelope": "review",
    "unreliable_batch": "review",
    "extraction_failed": "review",
    "conflicting_ops": "review",
    "protected_delete": "review",
    "user_outranks": "review",
    "expiry_held": "review",
    "cap_add_rejected": "review",
    "removed_before": "review",
    "goal_lost": "review",
    "goal_contradiction": "review",
    "completion_unverified": "review",
}

LEFT = ("deleted", "replaced", "expired", "evicted", "cleared")
"""The codes of events that hold an entry which has left, with its full content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One line of the log."""

    code: str
    op: int | None = None
    """Which operation of the reply, from 0; None for what no operation asked for."""

    operation: str = ""
    """`add`, `update`, `delete` as the reply says, where an operation is meant."""

    handle: str = ""
    entry: Entry | None = None
    """The entry as it was stored, or as it was when it left."""

    detail: str = ""
    reason: str = ""
    """Why the model wanted it."""

    lines: tuple[str, ...] = ()

    @property
    def level(self) -> Level:
        return LEVELS[self.code]
