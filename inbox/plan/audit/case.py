"""A commit laid out for the checks: its files by kind, its parameters, its sides."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any

from inbox.domain.edit import FileChange
from inbox.domain.layout import Layout
from inbox.domain.record import Recorded, Wrong
from inbox.formats import merges, questions
from inbox.formats.slug import slugify
from inbox.plan.audit.expected import EXPECTED, LONE, LONE_KINDS, Expected
from inbox.plan.audit.touched import Touched, moved_blocks, touched
from inbox.plan.own import block_id

_SIDED = re.compile(r"(keep|correct|forget|scope)_([ab])")


@dataclass(frozen=True, slots=True)
class Case:
    """What the trailers of a commit say, beside what its diff holds."""

    record: Recorded
    layout: Layout
    files: dict[str, FileChange]
    memories: tuple[Touched, ...]
    params: dict[str, Any]
    block: str = ""
    """The block of the item, when it left a queue or was replaced there."""

    members: tuple[str, ...] = ()
    """The references of that block, a and b first."""

    target: str = ""
    """The slug of the page that a merge leaves."""

    side: str = ""

    @property
    def id(self) -> str:
        return self.record.message.trailer("Inbox-Id")

    @property
    def item(self) -> str:
        return self.record.message.trailer("Inbox-Item")

    @property
    def kind(self) -> str:
        return self.record.message.trailer("Inbox-Kind")

    @property
    def is_lone(self) -> bool:
        """Whether the item is one memory by itself."""
        return self.kind in LONE_KINDS

    @property
    def word(self) -> str:
        return self.record.message.trailer("Inbox-Decision")


def laid_out(record: Recorded, layout: Layout) -> Case | Wrong:
    """Return the case, or what is wrong when the parameters cannot be read."""
    written = record.message.trailer("Inbox-Params")
    try:
        params = json.loads(written or "{}")
    except (ValueError, RecursionError):
        params = None
    if not isinstance(params, dict):
        return Wrong("`Inbox-Params` as one JSON object", written)
    files = {file.path: file for file in record.files}
    seen = tuple(touched(file) for file in record.files if is_memory(file.path, layout))
    case = Case(record, layout, files, seen, params)
    return _with_block(case, _block(case))


def is_memory(path: str, layout: Layout) -> bool:
    """Whether a path is one of a memory: no queue, no ledger, no index page, no answer."""
    folder, _, name = path.rpartition("/")
    if path.startswith(("../", layout.answers_dir)) or "/." in f"/{folder}":
        return False
    inside = layout.kind == "folder" or path.startswith((layout.ledger_dir, layout.queue_dir))
    return inside and name.endswith(".md") and not name.startswith("_") and name != "MEMORY.md"


def _block(case: Case) -> str:
    """Return the item's own block, if the commit took it out of a queue."""
    wanted = case.item.partition("-")[2]
    for path in (case.layout.questions, case.layout.merges):
        if change := case.files.get(path):
            gone = moved_blocks(change).gone
            if found := next((text for text in gone if block_id(text) == wanted), ""):
                return found
    return ""


def _with_block(case: Case, text: str) -> Case:
    if not text:
        return case
    merge = merges.parse(text)
    if not isinstance(merge, str):
        return replace(case, block=text, members=merge.sources, target=slugify(merge.target))
    return replace(case, block=text, members=members_of(text))


def members_of(text: str) -> tuple[str, ...]:
    """Return the references of a question block, a and b first."""
    question = questions.parse(text)
    return () if isinstance(question, str) else question.members


def looked_up(case: Case) -> tuple[Case, Expected | None]:
    """Return the line of the table for a commit, None when there is none, and its side."""
    word, side = case.word, str(case.params.get("side") or "")
    if word == "pick":
        word, side = _picked(case)
    elif sided := _SIDED.fullmatch(word):
        word, side = sided[1], sided[2]
    expected = EXPECTED.get((LONE if case.is_lone else case.kind, word))
    if expected is not None and expected.files == "answer" and case.layout.kind == "folder":
        # Nobody else carries an answer out in a plain folder, so the block is archived at once.
        expected = Expected(closes="questions")
    return replace(case, side=side), expected


def _picked(case: Case) -> tuple[str, str]:
    """Return the decision that a pick came to, and the side that holds."""
    question = questions.parse(case.block) if case.block else ""
    count = 0 if isinstance(question, str) else len(question.options)
    number = case.params.get("option")
    if number == 0:
        return "neither", ""
    if number == count + 1:
        return "retain_both_with_context", ""
    return "correct" if case.params.get("never_true") else "keep", "a" if number == 1 else "b"
