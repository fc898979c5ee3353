"""Whether a memory was checked by a person, and whether that can be believed."""

from __future__ import annotations

from dataclasses import dataclass

from inbox.domain.memory import Memory

_RANKS = {"verified": 2, "legacy_unverified": 1, "review_required": 0, "rejected": -1}
_UNSAID = "legacy_unverified"
_FLAGS = {
    **dict.fromkeys(("true", "yes", "on", "1"), "verified"),
    **dict.fromkeys(("false", "no", "off", "0"), "review_required"),
}


@dataclass(frozen=True, slots=True)
class Verification:
    """How well a memory is vouched for."""

    rank: int
    """2 verified, 1 unsaid, 0 review required, -1 rejected: never in force."""

    shown: str


def verification_of(memory: Memory, decisions: frozenset[str] | None) -> Verification:
    """Return what `verification` or `verified` says (spec policy.md §2 step 4).

    `verified` counts only with the id of a decision that the log holds; `decisions` None
    takes every claim. A word that is not one of the four counts as unsaid.
    """
    said = memory.scalar("verification").lower()
    said = said or _FLAGS.get(memory.scalar("verified").lower(), _UNSAID)
    if said not in _RANKS:
        return Verification(_RANKS[_UNSAID], said)
    held = decisions is None or memory.scalar("verified_by") in decisions
    if said == "verified" and not held:
        return Verification(_RANKS[_UNSAID], "verified (claimed)")
    return Verification(_RANKS[said], said)
