"""Whether a decision may write to a memory at all."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.domain.item import Member
from inbox.domain.memory import Memory


def unwritable(member: Member) -> Iterator[str]:
    """Yield why no verb may write to a member."""
    memory = member.memory
    if memory is None:
        yield f"{member.ref} cannot be used: {member.problem}."
    elif memory.problem is not None:
        yield (
            f"The header of {memory.path} cannot be read ({memory.problem}), "
            "so it is not written to. Mend it in an editor first."
        )
    elif compiled(memory):
        yield f"{memory.path} is compiled from raw memories and rebuilt; decide on those instead."


def compiled(memory: Memory) -> bool:
    """Whether athenaeum rebuilds a page on every run (athenaeum-format §2.2)."""
    return memory.scalar("type") == "auto-memory" and memory.stem.startswith("auto-")
