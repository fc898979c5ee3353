"""A commit of the inbox as git has it, and where it does not agree with itself."""

from __future__ import annotations

from dataclasses import dataclass

from inbox.domain.edit import FileChange, Message


@dataclass(frozen=True, slots=True)
class Recorded:
    """One commit that bears a trailer of the inbox, with the texts it found and left."""

    commit: str
    message: Message
    files: tuple[FileChange, ...]
    """By path below the root; one that leads out of it begins with `../`."""

    odd: tuple[str, ...] = ()
    """Paths that are no regular file before or after, or whose mode changed."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """What the trailers of a commit promise, and what its diff holds instead."""

    expected: str
    found: str
    arrived: bool = False
    """Whether it only came with the commit, from an agent that wrote at the same moment."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A commit whose trailers and diff do not agree."""

    commit: str
    id: str
    """Its `Inbox-Id`, or the decision that a snapshot commit names."""

    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Checked:
    """How far a check of the log has come, and what it found in the last commit."""

    number: int
    total: int
    mismatches: tuple[Mismatch, ...] = ()
    notes: tuple[str, ...] = ()
    """What came with the commit and is nobody's fault: an agent wrote at the same moment."""

    left_out: str = ""
    """Why this commit could not be checked; empty when it was."""
