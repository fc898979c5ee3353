"""What replaced or removed a memory that is not in force any more."""

from __future__ import annotations

from dataclasses import replace
from posixpath import normpath

from inbox.domain.item import Lone, Member
from inbox.domain.status import Status
from inbox.formats import rows
from inbox.formats.visible import one_line
from inbox.policy.relations import entries_for, is_called
from inbox.service.members import Members
from inbox.store.repository import Repository


def with_winner(item: Lone, repository: Repository) -> Lone:
    """Return the item of a superseded memory with what supersedes it, when that still says so.

    `superseded_by` holds a name, a file name or a path; of several memories that are called
    so, one that names the item in its `supersedes` is meant.
    """
    named = item.member.memory.scalar("superseded_by") if item.member.memory else ""
    if item.other is not None or item.member.status is not Status.SUPERSEDED or not named:
        return item
    members = Members(repository)
    found = (members.at(path) for path in repository.mentioning(("supersedes",)))
    winner = next((member for member in found if _replaces(member, item, named)), None)
    return replace(item, other=winner)


def _replaces(member: Member, item: Lone, named: str) -> bool:
    memory, loser = member.memory, item.member.require()
    return memory is not None and is_called(memory, named) and bool(entries_for(memory, loser))


def why_removed(path: str, repository: Repository) -> str:
    """Return which decision removed the memory that was at a path; empty when none did."""
    layout = repository.layout
    plain = normpath(path).removeprefix(f"{repository.root}/")
    tried = {f"{folder}{plain}" for folder in ("", *layout.intake_roots)}
    found, _ = rows.rows_of(layout.tombstones, repository.look(layout.tombstones).text or "")
    for row in reversed(found):
        memory = row.get("memory")
        if not isinstance(memory, dict) or memory.get("path") not in tried:
            continue
        if row.get("mode") == "privacy_purge":
            return f"{memory['path']} was purged; nothing brings a purged memory back."
        if row.get("part") != "passage":
            when, why, named = (
                one_line(str(row.get(key, ""))) for key in ("tombstoned_at", "reason", "id")
            )
            return (
                f"{memory['path']} was removed on {when[:10]} ({why}); "
                f"`athenaeum-inbox undo {named}` brings it back."
            )
    return ""
