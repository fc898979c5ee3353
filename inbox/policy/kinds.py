"""What kind of claim a memory declares itself to be (spec resolver.md §1)."""

from __future__ import annotations

from enum import StrEnum

from inbox.domain.memory import Memory


class Kind(StrEnum):
    """The four kinds; a kind is never guessed here."""

    OPINION = "opinion"
    PREFERENCE = "preference"
    DECISION = "decision"
    FACT = "fact"


_DECLARED = {
    **{kind.value: kind for kind in Kind},
    "observation": Kind.FACT,
    "definition": Kind.FACT,
    "policy": Kind.PREFERENCE,
}


def declared_kind(memory: Memory) -> Kind | None:
    """Return the kind the header declares; None when it takes reading to tell."""
    written = memory.scalar("claim_kind").lower()
    if written:
        return _DECLARED.get(written)
    return Kind.PREFERENCE if memory.scalar("type").lower() == "feedback" else None
