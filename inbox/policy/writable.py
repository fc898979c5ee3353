"""Whether a decision may write to a memory at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from inbox.domain.item import Member
from inbox.domain.memory import Memory
from inbox.domain.status import Status
from inbox.errors import Refused


def unwritable(member: Member) -> Iterator[str]:
    """Yield why no verb may write to a member."""
    memory = member.memory
    if memory is None:
        yield f"{member.ref} cannot be used: {member.problem}."
    elif memory.problem is not None:
        yield (
            f"The header of {memory.path} cannot be read ({memory.problem}), "
            f"so it is not written to. `athenaeum-inbox repair {memory.path}` mends what quotes "
            "can mend; else mend it in an editor first."
        )
    elif compiled(memory):
        yield f"{memory.path} is compiled from raw memories and rebuilt; decide on those instead."


def compiled(memory: Memory) -> bool:
    """Whether athenaeum rebuilds a page on every run (athenaeum-format §2.2)."""
    return memory.scalar("type") == "auto-memory" and memory.stem.startswith("auto-")


Edge = Callable[[Status], Status]
"""One of the edges of `policy.status`; it raises Refused where there is none."""


def off_edge(member: Member, edge: Edge) -> Iterator[str]:
    """Yield why a member cannot be written to, or cannot walk an edge."""
    yield from unwritable(member)
    try:
        edge(member.status)
    except Refused as error:
        yield f"{member.require().name}: {error}"
