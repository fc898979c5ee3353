"""From the operations of a reply to those that may be applied: shape, references, conflicts.

Everything here is judged against the state that the model was shown, never against a state
that half of the reply has changed already (spec working-memory §6, steps 2 to 5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from inbox.working.events import Event
from inbox.working.operations import Context, Operation, read
from inbox.working.state import Entry, State, normalised

UNRELIABLE = 3
"""Different unknown ids in a reply from which on it is believed in nothing."""


@dataclass(slots=True)
class Batch:
    """What is left of a reply's operations, and what became of the others."""

    operations: list[Operation] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)
    add_failed: bool = False
    """Whether an addition was refused, so that its deletion must not be carried out either."""

    def refuse(self, event: Event) -> None:
        self.events.append(event)
        self.add_failed |= event.operation == "add"

    def of(self, kind: str) -> Iterator[Operation]:
        return (operation for operation in self.operations if operation.kind == kind)


def settle(state: State, raws: Sequence[object], context: Context) -> Batch:
    """Return the operations that may be applied, one for each entry they name."""
    batch = Batch()
    for at, raw in enumerate(raws):
        found = read(at, raw, context)
        if isinstance(found, Event):
            batch.refuse(found)
        else:
            _refer(state, found, batch)
    _end_conflicts(batch)
    _collapse_renames(state, batch)
    _guard(state, batch, context)
    return batch


def _refer(state: State, operation: Operation, batch: Batch) -> None:
    """Keep an operation whose id is known; an addition stays without what it would replace."""
    target = state.handle_of(operation.named) if operation.named else ""
    if operation.named and not target:
        batch.unknown.add(operation.named)
        batch.events.append(operation.event("unknown_id", handle=operation.named))
    elif target and state.entry(target) is None:
        batch.events.append(operation.event("stale_id", handle=target))
        target = ""
    if target or operation.kind == "add":
        batch.operations.append(replace(operation, target=target))


def _end_conflicts(batch: Batch) -> None:
    targets = dict.fromkeys(each.target for each in batch.operations if each.target)
    for target in targets:
        group = _collapsed([each for each in batch.operations if each.target == target], batch)
        if len(group) > 1:
            group = _quarantined(group, batch)
        _put_back(batch, target, group)


def _put_back(batch: Batch, target: str, group: list[Operation]) -> None:
    kept = {each.at: each for each in group}
    batch.operations = [
        kept.get(each.at, each)
        for each in batch.operations
        if each.target != target or each.at in kept
    ]


def _collapsed(group: list[Operation], batch: Batch) -> list[Operation]:
    """Return a group without repeats; a deletion beside a replacement is part of it."""
    kept: list[Operation] = []
    for each in group:
        twin = next((other for other in kept if other.same_as(each)), None)
        if twin is None:
            kept.append(each)
            continue
        batch.events.append(each.event("duplicate_op"))
        kept[kept.index(twin)] = replace(twin, roles=twin.roles | each.roles)
    kinds = sorted(each.kind for each in kept)
    if kinds == ["add", "delete"]:
        extra = next(each for each in kept if each.kind == "delete")
        batch.events.append(extra.event("duplicate_op", "the addition replaces it"))
        kept.remove(extra)
    return kept


def _quarantined(group: list[Operation], batch: Batch) -> list[Operation]:
    """Return what is carried out of operations that contradict each other: nothing.

    The exception is a person's word against the agent's own (spec §7.6).
    """
    said = [each for each in group if each.from_user]
    if len(said) == 1 and all(each.only_assistant for each in group if each is not said[0]):
        for each in group:
            if each is not said[0]:
                batch.refuse(each.event("outvoted", f"by operation {said[0].at}"))
        return said
    for each in group:
        batch.refuse(each.event("conflicting_ops", each.content))
    return []


def _collapse_renames(state: State, batch: Batch) -> None:
    """Make one update of a deletion and an addition of the same words."""
    for entry in state.entries:
        gone = next((each for each in batch.of("delete") if each.target == entry.id), None)
        new = next((each for each in batch.of("add") if _renames(each, entry, gone)), None)
        if new is None:
            continue
        batch.events.append((gone or new).event("rename_collapsed", handle=entry.id))
        update = replace(new, kind="update", target=entry.id)
        batch.operations = [
            update if each is new else each for each in batch.operations if each is not gone
        ]


def _renames(new: Operation, entry: Entry, gone: Operation | None) -> bool:
    same = normalised(new.content) == normalised(entry.content)
    replaces = new.target == entry.id or (gone is not None and not new.target)
    return same and replaces


def _guard(state: State, batch: Batch, context: Context) -> None:
    """Hold back what would take an entry from a person (spec §6 step 5, §7.6)."""
    kept: list[Operation] = []
    for each in batch.operations:
        entry = state.entry(each.target) if each.target else None
        refused = _off(entry, each, batch.add_failed, context) if entry else None
        if refused is None:
            kept.append(each)
            continue
        batch.events.append(refused)
        if each.kind == "add":
            kept.append(replace(each, target=""))
    batch.operations = kept


def _off(entry: Entry, each: Operation, add_failed: bool, context: Context) -> Event | None:
    if entry.origin == "user" and each.only_assistant and _against(entry, each, context):
        wanted = replace(entry, **each.fields) if each.kind == "update" else None
        return each.event("user_outranks", each.content or entry.content, entry=wanted)
    if each.kind == "update":
        return None
    if entry.protected and not entry.marked:
        return each.event("protected_delete", entry.content)
    if each.kind == "delete" and add_failed and not entry.marked:
        return each.event("delete_held_add_failed")
    return None


def _against(entry: Entry, each: Operation, context: Context) -> bool:
    """Whether an operation takes something from what an entry says or weighs."""
    if each.kind != "update":
        return True
    if each.content and normalised(each.content) != normalised(entry.content):
        return True
    wanted = min(each.fields.get("confidence", entry.confidence), each.ceiling(context))
    return "confidence" in each.fields and wanted < entry.confidence


def lowest(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that may be evicted, the first to go first."""
    free = (entry for entry in entries if not entry.protected)
    return sorted(free, key=lambda e: (e.confidence, e.updated_turn, e.created_turn, e.number))
