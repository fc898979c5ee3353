"""How much waits, without reading the memories: for prompts and cron."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from inbox.service import items, notices
from inbox.service.members import Members
from inbox.service.pending import contested
from inbox.store.repository import Repository


def counted(repository: Repository) -> Counter[str]:
    """Return how many items wait, by kind; the same numbers as a whole listing gives."""
    layout = repository.layout
    asked = items.read_questions(layout.questions, _text(repository, layout.questions)).open
    proposed = items.read_merges(layout.merges, _text(repository, layout.merges)).open
    members = [blocks[0][1].members for blocks in asked]
    counts = Counter("conflict" if len(refs) >= items.SIDES else "question" for refs in members)
    counts["merge"] = len(proposed)
    for path, ledger in notices.ledgers(layout).items():
        rows, _ = notices.notices_in(path, _text(repository, path), ledger)
        counts[ledger.kind] += len(rows)
    named = [refs for refs in members if len(refs) >= items.SIDES]
    named += [blocks[0][1].sources for blocks in proposed]
    counts["contested"] = _contested(repository, named)
    return +counts


def _text(repository: Repository, path: str) -> str:
    return repository.look(path).text or ""


def _contested(repository: Repository, named: Iterable[tuple[str, ...]]) -> int:
    """Count the contested memories that no open item shows; most often there are none."""
    found = list(contested(repository, Members(repository), set()))
    if not found:
        return 0
    shown = {repository.resolve(ref)[0] for refs in named for ref in refs}
    return sum(1 for item in found if item.member.path not in shown)
