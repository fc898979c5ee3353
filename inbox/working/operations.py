"""The operations of a reply as values, each checked by its own shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from inbox.working import schema
from inbox.working.events import Event
from inbox.working.state import CONTRADICTED

Role = Literal["user", "assistant", "tool"]

CEILINGS: dict[Role, float] = {"assistant": 0.5, "user": 0.9, "tool": 1.0}
"""The confidence that a kind of evidence carries at most."""

CEILING_WITHOUT = 0.9
"""The same for an operation that names no message."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a text may not be stored."""

    code: str
    detail: str


Screen = Callable[[str], Refusal | None]


def anything(_: str) -> None:
    """Let every text pass."""


@dataclass(frozen=True, slots=True)
class Context:
    """What the reducer may know besides state and reply."""

    roles: tuple[Role, ...] | None = None
    """Of the messages that the model was shown, oldest first; None when nobody knows."""

    screen: Screen = anything
    """Says why a text may not be stored: a secret, or a claim that was removed (policy §4)."""

    reject_unreliable: bool = True
    """Whether three unknown ids discredit a whole reply."""

    ceilings: bool = True
    """Whether the evidence limits the confidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation that has the right shape."""

    at: int
    kind: Literal["add", "update", "delete"]
    target: str = ""
    """The handle of what it updates, deletes or replaces; empty for a plain add."""

    named: str = ""
    """The id as the reply gives it."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    roles: frozenset[Role] = frozenset()
    """Of the messages it refers to."""

    reason: str = ""

    @property
    def from_user(self) -> bool:
        return "user" in self.roles

    @property
    def only_assistant(self) -> bool:
        """Whether nothing but the agent's own words speaks for it."""
        return self.roles == {"assistant"}

    @property
    def content(self) -> str:
        return str(self.fields.get("content", ""))

    def ceiling(self, context: Context) -> float:
        """Return the confidence that it may give at most."""
        if not context.ceilings:
            return 1.0
        return max((CEILINGS[role] for role in self.roles), default=CEILING_WITHOUT)

    def same_as(self, other: Operation) -> bool:
        """Whether two operations ask for the same; the reason does not count."""
        mine = (self.kind, self.target, dict(self.fields))
        return mine == (other.kind, other.target, dict(other.fields))

    def event(self, code: str, detail: str = "", **words: Any) -> Event:
        """Return what became of it."""
        words = {"handle": self.target, "reason": self.reason, **words}
        return Event(code=code, op=self.at, operation=self.kind, detail=detail, **words)


def read(at: int, raw: object, context: Context) -> Operation | Event:
    """Return an operation of a reply, or why it is none."""
    kind = raw.get("operation") if isinstance(raw, dict) else None
    if kind == "noop":
        return Event(code="noop_ignored", op=at, operation="noop")
    if not isinstance(raw, dict) or kind not in schema.KINDS:
        return Event(code="bad_operation", op=at, detail="no operation of add, update, delete")
    problems = schema.operation_problems(kind, raw) or _reference_problems(raw, context)
    if problems:
        detail = "; ".join(problems)[:300]
        return Event(code="bad_op_shape", op=at, operation=kind, detail=detail)
    operation = _operation(at, raw)
    return _unwelcome(operation, context) or operation


def _operation(at: int, raw: Mapping[str, Any]) -> Operation:
    named = raw.get("entry_id") or raw.get("replaces") or ""
    roles = frozenset(ref["role"] for ref in raw.get("evidence_refs", ()))
    return Operation(
        at=at,
        kind=raw["operation"],
        named=named,
        fields=dict(raw.get("entry", {})),
        roles=roles,
        reason=raw["reason"],
    )


def _reference_problems(raw: Mapping[str, Any], context: Context) -> tuple[str, ...]:
    """Return the references to messages that were not sent, or that others have said."""
    if context.roles is None:
        return ()
    sent = dict(enumerate(context.roles))
    wrong = [ref for ref in raw.get("evidence_refs", ()) if sent.get(ref["msg"]) != ref["role"]]
    return tuple(f"message {ref['msg']} is not one of the {ref['role']}" for ref in wrong)


def _unwelcome(operation: Operation, context: Context) -> Event | None:
    if operation.kind == "add" and operation.fields["confidence"] <= CONTRADICTED:
        return operation.event("add_below_floor", operation.content, handle="")
    for name in ("content", "evidence"):
        refusal = context.screen(str(operation.fields.get(name, "")))
        if refusal is not None:
            return operation.event(refusal.code, refusal.detail, handle=operation.named)
    return None
