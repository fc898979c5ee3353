"""What a memory may become in a decision: the entries that may differ, and what must hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from inbox.domain.memory import Memory
from inbox.plan.audit.touched import Touched
from inbox.plan.conflicts import GOVERNED

_LINK = re.compile(r"\[\[[^\[\]\n]*\]\]")

_MOST_LINKS = 8
"""Links of a line that may have become plain text; more would take long to tell."""

Holds = Callable[[Touched, str], bool]
"""Whether a touched memory is as a role says; the text is the `Inbox-Id`."""


@dataclass(frozen=True, slots=True)
class Role:
    """One thing that a memory may become."""

    name: str
    """As a sentence names it: `the superseded side`."""

    keys: frozenset[str]
    holds: Holds
    any_key: bool = False
    body: bool = False
    """Whether the body may differ; `holds` says how."""

    def fits(self, memory: Touched, name: str) -> bool:
        """Whether a touched memory is what this role says, and nothing else of it differs.

        What an agent added to its end in the same moment is no part of the decision.
        """
        if memory.body and not self.body and not memory.grown:
            return False
        return (self.any_key or memory.keys <= self.keys) and self.holds(memory, name)


def _role(name: str, keys: str, holds: Holds, *, body: bool = False) -> Role:
    return Role(name, frozenset(keys.split()), holds, body=body)


def _stays(memory: Touched) -> tuple[Memory, Memory] | None:
    """Return a memory before and after; None when it came or went."""
    return (memory.before, memory.after) if memory.before and memory.after else None


def _with(*keys: str) -> Holds:
    """Return a rule: the memory was there, is there, and has these entries now."""

    def holds(memory: Touched, _name: str) -> bool:
        pair = _stays(memory)
        return pair is not None and all(pair[1].header.get(key) for key in keys)

    return holds


def _verified(memory: Memory | None, name: str) -> bool:
    if memory is None:
        return False
    stamped = memory.scalar("verified_by") == name and memory.scalar("verification") == "verified"
    return stamped and memory.scalar("status") != "contested"


def _wins(memory: Touched, name: str) -> bool:
    return "supersedes" in memory.keys and _verified(memory.after, name)


def _rewritten(memory: Touched, name: str) -> bool:
    """Whether the person's text left alone what only a verb of its own changes."""
    marks = {"supersedes", "verification", "verified_by", "status", "contested"}
    return _wins(memory, name) and not memory.keys & ({*GOVERNED} - marks)


def _contested(memory: Touched, _name: str) -> bool:
    pair = _stays(memory)
    if pair is None or pair[1].scalar("status") != "contested":
        return False
    told = pair[1].header.get("contested")
    return isinstance(told, dict) and bool(told.get("by") and told.get("at"))


def _upheld(memory: Touched, _name: str) -> bool:
    pair = _stays(memory)
    if pair is None or pair[0].scalar("status") != "contested":
        return False
    return pair[1].scalar("status") != "contested" and "contested" not in pair[1].header


def _removed(memory: Touched, _name: str) -> bool:
    return memory.before is not None and memory.after is None


def _cut(memory: Touched, _name: str) -> bool:
    """Whether words were taken out of the body, and none put in."""
    pair = _stays(memory)
    if pair is None or not memory.body:
        return False
    letters = iter("".join(pair[0].body.split()))
    return all(letter in letters for letter in "".join(pair[1].body.split()))


def _noted(memory: Touched, _name: str) -> bool:
    pair = _stays(memory)
    return pair is not None and memory.body and pair[1].body.startswith(pair[0].body.rstrip("\r\n"))


def _relinked(memory: Touched, _name: str) -> bool:
    """Whether nothing of the body differs but its links: led elsewhere, or made plain text."""
    pair = _stays(memory)
    if pair is None or not memory.body:
        return False
    old, new = (each.body.split("\n") for each in pair)
    return len(old) == len(new) and all(map(_only_links, old, new))


def _only_links(old: str, new: str) -> bool:
    """Whether a line differs in nothing but its links."""
    if old == new or _LINK.sub("[[]]", old) == _LINK.sub("[[]]", new):
        return True
    parts = [re.escape(part) for part in _LINK.split(old)]
    return len(parts) <= _MOST_LINKS and re.fullmatch(".*?".join(parts), new) is not None


def _folded(memory: Touched, _name: str) -> bool:
    pair = _stays(memory)
    told = pair is not None and bool(pair[1].scalar("folded_into") and pair[1].scalar("status"))
    return told and _with("superseded_by")(memory, "")


def _page(memory: Touched, _name: str) -> bool:
    """Whether it says what it was merged from; it may have been there before."""
    return memory.after is not None and "merged_from" in memory.after.header


def _new_value(memory: Touched, name: str) -> bool:
    if memory.before is not None or memory.after is None:
        return False
    own = memory.after.scalar("source") == f"user:inbox-{name}"
    return own and _verified(memory.after, name)


def _restored(memory: Touched, _name: str) -> bool:
    """Whether nothing says any more that the memory has ended."""
    pair = _stays(memory)
    if pair is None:
        return False
    marks = {"superseded_by", "deprecated", "folded_into"} & pair[1].header.keys()
    return not marks and bool(memory.keys)


def _repaired(memory: Touched, _name: str) -> bool:
    pair = _stays(memory)
    return pair is not None and pair[1].problem is None and pair[0].body == pair[1].body


_WON = "verification verified_by status contested"

WINNER = _role("the side that holds", f"supersedes {_WON}", _wins)
VERIFIED = _role("the side that is right", _WON, lambda m, name: _verified(m.after, name))
LOSER = _role(
    "a superseded side", "superseded_by valid_until", _with("superseded_by", "valid_until")
)
REWRITTEN = Role("the side as edited", frozenset(), _rewritten, any_key=True, body=True)
REMOVED = _role("a removed memory", "", _removed)
CUT = _role("a memory without the wrong words", "", _cut, body=True)
NARROWED = _role("a side with a closed window", "valid_until", _with("valid_until"))
PLACED = _role("a side put into a narrower scope", "scope", _with("scope"))
_EXCEPTIONS = "applies_when does_not_apply_when known_exceptions"
EXCEPTED = _role("a memory with an exception", _EXCEPTIONS, lambda memory, _: bool(memory.keys))
RESTORED = _role(
    "a memory in force again",
    "superseded_by superseded_at superseded_claim deprecated folded_into embedded status contested "
    "valid_until",
    _restored,
)
FREED = _role("what replaced it", "supersedes", _with())
STAMPED = _role(
    "a verified memory",
    "verification verified_by",
    lambda memory, name: memory.after is not None and memory.after.scalar("verified_by") == name,
)
LAYERED = _role("a memory on its layer", "layer", _with("layer"))
REPAIRED = Role("a mended header", frozenset(), _repaired, any_key=True, body=True)
ATTRIBUTED = _role("an attributed opinion", "attributed", _with("attributed"))
DEPRECATED = _role("a deprecated memory", "deprecated", _with("deprecated"))
NOTED = _role("a side with a line of context", "", _noted, body=True)
CONTESTED = _role("a contested memory", "status contested", _contested)
UPHELD = _role("an upheld memory", "status contested", _upheld)
NEW_VALUE = _role("the memory of what holds instead", "", _new_value)
ADDED = _role(
    "the memory of a candidate",
    "",
    lambda m, name: m.before is None and _verified(m.after, name),
)
MERGED_PAGE = Role("the merged page", frozenset(), _page, any_key=True, body=True)
FOLD_PAGE = _role("the page that others are folded into", "aliases", _with(), body=True)
FOLDED = _role("a folded page", "status folded_into embedded superseded_by", _folded)
RELINKED = _role("a memory whose links follow", "", _relinked, body=True)
KEPT_APART = _role(
    "a source that is not to be merged", "merge_rejected_with", _with("merge_rejected_with")
)
