"""Blocks of `_pending_questions.md`: what they say, and how they are answered."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inbox.domain.verdict import WINNERS, Verdict
from inbox.formats.blocks import (
    QUESTION_HEADER,
    checkbox,
    short_hash,
    unescaped,
)

TITLE = "# Pending Questions"
ARCHIVE_TITLE = "# Answered Questions"

_FIELDS = ("Conflict type", "Description", "Also affects", "Fingerprint", "Raised by")
_MEMBERS = re.compile(r"^\s*(?:\*\*Member paths\*\*|Members involved):[ \t]*(.*)$", re.MULTILINE)
_PASSAGE = re.compile(r"Passage (\d+):[ \t]*(.*)")
_ENUMERATED = re.compile(
    r"Which is correct: \(a\) (.+), \(([c-y])\) both, \([d-z]\) neither/other\?", re.DOTALL
)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class QuestionBlock:
    """A block as athenaeum's own parser reads it, and what only we look at."""

    id: str
    created: str
    entity: str
    ref: str
    question: str
    answered: bool
    conflict_type: str
    description: str
    answer_lines: tuple[str, ...]
    """Every line that is no field; for an unanswered block that is the proposal, too."""

    fingerprint: str
    also_affects: tuple[str, ...]
    raised_by: str
    members: tuple[str, ...]
    passages: tuple[str, ...]
    proposal: Verdict | None
    options: tuple[str, ...]
    machine: bool
    """Answered by athenaeum's own auto-resolve."""


def parse(own: str) -> QuestionBlock | str:
    """Return what a block says, or why it cannot be read."""
    lines = own.splitlines()
    header = QUESTION_HEADER.fullmatch(lines[0])
    if header is None:
        return 'the header is not `## [date] Entity: "name" (from ref)`'
    box = checkbox(own)
    fields, answer = _fields(lines[box[0] + 1 :] if box else lines[1:])
    description = fields["Description"]
    question = box[1][2] if box else _made_up(lines)
    if box is None and not question:
        return "no `- [ ]` line follows the header"
    return QuestionBlock(
        id=short_hash(f"{lines[0].strip()}\n{question.strip()}"),
        created=header[1],
        entity=unescaped(header[2]),
        ref=header[3],
        question=question.strip(),
        answered=bool(box and box[1][1] != " "),
        conflict_type=fields["Conflict type"],
        description=description,
        answer_lines=answer,
        fingerprint=fields["Fingerprint"],
        also_affects=_listed(fields["Also affects"]),
        raised_by=fields["Raised by"],
        members=members(own),
        passages=_passages(description),
        proposal=_proposal(lines),
        options=options(question),
        machine="**Auto-resolved**: true" in own,
    )


def _fields(lines: list[str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Read fields by trimmed prefix anywhere, the last one wins; the rest is answer."""
    fields = dict.fromkeys(_FIELDS, "")
    answer: list[str] = []
    described: list[str] | None = None
    for line in lines:
        trimmed = line.strip()
        name = next((name for name in _FIELDS if trimmed.startswith(f"**{name}**:")), None)
        if name:
            fields[name] = trimmed.partition("**:")[2].strip()
            described = [fields[name]] if name == "Description" else None
        elif described is None or trimmed.startswith("**"):
            described = None
            answer.append(line)
        elif trimmed:
            described.append(line)
            fields["Description"] = "\n".join(filter(None, described))
        else:
            described = None
    return fields, _without_blank_ends(answer)


def _made_up(lines: list[str]) -> str:
    """Return the question of a block without a checkbox: its first description line."""
    said = (line.strip() for line in lines)
    first = next((line for line in said if line.startswith("**Description**:")), "")
    return first.partition("**:")[2].strip().lstrip("-* ")


def _without_blank_ends(lines: list[str]) -> tuple[str, ...]:
    filled = [at for at, line in enumerate(lines) if line.strip()]
    return tuple(lines[filled[0] : filled[-1] + 1]) if filled else ()


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def members(own: str) -> tuple[str, ...]:
    """Return the member references of a block, those of all such lines in order."""
    return tuple(
        ref for line in _MEMBERS.findall("\n".join(own.splitlines())) for ref in _listed(line)
    )


def _passages(description: str) -> tuple[str, ...]:
    """Return the quoted words of side 1, 2, …; a quote may go on over several lines."""
    found: dict[int, list[str]] = {}
    current: list[str] | None = None
    for line in description.splitlines():
        if start := _PASSAGE.fullmatch(line):
            current = found.setdefault(int(start[1]), [])
            current.append(start[2])
        elif line.startswith("Members involved:"):
            current = None
        elif current is not None:
            current.append(line)
    return tuple("\n".join(found[number]) for number in sorted(found))


def _field(lines: list[str], name: str) -> str:
    prefix = f"**{name}**:"
    values = [line.strip() for line in lines if line.strip().startswith(prefix)]
    return values[-1][len(prefix) :].strip() if values else ""


def _proposal(lines: list[str]) -> Verdict | None:
    action = _field(lines, "Proposed resolution")
    if not action:
        return None
    return Verdict(
        action=action,
        winner=WINNERS.get(action, "neither"),
        rationale=_field(lines, "Rationale"),
        confidence=confidence(_field(lines, "Confidence")),
        decided_by="queue",
    )


def confidence(written: str) -> float | None:
    """Return a number from 0 to 1; None for anything else, NaN too."""
    try:
        value = float(written)
    except ValueError:
        return None
    return value if 0 <= value <= 1 else None


def options(question: str) -> tuple[str, ...]:
    """Return the candidates of an enumerated question, without `both` and `neither/other`.

    The fixed end tells how many there are. An option may itself hold what looks like the next
    letter; each letter is taken at its first place behind the one before.
    """
    found = _ENUMERATED.fullmatch(question)
    if found is None:
        return ()
    rest, parts = found[1], []
    for letter in _LETTERS[1 : _LETTERS.index(found[2])]:
        head, mark, rest = rest.partition(f", ({letter}) ")
        if not mark:
            return ()
        parts.append(head)
    return (*parts, rest)


def normalised(passage: str) -> str:
    """Return a passage as fingerprints and settled rows compare it."""
    return " ".join(passage.split()).casefold()


def fingerprint(a: str, b: str, conflict_type: str) -> str:
    """Return athenaeum's order-independent name for a claim pair, 16 hex digits."""
    low, high = sorted((normalised(a), normalised(b)))
    return short_hash(f"{low}\n##\n{high}\n##type##\n{conflict_type}", 16)


def answered(own: str, answer: str, newline: str) -> str:
    """Return the block with its box checked and the answer below the question.

    A block without a checkbox gets one, as athenaeum does at its next rewrite.
    """
    lines = own.splitlines(keepends=True)
    box = checkbox(own)
    if box is None:
        block = parse(own)
        question = block if isinstance(block, str) else block.question
        lines.insert(1, f"- [x] {question}{newline}")
        at = 1
    else:
        at = box[0]
        lines[at] = re.sub(r"\[[ xX]\]", "[x]", lines[at], count=1)
    if not lines[at].endswith(("\n", "\r")):
        lines[at] += newline
    rest = lines[at + 1 :]
    while rest and not rest[0].strip():
        del rest[0]
    said = newline.join(answer.splitlines())
    gap = [newline] if rest else []
    return "".join([*lines[: at + 1], newline, said, newline, *gap, *rest]).rstrip()


def without_proposal(own: str) -> str:
    """Return the block without the four lines of its proposal."""
    names = ("Proposed resolution", "Confidence", "Rationale", "Source precedence")
    lines = own.splitlines(keepends=True)
    kept = [
        line for line in lines if not line.strip().startswith(tuple(f"**{n}**:" for n in names))
    ]
    return "".join(kept).rstrip()
