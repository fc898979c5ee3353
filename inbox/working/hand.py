"""What a person does to a working memory by hand: pure, like a turn; state in, state and log out.

A person's word needs no evidence and no turn: the turn number stays, and so does every guard
that rests on it.
"""

from __future__ import annotations

from dataclasses import replace

from inbox.working.batch import lowest
from inbox.working.events import Event
from inbox.working.goals import closed_by_hand
from inbox.working.operations import Refusal, Screen
from inbox.working.state import CAP, Entry, State, Task, normalised

Done = tuple[State, tuple[Event, ...]]


class NotSo(ValueError):
    """It cannot be done to this memory; the message says why in a sentence."""


def pin(state: State, handle: str, *, pinned: bool) -> Done:
    """Protect an entry, or let it go the way of others."""
    entry = _live(state, handle)
    if entry.pinned == pinned:
        raise NotSo(f"{entry.id} is {'pinned already' if pinned else 'not pinned'}.")
    after = replace(entry, pinned=pinned)
    event = Event(code="pinned" if pinned else "unpinned", handle=entry.id, entry=after)
    return _with(state, after), (event,)


def restore(state: State, left: Event, screen: Screen, cap: int = CAP) -> Done:
    """Bring an entry back under a new handle, with the confidence that it had before.

    At the cap the weakest entry goes; it can be restored as well.
    """
    old = left.entry
    assert old is not None
    if refused := _unwelcome(old, screen):
        raise NotSo(f"{left.handle} cannot come back: {refused.detail}.")
    confidence = old.confidence if old.previous_confidence is None else old.previous_confidence
    back = replace(old, confidence=confidence, supersedes=left.handle)
    state, events = _admitted(state, back, cap, "restored")
    return state, tuple(
        replace(e, detail=left.handle) if e.code == "restored" else e for e in events
    )


def clear(state: State) -> Done:
    """Empty the memory: every entry leaves, the task ends. Closed goals can be reopened still."""
    events = tuple(Event(code="cleared", handle=entry.id, entry=entry) for entry in state.entries)
    if not events and state.task == Task():
        raise NotSo("there is nothing in it.")
    closed, told = closed_by_hand(state, "abandoned")
    after = replace(closed, entries=(), graveyard=_dead(state, *(e.handle for e in events)))
    return replace(after, task=Task()), (*events, *told) or (Event(code="cleared"),)


def without(state: State, screen: Screen) -> Done:
    """Return a memory without the entries whose claims a person has removed since."""
    events = []
    for entry in state.entries:
        refused = _unwelcome(entry, screen)
        if refused is not None and refused.code == "removed_before":
            events.append(
                Event(code="expired", handle=entry.id, entry=entry, detail=refused.detail)
            )
    gone = {event.handle for event in events}
    kept = tuple(entry for entry in state.entries if entry.id not in gone)
    return replace(state, entries=kept, graveyard=_dead(state, *gone)), tuple(events)


def let_go(state: State, handle: str, why: str) -> Done:
    """Delete an entry, protected or not."""
    entry = _live(state, handle)
    after = tuple(each for each in state.entries if each.id != entry.id)
    event = Event(code="deleted", handle=entry.id, entry=entry, detail=why)
    return replace(state, entries=after, graveyard=_dead(state, entry.id)), (event,)


def confirm(state: State, handle: str) -> Done:
    """Say that a marked entry holds after all."""
    entry = _live(state, handle)
    if not entry.marked:
        raise NotSo(f"{entry.id} is not marked any more.")
    sure = entry.confidence if entry.previous_confidence is None else entry.previous_confidence
    after = replace(entry, confidence=sure, contradicted_turn=None, previous_confidence=None)
    return _with(state, after), (Event(code="reconfirmed", handle=entry.id, entry=after),)


def change(state: State, wanted: Entry) -> Done:
    """Give an entry the words and the weight that an operation wanted for it."""
    entry = _live(state, wanted.id)
    after = replace(
        entry,
        content=wanted.content,
        category=wanted.category,
        confidence=wanted.confidence,
        evidence=wanted.evidence,
    )
    return _with(state, after), (Event(code="updated", handle=entry.id, entry=after),)


def admit(state: State, wanted: Entry, screen: Screen, cap: int = CAP) -> Done:
    """Store an entry that was turned away."""
    if refused := _unwelcome(wanted, screen):
        raise NotSo(f"it cannot be stored: {refused.detail}.")
    return _admitted(state, wanted, cap, "added")


def _admitted(state: State, wanted: Entry, cap: int, code: str) -> Done:
    twin = next(
        (e for e in state.entries if normalised(e.content) == normalised(wanted.content)), None
    )
    if twin is not None:
        raise NotSo(f"{twin.id} says the same already.")
    entries, events = state.entries, list[Event]()
    if len(entries) >= cap:
        weakest = next(iter(lowest(entries)), None)
        if weakest is None:
            raise NotSo(f"all {len(entries)} entries are protected; unpin one first.")
        entries = tuple(each for each in entries if each != weakest)
        why = "for one that a person chose"
        events.append(Event(code="evicted", handle=weakest.id, entry=weakest, detail=why))
    number = state.seq + 1
    new = replace(
        wanted,
        id=f"m{number}",
        uuid=state.uuid_of(number),
        created_turn=state.turn,
        updated_turn=state.turn,
        contradicted_turn=None,
        previous_confidence=None,
    )
    after = replace(
        state,
        seq=number,
        entries=(*entries, new),
        graveyard=_dead(state, *(event.handle for event in events)),
    )
    return after, (*events, Event(code=code, handle=new.id, entry=new))


def _live(state: State, handle: str) -> Entry:
    entry = state.entry(handle)
    if entry is None:
        gone = state.handle_of(handle)
        said = f"{gone} has left; `working restore {gone}` brings it back" if gone else ""
        raise NotSo(f"{said or f'there is no entry {handle!r}; `working show` lists them'}.")
    return entry


def _with(state: State, after: Entry) -> State:
    entries = tuple(after if each.id == after.id else each for each in state.entries)
    return replace(state, entries=entries)


def _dead(state: State, *handles: str) -> tuple[str, ...]:
    return tuple(sorted({*state.graveyard, *handles}, key=lambda handle: int(handle[1:])))


def _unwelcome(entry: Entry, screen: Screen) -> Refusal | None:
    return screen(entry.content) or screen(entry.evidence)
