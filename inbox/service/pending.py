"""Everything that waits, read once from the queue files, the ledgers and the memories."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inbox.domain.item import (
    Block,
    Broken,
    Conflict,
    Item,
    Lone,
    LoneKind,
    MergeProposal,
    Notice,
    Pending,
    Question,
    members_of,
)
from inbox.domain.memory import Memory
from inbox.domain.status import Status
from inbox.formats.pieces import digest
from inbox.formats.questions import QuestionBlock
from inbox.policy import removed
from inbox.policy.answer_words import verdict_word
from inbox.service import items, notices
from inbox.service.answers import ANSWERED_AS, AnswerFiles, answer_files
from inbox.service.asking import sorted_out
from inbox.service.candidates import candidates
from inbox.service.items import mark_flag
from inbox.service.members import Members
from inbox.service.past import Past, read_past
from inbox.service.reviews import reviews
from inbox.store.repository import Repository


def pending(repository: Repository) -> Pending:
    """Return the open items, oldest first inside a kind, and what could not be read."""
    layout, members = repository.layout, Members(repository)
    past, unread = read_past(repository)
    text, broken = _text(repository, layout.questions)
    asked = items.read_questions(layout.questions, text)
    broken += [*unread, *asked.broken]
    answers = answer_files(repository)
    broken += _unexplained(answers, asked.closed)
    text, unread = _text(repository, layout.merges)
    proposed = items.read_merges(layout.merges, text)
    broken += unread + proposed.broken
    found: list[Item] = [items.question_item(blocks, members, past) for blocks in asked.open]
    found += (items.merge_item(blocks, layout, members) for blocks in proposed.open)
    closed_lines = {f"q-{parsed.id}": block.line for block, parsed in asked.closed}
    found = [_with_twin(closed_lines, _with_answer(answers, item)) for item in found]
    found, settled = sorted_out(found, past.settlements)
    shown = {member.path for item in found for member in members_of(item)}
    found += by_themselves(members, past, shown)
    rows, bad = _notices(repository, answers)
    claims, unread = candidates(repository, past)
    broken += [*bad, *unread]
    return Pending(
        tuple(sorted([*found, *claims, *reviews(repository), *rows], key=_order)),
        tuple(broken),
        len(asked.closed) + len(proposed.closed),
        tuple(sorted(settled, key=_order)),
    )


def _notices(repository: Repository, answers: AnswerFiles) -> tuple[list[Notice], list[Broken]]:
    found: list[Notice] = []
    broken: list[Broken] = []
    for path, ledger in notices.ledgers(repository.layout).items():
        text, unread = _text(repository, path)
        rows, bad = notices.notices_in(path, text, ledger)
        found += (_answered(answers, row) for row in rows)
        broken += [*unread, *bad]
    return found, broken


def _answered(answers: AnswerFiles, notice: Notice) -> Notice:
    """Return a notice with the answer file that names its row, when there is one."""
    path = answers.get((ANSWERED_AS.get(notice.kind, ""), notice.row_id))
    if path is None:
        return notice
    return replace(notice, answer_file=path, flags=(*notice.flags, _said(path)))


def _said(path: str) -> str:
    return f"answered, waits for ingest-answers ({path})"


def _unexplained(
    answers: AnswerFiles, closed: list[tuple[Block, QuestionBlock]]
) -> Iterator[Broken]:
    """Yield answered blocks that athenaeum would enact and that nobody can explain (H-4, H-10).

    Words of an untrusted memory can end up as such a block. An answer in plain words edits
    nothing on its own and is left to athenaeum.
    """
    for block, parsed in closed:
        if parsed.machine or ("question", parsed.id) in answers:
            continue
        said = [line for line in parsed.answer_lines if not line.startswith("**")]
        word = verdict_word("\n".join(said))
        if word or not said:
            what = f"answered with `{word}`" if word else "checked without an answer"
            yield Broken(
                block.path,
                block.line,
                f"{what}, and no answer file says by whom; look at it before "
                "`athenaeum ingest-answers` carries it out",
            )


def _order(item: Item) -> tuple[int, bool, str]:
    kinds = ("Conflict", "Question", "MergeProposal", "Lone", "Candidate", "Review", "Notice")
    return kinds.index(type(item).__name__), items.OWN_OUTPUT in item.flags, item.created


def _text(repository: Repository, path: str) -> tuple[str, list[Broken]]:
    """Return a sidecar's text, and why it cannot be read or where it is not UTF-8."""
    found = repository.look(path)
    if found.text is None:
        absent = not repository.exists(path)
        return "", [] if absent else [Broken(path, 1, found.problem)]
    return found.text, list(undecodable(path, found.text))


def undecodable(path: str, text: str) -> Iterator[Broken]:
    """Yield the first byte of a file that is not UTF-8 (H-30)."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        at = error.start
        offset = len(text[:at].encode())
        line = text.count("\n", 0, at) + 1
        byte = ord(text[at]) - 0xDC00
        yield Broken(
            path, line, f"byte 0x{byte:02x} at offset {offset} is not UTF-8; athenaeum stops at it"
        )


def _with_answer(answers: AnswerFiles, item: Item) -> Item:
    """Return an item with the answer file that names it, when there is one.

    athenaeum applies a file to any block of its id, a later draft too (H-12).
    """
    kind = "merge" if isinstance(item, MergeProposal) else "question"
    path = answers.get((kind, item.block_id))
    if path is None:
        return item
    if isinstance(item, Question | Conflict):
        return replace(item, answer_file=path, flags=(*item.flags, _said(path)))
    return replace(item, flags=(*item.flags, f"an older answer file names this id: {path}"))


def _with_twin(closed_lines: dict[str, int], item: Item) -> Item:
    """Return an item with a word about an answered block of the same id (H-14)."""
    line = closed_lines.get(item.id)
    if line is None:
        return item
    said = f"the answered block at line {line} has the same id; athenaeum takes no answer file"
    return replace(item, flags=(*item.flags, said))


def by_themselves(members: Members, past: Past, shown: set[str | None]) -> Iterator[Lone]:
    """Yield what no open item shows: contested memories, and those that were removed before."""

    def wanted(path: str, raw: bytes) -> bool:
        return path not in shown and (b"contested" in raw or past.may_be_back(path, raw))

    for path in past.repository.matching(wanted):
        memory = members.memory(path)
        if isinstance(memory, str):
            continue
        item = lone(memory, members, past)
        if item.kind != "memory":
            yield item


def lone(memory: Memory, members: Members, past: Past) -> Lone:
    """Return a memory as an item by itself; its id is made of its path."""
    member = members.at(memory.path)
    mapping = memory.header.get("contested")
    told = mapping if isinstance(mapping, dict) else {}
    said = [f"{key}: {told[key]}" for key in ("by", "at", "reason", "against") if told.get(key)]
    back = past.removed(memory)
    if back:
        said.append(f"{removed.said(back)}; tombstone it again, or verify it so that it may stay")
    kind: LoneKind = "returned" if back else "memory"
    return Lone(
        id=f"s-{digest(memory.path)[:12]}",
        title=memory.name,
        created=str(told.get("at") or (back[-1].when if back else member.date)),
        flags=(*said, *mark_flag("it", memory)),
        member=member,
        kind="contested" if member.status is Status.CONTESTED else kind,
    )
