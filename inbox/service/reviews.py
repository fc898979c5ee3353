"""What working memories could not settle by themselves: items from their logs, and verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from inbox.domain import decision as d
from inbox.domain.item import Review
from inbox.domain.outcome import Done
from inbox.errors import DecidedElsewhere, Refused, RepositoryRefused
from inbox.policy.refusals import why_not
from inbox.service.working import By, WorkingMemory
from inbox.store import working as shelves
from inbox.store.repository import Repository
from inbox.store.working import Row, Shelf
from inbox.working import hand
from inbox.working.events import Event
from inbox.working.goals import closed_by_hand
from inbox.working.operations import Screen
from inbox.working.state import Entry, State


@dataclass(frozen=True, slots=True)
class Ask:
    """How an event is put to a person."""

    title: str
    """What it is about is put for `{about}`, the entry's handle for `{handle}`."""

    acts: str = ""
    rests: str = "nothing changes; it is not shown again"


_LETS_GO = Ask("wants to delete {about}", "{handle} goes", "{handle} stays")

ASKS: Mapping[str, Ask] = {
    "protected_delete": _LETS_GO,
    "user_outranks": Ask("speaks against you: {about}", "{handle} follows it", "{handle} stays"),
    "expiry_held": Ask("contradicted: {about}", "{handle} goes", "{handle} holds after all"),
    "cap_add_rejected": Ask("had no room for {about}", "it is stored; the weakest entry goes"),
    "conflicting_ops": Ask("contradicts itself about {about}"),
    "removed_before": Ask("brought back what was removed"),
    "goal_lost": Ask("lost its goal: {about}", "the goal is closed as abandoned", "the goal stays"),
    "goal_contradiction": Ask("contradicts itself about its goal: {about}"),
    "completion_unverified": Ask(
        "says it is done: {about}", "the goal is closed as accomplished", "the goal stays open"
    ),
    "unreliable_batch": Ask("named entries that never were: {about}"),
    "bad_envelope": Ask("gave a reply that cannot be used"),
    "extraction_failed": Ask("could not be asked: {about}"),
}

_TODO = "x takes note of it; `working show` and `working log` have the rest."


def reviews(repository: Repository) -> Iterator[Review]:
    """Yield what waits in the logs of all agents; one that cannot be read is told elsewhere."""
    for agent in shelves.agents(repository.root):
        try:
            shelf = Shelf(repository.root, agent)
            rows, _ = shelf.rows(shelves.TAIL)
            state = shelf.load()
        except RepositoryRefused:
            continue
        for name, (row, event) in shelves.reviews(agent, rows).items():
            yield _item(name, agent, row, event, state)


def _item(name: str, agent: str, row: Row, event: Event, state: State) -> Review:
    ask, entry = ASKS[event.code], state.entry(event.handle)
    about = _about(event, entry)
    works = bool(ask.acts) and _can(event, state)
    return Review(
        id=name,
        title=f"{agent} {ask.title.format(about=about, handle=event.handle)}",
        created=row.at,
        agent=agent,
        code=event.code,
        turn=row.turn,
        text="\n".join(_lines(agent, row, event, entry)),
        todo=_TODO,
        acts=ask.acts.format(handle=event.handle) if works else "",
        rests=ask.rests.format(handle=event.handle),
    )


def _about(event: Event, entry: Entry | None) -> str:
    if event.code == "cap_add_rejected" and event.entry:
        return event.entry.content
    if event.code == "user_outranks" and entry:
        return entry.content
    return event.detail or (entry.content if entry else event.handle)


def _lines(agent: str, row: Row, event: Event, entry: Entry | None) -> Iterator[str]:
    yield f"{event.code}, turn {row.turn} of {agent}"
    if event.operation:
        yield f"operation: {event.operation} {event.handle}".rstrip()
    if entry is not None:
        yield f"{entry.id} now: {entry.content}"
        yield f"   confidence {entry.confidence:.2f}, {entry.origin}, {entry.evidence}"
    if event.entry is not None:
        yield f"wanted: {event.entry.content}"
        yield f"   confidence {event.entry.confidence:.2f}, {event.entry.evidence}"
    if event.detail and not (entry and entry.content == event.detail):
        yield f"said: {event.detail}"
    if event.reason:
        yield f"reason: {event.reason}"


def _can(event: Event, state: State) -> bool:
    """Whether what it asks for can still be done."""
    entry = state.entry(event.handle)
    match event.code:
        case "cap_add_rejected":
            return event.entry is not None
        case "goal_lost" | "completion_unverified":
            return bool(state.task.active_goal) and state.task.active_goal == event.detail
        case "expiry_held":
            return entry is not None and entry.marked
        case _:
            return entry is not None


Open = Callable[[str], WorkingMemory]


@dataclass(frozen=True, slots=True)
class Reviewing:
    """A person's word on what waits in the logs; no memory of the repository changes."""

    open: Open

    def decide(self, item: Review, decision: d.Decision) -> Done:
        """Accept what was held back, or take note of it.

        Raises:
            Refused: There is nothing to accept.
            DecidedElsewhere: It does not wait any more.
        """
        if off := why_not(decision, item):
            raise Refused(off)
        memory = self.open(item.agent)
        rows, _ = memory.rows()
        waiting = shelves.reviews(item.agent, rows)
        if item.id not in waiting:
            raise DecidedElsewhere(memory.shelf.log_path)
        _, event = waiting[item.id]
        accepts = isinstance(decision, d.Approve)
        change = _accepting(event, memory.screen()) if accepts else _rejecting(event)
        memory.by_hand(change, (Event(code="dismissed", handle=item.id, detail=event.code),))
        return Done("", f"{item.agent}: {item.acts if accepts else item.rests}", "")


def _accepting(event: Event, screen: Screen) -> By:
    why = f"a person agreed to {event.code}"
    match event.code:
        case "user_outranks" if event.entry is not None:
            wanted = event.entry
            return lambda state: hand.change(state, wanted)
        case "protected_delete" | "expiry_held" | "user_outranks":
            return lambda state: hand.let_go(state, event.handle, why)
        case "cap_add_rejected" if event.entry is not None:
            new = event.entry
            return lambda state: hand.admit(state, new, screen)
        case "goal_lost":
            return lambda state: closed_by_hand(state, "abandoned")
        case "completion_unverified":
            return lambda state: closed_by_hand(state, "accomplished")
        case _:
            raise Refused("there is nothing to accept here.")


def _rejecting(event: Event) -> By:
    if event.code == "expiry_held":
        return lambda state: _confirmed(state, event.handle)
    return lambda state: (state, ())


def _confirmed(state: State, handle: str) -> hand.Done:
    entry = state.entry(handle)
    return hand.confirm(state, handle) if entry and entry.marked else (state, ())
