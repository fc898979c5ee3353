"""Answers in words: athenaeum's decision-answer files, picks, and values of the person's own."""

from __future__ import annotations

import json
import re

from inbox.domain.decision import Pick
from inbox.domain.item import Conflict, Member, Notice, Question
from inbox.errors import DecidedElsewhere, Refused
from inbox.formats import memory as memory_file
from inbox.formats import rows
from inbox.formats.slug import slugify
from inbox.formats.visible import visible
from inbox.plan import conflicts, marks
from inbox.plan.desk import Desk
from inbox.plan.quoting import neutral, one_line
from inbox.plan.settle import close_question
from inbox.policy.answer_words import audit_word, rule_word

_BREAKS = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def answer(desk: Desk, item: Question | Conflict, text: str) -> None:
    """Answer a question in words.

    Below a knowledge root athenaeum carries the answer out, so it gets the file it reads
    (design R2). In a plain folder nobody else does: the block moves to the archive.
    """
    for block in (item.block, *(item.again if isinstance(item, Conflict) else ())):
        if desk.snapshot.layout.kind == "root":
            _put_file(desk, "question", block.key.split(":")[1], neutral(text))
        else:
            close_question(desk, block, neutral(text))


def answer_row(desk: Desk, item: Notice, text: str) -> tuple[str, ...]:
    """Answer an audit or a rule proposal; return what athenaeum will take it for.

    Raises:
        DecidedElsewhere: The row is gone, or a later one has closed it.
        Refused: Nobody reads such a file here.
    """
    if desk.snapshot.layout.kind != "root":
        raise Refused("this is a plain folder; only athenaeum reads such an answer, in its root.")
    found, _ = rows.rows_of(item.ledger, desk.text(item.ledger) or "")
    kinds = {row.get("kind") for row in found if str(row.get("id")) == item.row_id}
    opening, kind = ("audit", "audit") if item.kind == "audit" else ("proposal", "proposed-rule")
    if kinds != {opening}:
        raise DecidedElsewhere(item.ledger)
    verdict = rule_word(text) or neutral(text)
    note = desk.snapshot.reason
    if item.kind == "rule":
        _put_file(desk, kind, item.row_id, verdict, note)
        return ()
    verdict = audit_word(neutral(text), item.verdict)
    _put_file(desk, kind, item.row_id, verdict, note)
    does = "confirms" if verdict == item.verdict else "overturns"
    return (f"This {does} the verdict `{one_line(item.verdict)}`; no memory changes by it.",)


def _put_file(desk: Desk, kind: str, named: str, verdict: str, note: str = "") -> None:
    stamp = desk.snapshot.stamp
    name = f"{stamp.replace('-', '').replace(':', '')}-{kind}-{named}.md"
    text = answer_file(named, verdict, stamp, kind, visible(note.strip()))
    desk.put(f"{desk.snapshot.layout.answers_dir}{name}", text)


def answer_file(
    named: str, verdict: str, stamp: str, kind: str = "question", note: str = ""
) -> str:
    """Return a decision-answer file (athenaeum-format §3.6); every value is quoted text.

    athenaeum keeps a note with audits and rules, and drops it with questions.
    """
    values = {
        "decision_id": named,
        "decision_type": kind,
        "verdict": verdict,
        "resolved_at": stamp,
        "note": note,
    }
    lines = "".join(
        f"{key}: {_quoted(value)}\n" for key, value in values.items() if value or key != "note"
    )
    said = f"Recorded by athenaeum-inbox for {kind} {named}."
    return f"---\nsource: decision_answer\n{lines}---\n\n{said}\n"


def _quoted(value: str) -> str:
    """Return a text as a JSON string that YAML reads as the same text.

    YAML takes the escaped halves of an emoji for two characters, and the line breaks of
    Unicode for line breaks.
    """
    return _BREAKS.sub(
        lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False)
    )


def pick(desk: Desk, item: Conflict, decision: Pick) -> tuple[str, tuple[str, ...]]:
    """Answer an enumerated question; return what the archive says was chosen, and notes."""
    count = len(item.options)
    notes: tuple[str, ...] = ()
    if 0 < decision.number <= count:
        name = conflicts.OTHER["b"] if decision.number == 1 else conflicts.OTHER["a"]
        if decision.never_true:
            notes = conflicts.correct(desk, item, name)
        else:
            conflicts.keep(desk, item, name)
        return f"{'correct' if decision.never_true else 'keep'}_{name}", notes
    if decision.number == count + 1:
        return "retain_both_with_context", notes
    if decision.value.strip():
        _new_value(desk, item, decision.value)
        return "neither: " + one_line(decision.value), notes
    for member, other in ((item.a, item.b), (item.b, item.a)):
        marks.contest(desk, member, other.require().name)
    return "neither", notes


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
    list_in_index(desk, path, name)


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


def list_in_index(desk: Desk, path: str, name: str) -> None:
    """Give the index page of the folder, when it has one, a line for a new memory."""
    index = index_path(path)
    text = desk.text(index)
    if text is not None:
        desk.put(index, rows.appended(text, f"- [{name}]({path.rpartition('/')[2]})"))
