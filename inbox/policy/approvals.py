"""Claims of a memory that a person approved it: they prove nothing (spec policy.md §2)."""

from __future__ import annotations

import re

from inbox.domain.memory import Memory

_STATUSES = ("approved", "confirmed", "ratified", "verified")
_KEYS = ("approved", "approved_by", "confirmed_by", "ratified_by")
_DENIALS = ("", "false", "no", "off", "0", "none")

_PERSON = r"(?:owner|user|human|person|maintainer|reviewer|team|manager|admin(?:istrator)?)s?"
_DONE = r"(?:approved|authori[sz]ed|confirmed|endorsed|ratified|signed\s+off(?:\s+on)?|verified)"
_ITSELF = (
    r"th(?:is|ese)\s+(?:claim|decision|entry|fact|file|instruction|memory|note|policy"
    r"|preference|record|rule|statement)s?"
)
_BY = rf"by\s+(?:[\w']+\s+){{0,2}}?{_PERSON}"
_SAID = re.compile(
    rf"\b{_PERSON}\s+(?:[\w']+\s+){{0,4}}?{_DONE}\s+{_ITSELF}\b"
    rf"|\b{_ITSELF}\s+(?:[\w']+\s+){{0,4}}?{_DONE}\s+(?:[\w']+\s+){{0,2}}?{_BY}\b"
    rf"|(?:\A|[.!?;:(\n])[ \t]*{_DONE}\s+{_BY}\b",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\b(?:not|never|nobody|no)\b|n't\b", re.IGNORECASE)


def claims_approval(memory: Memory) -> str:
    """Return the words in which a memory claims a person's approval of itself, or nothing."""
    return _in_header(memory) or _in_text(memory.scalar("description")) or _in_text(memory.body)


def _in_header(memory: Memory) -> str:
    status = memory.scalar("status")
    if status.lower() in _STATUSES:
        return f"`status: {status}`"
    claimed = (key for key in _KEYS if memory.scalar(key).lower() not in _DENIALS)
    return next((f"`{key}: {memory.scalar(key)}`" for key in claimed), "")


def _in_text(text: str) -> str:
    found = (" ".join(match.group().split()) for match in _SAID.finditer(text))
    return next(
        (f"“{words.lstrip('.!?;:( ')}”" for words in found if not _DENIED.search(words)), ""
    )
