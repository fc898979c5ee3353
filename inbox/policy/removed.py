"""Whether a memory was removed before: by its path, its name or what it claims (policy §4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from inbox.domain.memory import Memory
from inbox.domain.past import Removed
from inbox.policy.names import slug
from inbox.policy.scope import Scope, relation, scope_of
from inbox.policy.settling import claim_digest

_PASSING = "transient"
"""The reason that blocks no claim: a passing state may come true again."""


@dataclass(frozen=True, slots=True)
class Removals:
    """The tombstones, each found by what it blocks."""

    paths: Mapping[str, tuple[Removed, ...]]
    slugs: Mapping[str, tuple[Removed, ...]]
    claims: Mapping[str, tuple[Removed, ...]]

    @property
    def empty(self) -> bool:
        return not (self.paths or self.claims)


def removals(rows: Iterable[Removed]) -> Removals:
    """Return the tombstones in order; a row about a passage blocks its claim only."""
    found: tuple[dict[str, tuple[Removed, ...]], ...] = ({}, {}, {})
    for row in rows:
        whole = row.part == "memory"
        keys = (
            row.path if whole else "",
            slug(row.name) if whole else "",
            row.claim if row.why != _PASSING else "",
        )
        for index, key in zip(found, keys, strict=True):
            if key:
                index[key] = (*index.get(key, ()), row)
    return Removals(*found)


def matching(memory: Memory, passage: str, known: Removals) -> tuple[Removed, ...]:
    """Return the tombstones that a memory matches, in the order they were made.

    A name is blocked in its own scope, words in every scope but a sibling: a rule that is
    removed for all leaves the one that a project has of the same name (BR-37).
    """
    scope = scope_of(memory)
    words = [memory.body, passage] if passage else [memory.body]
    named = [row for name in (memory.name, memory.stem) for row in known.slugs.get(slug(name), ())]
    said = [row for text in words for row in known.claims.get(claim_digest(text), ())]
    hits = [
        *known.paths.get(memory.path, ()),
        *(row for row in named if relation(_scope(row), scope) == "equal"),
        *(row for row in said if relation(_scope(row), scope) != "sibling"),
    ]
    return tuple(sorted(dict.fromkeys(hits), key=lambda row: row.when))


def _scope(row: Removed) -> Scope:
    """Return where a removed memory held, by its folder; a row keeps no header."""
    return scope_of(Memory(row.path, ""))


def allowed(memory: Memory, rows: tuple[Removed, ...], decisions: Sequence[str]) -> bool:
    """Whether a person has decided for a memory after its last removal.

    `decisions` are the `Inbox-Id`s of the log, newest first. A memory that an agent writes
    again with an old `verified_by` is not allowed by it; nor by any, when the log does not
    hold the removal.
    """
    order = {name: at for at, name in enumerate(decisions)}
    decided = order.get(memory.scalar("verified_by"))
    removed = [order.get(row.decision) for row in rows]
    return decided is not None and all(at is not None and decided < at for at in removed)


def said(rows: tuple[Removed, ...]) -> str:
    """Return what is shown of them: `removed before, 2 times, last on 2026-05-01: erroneous`."""
    count = f", {len(rows)} times, last" if len(rows) > 1 else ""
    return f"removed before{count} on {rows[-1].when[:10]}: {rows[-1].why.replace('_', ' ')}"
