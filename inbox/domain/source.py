"""Where a claim comes from, and its rank."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """A source as written, with its tier (1 is the strongest, 9 has none)."""

    written: str
    tier: int
    word: str
    """What the badge says: USER, PROFILE, API, WIKI, AGENT, LLM, SCRIPT, PRIOR, NONE."""

    reason: str
    """Why this tier; for a 9 what is wrong with the written value."""

    @property
    def badge(self) -> str:
        """Rank and word, as in `1 USER`."""
        return f"{self.tier} {self.word}"
