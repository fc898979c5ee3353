"""Why a verb on one memory by itself is off."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.domain import decision as d
from inbox.domain.item import Lone, Member
from inbox.domain.memory import Memory
from inbox.domain.status import Status
from inbox.errors import Refused
from inbox.formats.repair import mended
from inbox.policy import status
from inbox.policy.exceptions import entries, entry_problem
from inbox.policy.relations import is_called, supersedes
from inbox.policy.writable import Edge, off_edge, unwritable

_EDGES: dict[type[d.Decision], Edge] = {
    d.Contest: status.contest,
    d.Uphold: status.uphold,
    d.Tombstone: status.tombstone,
    d.Supersede: status.supersede,
    d.Deprecate: status.deprecate,
    d.Restore: status.restore,
}
"""The decisions that change the standing of a memory (spec policy.md §1)."""

_IN_FORCE = (Status.ACTIVE, Status.CONTESTED)


def reasons(decision: d.Decision, item: Lone) -> Iterator[str]:
    """Yield why `decision` cannot be carried out on one memory."""
    if edge := _EDGES.get(type(decision)):
        yield from off_edge(item.member, edge)
    match decision:
        case d.Supersede():
            yield from _on_supersede(item)
        case d.Restore():
            yield from unwritable(item.other) if item.other else ()
        case d.Contest() | d.Uphold() | d.Tombstone() | d.Deprecate():
            return
        case d.Repair():
            yield from _on_repair(item.member)
        case d.Except() | d.VerifyMemory() | d.SetLayer():
            yield from _in_force(item.member)
            yield from _on_words(decision, item.member)
        case _:
            yield (
                "One memory by itself can be contested, upheld, superseded, deprecated, restored, "
                "tombstoned, verified, repaired, given an exception or put on a layer."
            )


def _on_repair(member: Member) -> Iterator[str]:
    if member.memory is None:
        yield f"{member.ref} cannot be used: {member.problem}."
    elif isinstance(found := mended(member.memory.text), str):
        yield f"{member.memory.path}: {found}."


def _in_force(member: Member) -> Iterator[str]:
    yield from unwritable(member)
    if member.status not in _IN_FORCE:
        yield f"{member.require().name} is {member.status} and not in force; restore it first."


def _on_supersede(item: Lone) -> Iterator[str]:
    if item.other is None:
        yield "Say which memory replaces it: `supersede PATH --by PATH2`."
        return
    yield from unwritable(item.other)
    loser, winner = item.member.require(), item.other.require()
    links = {winner.name: winner.scalar("superseded_by")}
    if loser.path == winner.path:
        links, winner = {}, loser
    elif is_called(winner, loser.name):
        links = {}  # two memories of one name are told apart by their file names
    try:
        if loser is winner or links:
            status.may_supersede(loser.name, winner.name, links)
    except Refused as error:
        yield str(error)
    if item.other.status not in _IN_FORCE:
        yield f"{winner.name} is {item.other.status} itself and cannot win; restore it first."
    if supersedes(loser, winner):
        yield (
            f"{loser.path} names {winner.name} in its `supersedes`, so each would replace the "
            "other; take that entry out first."
        )


def _on_words(decision: d.Except | d.VerifyMemory | d.SetLayer, member: Member) -> Iterator[str]:
    memory = member.require()
    disputed = member.status is Status.CONTESTED
    match decision:
        case d.Except():
            yield from _on_entry(decision, memory)
        case d.VerifyMemory() if disputed:
            yield f"{memory.name} is contested; uphold it first, and then verify it."
        case d.SetLayer("L1") if disputed:
            yield f"{memory.name} is contested and never always injected; uphold it first."
        case d.SetLayer(layer) if (memory.scalar("layer").upper() or "L2") == layer:
            yield f"{memory.path} is on {layer} already; there is nothing to do."
        case _:
            return


def _on_entry(decision: d.Except, memory: Memory) -> Iterator[str]:
    entry = decision.entry.strip()
    if problem := entry_problem(entry):
        yield problem
    elif entry in entries(memory, decision.key):
        yield f"{memory.path} says `{decision.key}: {entry}` already; there is nothing to do."
