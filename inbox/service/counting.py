"""How much waits, with few of the memories read: for prompts and cron."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from inbox.domain.item import Block, Item, kind_of, members_of
from inbox.formats.merges import MergeBlock
from inbox.formats.questions import QuestionBlock
from inbox.service import items, notices
from inbox.service.asking import sorted_out
from inbox.service.members import Members
from inbox.service.past import Past, read_past
from inbox.service.pending import by_themselves
from inbox.store.repository import Repository

Asked = list[list[tuple[Block, QuestionBlock]]]
Proposed = list[list[tuple[Block, MergeBlock]]]


def counted(repository: Repository) -> Counter[str]:
    """Return how many items wait, by kind; the same numbers as a whole listing gives."""
    layout = repository.layout
    asked = items.read_questions(layout.questions, _text(repository, layout.questions)).open
    proposed = items.read_merges(layout.merges, _text(repository, layout.merges)).open
    past, _ = read_past(repository)
    pairs = [blocks for blocks in asked if len(blocks[0][1].members) >= items.SIDES]
    counts = Counter(question=len(asked) - len(pairs))
    for path, ledger in notices.ledgers(layout).items():
        rows, _ = notices.notices_in(path, _text(repository, path), ledger)
        counts[ledger.kind] += len(rows)
    counts += _asked(pairs, proposed, past)
    return +counts


def _text(repository: Repository, path: str) -> str:
    return repository.look(path).text or ""


def _asked(pairs: Asked, proposed: Proposed, past: Past) -> Counter[str]:
    """Count conflicts, merges and memories by themselves.

    Only what may ask for the second time is read; names of files tell which that is.
    """
    members = Members(past.repository)
    known = past.settlements.file_names
    seen = Counter(_names(blocks[0][1].members) for blocks in pairs)
    sure: list[tuple[str, ...]] = []
    unsure: list[Item] = []
    merges = 0
    for blocks in pairs:
        names = _names(blocks[0][1].members)
        if seen[names] == 1 and not names <= known:
            sure.append(blocks[0][1].members)
        else:
            unsure.append(items.question_item(blocks, members, past))
    for proposal in proposed:
        if _names(proposal[0][1].sources) <= known:
            unsure.append(items.merge_item(proposal, past.repository.layout, members))
        else:
            merges += 1
            sure.append(proposal[0][1].sources)
    asked, _ = sorted_out(unsure, past.settlements)
    counts = Counter({"conflict": len(sure) - merges, "merge": merges})
    counts += Counter(map(kind_of, asked))
    shown = {member.path for item in asked for member in members_of(item)}
    return counts + _alone(past, sure, shown)


def _names(refs: Iterable[str]) -> frozenset[str]:
    return frozenset(ref.rpartition("/")[2] for ref in refs)


def _alone(past: Past, named: list[tuple[str, ...]], shown: set[str | None]) -> Counter[str]:
    """Count the memories by themselves that no open item shows; most often there are none."""
    found = list(by_themselves(Members(past.repository), past, shown))
    if found:
        shown = {past.repository.resolve(ref)[0] for refs in named for ref in refs}
    return Counter(item.kind for item in found if item.member.path not in shown)
