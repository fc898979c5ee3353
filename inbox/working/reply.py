"""From the text of a reply to the one object that is meant; nothing is ever mended."""

from __future__ import annotations

import json
import re
from typing import Any

KEYS = frozenset(("active_goal", "progress", "next_steps", "key_decisions", "open_loops", "deltas"))

LARGEST = 200_000
"""Characters of a reply; thirty operations at their longest have half of that."""

_LOOKS_LIKE_JSON = re.compile(r'\{\s*["}]')


class BadReply(ValueError):
    """There is not exactly one readable reply in the text; the message says why."""


def read(text: str) -> dict[str, Any]:
    """Return the object with the six keys; fences and words around it do not count.

    Raises:
        BadReply: There is none, there are two, it is cut off, a key stands twice in an
            object, or a number is none of JSON.
    """
    if len(text) > LARGEST:
        raise BadReply(f"the reply is longer than {LARGEST} characters")
    found: dict[str, Any] | None = None
    at = text.find("{")
    while at >= 0:
        if not _LOOKS_LIKE_JSON.match(text, at):
            at = text.find("{", at + 1)
            continue
        value, end = _decoded(text, at)
        if found is not None:
            raise BadReply("there is a second object behind the reply; send one object only")
        if value.keys() >= KEYS:
            found = value
        at = text.find("{", end)
    if found is None:
        raise BadReply(f"no object with all of {', '.join(sorted(KEYS))}")
    return found


def _decoded(text: str, at: int) -> tuple[dict[str, Any], int]:
    """Return the object that begins at a place, and where it ends."""
    decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)
    try:
        value, end = decoder.raw_decode(text, at)
    except BadReply:
        raise
    except json.JSONDecodeError as error:
        raise BadReply(f"the JSON is broken or cut off: {error.msg} at {error.pos}") from error
    except (RecursionError, ValueError) as error:
        raise BadReply("the JSON is nested too deeply, or a number is too long") from error
    assert isinstance(value, dict)
    return value, end


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadReply(f"the key {twice[:40]!r} stands twice in one object")
    return value


def _no_constant(name: str) -> float:
    raise BadReply(f"{name} is no number of JSON")
