"""Working memories and their logs as text for a terminal, and as JSON values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inbox.formats.visible import one_line
from inbox.service.working import Applied
from inbox.store.working import Row
from inbox.working import record
from inbox.working.events import Event
from inbox.working.state import CAP, Entry, State

Json = dict[str, Any]
BAR = 10

MARKS = {"done": "+", "note": " ", "refused": "-", "review": "!"}
"""One sign a level: done, remarked, refused, waits for you."""


def event(each: Event) -> str:
    """Return an event on a line: which operation, its code, the entry, why."""
    which = "" if each.op is None else f"{each.op} {each.operation}"
    entry = each.entry.content if each.entry else ""
    text = "  ".join(filter(None, (entry, each.detail, "; ".join(each.lines))))
    return one_line(
        f"{MARKS[each.level]} {which:<9} {each.code:<22} {each.handle:<5} {text}".rstrip()
    )


def outcome(applied: Applied, *, dry: bool) -> Iterator[str]:
    """Yield a line for each operation and remark, then where the memory stands."""
    for each in applied.events:
        yield event(each)
    state = applied.state
    done = "would be" if dry and applied.changed else "is"
    yield f"{applied.agent} {done} at turn {state.turn}, {len(state.entries)} of {CAP} entries"


def applied(found: Applied, *, dry: bool) -> Json:
    """Return what became of a turn or of a person's verb."""
    return {
        "agent": found.agent,
        "turn": found.state.turn,
        "changed": found.changed and not dry,
        "digest": record.digest(found.state),
        "entries": len(found.state.entries),
        "events": [_event_value(each) for each in found.events],
        "failure": found.failure,
    }


def _event_value(each: Event) -> Json:
    return record.event_value(each) | {"level": each.level}


def shown(agent: str, state: State) -> Iterator[str]:
    """Yield the entries with confidence bars and marks, then the task."""
    yield f"{agent}  turn {state.turn}  {len(state.entries)} of {CAP} entries"
    for each in state.entries:
        yield entry(each)
    yield from task(state)


def entry(each: Entry) -> str:
    """Return an entry on a line: handle, bar, marks, category, content."""
    full = round(each.confidence * BAR)
    bar = "#" * full + "." * (BAR - full)
    return one_line(
        f"{each.id:<5} {bar} {each.confidence:.2f}  {signs(each)}  [{each.category}] {each.content}"
    )


def signs(each: Entry) -> str:
    """Return three cells: pinned, of the user, contradicted."""
    marks = ((each.pinned, "P"), (each.origin == "user", "U"), (each.marked, "!"))
    return "".join(sign if there else " " for there, sign in marks)


def task(state: State) -> Iterator[str]:
    """Yield what the task says, without what is empty."""
    found = state.task
    blocked = " (blocked)" if found.goal_status == "blocked" else ""
    unseen = " (nobody but the agent has seen it)" if found.unverified else ""
    named = (
        (f"goal{blocked}", found.active_goal),
        (f"progress{unseen}", found.progress),
        ("next", found.next_steps),
        *(("decided", line) for line in found.key_decisions),
        *(("open", line) for line in found.open_loops),
    )
    for name, text in named:
        if text:
            yield f"{name}: {one_line(text)}"


def row(found: Row) -> Iterator[str]:
    """Yield a row of the log: when, then a line for each event."""
    yield f"{one_line(found.at)}  turn {found.turn}"
    for each in found.events:
        yield f"  {event(each)}"


def row_value(found: Row) -> Json:
    """Return a row of the log as JSON values."""
    return {
        "turn": found.turn,
        "at": found.at,
        "before": found.before,
        "after": found.after,
        "events": [_event_value(each) for each in found.events],
    }
