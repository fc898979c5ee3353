"""What each decision does to one memory by itself."""

from __future__ import annotations

from inbox.domain import decision as d
from inbox.domain.item import Lone, Member
from inbox.domain.memory import Memory
from inbox.domain.status import Status
from inbox.errors import Refused
from inbox.formats import repair
from inbox.formats.header_yaml import given
from inbox.formats.memory import Given
from inbox.plan import marks, removal
from inbox.plan.desk import Desk
from inbox.plan.message import Outcome, over
from inbox.policy.relations import entries_for

_ENDED = ("superseded", "deprecated", "folded", "tombstoned", "purged")
"""Words of `status` that say that a memory is not in force."""

_END_MARKS = ("superseded_by", "superseded_at", "superseded_claim", "deprecated", "folded_into")


def decide(desk: Desk, item: Lone, decision: d.Decision) -> Outcome | None:
    """Carry out a decision on one memory; None when it does not go with one."""
    match decision:
        case d.Supersede() if item.other is not None:
            return _supersede(desk, item.other, item.member)
        case d.Restore():
            return _restore(desk, item)
        case d.Tombstone(why=why):
            removal.remove_file(desk, item.member, why)
            return Outcome("tombstone", "Tombstone", params={"why": why})
        case d.Contest() | d.Uphold() | d.Deprecate():
            return _mark(desk, item.member, decision)
        case _:
            return _words(desk, item.member, decision)


def _mark(desk: Desk, member: Member, decision: d.Contest | d.Uphold | d.Deprecate) -> Outcome:
    match decision:
        case d.Contest():
            marks.contest(desk, member, "")
            return Outcome("contest", "Contest")
        case d.Uphold():
            marks.uphold(desk, member)
            return Outcome("uphold", "Uphold")
        case d.Deprecate():
            marks.deprecate(desk, member)
            return Outcome("deprecate", "Deprecate")


def _words(desk: Desk, member: Member, decision: d.Decision) -> Outcome | None:
    """Carry out a decision that leaves the standing of a memory as it is."""
    match decision:
        case d.Except(entry, key):
            add_entry(desk, member, key, entry)
            params: dict[str, object] = {"key": key, "entry": entry.strip()}
            return Outcome("exception", "Add an exception", params=params)
        case d.Repair():
            return _repair(desk, member)
        case d.VerifyMemory():
            marks.verify(desk, desk.lay(member))
            return Outcome("verify", "Verify")
        case d.SetLayer(layer):
            desk.set(desk.lay(member).path, "layer", layer)
            return Outcome("layer", f"Put on {layer}", params={"layer": layer})
        case _:
            return None


def _supersede(desk: Desk, winner: Member, loser: Member) -> Outcome:
    marks.supersede(desk, winner, loser)
    params: dict[str, object] = {"by": winner.path}
    return Outcome("supersede", "Supersede", params=params, note=over(winner, loser))


def _restore(desk: Desk, item: Lone) -> Outcome:
    """Take the end marks away; what replaced the memory no longer says so (spec policy.md §1)."""
    memory, winner = desk.lay(item.member), item.other
    if memory.header.get("folded_into") and memory.scalar("embedded").lower() == "false":
        desk.drop(memory.path, "embedded")
    for key in (key for key in _END_MARKS if key in memory.header):
        desk.drop(memory.path, key)
    if memory.scalar("status").lower() in _ENDED:
        desk.drop(memory.path, "status")
    elif memory.scalar("status").lower() == Status.CONTESTED:
        marks.uphold(desk, item.member)
    if _closed(desk, memory, winner):
        desk.drop(memory.path, "valid_until")
    params: dict[str, object] = {"was": str(item.member.status)}
    if winner is None:
        return Outcome("restore", "Restore", params=params)
    replaces = desk.lay(winner)
    for entry in entries_for(replaces, memory):
        desk.take(replaces.path, "supersedes", given(entry))
    params["by"] = replaces.path
    said = f"{replaces.path} stays in force beside it; contest or supersede one if they differ."
    return Outcome("restore", "Restore", params=params, notes=(said,))


def _closed(desk: Desk, memory: Memory, winner: Member | None) -> bool:
    """Whether a window ends by now, or on the day that a winner began to hold.

    A window that ends today would leave the restored memory out of force tomorrow.
    """
    until = marks.day(memory.scalar("valid_until"))
    begins = marks.day(winner.require().scalar("valid_from")) if winner else None
    return until is not None and (until <= str(desk.snapshot.today) or until == begins)


def add_entry(desk: Desk, member: Member, key: str, entry: str) -> None:
    """Add an entry to a list of exceptions; a lone entry becomes the first of the list."""
    memory = desk.lay(member)
    value = memory.header.get(key)
    if value is None or isinstance(value, list):
        desk.add(memory.path, key, entry.strip())
    else:
        entries: list[Given] = [given(value), entry.strip()]
        desk.set(memory.path, key, entries)


def _repair(desk: Desk, member: Member) -> Outcome:
    memory = desk.lay(member)
    found = repair.mended(memory.text)
    if isinstance(found, str):
        raise Refused(f"{memory.path}: {found}.")
    desk.put(memory.path, found.text)
    params: dict[str, object] = {"lines": list(found.lines)} if found.lines else {}
    if found.dropped_mark:
        params["dropped"] = "byte order mark"
    return Outcome("repair", "Repair the header", params=params)
