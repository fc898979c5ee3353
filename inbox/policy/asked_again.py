"""Whether a question was settled before, and whether a side has changed since (design R11).

The quotes of a detector come and go: swapped, shorter, for another page. What counts is the
claim: the words that were settled, and whether they still stand in the memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inbox.domain.item import Member
from inbox.domain.past import Settled
from inbox.formats.pieces import digest
from inbox.policy.settling import claim_digest, claim_of, normalised

LONGEST_CLAIM = 20_000
"""Characters; a longer claim is a whole body, and compared by its digest."""

_ENDS = (".", "!", "?")
_ENDED = re.compile(r"[ \t]*(?:[.!?\r\n]|\Z)")


@dataclass(frozen=True, slots=True)
class Before:
    """An earlier decision about the same members."""

    row: Settled
    changed: tuple[str, ...] = ()
    """The references of those whose claim has changed since."""

    other: bool = False
    """Whether it was about other words of the same memories."""

    @property
    def holds(self) -> bool:
        """Whether nothing new is asked."""
        return not self.changed and not self.other


class Settlements:
    """The settled ledger, by members."""

    def __init__(self, rows: Iterable[Settled]) -> None:
        self._rows: dict[frozenset[str], list[Settled]] = {}
        for row in rows:
            self._rows.setdefault(row.members, []).append(row)

    @property
    def file_names(self) -> frozenset[str]:
        """The names of all files that a row is about, without their folders."""
        return frozenset(path.rpartition("/")[2] for key in self._rows for path in key)

    def about(self, members: Iterable[Member]) -> Sequence[Settled]:
        """Return the rows about exactly these members in any order, the latest first."""
        members = tuple(members)
        paths = frozenset(member.path or member.ref for member in members)
        refs = frozenset(member.ref for member in members)
        found = [*self._rows.get(paths, ()), *(self._rows.get(refs, ()) if refs != paths else ())]
        return sorted(found, key=lambda row: row.when, reverse=True)

    def sources(self, members: Iterable[Member]) -> Sequence[Settled]:
        """Return the rows that say of all these sources not to merge them, the latest first."""
        paths = frozenset(member.path or member.ref for member in members)
        found = [
            row
            for key, rows in self._rows.items()
            if paths <= key
            for row in rows
            if not row.claims
        ]
        return sorted(found, key=lambda row: row.when, reverse=True)


def before(members: Sequence[Member], rows: Iterable[Settled]) -> Before | None:
    """Return what earlier rows about the same conflict come to; None when there is none.

    One that holds wins over one that has gone stale; among those the latest.
    """
    found = [_judged(members, row) for row in rows if row.claims]
    return next((each for each in found if each.holds), found[0] if found else None)


def merged_before(sources: Sequence[Member], rows: Iterable[Settled]) -> Before | None:
    """Return what earlier refusals to merge the same sources come to; None without one."""
    found = [
        Before(
            row,
            tuple(
                source.ref
                for source in sources
                if row.digests.get(source.path or source.ref) != claim_digest(_body(source))
            ),
        )
        for row in rows
    ]
    return next((each for each in found if each.holds), found[0] if found else None)


def same_question(one: Sequence[Member], other: Sequence[Member]) -> bool:
    """Whether two conflicts are about the same words of the same two memories."""
    there = {member.path: member for member in other}
    return None not in there and all(
        member.path in there
        and _overlap(_body(member), claim_of(member), claim_of(there[member.path]))
        for member in one
    )


def _judged(members: Sequence[Member], row: Settled) -> Before:
    told = [(member, _recorded(member, row)) for member in members]
    changed = tuple(member.ref for member, texts in told if not _unchanged(member, texts, row))
    about = all(
        any(_overlap(_body(member), text, claim_of(member)) for text in texts)
        for member, texts in told
        if texts
    )
    return Before(row, changed, other=not changed and not about)


def _recorded(member: Member, row: Settled) -> tuple[str, ...]:
    """Return the words that were settled for a member; either side's where the row is not ours."""
    named = row.digests.get(member.path or member.ref)
    if named is None:
        return row.claims
    return tuple(text for text in row.claims if claim_digest(text) == named)


def _unchanged(member: Member, recorded: Sequence[str], row: Settled) -> bool:
    """Whether a member still says what was settled; a third one has its digest only."""
    if not recorded:
        return row.digests.get(member.path or member.ref) == claim_digest(claim_of(member))
    return any(_stands(member, text, row) for text in recorded)


def _body(member: Member) -> str:
    return member.memory.body if member.memory else ""


def _stands(member: Member, recorded: str, row: Settled) -> bool:
    """Whether the words that were settled still stand in a memory as a claim of their own."""
    body = _body(member)
    if row.bodies.get(member.path or member.ref) == digest(body):
        return True
    if len(recorded) > LONGEST_CLAIM:
        return claim_digest(body) == claim_digest(recorded)
    folded, ends = body.casefold(), recorded.endswith(_ENDS)
    return any(ends or _ENDED.match(folded, found.end()) for found in _found(folded, recorded))


def _found(body: str, words: str) -> Iterable[re.Match[str]]:
    """Yield where some words stand in a case-folded body, any white space between them."""
    spaced = r"\s+".join(map(re.escape, words.split()))
    return re.finditer(rf"(?<!\w){spaced}(?!\w)", body) if spaced else ()


def _overlap(body: str, one: str, other: str) -> bool:
    """Whether two quotes are about the same words: one holds the other, or they meet."""
    one, other = normalised(one), normalised(other)
    if one in other or other in one:
        return bool(one and other)
    if max(len(one), len(other)) > LONGEST_CLAIM:
        return False
    folded = body.casefold()
    spans = [[found.span() for found in _found(folded, text)] for text in (one, other)]
    return any(a < d and c < b for a, b in spans[0] for c, d in spans[1])
