"""What the commit of each decision may hold, in one table: a line for every word of the log.

A decision that is not here is reported as unknown and checked no further; a new one is added
as a line of `EXPECTED`, with a role of its own in `roles` when no other fits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inbox.plan.audit import roles
from inbox.plan.audit.roles import Role

Whose = Literal["chosen", "other", "either", "source", "page", "by", "any"]
"""The side that the decision names, the other one, one of both; a source of a merge, the page
that is its target; the memory that replaces a lone one; any memory."""

MANY = 1_000_000

LONE = "memory"
"""The kind that stands for every kind of an item that is one memory by itself."""

LONE_KINDS = (LONE, "contested", "returned")


@dataclass(frozen=True, slots=True)
class Share:
    """How many memories of a commit take a role, and whose they are."""

    whose: Whose
    least: int
    most: int
    roles: tuple[Role, ...]
    """Any of these; they count together."""

    def said(self) -> str:
        """Say it: `one superseded side`."""
        names = " or ".join(role.name for role in self.roles)
        if self.least == self.most == 1:
            return names
        most = "any number" if self.most == MANY else f"at most {self.most}"
        return f"{most} of: {names}" + (f" (at least {self.least})" if self.least else "")


@dataclass(frozen=True, slots=True)
class Expected:
    """What one decision does; whatever is not named here stays as it is."""

    memories: tuple[Share, ...] = ()
    closes: Literal["", "questions", "merges"] = ""
    """The queue whose block moves to the archive."""

    settles: str = ""
    """`inbox_action` of the settled row; `{word}` and `{side}` stand for those of the commit."""

    files: Literal["", "merge", "proposal", "answer", "candidate"] = ""
    """Files a merge proposal, takes a proposal out of the block, writes an answer, or files a
    candidate and takes it out."""

    pages: bool = False
    """Whether lines of index pages may follow."""

    @property
    def removes(self) -> bool:
        """Whether a memory or a passage goes, which needs a tombstone."""
        gone = (roles.REMOVED, roles.CUT)
        return any(role in gone for share in self.memories for role in share.roles)


def _one(whose: Whose, *any_of: Role) -> Share:
    return Share(whose, 1, 1, any_of)


def _some(whose: Whose, *any_of: Role, least: int = 0, most: int = MANY) -> Share:
    return Share(whose, least, most, any_of)


def _closed(*memories: Share, settles: str = "{word}", pages: bool = False) -> Expected:
    """Return a conflict that is decided: its block is archived, its pair is settled."""
    return Expected(memories, closes="questions", settles=settles, pages=pages)


_KEEP = (_one("chosen", roles.WINNER), _one("other", roles.LOSER))
_CORRECT = (_one("chosen", roles.VERIFIED), _one("other", roles.REMOVED, roles.CUT))
_GONE = _one("chosen", roles.REMOVED)
_LINKS = _some("any", roles.RELINKED)
_NEITHER = (
    _some("either", roles.CONTESTED, roles.LOSER, most=2),
    _some("any", roles.NEW_VALUE, most=1),
)
_MERGE = (
    _some("source", roles.LOSER, roles.FOLDED, least=1),
    _LINKS,
    _some("page", roles.MERGED_PAGE, roles.FOLD_PAGE, most=1),
)
_APART = (_some("source", roles.KEPT_APART),)
_NOTES = _some("either", roles.NOTED, most=2)

EXPECTED: dict[tuple[str, str], Expected] = {
    ("conflict", "keep"): _closed(*_KEEP),
    ("conflict", "edit"): _closed(
        _one("chosen", roles.REWRITTEN), _one("other", roles.LOSER), settles="keep_{side}"
    ),
    ("conflict", "correct"): _closed(*_CORRECT, _LINKS, pages=True),
    ("conflict", "forget"): _closed(_GONE, _LINKS, pages=True),
    ("conflict", "tombstone"): _closed(_GONE, _LINKS, settles="forget_{side}", pages=True),
    ("conflict", "scope"): _closed(
        _some("chosen", roles.NARROWED, roles.PLACED, roles.EXCEPTED, most=1)
    ),
    ("conflict", "attribute_both"): _closed(_some("either", roles.ATTRIBUTED, most=2)),
    ("conflict", "deprecate_both"): _closed(_some("either", roles.DEPRECATED, least=2, most=2)),
    ("conflict", "retain_both_with_context"): _closed(_NOTES),
    ("conflict", "not_a_conflict"): _closed(),
    ("conflict", "neither"): _closed(*_NEITHER, settles="neither", pages=True),
    ("conflict", "propose_merge"): Expected((), "questions", "{word}", "merge"),
    ("conflict", "merge"): Expected((), "questions", "{word}", "merge"),
    ("conflict", "contest"): Expected((_some("either", roles.CONTESTED, least=1, most=2),)),
    ("conflict", "reject"): Expected(files="proposal"),
    ("conflict", "answer"): Expected(files="answer"),
    ("question", "answer"): Expected(files="answer"),
    ("audit", "answer"): Expected(files="answer"),
    ("rule", "answer"): Expected(files="answer"),
    ("merge", "propose_merge"): Expected(_MERGE, "merges", pages=True),
    ("merge", "edit"): Expected(_MERGE, "merges", pages=True),
    ("merge", "reject"): Expected(_APART, "merges", "{word}"),
    ("merge", "not_a_conflict"): Expected(_APART, "merges", "{word}"),
    ("candidate", "propose"): Expected(files="candidate"),
    ("candidate", "add"): Expected((_one("any", roles.ADDED),), files="candidate", pages=True),
    ("candidate", "reject"): Expected(settles="{word}", files="candidate"),
    (LONE, "contest"): Expected((_one("chosen", roles.CONTESTED),)),
    (LONE, "uphold"): Expected((_one("chosen", roles.UPHELD),)),
    (LONE, "tombstone"): Expected((_GONE, _LINKS), pages=True),
    (LONE, "supersede"): Expected((_one("chosen", roles.LOSER), _one("by", roles.WINNER))),
    (LONE, "deprecate"): Expected((_one("chosen", roles.DEPRECATED),)),
    (LONE, "restore"): Expected(
        (_one("chosen", roles.RESTORED), _some("by", roles.FREED, most=1)),
    ),
    (LONE, "exception"): Expected((_one("chosen", roles.EXCEPTED),)),
    (LONE, "verify"): Expected((_one("chosen", roles.STAMPED),)),
    (LONE, "layer"): Expected((_one("chosen", roles.LAYERED),)),
    (LONE, "repair"): Expected((_one("chosen", roles.REPAIRED),)),
}
"""By kind of item and word. The side's letter is cut off (`keep_a` is `keep`), and a `pick` is
looked up as what it came to (`keep`, `correct`, `retain_both_with_context`, `neither`)."""
