"""What is asked and answered, what it costs, and how much of it a run may use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from inbox.errors import ServiceFailed

Speaker = Literal["user", "assistant"]
Stop = Literal["complete", "cut off", "refused"]


@dataclass(frozen=True, slots=True)
class Question:
    """One request: the rules once, what is asked, and the form of the answer."""

    rules: str
    """The same for every question of a kind, so that the service can keep it warm."""

    said: tuple[tuple[Speaker, str], ...]
    schema: Mapping[str, Any]
    """The form of the answer, as a JSON schema."""

    longest: int = 4_096
    """Tokens of the answer."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one answer or of many."""

    fresh: int = 0
    answered: int = 0
    stored: int = 0
    """Written to the service's cache; costs a quarter more than fresh ones."""

    kept: int = 0
    """Read from that cache; costs a tenth."""

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.fresh + other.fresh,
            self.answered + other.answered,
            self.stored + other.stored,
            self.kept + other.kept,
        )

    def usd(self, prices: Prices) -> float:
        """Return what it cost."""
        read = self.fresh + 1.25 * self.stored + 0.1 * self.kept
        return (read * prices.read + self.answered * prices.answered) / 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars for a million tokens."""

    read: float
    answered: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said."""

    text: str
    model: str
    usage: Usage
    stop: Stop


class Model(Protocol):
    """Question in, answer out."""

    @property
    def id(self) -> str: ...

    def ask(self, question: Question) -> Answer:
        """Return the answer; raise ServiceFailed when there is none."""
        ...


class LimitReached(ServiceFailed):
    """The run may ask no more; what it has done stays."""


@dataclass(slots=True)
class Budget:
    """How much a run may ask, and how much it has. Shared by everything in the run."""

    most_calls: int | None = None
    most_usd: float | None = None
    prices: Prices | None = None
    calls: int = 0
    usage: Usage = field(default_factory=Usage)

    @property
    def usd(self) -> float | None:
        """What it cost so far; None when no prices are known."""
        return self.usage.usd(self.prices) if self.prices else None

    def spend_a_call(self) -> None:
        """Count a call before it is made.

        Raises:
            LimitReached: It would be one too many, or the money is spent.
        """
        if self.most_calls is not None and self.calls >= self.most_calls:
            raise LimitReached(f"the limit of {self.most_calls} calls is reached.")
        spent = self.usd
        if self.most_usd is not None and spent is not None and spent >= self.most_usd:
            raise LimitReached(f"the limit of {self.most_usd:g} USD is reached.")
        self.calls += 1

    def note(self, usage: Usage) -> None:
        """Add what an answer used."""
        self.usage += usage
