"""`doctor`: what stands in the way, each with what to do."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.domain.item import Pending, members_of
from inbox.domain.outcome import Finding
from inbox.formats import memory as memory_file
from inbox.formats import rows
from inbox.plan import pointers
from inbox.service import items
from inbox.service.pending import undecodable
from inbox.store import files
from inbox.store.repository import Repository

LARGE_QUEUE = 2_000_000
"""Bytes; a queue file is rewritten and stored whole by every decision (performance.md)."""


def findings(repository: Repository, pending: Pending) -> tuple[Finding, ...]:
    """Return one line for each thing found; the first names the root."""
    return (
        Finding("ok", f"{repository.root} is a {_kind(repository)} on {repository.branch()}"),
        *repository.findings(),
        *_queue(repository, pending),
        *_machine(repository),
        *_answers(repository),
        *_dropped(repository),
        *_members(pending),
        *_unreadable(repository),
        *_ghosts(repository),
    )


def _kind(repository: Repository) -> str:
    return "knowledge root" if repository.layout.kind == "root" else "plain memory folder"


def _queue(repository: Repository, pending: Pending) -> Iterator[Finding]:
    waits = f"{len(pending.items)} items wait, {pending.answered} blocks are answered"
    snoozed = f", {len(pending.snoozed)} snoozed" if pending.snoozed else ""
    yield Finding("ok", f"{waits}{snoozed}")
    for row in pending.broken:
        todo = "mend the block in an editor; it is kept as it is and never rewritten"
        yield Finding("warn", f"{row.path}:{row.line}: {row.reason}", todo)
    for path in (repository.layout.questions, repository.layout.merges):
        size = repository.size(path)
        if size > LARGE_QUEUE:
            what = f"{path} has {size / 1_000_000:.1f} MB; every decision stores it whole"
            yield Finding("warn", what, "reject runaway merges first; their drafts are the bulk")


def _machine(repository: Repository) -> Iterator[Finding]:
    """Yield the blocks that athenaeum's resolver has checked; it records them as human (H-9)."""
    path = repository.layout.questions
    for block, parsed in items.read_questions(path, repository.look(path).text or "").closed:
        if parsed.machine:
            what = f"{path}:{block.line}: answered by athenaeum's resolver, not by a person"
            todo = "uncheck its box to be asked; `athenaeum ingest-answers` carries it out"
            yield Finding("note", what, todo)


def _answers(repository: Repository) -> Iterator[Finding]:
    """Yield the answer files at which athenaeum stops, and with them all others (H-30)."""
    for path in sorted(files.walk(repository.root, repository.layout.answers_dir)):
        for row in undecodable(path, repository.look(path).text or ""):
            yield Finding("warn", f"{path}: {row.reason}", "mend it in an editor, or move it away")


_MOST_DROPPED = 20


def _dropped(repository: Repository) -> Iterator[Finding]:
    """Yield the pairs that a model took for no conflict, however unsure, and for ever (H-41)."""
    path = repository.layout.settled
    found, _ = rows.rows_of(path, repository.look(path).text or "")
    dropped = [
        row
        for row in found
        if row.get("action") == "not_a_conflict" and row.get("resolved_by") != "human"
    ]
    todo = f"take its row out of {path} to have the pair asked about again"
    for row in dropped[:_MOST_DROPPED]:
        members = str(row.get("member_key", "")).replace("||", " and ")
        yield Finding("note", f"{members}: taken for not a conflict by a model alone", todo)
    if (more := len(dropped) - _MOST_DROPPED) > 0:
        what = f"{more} more pairs were taken for not a conflict by a model alone"
        yield Finding("note", what, todo)


def _members(pending: Pending) -> Iterator[Finding]:
    for item in pending.everything:
        for member in members_of(item):
            if member.path is None:
                todo = f"bring the file back, or answer {item.id} in words"
                yield Finding("warn", f"{item.id}: {member.ref}: {member.problem}", todo)


def _ghosts(repository: Repository) -> Iterator[Finding]:
    """Yield the lines of index pages that point at nothing; every session reads them (BR-26)."""
    for page in repository.mentioning(("](",), index_only=True):
        for target in pointers.targets(page, repository.look(page).text or ""):
            # What lies outside the root is not looked at.
            if not target.startswith(("..", "/")) and not repository.exists(target):
                todo = "take the line out, or write the memory; it is left as it is"
                yield Finding("note", f"{page}: points at {target}, which is not there", todo)


def _unreadable(repository: Repository) -> Iterator[Finding]:
    count = 0
    for path in repository.memories():
        count += 1
        found = repository.look(path)
        memory = memory_file.read(path, found.text) if found.text is not None else None
        problem = memory.problem if memory else found.problem
        if problem:
            todo = f"`athenaeum-inbox repair {path}`, or an editor; its body can be read as it is"
            yield Finding("warn", f"{path}: {problem}", todo)
        elif memory and (marked := next(items.mark_flag(path, memory), "")):
            yield Finding("note", marked)
    yield Finding("ok", f"{count} memories looked at")
