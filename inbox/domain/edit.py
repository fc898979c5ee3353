"""What a decision changes, as values that can be compared, shown and turned round.

An edit names a piece (a queue block, a header entry, a ledger row, a passage with its
context) and its text before and after, so that it can be found again after other pieces
of the same file have moved on. Only a memory that comes or goes is edited as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass

PieceKey = str
"""`leader`, `block:<id>:<digest>`, `row:<digest>`, `fm:<key>`, `body`, ...; `#2` marks a repeat."""

LEADER: PieceKey = "leader"
"""The title line of a queue file; it comes with the first entry and goes with the last."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an absent piece belongs, by the pieces around it."""

    before: tuple[PieceKey, ...]
    """The pieces in front of it, nearest last."""

    after: tuple[PieceKey, ...]
    """The pieces behind it, nearest first."""


@dataclass(frozen=True, slots=True)
class PieceEdit:
    """One piece inserted (`old` is None), removed (`new` is None) or replaced."""

    path: str
    key: PieceKey
    old: str | None
    new: str | None
    place: Place

    def inverse(self) -> PieceEdit:
        return PieceEdit(self.path, self.key, self.new, self.old, self.place)


@dataclass(frozen=True, slots=True)
class PassageEdit:
    """Some lines of a body, found again by up to three lines of context on each side."""

    path: str
    lead: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]
    trail: tuple[str, ...]

    def inverse(self) -> PassageEdit:
        return PassageEdit(self.path, self.lead, self.new, self.old, self.trail)


@dataclass(frozen=True, slots=True)
class WholeFile:
    """A file that comes (`old` is None) or goes (`new` is None)."""

    path: str
    old: str | None
    new: str | None
    mode: int | None = None
    """The permissions it has where it is there, as git keeps them: 0o644 or 0o755; None is
    nobody's wish, and a new file gets 0o644."""

    def inverse(self) -> WholeFile:
        return WholeFile(self.path, self.new, self.old, self.mode)


Edit = PieceEdit | PassageEdit | WholeFile


@dataclass(frozen=True, slots=True)
class Seen:
    """The person looked at this file: the digest of its whole text, None where it is absent."""

    path: str
    digest: str | None


@dataclass(frozen=True, slots=True)
class Waits:
    """The person looked at this queue block; its key holds a digest of its text."""

    path: str
    key: PieceKey


@dataclass(frozen=True, slots=True)
class Message:
    """A commit message: what was done, the person's reason, and the trailers."""

    subject: str
    reason: str = ""
    trailers: tuple[tuple[str, str], ...] = ()

    def trailer(self, name: str) -> str:
        """Return the value of a trailer, or the empty text."""
        return next((value for key, value in self.trailers if key == name), "")


@dataclass(frozen=True, slots=True)
class Change:
    """What carries out one decision: one commit that has not been made yet."""

    edits: tuple[Edit, ...]
    message: Message
    seen: tuple[Seen, ...] = ()
    waits: tuple[Waits, ...] = ()
    """Blocks that must still be in the queue, also where no edit touches them."""

    notes: tuple[str, ...] = ()
    """What the person should know before deciding, a sentence each; no part of the commit."""

    @property
    def id(self) -> str:
        """The decision's name for ever: 12 hex digits."""
        return self.message.trailer("Inbox-Id")

    @property
    def paths(self) -> tuple[str, ...]:
        """The files it writes, in order of first mention."""
        return tuple(dict.fromkeys(edit.path for edit in self.edits))


def inverse(edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Return the edits that take `edits` back: each turned round, last first."""
    return tuple(edit.inverse() for edit in reversed(edits))


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file before and after, whole: what edits come down to on a given tree."""

    path: str
    before: str | None
    after: str | None
    mode: int | None = None
    """The permissions of a file that comes, where something is known of them."""


Tree = dict[str, str | None]
"""Texts by path; None where the file does not exist. Bytes that are not UTF-8 are
lone surrogates (`surrogateescape`), so that every text can be written back."""
