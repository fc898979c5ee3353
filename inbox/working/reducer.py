"""One turn of a working memory: state and reply in, state and log out.

Pure, total and deterministic: no clock, no chance; ids come from the state's counter. What the
model may not do is not done and is in the log with a code; whatever leaves is there whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from inbox.working import batch as batches
from inbox.working import schema
from inbox.working.batch import UNRELIABLE, Batch
from inbox.working.events import Event
from inbox.working.goals import Seen, task_after
from inbox.working.operations import Context, Operation
from inbox.working.state import CAP, CONTRADICTED, Entry, State, normalised

Log = tuple[Event, ...]


def reduce(
    state: State, output: object, turn: int, cap: int = CAP, context: Context | None = None
) -> tuple[State, Log]:
    """Return the state after a turn and what happened; a reply that is refused changes nothing.

    Args:
        state: What the model was shown.
        output: The reply as JSON values; anything at all.
        turn: The number of the turn; it must be higher than that of the state.
        cap: How many entries there may be.
        context: Who said what, what may not be stored, switches.
    """
    context = context or Context()
    if isinstance(turn, bool) or turn <= state.turn:
        return state, (Event(code="stale_turn", detail=f"turn {turn} after {state.turn}"),)
    try:
        problems = schema.envelope_problems(output)
    except RecursionError:
        problems = ("nested too deeply",)
    if problems or not isinstance(output, Mapping):
        return state, (Event(code="bad_envelope", detail="; ".join(problems)[:500]),)
    return _applied(state, output, turn, cap, context)


def _applied(
    state: State, output: Mapping[str, Any], turn: int, cap: int, context: Context
) -> tuple[State, Log]:
    try:
        batch = batches.settle(state, output["deltas"], context)
    except RecursionError:
        return state, (Event(code="bad_envelope", detail="nested too deeply"),)
    if context.reject_unreliable and len(batch.unknown) >= UNRELIABLE:
        named = ", ".join(sorted(batch.unknown))
        return state, (*batch.events, Event(code="unreliable_batch", detail=named))
    desk = _Desk(state, turn, cap, context, events=list(batch.events))
    desk.carry_out(batch)
    roles = frozenset().union(*(each.roles for each in batch.operations))
    seen = Seen(roles, context.roles[-1] if context.roles else None)
    task, closed, remarks = task_after(state, output, turn, seen)
    log = sorted(desk.events, key=lambda event: (event.op is None, event.op or 0))
    after = replace(
        state,
        turn=turn,
        seq=desk.seq,
        entries=tuple(desk.entries.values()),
        graveyard=tuple(sorted(desk.dead, key=lambda handle: int(handle[1:]))),
        closed_goals=closed,
        task=task,
    )
    return after, (*log, *remarks)


@dataclass(slots=True)
class _Desk:
    """The entries while a turn is carried out."""

    state: State
    turn: int
    cap: int
    context: Context
    events: list[Event] = field(default_factory=list)
    entries: dict[str, Entry] = field(init=False)
    dead: list[str] = field(init=False)
    seq: int = field(init=False)
    newcomers: list[tuple[Operation, Entry]] = field(init=False, default_factory=list)
    added: set[str] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self.entries = {entry.id: entry for entry in self.state.entries}
        self.dead = list(self.state.graveyard)
        self.seq = self.state.seq

    def carry_out(self, batch: Batch) -> None:
        """Deletions, updates, additions, the sweep of what nobody confirmed, the cap."""
        for each in batch.of("delete"):
            self._leave(each.target, "deleted", each)
        self._warn_about_deletions(batch)
        for each in batch.of("update"):
            self._update(each)
        for each in batch.of("add"):
            self._offer(each)
        self._sweep()
        for each, entry in self.newcomers:
            self._admit(each, entry)

    def _leave(self, handle: str, code: str, each: Operation | None = None, why: str = "") -> None:
        entry = self.entries.pop(handle)
        self.dead.append(handle)
        if each is None:
            self.events.append(Event(code=code, handle=handle, entry=entry, detail=why))
        else:
            self.events.append(each.event(code, why, handle=handle, entry=entry))

    def _warn_about_deletions(self, batch: Batch) -> None:
        """Say when room was made at the cap by something else than the lowest entry."""
        gone = list(batch.of("delete"))
        if len(self.state.entries) < self.cap or not any(batch.of("add")):
            return
        first = {entry.id for entry in batches.lowest(self.state.entries)[: len(gone)]}
        for each in gone:
            if each.target not in first:
                self.events.append(each.event("cap_delete_not_lowest"))

    def _update(self, each: Operation) -> None:
        entry = self.entries[each.target]
        changes = {**each.fields, "updated_turn": self.turn}
        code = "updated"
        if "confidence" in changes:
            changes["confidence"] = given = self._limited(each)
            if given > CONTRADICTED:
                changes |= {"contradicted_turn": None, "previous_confidence": None}
            elif not entry.marked:
                code = "contradicted"
                changes |= {
                    "contradicted_turn": self.turn,
                    "previous_confidence": entry.confidence,
                }
        self.entries[entry.id] = after = replace(entry, **changes)
        self.events.append(each.event(code, entry=after))

    def _limited(self, each: Operation) -> float:
        """Return the confidence that the evidence carries."""
        given, ceiling = float(each.fields["confidence"]), each.ceiling(self.context)
        if given <= ceiling:
            return given
        self.events.append(each.event("confidence_capped", f"{given:g} to {ceiling:g}"))
        return ceiling

    def _offer(self, each: Operation) -> None:
        """Take an addition to the door, unless its words are here already."""
        words = normalised(each.content)
        same = (e for e in self.entries.values() if normalised(e.content) == words)
        twin = next(same, None)
        if twin and twin.contradicted_turn is not None and twin.contradicted_turn < self.turn:
            self._reconfirm(twin, each)
        elif twin or any(normalised(entry.content) == words for _, entry in self.newcomers):
            self.events.append(each.event("duplicate_add", handle=twin.id if twin else ""))
        else:
            self.newcomers.append((each, self._entry(each)))

    def _reconfirm(self, twin: Entry, each: Operation) -> None:
        after = replace(
            twin,
            confidence=self._limited(each),
            contradicted_turn=None,
            previous_confidence=None,
            updated_turn=self.turn,
        )
        self.entries[twin.id] = after
        self.events.append(each.event("reconfirmed", handle=twin.id, entry=after))

    def _entry(self, each: Operation) -> Entry:
        return Entry(
            id="",
            uuid="",
            content=each.content,
            category=each.fields["category"],
            confidence=self._limited(each),
            evidence=each.fields["evidence"],
            origin="user" if each.from_user else "agent",
            created_turn=self.turn,
            updated_turn=self.turn,
            supersedes=each.target,
        )

    def _sweep(self) -> None:
        """Let go what was contradicted on an earlier turn and nobody has confirmed."""
        for entry in list(self.entries.values()):
            if entry.contradicted_turn is None or entry.contradicted_turn == self.turn:
                continue
            if not entry.protected:
                self._leave(entry.id, "expired", why=f"marked at turn {entry.contradicted_turn}")
            elif entry.contradicted_turn == self.state.turn:
                held = Event(code="expiry_held", handle=entry.id, detail=entry.content)
                self.events.append(held)

    def _admit(self, each: Operation, entry: Entry) -> None:
        if len(self.entries) > self.cap:
            self._turn_away(each, entry, "there are more entries than the cap already")
        elif each.target in self.entries:
            self._leave(each.target, "replaced", each)
            self._add(each, entry)
        elif len(self.entries) < self.cap:
            self._add(each, entry)
        else:
            self._compete(each, entry)

    def _compete(self, each: Operation, entry: Entry) -> None:
        """Take the place of the weakest entry; equal confidence lets the oldest go."""
        older = (e for e in self.entries.values() if e.id not in self.added)
        victim = next(iter(batches.lowest(older)), None)
        if victim is None:
            self._turn_away(each, entry, "no entry may be evicted")
        elif victim.confidence > entry.confidence:
            self._turn_away(each, entry, f"the weakest entry, {victim.id}, is stronger")
        else:
            self._leave(victim.id, "evicted", each, why="for a stronger or newer one")
            self._add(each, entry)

    def _turn_away(self, each: Operation, entry: Entry, why: str) -> None:
        self.events.append(each.event("cap_add_rejected", why, handle="", entry=entry))

    def _add(self, each: Operation, entry: Entry) -> None:
        self.seq += 1
        handle = f"m{self.seq}"
        new = replace(entry, id=handle, uuid=self.state.uuid_of(self.seq))
        self.entries[handle] = new
        self.added.add(handle)
        self.events.append(each.event("added", handle=handle, entry=new))
