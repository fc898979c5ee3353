"""The marks a decision leaves in a memory's header."""

from __future__ import annotations

from datetime import date

from inbox.domain.item import Member
from inbox.domain.memory import Memory
from inbox.domain.status import Status
from inbox.errors import Unwritable
from inbox.formats import memory as memory_file
from inbox.formats.memory import Given
from inbox.formats.slug import slugify
from inbox.plan.desk import Desk
from inbox.plan.quoting import one_line


def supersede(desk: Desk, winner: Member, loser: Member) -> None:
    """Mark the loser as replaced, and the winner as what replaces it (design R7)."""
    holds, ends = desk.lay(winner), desk.lay(loser)
    reason = one_line(desk.snapshot.reason) or f"decided in the inbox ({desk.snapshot.decision_id})"
    if winner.status is Status.CONTESTED:
        uphold(desk, winner)
    desk.set(ends.path, "superseded_by", called(holds, ends))
    close(desk, ends, _end(desk, holds, ends))
    entry: dict[str, Given] = {
        "name": called(ends, holds),
        "as_of": str(desk.snapshot.today),
        "reason": reason,
    }
    desk.add(holds.path, "supersedes", entry)
    verify(desk, holds)


def called(memory: Memory, other: Memory) -> str:
    """Return a name for a memory that is not also the name of the other one.

    athenaeum compares names by their slugs; a memory must not seem to supersede itself.
    """
    names = (memory.name, memory.stem, memory.path)
    theirs = {slugify(name) for name in (other.name, other.stem)}
    return next((name for name in names if slugify(name) not in theirs), memory.path)


def verify(desk: Desk, memory: Memory) -> None:
    """Stamp what a person has decided for, so that the next guess does not ask again."""
    desk.set(memory.path, "verification", "verified")
    desk.set(memory.path, "verified_by", desk.snapshot.decision_id)


def close(desk: Desk, memory: Memory, until: str) -> None:
    """Close a memory's validity window on a day, unless it closes earlier already.

    A window that begins later closes on its first day, or it would be turned round (H-31).
    """
    written = day(memory.scalar("valid_until"))
    until = max(until, day(memory.scalar("valid_from")) or until)
    if written is None or until < written:
        desk.set(memory.path, "valid_until", until)


def _end(desk: Desk, winner: Memory, loser: Memory) -> str:
    """Return the last day of a loser: when the winner begins, else today.

    A winner that began before the loser would turn the loser's window round (H-31), so the
    day is never earlier than the loser's own first.
    """
    today = str(desk.snapshot.today)
    begins = day(loser.scalar("valid_from")) or ""
    until = day(winner.scalar("valid_from")) or today
    return until if until >= begins else max(today, begins)


def day(written: str) -> str | None:
    """Return the ISO day that a header value begins with; None when there is none."""
    try:
        return str(date.fromisoformat(written[:10]))
    except ValueError:
        return None


def deprecate(desk: Desk, member: Member) -> None:
    """Retire a memory on purpose."""
    desk.set(desk.lay(member).path, "deprecated", value=True)


def attribute(desk: Desk, member: Member) -> None:
    """Mark an opinion as its asserter's."""
    desk.set(desk.lay(member).path, "attributed", value=True)


def contest(desk: Desk, member: Member, against: str) -> None:
    """Mark a memory as disputed; on a contested one the reason is added to the others."""
    memory = desk.lay(member)
    before = memory.header.get("contested")
    known = before if isinstance(before, dict) else {}
    reasons = [str(known.get("reason") or ""), one_line(desk.snapshot.reason)]
    entry: dict[str, Given] = {
        "by": desk.snapshot.reviewer,
        "at": desk.snapshot.stamp,
        "reason": "; ".join(filter(None, reasons)),
        "against": against or str(known.get("against") or ""),
    }
    entry = {key: value for key, value in entry.items() if value}
    if memory.scalar("status") == "contested":
        entry |= {"was": str(known["was"] or "")} if "was" in known else {}
    elif "status" in memory.header:
        entry["was"] = _as_spelled(memory, "status")
    desk.set(memory.path, "status", "contested")
    desk.set(memory.path, "contested", entry)


def _as_spelled(memory: Memory, key: str) -> str:
    """Return a value with its quotes, so that it can come back byte for byte."""
    raw = memory_file.raw_value(memory.text, key)
    if raw is None:
        raise Unwritable(memory.path, f"its `{key}` takes several lines; write it on one first")
    return raw


def uphold(desk: Desk, member: Member) -> None:
    """Take the dispute away; the status that stood there before comes back."""
    memory = desk.lay(member)
    mapping = memory.header.get("contested")
    if isinstance(mapping, dict) and "was" in mapping:
        desk.write_raw(memory.path, "status", str(mapping["was"] or ""))
    else:
        desk.drop(memory.path, "status")
    if "contested" in memory.header:
        desk.drop(memory.path, "contested")
