"""The history of an item: commits of its claims, decisions on its members, tombstones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from inbox.domain.history import Event
from inbox.domain.item import Item, Member, named_members
from inbox.domain.outcome import Entry
from inbox.formats.rows import rows_of
from inbox.policy.names import same_name
from inbox.store.repository import Repository


def never() -> bool:
    """Say that somebody still waits for the answer."""
    return False


def history(
    repository: Repository, item: Item, stopped: Callable[[], bool] = never
) -> tuple[Event, ...]:
    """Return earlier decisions, then tombstones, then the commits of each claim, newest first.

    `stopped` is asked while git works; when it says so, what is known by then comes back.
    """
    members = named_members(item)
    paths = tuple(member.path for _, member in members if member.path)
    decisions = repository.decisions_on(paths, item.id, stopped)
    return (
        *map(_decision, decisions),
        *_tombstones(repository, members),
        *_commits(repository, members, {entry.commit for entry in decisions}, stopped),
    )


def _decision(entry: Entry) -> Event:
    said = f"{entry.subject}: {entry.reason}" if entry.reason else entry.subject
    back = bool(entry.undone_by)
    return Event(
        "decision", entry.decision, "", entry.when, entry.author, said, entry.id, taken_back=back
    )


def _commits(
    repository: Repository,
    members: tuple[tuple[str, Member], ...],
    known: set[str],
    stopped: Callable[[], bool],
) -> Iterator[Event]:
    """Yield the commits of each claim that are no decision listed above."""
    for about, member in members:
        if member.path is None or stopped():
            continue
        log = repository.claim_log(member.path, member.passage, stopped)
        for touch in log.touches:
            if touch.commit not in known:
                what, who = touch.subject, touch.who
                yield Event(
                    "commit", about, member.path, touch.when, who, what, touch.commit, log.lines
                )


def _tombstones(repository: Repository, members: tuple[tuple[str, Member], ...]) -> Iterator[Event]:
    path = repository.layout.tombstones
    text = repository.look(path).text
    rows, _ = rows_of(path, text or "")
    for row in reversed(rows):
        memory = row.get("memory")
        if isinstance(memory, dict) and any(_same(memory, member) for _, member in members):
            yield _removal(row, memory)


def _same(removed: dict[str, Any], member: Member) -> bool:
    """Whether a removed memory had the place or the name of a member, which may be gone itself."""
    path, name = removed.get("path"), removed.get("name")
    place = member.path or member.ref
    if isinstance(path, str) and place and f"/{path}".endswith(f"/{place}"):
        return True
    return (
        isinstance(name, str) and member.memory is not None and same_name(name, member.memory.name)
    )


def _removal(row: dict[str, Any], memory: dict[str, Any]) -> Event:
    part = "a passage of " if row.get("part") == "passage" else ""
    what = f"removed {part}{memory.get('name', '')} ({row.get('reason', 'no reason')})"
    words = (str(row.get(key, "")) for key in ("tombstoned_at", "by", "id"))
    when, who, name = words
    return Event(
        "tombstone", str(memory.get("name", "")), str(memory.get("path", "")), when, who, what, name
    )
