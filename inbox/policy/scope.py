"""Where a memory holds: everywhere, in a project, a domain, an organisation, a locale."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from inbox.domain.memory import Memory, Value

Relation = Literal["equal", "ancestor", "descendant", "sibling"]
"""What the first scope is to the second; an ancestor is the broader one."""

Part = tuple[str, ...]

FOLDER = "folder"
_PATH = "path"
_NAMED = ("project", "resource", "domain", "org", "locale")
_NARROW = ("project", "resource", FOLDER)
_INTAKE = re.compile(r"(?:.*/)?auto-memory/([^/]+)/[^/]+")
_PLAIN = re.compile(
    r"(?!raw/|wiki/)([^/]+)/(?:feedback|project|reference|user|[Rr]ecall)_[^/]+\.md"
)


@dataclass(frozen=True, slots=True)
class Scope:
    """A place in one or more dimensions; without any it is everywhere."""

    parts: tuple[tuple[str, Part], ...] = ()
    """Each dimension once, in order of name, with its path from broad to narrow."""

    declared: bool = field(default=False, compare=False)
    """Whether the header says so; a folder name is no declaration."""

    written: str = field(default="global", compare=False)

    @property
    def level(self) -> int:
        """3 for a project, resource or folder, 2 for anything else that is narrow, 1 global."""
        if any(name in _NARROW for name, _ in self.parts):
            return 3
        return 2 if self.parts else 1


GLOBAL = Scope()


def scope_of(memory: Memory) -> Scope:
    """Return where a memory holds: what it declares, else its intake folder, else everywhere.

    A declaration that cannot be read is none (spec policy.md §2).
    """
    value = memory.header.get("scope")
    declared = _of_text(value) if isinstance(value, str) else _of_mapping(value)
    return declared or _of_folder(memory.path)


def relation(one: Scope, other: Scope) -> Relation:
    """Return what `one` is to `other`; whatever is not the same or above or below is a sibling."""
    if one == other:
        return "equal"
    if _covers(one, other):
        return "ancestor"
    return "descendant" if _covers(other, one) else "sibling"


def disjoint(one: Scope, other: Scope) -> bool:
    """Whether nothing is in both: they go apart in a dimension that both have.

    A locale and a project are siblings, and yet a work may lie in both.
    """
    others = dict(other.parts)
    shared = ((part, others[name]) for name, part in one.parts if name in others)
    return any(not _prefix(part, own) and not _prefix(own, part) for part, own in shared)


def _covers(broad: Scope, narrow: Scope) -> bool:
    inside = dict(narrow.parts)
    return all(name in inside and _prefix(part, inside[name]) for name, part in broad.parts)


def _prefix(part: Part, whole: Part) -> bool:
    return whole[: len(part)] == part


def place(**names: str) -> Scope:
    """Return the scope of a place, as in `place(project="larkspur", locale="sv-SE")`."""
    written = ", ".join(f"{name}: {value}" for name, value in names.items())
    parts = {name: _part(name, value) for name, value in names.items() if value}
    return _declared(parts, written)


def _of_text(value: str) -> Scope | None:
    text = value.strip()
    if text.lower() == "global":
        return Scope((), True, text)
    kind, colon, name = text.partition(":")
    if colon and kind.strip().lower() in _NAMED and name.strip():
        kind = kind.strip().lower()
        return _declared({kind: _part(kind, name)}, text)
    segments = [segment for segment in text.split("/") if segment.strip()]
    if not segments:
        return None
    kind = segments[0].strip().lower()
    if kind in _NAMED:
        return _declared({kind: _part(kind, "/".join(segments[1:]))}, text)
    return _declared({_PATH: _part(_PATH, text)}, text)


def _of_mapping(value: Value) -> Scope | None:
    if not isinstance(value, dict):
        return None
    names = {key.strip().lower(): text for key, text in value.items() if isinstance(text, str)}
    parts = {kind: _part(kind, text) for kind, text in names.items() if text.strip()}
    written = ", ".join(f"{kind}: {text}" for kind, text in names.items())
    return _declared(parts, written) if parts else None


def _of_folder(path: str) -> Scope:
    found = _INTAKE.fullmatch(path) or _PLAIN.fullmatch(path)
    if not found or found[1].lower() == "global":
        return GLOBAL
    return Scope(((FOLDER, _part(FOLDER, found[1])),), False, found[1])


def _declared(parts: dict[str, Part], written: str) -> Scope:
    return Scope(tuple(sorted(parts.items())), True, written)


def _part(kind: str, text: str) -> Part:
    """Split a name into its path; folders are encoded working directories, locales nest too."""
    separators = {FOLDER: "-", "locale": "/-_"}.get(kind, "/")
    pieces = re.split(f"[{re.escape(separators)}]", text.strip().casefold())
    return tuple(piece.strip() for piece in pieces if piece.strip())
