"""Values as the JSON that scripts read: `"schema": 1`, data only."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from typing import Any

from inbox.domain.batch import Left, Made, Outcome, Refusal
from inbox.domain.item import (
    Candidate,
    Conflict,
    Item,
    Lone,
    Member,
    MergeProposal,
    Notice,
    Pending,
    Question,
    Review,
    ids_of,
    kind_of,
)
from inbox.domain.outcome import Entry, Finding, Preview
from inbox.domain.record import Mismatch
from inbox.domain.verdict import Verdict
from inbox.formats import trailers
from inbox.formats.diff import unified
from inbox.policy.ages import age_days

Json = dict[str, Any]


def document(**values: Any) -> str:
    """Return one JSON document; bytes that are not UTF-8 are escaped surrogates."""
    return json.dumps({"schema": 1, **values}, indent=1)


def pending(found: Pending, today: date) -> Json:
    """Return what `list --json` prints."""
    return {
        "items": [item_of(item, today) for item in found.items],
        "broken": [{"path": b.path, "line": b.line, "reason": b.reason} for b in found.broken],
        "counts": counts(found),
    }


def counts(found: Pending) -> Json:
    """Return how many items wait, by kind; answered blocks and broken rows beside them."""
    return {
        "open": len(found.items),
        "by_kind": dict(sorted(Counter(map(kind_of, found.items)).items())),
        "answered": found.answered,
        "settled": len(found.settled),
        "snoozed": len(found.snoozed),
        "broken": len(found.broken),
    }


def item_of(item: Item, today: date) -> Json:
    """Return one item; keys that a kind does not have are null or empty."""
    conflict = item if isinstance(item, Conflict) else None
    merge = item if isinstance(item, MergeProposal) else None
    return {
        "id": item.id,
        "also_ids": list(ids_of(item)[1:]),
        "kind": kind_of(item),
        "title": item.title,
        "question": getattr(item, "question", ""),
        "conflict_type": getattr(item, "conflict_type", ""),
        "age_days": age_days(item, today),
        "proposal": verdict(item.proposal),
        "rule": verdict(item.rule),
        "person": item.person,
        "a": _member(conflict.a) if conflict else _alone(item),
        "b": _member(conflict.b) if conflict else None,
        "also": [_member(member) for member in conflict.also] if conflict else [],
        "options": list(conflict.options) if conflict else [],
        "sources": [_member(source) for source in merge.sources] if merge else [],
        "target": merge.target if merge else None,
        "target_path": merge.target_path if merge else None,
        "write_kind": merge.write_kind if merge else None,
        "draft": merge.draft if merge else None,
        "text": item.text if isinstance(item, Notice | Candidate | Review) else None,
        **_kept_apart(item),
        "flags": list(item.flags),
        "blocks": _blocks(item),
    }


def _kept_apart(item: Item) -> Json:
    """Return what only candidates and reviews have."""
    match item:
        case Candidate(type=kind, scope=scope, source=source, blocked_by=blocked):
            return {"type": kind, "scope": scope, "source": source.written, "blocked_by": blocked}
        case Review(agent=agent, code=code, turn=turn, acts=acts, rests=rests):
            return {"agent": agent, "code": code, "turn": turn, "accept": acts, "reject": rests}
        case _:
            return {}


def _blocks(item: Item) -> list[str]:
    """Return an item's block as it stands in the queue, and others of its id or its question."""
    if not isinstance(item, Conflict | Question | MergeProposal):
        return []
    again = item.again if isinstance(item, Conflict) else ()
    return [block.text for block in (item.block, *item.twins, *again)]


def _alone(item: Item) -> Json | None:
    return _member(item.member) if isinstance(item, Lone) else None


def verdict(found: Verdict | None) -> Json | None:
    """Return what a rule or the queue says."""
    if found is None:
        return None
    return {
        "action": found.action,
        "winner": found.winner,
        "rationale": found.rationale,
        "confidence": found.confidence,
        "decided_by": found.decided_by,
    }


def _member(member: Member) -> Json:
    return {
        "path": member.path,
        "ref": member.ref,
        "name": member.memory.name if member.memory else None,
        "source": member.source.written,
        "tier": member.source.tier,
        "badge": member.source.badge,
        "tier_reason": member.source.reason,
        "passage": member.passage,
        "date": member.date,
        "status": str(member.status),
        "problem": member.problem,
    }


def preview(found: Preview) -> Json:
    """Return the commit that a decision would make."""
    message = found.change.message
    return {
        "id": message.trailer("Inbox-Id"),
        "subject": message.subject,
        "message": trailers.render(message),
        "patch": unified(found.files),
        "as_found": list(found.snapshot),
        "notes": list(found.notes),
    }


def outcome(found: Outcome) -> Json:
    """Return what one decision of many came to."""
    match found:
        case Made(item, done):
            made = {"id": done.id, "commit": done.commit, "subject": done.subject}
            return {"item": item, **made, "notes": list(done.notes)}
        case Refusal(item, reason, exit_status):
            return {"item": item, "error": {"message": reason, "exit_status": exit_status}}
        case Left(item):
            return {"item": item, "left": True}


def entry(row: Entry) -> Json:
    """Return one decision of the log."""
    return {name: getattr(row, name) for name in Entry.__dataclass_fields__}


def finding(row: Finding) -> Json:
    """Return one line of `doctor`."""
    return {"level": row.level, "what": row.what, "todo": row.todo}


def mismatch(row: Mismatch) -> Json:
    """Return one line of `verify`."""
    return {name: getattr(row, name) for name in Mismatch.__dataclass_fields__}
