"""The values of a filter, and its text again: `parse(str(filter))` is the filter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from inbox.domain.item import LoneKind, NoticeKind

Operator = Literal["<=", ">=", "<", ">", "="]

Text = Literal["entity", "path", "source", "id"]
Choice = Literal["kind", "action", "is"]
Number = Literal["tier", "confidence", "age"]

TEXTS: tuple[Text, ...] = get_args(Text)
NUMBERS: tuple[Number, ...] = get_args(Number)
CHOICES: dict[Choice, tuple[str, ...]] = {
    "kind": (
        "conflict",
        "merge",
        "question",
        *get_args(LoneKind),
        "candidate",
        "review",
        "notice",
        *get_args(NoticeKind),
    ),
    "action": (),
    "is": ("answered", "disputed", "flagged", "missing"),
}
"""The values of each key; actions are those of the domain, by their beginning."""

KEYS: tuple[str, ...] = (*CHOICES, *NUMBERS, *TEXTS)

OR = "or"

_LOOKS_KEYED = re.compile(r"[A-Za-z][A-Za-z_-]*:")


@dataclass(frozen=True, slots=True)
class Says:
    """Words that stand in the title, the question, a member's name or its passage."""

    text: str

    def __str__(self) -> str:
        plain = (
            self.text[:1] not in ("", "-", '"')
            and not re.search(r"\s", self.text)
            and not _LOOKS_KEYED.match(self.text)
            and self.text.lower() != OR
        )
        return self.text if plain else _quoted(self.text)


@dataclass(frozen=True, slots=True)
class Named:
    """A key with a text or one of its choices."""

    key: Text | Choice
    value: str

    def __str__(self) -> str:
        plain = self.value[:1] not in ("", '"') and not re.search(r"\s", self.value)
        return f"{self.key}:{self.value if plain else _quoted(self.value)}"


@dataclass(frozen=True, slots=True)
class Bounded:
    """A key with a number: a tier, a confidence from 0 to 1, an age in days."""

    key: Number
    operator: Operator
    number: float

    def __str__(self) -> str:
        operator = "" if self.operator == "=" else self.operator
        unit = "d" if self.key == "age" else ""
        number = int(self.number) if self.number.is_integer() else self.number
        return f"{self.key}:{operator}{number}{unit}"


Test = Says | Named | Bounded


@dataclass(frozen=True, slots=True)
class Term:
    """One test, or its contrary."""

    test: Test
    negated: bool = False

    def __str__(self) -> str:
        return f"{'-' if self.negated else ''}{self.test}"


@dataclass(frozen=True, slots=True)
class Filter:
    """Alternatives, each a list of terms that hold together; without any it lets all pass."""

    alternatives: tuple[tuple[Term, ...], ...] = ()

    def __str__(self) -> str:
        return f" {OR} ".join(" ".join(map(str, terms)) for terms in self.alternatives)

    def __bool__(self) -> bool:
        return bool(self.alternatives)


def _quoted(text: str) -> str:
    return '"{}"'.format(text.replace("\\", "\\\\").replace('"', '\\"'))
