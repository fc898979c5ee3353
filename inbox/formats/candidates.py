"""Rows of the candidates' ledger: claims that are not durable yet (design R19)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from inbox.domain.edit import PieceKey
from inbox.domain.item import Broken
from inbox.formats import rows
from inbox.formats.passages import lines_of
from inbox.formats.pieces import digest

TYPES = ("feedback", "project", "reference", "user")

_ID = re.compile(r"c-[0-9a-f]{12}")
_SCOPE = re.compile(r"[A-Za-z0-9._-]{1,120}")


@dataclass(frozen=True, slots=True)
class Claim:
    """One row as it is written."""

    id: str
    """`c-` and 12 hex digits, made of scope and text: the same claim has the same one."""

    text: str
    type: str
    source: str
    scope: str
    layer: str
    evidence: str
    made_at: str
    made_by: str
    blocked_by: str = ""


def name_of(text: str, scope: str) -> str:
    """Return the id of a claim; spacing and case do not matter."""
    said = " ".join(text.casefold().split())
    return f"c-{digest(f'{scope}{chr(0)}{said}')[:12]}"


def render(claim: Claim) -> str:
    """Return the line of a claim, without its line break."""
    names = Claim.__dataclass_fields__
    return rows.render({name: getattr(claim, name) for name in names})


def row_key(line: str) -> PieceKey:
    """Return the key under which a line of the ledger is a piece of it."""
    return f"row:{digest(line)}"


def read(path: str, text: str) -> tuple[list[tuple[str, Claim]], list[Broken]]:
    """Return the claims with the line of each, and the lines that are none.

    Of two rows with one id the later one holds.
    """
    found: dict[str, tuple[str, Claim]] = {}
    broken: list[Broken] = []
    for number, whole in enumerate(lines_of(text), start=1):
        line = whole.rstrip("\r\n")
        claim = _claim(line) if line.strip() else None
        if claim is not None and not isinstance(claim, str):
            found[claim.id] = line, claim
        elif claim is not None:
            broken.append(Broken(path, number, claim))
    return list(found.values()), broken


def id_of(line: str) -> str:
    """Return the id of the claim in a line; empty when there is none."""
    claim = _claim(line.rstrip("\r\n"))
    return "" if isinstance(claim, str) else claim.id


def _claim(line: str) -> Claim | str:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        return f"not JSON: {error}"
    if not isinstance(value, dict):
        return "not a JSON object"
    texts = {key: each for key, each in value.items() if isinstance(each, str)}
    if not texts.get("text", "").strip():
        return "a candidate without a text"
    said = dict(_fields(texts))
    given = texts.get("id", "")
    # An id of another form could forge a row of a listing.
    return Claim(**said | {"id": given if _ID.fullmatch(given) else f"c-{digest(line)[:12]}"})


def _fields(texts: dict[str, str]) -> Iterator[tuple[str, str]]:
    for name in Claim.__dataclass_fields__:
        yield name, texts.get(name, "")
    kind, scope = texts.get("type", ""), texts.get("scope", "")
    yield "type", kind if kind in TYPES else "project"
    # It becomes a folder's name.
    yield "scope", scope if _SCOPE.fullmatch(scope) and scope.strip(".") else ""
    yield "layer", "L2"


def is_scope(text: str) -> bool:
    """Whether a text can name an auto-memory folder."""
    return bool(_SCOPE.fullmatch(text) and text.strip("."))
