"""The commit message of a decision: what was done, why, and the trailers (design R6)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from inbox.domain.edit import Message
from inbox.domain.item import Candidate, Item, Member, kind_of
from inbox.domain.snapshot import Snapshot
from inbox.domain.verdict import Verdict
from inbox.formats.visible import visible

_SUBJECT = 100
"""Where a subject is cut; git log cuts at about this width in a terminal."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a decision came to, as the log names it."""

    decision: str
    """One of the 14 actions, or a word of design R6 (`reject`, `pick`, `edit`, …)."""

    said: str
    """The first words of the subject: `Keep A`."""

    action: str = ""
    """The action that the archive and the settled record name, where there is one."""

    params: dict[str, object] = field(default_factory=dict)
    edited: str = ""
    """`a`, `b` or `draft` when the person wrote the text."""

    note: str = ""
    """What stands behind the title in brackets."""

    notes: tuple[str, ...] = ()
    """What the person should know before deciding, a sentence each; not in the message."""


def message(item: Item, outcome: Outcome, snapshot: Snapshot) -> Message:
    """Return the message; no text of a memory goes into it."""
    accepted = _accepted(item, outcome)
    trailers = [
        ("Inbox-Id", snapshot.decision_id),
        ("Inbox-Item", item.id),
        ("Inbox-Kind", kind_of(item)),
        ("Inbox-Decision", outcome.decision),
        ("Inbox-Params", json.dumps(outcome.params) if outcome.params else ""),
        ("Inbox-Edited", outcome.edited),
        ("Inbox-Proposed", _proposed(item)),
        ("Inbox-Decided-By", accepted.decided_by if accepted else "human"),
        ("Inbox-Confidence", _confidence(accepted)),
    ]
    subject = f"{outcome.said}: {visible(' '.join(_called(item).split()))}"
    if outcome.note:
        subject += f" ({outcome.note})"
    filled = tuple((key, visible(value)) for key, value in trailers if value)
    return Message(_cut(subject), visible(snapshot.reason), filled)


def _called(item: Item) -> str:
    """Return what a message calls an item; a candidate's title is its own text."""
    return f"{item.type} {item.id}" if isinstance(item, Candidate) else item.title


def _proposed(item: Item) -> str:
    """Return the proposed action; any other words of a queue file stay out of a message."""
    if item.proposal is None:
        return ""
    return item.proposal.action if item.proposal.known else "unknown"


def _cut(subject: str) -> str:
    return subject if len(subject) <= _SUBJECT else subject[: _SUBJECT - 1] + "…"


def _accepted(item: Item, outcome: Outcome) -> Verdict | None:
    """Return the verdict that the person followed; a text of their own follows none."""
    if outcome.edited:
        return None
    verdicts = (item.proposal, item.rule)
    return next((v for v in verdicts if v and v.action == outcome.decision), None)


def _confidence(verdict: Verdict | None) -> str:
    if verdict is None or verdict.confidence is None:
        return ""
    return f"{verdict.confidence:.2f}"


def over(winner: Member, loser: Member) -> str:
    """Say whose word was kept, as in `user over api`."""
    return f"{winner.source.word.lower()} over {loser.source.word.lower()}"
