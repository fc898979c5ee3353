"""Removing a claim: the passage when the memory says other things too, else the file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inbox.domain.decision import TombstoneReason
from inbox.domain.item import Member
from inbox.domain.memory import Memory
from inbox.errors import Refused
from inbox.formats import memory as memory_file
from inbox.formats import rows
from inbox.formats.slug import slugify
from inbox.plan.desk import Desk
from inbox.plan.links import follow
from inbox.plan.pointers import drop_pointers
from inbox.policy.settling import claim_digest, claim_of

_BULLET = re.compile(r"\s*(?:[-*+]|\d+[.)])\s*")
_SAYS_SOMETHING = re.compile(r"\w")


def remove_file(
    desk: Desk, member: Member, why: TombstoneReason, instead: Memory | None = None
) -> None:
    """Remove a memory, its lines in the index pages, and block its return (design R7).

    Links to it lead to the memory that holds instead, else they become plain text.
    """
    memory = desk.lay(member)
    desk.put(memory.path, None)
    drop_pointers(desk, memory.path)
    follow(desk, (memory,), slugify(instead.name) if instead else "")
    tombstone(desk, member, why, part="memory")


def remove_claim(
    desk: Desk, member: Member, why: TombstoneReason, instead: Memory
) -> tuple[str, ...]:
    """Remove the wrong passage of a memory that says other things too; else the memory.

    Return a sentence when the memory goes because the place of the passage is not clear.
    """
    memory = desk.lay(member)
    if _inside_a_word(memory.body, member.passage.strip()):
        raise Refused(
            f"the quoted words stand inside a longer word of {memory.path}; edit the other side's "
            "text instead, or tombstone it."
        )
    body = without_passage(memory.body, member.passage)
    if body is None:
        remove_file(desk, member, why, instead)
        return tuple(_unclear(memory, member.passage.strip()))
    desk.put(memory.path, memory_file.with_body(memory.path, memory.text, body))
    tombstone(desk, member, why, part="passage")
    return ()


def _unclear(memory: Memory, passage: str) -> Iterator[str]:
    count = memory.body.count(passage) if passage else 0
    if not passage:
        yield f"The queue quotes no words of {memory.path}; the whole file goes."
    elif count != 1:
        times = f"{count} times" if count else "nowhere"
        yield f"The quoted words stand {times} in {memory.path}; the whole file goes."


def _inside_a_word(body: str, passage: str) -> bool:
    """Whether cutting a passage out would cut a word or a number in two."""
    if not passage or body.count(passage) != 1:
        return False
    start = body.index(passage)
    around = (body[start - 1 : start] + passage[0], passage[-1] + body[start + len(passage) :][:1])
    return any(len(pair) > 1 and pair.isalnum() for pair in around)


def tombstone(desk: Desk, member: Member, why: TombstoneReason, *, part: str) -> None:
    """Append the row that says: removed, do not bring back (policy §4).

    A row about a passage leaves the memory in place and blocks the claim only.
    """
    memory = member.require()
    row: rows.Row = {
        "id": desk.snapshot.decision_id,
        "memory": {"path": memory.path, "name": memory.name},
        "part": part,
        "tombstoned_at": desk.snapshot.stamp,
        "by": desk.snapshot.reviewer,
        "mode": "audit",
        "reason": why,
        "claim": claim_digest(claim_of(member)),
        "previous_status": str(member.status),
    }
    path = desk.snapshot.layout.tombstones
    desk.put(path, rows.appended(desk.text(path), rows.render(row)))


def without_passage(body: str, passage: str) -> str | None:
    """Return a body without a passage, cleanly: no empty bullet, no double blank line.

    None when the passage does not stand there exactly once, or when nothing else would be
    said: headings and marks say nothing.
    """
    passage = passage.strip()
    if not passage or body.count(passage) != 1:
        return None
    start = body.index(passage)
    left, right = body[:start], body[start + len(passage) :]
    rest = _without_line(left, right) or _joined(left, right)
    return rest if _says_something(rest) else None


def _without_line(left: str, right: str) -> str | None:
    """Return the body without the whole lines that the passage filled, else None."""
    head, newline, opening = left.rpartition("\n")
    ending, _, tail = right.partition("\n")
    if ending.strip() or not (opening.strip() == "" or _BULLET.fullmatch(opening)):
        return None
    before, after = head + newline, tail
    if not after.strip():
        return before.rstrip("\r\n") + _line_end(before)
    blank_before = before.endswith(("\n\n", "\r\n\r\n")) or not before.strip()
    if blank_before and after.startswith(("\n", "\r\n")):
        after = after.removeprefix("\r").removeprefix("\n")
    return before + after


def _line_end(text: str) -> str:
    return ("\r\n" if "\r\n" in text else "\n") if text.strip() else ""


def _joined(left: str, right: str) -> str:
    """Return what is left of a line from which some words are taken."""
    if left.endswith((" ", "\t")) and right.startswith((" ", "\t", "\n", "\r")):
        left = left.rstrip(" \t")
    elif not left or left.endswith("\n") or _BULLET.fullmatch(left.rpartition("\n")[2]):
        right = right.lstrip(" \t")
    return left + right


def _says_something(body: str) -> bool:
    lines = (line.strip() for line in body.splitlines())
    return any(
        _SAYS_SOMETHING.search(_BULLET.sub("", line, count=1)) and line[0] != "#"
        for line in lines
        if line
    )
