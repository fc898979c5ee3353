"""A working memory as lines: entries with confidence bars, the task, what was done last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from inbox.app.spans import EMPTY, Line, Span, ends, in_rows, said
from inbox.store.working import Row
from inbox.working.events import Event
from inbox.working.state import CAP, Entry, State

BAR = 10
LAST = 6
"""Turns, or things that a person did, of which the last deltas are shown."""

_STYLES = {"done": "ok", "note": "dim", "refused": "warn", "review": "warn"}
_CATEGORY = 60
"""Cells of a row from which on the category stands at its end."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is on show of one agent's memory."""

    agent: str
    agents: tuple[str, ...]
    state: State
    gone: tuple[Event, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """A row of the list: a heading, an entry, or one that has left."""

    heading: str = ""
    entry: Entry | None = None
    left: Event | None = None


def stops(shown: Shown) -> tuple[Stop, ...]:
    """Return the rows: entries in their order, then what left, the last first."""
    return tuple(_stops(shown))


def _stops(shown: Shown) -> Iterator[Stop]:
    entries = shown.state.entries
    yield Stop(heading=f"ENTRIES {len(entries)} of {CAP}")
    yield from (Stop(entry=entry) for entry in entries)
    if shown.gone:
        yield Stop(heading=f"LEFT {len(shown.gone)}")
        yield from (Stop(left=event) for event in shown.gone)


def row(stop: Stop, width: int) -> Line:
    """Return a row of the list; the first cell is the cursor's."""
    if stop.entry is not None:
        return _entry(stop.entry, width)
    if stop.left is not None and stop.left.entry is not None:
        entry, code = stop.left.entry, stop.left.code
        left = (Span(f"  {entry.id:<4} ", "dim"), *said(f"{code:<10} {entry.content}", "dim"))
        return ends(left, (Span(" "),), width)
    return (Span(stop.heading, "group"),)


def _entry(entry: Entry, width: int) -> Line:
    full = round(entry.confidence * BAR)
    style = "warn" if entry.marked else "ok"
    number = "1.0" if entry.confidence == 1 else f"{entry.confidence:.2f}".removeprefix("0")
    left = (
        Span(f"  {entry.id:<4} ", "strong"),
        Span("#" * full, style),
        Span("." * (BAR - full), "dim"),
        Span(f" {number:>3} "),
        Span("P" if entry.pinned else " ", "key"),
        Span("U" if entry.origin == "user" else " ", "tier-1"),
        Span("! " if entry.marked else "  ", "warn"),
        *said(entry.content, "dim" if entry.marked else ""),
    )
    right = said(f" {entry.category} ", "dim") if width >= _CATEGORY else ()
    return ends(left, right, width)


def below(shown: Shown, stop: Stop | None, width: int) -> list[Line]:
    """Return the lines of the lower box: the row under the cursor, the task, the last deltas."""
    lines = [*_of_stop(stop), *_task(shown.state), *_last(shown.rows)]
    return in_rows(lines, width)


def _of_stop(stop: Stop | None) -> Iterator[Line]:
    if stop is None:
        return
    entry = stop.left.entry if stop.left else stop.entry
    if entry is None:
        return
    yield (Span(f"{entry.id} ", "strong"), *said(entry.content, "strong"))
    who = "the user said so" if entry.origin == "user" else "the agent noted it"
    pinned = ", pinned" if entry.pinned else ""
    turns = f"turn {entry.created_turn}"
    turns += f", changed at {entry.updated_turn}" * (entry.updated_turn != entry.created_turn)
    yield said(f"   {who} at {turns}{pinned}: {entry.evidence}", "dim")
    if entry.marked:
        was = entry.previous_confidence
        had = "" if was is None else f"; it had {was:.2f}"
        yield said(
            f"   contradicted at turn {entry.contradicted_turn}{had}, not told as a fact", "warn"
        )
    if entry.supersedes:
        yield said(f"   in the place of {entry.supersedes}", "dim")
    if stop.left:
        yield said(
            f"   {stop.left.code} {stop.left.detail}".rstrip() + "; r brings it back", "warn"
        )
    yield EMPTY


def _task(state: State) -> Iterator[Line]:
    task = state.task
    named: tuple[tuple[str, str], ...] = (
        (
            "goal (blocked)" if task.goal_status == "blocked" else "goal",
            task.active_goal or "(none)",
        ),
        ("progress (only the agent says so)" if task.unverified else "progress", task.progress),
        ("next", task.next_steps),
        *(("decided", line) for line in task.key_decisions),
        *(("open", line) for line in task.open_loops),
    )
    for name, text in named:
        if text:
            yield (Span(f"{name}: ", "dim"), *said(text))
    yield EMPTY


def _last(rows: Sequence[Row]) -> Iterator[Line]:
    for each in rows[: -LAST - 1 : -1]:
        yield (*said(f"turn {each.turn}  ", "group"), *said(each.at, "dim"))
        yield from _events(each.events)


def _events(events: Iterable[Event]) -> Iterator[Line]:
    for event in events:
        about = event.entry.content if event.entry else ""
        text = "  ".join(filter(None, (event.handle, about, event.detail, *event.lines)))
        yield (Span("  "), *said(f"{event.code} ", _STYLES[event.level]), *said(text))


def nothing(agents: Sequence[str]) -> list[Line]:
    """Return what stands in the list when no agent has a memory here."""
    said_of = "no agent has a working memory here yet; `working update` begins one"
    return [said(said_of if not agents else "it is empty", "dim")]
