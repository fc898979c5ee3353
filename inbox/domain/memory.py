"""One markdown file that an agent wrote: header, body, and whether it can be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Value = None | str | list["Value"] | dict[str, "Value"]
"""A header value with every scalar as written: `0123`, `10:00`, `NO`; None is null."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a file or a block cannot be read; lines and columns count from 1."""

    line: int
    column: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory as it stands in the work tree."""

    path: str
    """Relative to the root, with forward slashes on every platform."""

    text: str
    """The whole file as it was read: what a decision is about, and is checked against."""

    header: Mapping[str, Value] = field(default_factory=dict, hash=False)
    body: str = ""
    problem: Problem | None = None
    """Set when the header cannot be read; no verb may write to such a file."""

    @property
    def stem(self) -> str:
        """The file name without its folder and ending."""
        return self.path.rpartition("/")[2].removesuffix(".md")

    @property
    def name(self) -> str:
        """The header's `name`, else the file name without its kind prefix."""
        written = self.scalar("name")
        if written:
            return written
        kind, _, rest = self.stem.partition("_")
        kinds = ("feedback", "project", "reference", "user", "recall")
        return rest if rest and kind.lower() in kinds else self.stem

    def scalar(self, key: str) -> str:
        """Return a header value that is one scalar, trimmed; else the empty text."""
        value = self.header.get(key)
        return value.strip() if isinstance(value, str) else ""
