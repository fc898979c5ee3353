"""Answers in words: athenaeum's decision-answer files, picks, and values of the person's own."""

from __future__ import annotations

import json

from inbox.domain.decision import Pick
from inbox.domain.item import Conflict, Member, Question
from inbox.formats import memory as memory_file
from inbox.formats import rows
from inbox.formats.slug import slugify
from inbox.plan import conflicts, marks
from inbox.plan.desk import Desk
from inbox.plan.quoting import neutral, one_line
from inbox.plan.settle import close_question


def answer(desk: Desk, item: Question | Conflict, text: str) -> None:
    """Answer a question in words.

    Below a knowledge root athenaeum carries the answer out, so it gets the file it reads
    (design R2). In a plain folder nobody else does: the block moves to the archive.
    """
    for block in (item.block, *(item.again if isinstance(item, Conflict) else ())):
        if desk.snapshot.layout.kind == "root":
            block_id = block.key.split(":")[1]
            path = _free_path(desk, block_id)
            desk.put(path, answer_file(block_id, neutral(text), desk.snapshot.stamp))
        else:
            close_question(desk, block, neutral(text))


def _free_path(desk: Desk, block_id: str) -> str:
    stamp = desk.snapshot.stamp.replace("-", "").replace(":", "")
    return f"{desk.snapshot.layout.answers_dir}{stamp}-question-{block_id}.md"


def answer_file(block_id: str, verdict: str, stamp: str) -> str:
    """Return a decision-answer file (athenaeum-format §3.6); every value is quoted text."""
    values = {
        "decision_id": block_id,
        "decision_type": "question",
        "verdict": verdict,
        "resolved_at": stamp,
    }
    lines = "".join(f"{key}: {json.dumps(value)}\n" for key, value in values.items())
    said = f"Recorded by athenaeum-inbox for question {block_id}."
    return f"---\nsource: decision_answer\n{lines}---\n\n{said}\n"


def pick(desk: Desk, item: Conflict, decision: Pick) -> str:
    """Answer an enumerated question; return what the archive says was chosen."""
    count = len(item.options)
    if 0 < decision.number <= count:
        name = conflicts.OTHER["b"] if decision.number == 1 else conflicts.OTHER["a"]
        if decision.never_true:
            conflicts.correct(desk, item, name)
        else:
            conflicts.keep(desk, item, name)
        return f"{'correct' if decision.never_true else 'keep'}_{name}"
    if decision.number == count + 1:
        return "retain_both_with_context"
    if decision.value.strip():
        _new_value(desk, item, decision.value)
        return "neither: " + one_line(decision.value)
    for member, other in ((item.a, item.b), (item.b, item.a)):
        marks.contest(desk, member, other.require().name)
    return "neither"


def _new_value(desk: Desk, item: Conflict, value: str) -> None:
    """Write what holds instead as a memory of its own that supersedes both sides."""
    first = item.a.require()
    name, path = value_name(item), value_path(item)
    if desk.text(path) is not None:
        path = path.removesuffix(".md") + f"_{desk.snapshot.decision_id}.md"
    desk.put(path, f"\n{neutral(value)}\n")
    kind = first.scalar("type") or "project"
    for key, text in (("name", name), ("type", kind), ("created_at", desk.snapshot.stamp)):
        desk.set(path, key, text)
    desk.set(path, "source", f"user:inbox-{desk.snapshot.decision_id}")
    for member in (item.a, item.b):
        _replaced_by(desk, member, path, name)
    marks.verify(desk, memory_file.read(path, desk.text(path) or ""))
    _list_in_index(desk, path, name)


def _replaced_by(desk: Desk, member: Member, path: str, name: str) -> None:
    loser, today = desk.lay(member), str(desk.snapshot.today)
    desk.set(loser.path, "superseded_by", name)
    marks.close(desk, loser, today)
    desk.add(path, "supersedes", {"name": loser.name, "as_of": today, "reason": "answered"})


def value_name(item: Conflict) -> str:
    """Return the name of the memory that a value of the person's own becomes."""
    return one_line(item.title) or item.a.require().name


def value_path(item: Conflict) -> str:
    """Return where that memory goes: beside side a, named as athenaeum names them."""
    first = item.a.require()
    folder, slash, _ = first.path.rpartition("/")
    kind = first.scalar("type") or "project"
    return f"{folder}{slash}{kind}_{slugify(value_name(item)).replace('-', '_')}.md"


def index_path(path: str) -> str:
    """Return the index page of the folder that a memory is in."""
    folder, slash, _ = path.rpartition("/")
    return f"{folder}{slash}MEMORY.md"


def _list_in_index(desk: Desk, path: str, name: str) -> None:
    index = index_path(path)
    text = desk.text(index)
    if text is not None:
        desk.put(index, rows.appended(text, f"- [{name}]({path.rpartition('/')[2]})"))
