"""Where a claim comes from: tier, badge and the reason in plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches

from inbox.domain.memory import Memory, Value
from inbox.domain.source import Source
from inbox.policy.approvals import claims_approval

LOWEST = 9

WORDS = {
    1: "USER",
    2: "PROFILE",
    3: "API",
    4: "WIKI",
    5: "AGENT",
    6: "LLM",
    7: "SCRIPT",
    8: "PRIOR",
    LOWEST: "NONE",
}
"""The badge word of each tier (spec resolver.md §3)."""

UNPROVEN = "USER?"
"""The word of a tier 1 that rests on the memory's own claim of a person's approval."""

_TYPES = {
    "user": (1, "is a person's own word"),
    "linkedin": (2, "is a public profile"),
    "twitter": (2, "is a public profile"),
    "api": (3, "is a vendor's record"),
    "wikipedia": (4, "is a public encyclopedia"),
    "agent-observed": (5, "is something an agent read; its transcript can be checked"),
    "claude": (6, "is what a model concluded"),
    "script": (7, "is what a script wrote"),
    "model-prior": (8, "is a model's guess from its training"),
}

_TRUST_CLASSES = {
    "direct_user_instruction": 1,
    "user_correction": 1,
    "repeated_user_preference": 2,
    "accepted_code_review_outcome": 2,
    "existing_project_convention": 5,
    "passing_tool_or_test_outcome": 5,
    "agent_inference": 6,
    "single_session_observation": 6,
    "generated_content": 6,
    "repository_text": 7,
    "third_party_documentation": 7,
}
"""The tier of each `trust_class` (spec policy.md §2)."""

_APPROVALS = ("verified", "confirmed", "approved")
_TYPE = re.compile(r"[a-z][a-z0-9_-]*")
_KEYS = ("type", "ref", "ts", "confidence", "notes")
_NEAR = 0.6


def is_user(source: Source) -> bool:
    """Whether a person said it; a memory's own claim of approval does not count."""
    return source.tier == 1 and source.word != UNPROVEN


def source_of(memory: Memory, key: str | None = None) -> Source:
    """Return the source of a memory, or of one of its fields.

    `field_sources.<key>` beats the page's `source`; of a list of sources the weakest
    counts. When `trust_class` disagrees the lower trust counts.
    """
    if memory.problem:
        reason = f"the header cannot be read ({memory.problem}), so no tier is taken from it"
        return _none("", reason)
    source = _lowered(_written_source(memory, key), memory.scalar("trust_class"))
    if is_user(source) and (claim := claims_approval(memory)):
        return _unproven(source, f"the memory itself says that it was approved: {claim}")
    return source


def _written_source(memory: Memory, key: str | None) -> Source:
    fields = memory.header.get("field_sources")
    own = fields.get(key) if key is not None and isinstance(fields, dict) else None
    if isinstance(own, list) and own:
        return max(map(_of_entry, own), key=lambda source: source.tier)
    return read_source(memory.header.get("source") if own is None else own)


def _of_entry(entry: Value) -> Source:
    return read_source(entry.get("source") if isinstance(entry, dict) else entry)


def read_source(value: Value) -> Source:
    """Return the source that a header value names; never raises (athenaeum-format §6)."""
    match value:
        case None:
            return _none("", "no source is given")
        case str():
            return _read_text(value.strip())
        case dict():
            return _read_mapping(value)
        case list():
            return _none(_flow(value), "a list is no source; it takes `type:reference`")


def _read_text(text: str) -> Source:
    if not text:
        return _none("", "the source is empty")
    if text == "unsourced":
        return _none(text, "`unsourced` says that there is no source")
    kind, colon, reference = text.partition(":")
    if not colon and kind.lower() not in _TYPES:
        return _none(text, "the shape is wrong; it takes `type:reference`")
    return _ranked(text, kind, reference)


def _read_mapping(value: Mapping[str, Value]) -> Source:
    written = _flow(value)
    extra = next((key for key in value if key not in _KEYS), None)
    if extra is not None:
        return _none(written, f"`{extra}` does not belong in a source")
    kind, reference = value.get("type"), value.get("ref", "")
    if not isinstance(kind, str) or not kind.strip():
        return _none(written, "the source has no type")
    if reference is not None and not isinstance(reference, str):
        return _none(written, "the reference is not one text")
    source = _ranked(written, kind, reference or "")
    return source if source.tier == LOWEST else replace(source, written=f"{kind}:{reference}")


def _ranked(written: str, kind: str, reference: str) -> Source:
    if kind not in _TYPES:
        return _none(written, _why_unknown(kind))
    if not reference.strip():
        return _none(written, f"there is no reference after `{kind}`")
    if "\n" in reference:
        return _none(written, "the reference goes over more than one line")
    tier, meaning = _TYPES[kind]
    source = Source(written, tier, WORDS[tier], f"`{kind}:` {meaning}")
    if tier == 1 and reference.strip().lower() in _APPROVALS:
        why = f"`{reference.strip()}` is a word of approval and no conversation"
        return _unproven(source, why)
    return source


def _why_unknown(kind: str) -> str:
    if kind.lower() in _TYPES:
        return f"`{kind}` has a capital letter; the type is `{kind.lower()}`"
    if not _TYPE.fullmatch(kind.lower()):
        return f"the shape is wrong; `{kind}` cannot be a type"
    near = get_close_matches(kind.lower().replace("_", "-"), _TYPES, 1, _NEAR)
    hint = f"the nearest is `{near[0]}`" if near else f"known are {', '.join(_TYPES)}"
    return f"`{kind}` is no known type; {hint}"


def _lowered(source: Source, trust_class: str) -> Source:
    tier = _TRUST_CLASSES.get(trust_class)
    if tier is None or tier == source.tier:
        return source
    reason = (
        f"{source.reason}; `trust_class: {trust_class}` says tier {tier}, the lower trust counts"
    )
    if tier < source.tier:
        return replace(source, reason=reason)
    return Source(source.written, tier, WORDS[tier], reason)


def _unproven(source: Source, why: str) -> Source:
    return replace(source, word=UNPROVEN, reason=f"{source.reason}, but unverified: {why}")


def _none(written: str, reason: str) -> Source:
    return Source(written, LOWEST, WORDS[LOWEST], reason)


def _flow(value: Value | Mapping[str, Value]) -> str:
    match value:
        case None:
            return "null"
        case str():
            return value
        case list():
            return f"[{', '.join(map(_flow, value))}]"
        case _:
            return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
