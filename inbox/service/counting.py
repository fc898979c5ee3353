"""How much waits, with few of the memories read: for prompts and cron."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial

from inbox.domain.item import Block, Counts, Item, kind_of, members_of
from inbox.formats.merges import MergeBlock
from inbox.formats.pieces import digest
from inbox.formats.questions import QuestionBlock
from inbox.policy.snoozing import of_blocks, rests, shown
from inbox.service import items, notices
from inbox.service.asking import sorted_out
from inbox.service.candidates import candidates
from inbox.service.members import Members
from inbox.service.past import Past, read_past
from inbox.service.pending import by_themselves
from inbox.service.reviews import reviews
from inbox.store.repository import Repository
from inbox.store.snoozes import Snoozes

ASKED = ("conflict", "question")
"""The kinds that come from athenaeum's pending questions, which its own snooze silences."""

Asked = list[list[tuple[Block, QuestionBlock]]]
Proposed = list[list[tuple[Block, MergeBlock]]]


class _Tally:
    """Counts what waits, and apart what rests."""

    def __init__(self, snoozes: Snoozes, now: datetime) -> None:
        self._snoozes, self._now = snoozes, now
        self.open: Counter[str] = Counter()
        self.snoozed = 0

    def add(self, kind: str, item_id: str, text: Callable[[], str]) -> None:
        if rests(self._snoozes, item_id, text, self._now):
            self.snoozed += 1
        else:
            self.open[kind] += 1


def counted(repository: Repository, snoozes: Snoozes, now: datetime) -> Counts:
    """Return how many items wait, by kind; the same numbers as a whole listing gives."""
    layout, tally = repository.layout, _Tally(snoozes, now)
    asked = items.read_questions(layout.questions, _text(repository, layout.questions)).open
    proposed = items.read_merges(layout.merges, _text(repository, layout.merges)).open
    past, _ = read_past(repository)
    pairs = [blocks for blocks in asked if len(blocks[0][1].members) >= items.SIDES]
    for blocks in asked:
        if len(blocks[0][1].members) < items.SIDES:
            tally.add("question", f"q-{blocks[0][1].id}", _shown(blocks))
    for path, ledger in notices.ledgers(layout).items():
        rows, _ = notices.notices_in(path, _text(repository, path), ledger)
        for row in rows:
            tally.add(ledger.kind, row.id, partial(digest, row.text))
    others: tuple[Item, ...] = (*candidates(repository, past)[0], *reviews(repository))
    for item in others:
        tally.add(kind_of(item), item.id, partial(shown, item))
    _asked(pairs, proposed, past, tally)
    return Counts(dict(tally.open), tally.snoozed)


def _shown(blocks: Iterable[tuple[Block, object]]) -> Callable[[], str]:
    return partial(of_blocks, [block for block, _ in blocks])


def quiet(counts: Counts, until: datetime | None, now: datetime) -> Counts:
    """Return the counts while athenaeum's own snooze holds: without its questions."""
    if until is None or until <= now:
        return counts
    left = {kind: count for kind, count in counts.by_kind.items() if kind not in ASKED}
    silenced = counts.open - sum(left.values())
    return Counts(left, counts.snoozed + silenced, until)


def _text(repository: Repository, path: str) -> str:
    return repository.look(path).text or ""


def _asked(pairs: Asked, proposed: Proposed, past: Past, tally: _Tally) -> None:
    """Count conflicts, merges and memories by themselves.

    Only what may ask for the second time is read; names of files tell which that is.
    """
    members = Members(past.repository)
    known = past.settlements.file_names
    seen = Counter(_names(blocks[0][1].members) for blocks in pairs)
    sure: list[tuple[str, ...]] = []
    unsure: list[Item] = []
    for blocks in pairs:
        parsed = blocks[0][1]
        names = _names(parsed.members)
        if seen[names] == 1 and not names <= known:
            sure.append(parsed.members)
            tally.add("conflict", f"q-{parsed.id}", _shown(blocks))
        else:
            unsure.append(items.question_item(blocks, members, past))
    for proposal in proposed:
        if _names(proposal[0][1].sources) <= known:
            unsure.append(items.merge_item(proposal, past.repository.layout, members))
        else:
            sure.append(proposal[0][1].sources)
            tally.add("merge", f"m-{proposal[0][1].id}", _shown(proposal))
    asked, _ = sorted_out(unsure, past.settlements)
    for item in asked:
        tally.add(kind_of(item), item.id, partial(shown, item))
    _alone(past, sure, {member.path for item in asked for member in members_of(item)}, tally)


def _names(refs: Iterable[str]) -> frozenset[str]:
    return frozenset(ref.rpartition("/")[2] for ref in refs)


def _alone(
    past: Past, named: list[tuple[str, ...]], listed: set[str | None], tally: _Tally
) -> None:
    """Count the memories by themselves that no item shows; most often there are none."""
    found = list(by_themselves(Members(past.repository), past, listed))
    if found:
        listed = {past.repository.resolve(ref)[0] for refs in named for ref in refs}
    for item in found:
        if item.member.path not in listed:
            tally.add(item.kind, item.id, partial(shown, item))
