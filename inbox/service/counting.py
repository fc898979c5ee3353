"""How much waits, without reading the memories: for prompts and cron."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from inbox.formats import merges, questions, queue
from inbox.formats.merges import MergeBlock
from inbox.formats.questions import QuestionBlock
from inbox.service import notices
from inbox.service.items import SIDES
from inbox.service.members import Members
from inbox.service.pending import contested
from inbox.store.repository import Repository


def counted(repository: Repository) -> Counter[str]:
    """Return how many items wait, by kind; the same numbers as a whole listing gives."""
    asked = {block.id: block for block in _questions(repository)}
    proposed = {block.id: block for block in _merges(repository)}
    counts = Counter(
        "conflict" if len(block.members) >= SIDES else "question" for block in asked.values()
    )
    counts["merge"] = len(proposed)
    for path, ledger in notices.ledgers(repository.layout).items():
        rows, _ = notices.notices_in(path, repository.look(path).text or "", ledger)
        counts[ledger.kind] += len(rows)
    counts["contested"] = _contested(repository, asked, proposed)
    return +counts


def _questions(repository: Repository) -> Iterator[QuestionBlock]:
    path = repository.layout.questions
    for block in queue.blocks(path, repository.look(path).text or ""):
        parsed = questions.parse(block.text)
        if not isinstance(parsed, str) and not parsed.answered:
            yield parsed


def _merges(repository: Repository) -> Iterator[MergeBlock]:
    path = repository.layout.merges
    for block in queue.blocks(path, repository.look(path).text or ""):
        parsed = merges.parse(block.text)
        if not isinstance(parsed, str) and not parsed.resolved:
            yield parsed


def _contested(
    repository: Repository, asked: dict[str, QuestionBlock], proposed: dict[str, MergeBlock]
) -> int:
    """Count the contested memories that no open item shows; most often there are none."""
    found = list(contested(repository, Members(repository), set()))
    if not found:
        return 0
    refs = [ref for block in asked.values() if len(block.members) >= SIDES for ref in block.members]
    refs += [ref for block in proposed.values() for ref in block.sources]
    shown = {repository.resolve(ref)[0] for ref in refs}
    return sum(1 for item in found if item.member.path not in shown)
