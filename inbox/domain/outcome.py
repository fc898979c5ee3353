"""What the verbs give back: previews, commits made, log entries, findings of `doctor`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inbox.domain.edit import Change, FileChange


@dataclass(frozen=True, slots=True)
class Preview:
    """The commit a decision would make, down to the bytes."""

    change: Change
    files: tuple[FileChange, ...]
    snapshot: tuple[str, ...] = ()
    """Untracked or changed files that are committed as found first (design R5)."""

    notes: tuple[str, ...] = ()
    """What the person should know before deciding, a sentence each."""


@dataclass(frozen=True, slots=True)
class Done:
    """A commit that was made."""

    id: str
    subject: str
    commit: str
    """The full commit hash."""

    notes: tuple[str, ...] = ()
    """What happened besides: a snapshot commit, a hook that changed the files."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision of the log, read from the trailers of its commit."""

    id: str
    item: str
    kind: str
    decision: str
    subject: str
    reason: str
    commit: str
    author: str
    when: str
    """ISO 8601 with offset, the author date."""

    undoes: str = ""
    """The decision that this one takes back; `decision` is `undo` then, or `redo` where that
    one is an undo."""

    undone_by: str = ""
    """The decision that took this one back."""

    proposed: str = ""
    """The action that the queue proposed, where it did."""

    decided_by: str = ""
    """Whom the person followed: `queue`, `rule:<name>`, `model:<id>`, or `human`."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of `doctor`: what was found, and what to do."""

    level: Literal["ok", "note", "warn", "bad"]
    what: str
    todo: str = ""
