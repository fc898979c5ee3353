"""Series of decisions on the demo: taken back in any order, nothing is lost (design R20)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from inbox.demo import files
from inbox.domain import decision as d
from inbox.domain.item import Candidate, Conflict, Item, MergeProposal, Question
from inbox.errors import Refused
from inbox.formats import codecs
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git

NOW = datetime(2026, 12, 1, 8, 0, 1, tzinfo=UTC)


def opened(make_repo: MakeRepo) -> Inbox:
    root = make_repo(dict(files(date(2026, 12, 1))))
    return Inbox(Repository.open(root), clock=lambda: NOW)


def candidates(item: Item) -> list[d.Decision]:
    match item:
        case Conflict(options=options):
            both: list[d.Decision] = [d.NotAConflict(), d.RetainBoth("a line"), d.AttributeBoth()]
            sides = [verb(side) for verb in (d.Keep, d.Correct, d.Forget) for side in ("a", "b")]
            picks = [d.Pick(number) for number in range(4)] if options else []
            return [*both, *sides, *picks, d.DeprecateBoth(), d.FileMerge(), d.Contest("both")]
        case MergeProposal() | Candidate():
            return [d.Approve(), d.Reject()]
        case Question():
            return [d.Answer("As the crew says.")]
        case _:
            return [d.Uphold(), d.Tombstone()]


def decided(inbox: Inbox, chance: random.Random) -> Iterator[str]:
    """Decide whatever can be decided, at random; yield the ids of the decisions."""
    for item in inbox.pending().items:
        allowed = [choice for choice in candidates(item) if not inbox.why_not(item, choice)]
        if allowed:
            yield inbox.decide(inbox.find(item.id), chance.choice(allowed)).id


def pieces(root: Path) -> dict[str, list[str]]:
    """Every piece of every file; the order of queue blocks means nothing.

    An archive that is empty again may keep its title when the decision that brought the title
    was not the last to be taken back.
    """
    names = git(root, "ls-files", "-z").split("\0")
    found = {}
    for name in filter(None, names):
        raw = (root / name).read_bytes().decode("utf-8", "surrogateescape")
        split = codecs.codec_for(name).split(raw)
        found[name] = sorted(
            piece.text.strip("\r\n-") for piece in split if piece.text.strip("\r\n-")
        )
    titles = (["# Answered Questions"], ["# Archived Merges"])
    return {name: texts for name, texts in found.items() if texts not in titles}


@pytest.mark.parametrize("seed", range(3))
def test_a_random_series_is_taken_back_in_any_order(make_repo: MakeRepo, seed: int) -> None:
    chance = random.Random(seed)
    inbox = opened(make_repo)
    start = pieces(inbox.root)
    waiting = list(decided(inbox, chance))
    assert len(waiting) > 15
    assert git(inbox.root, "status", "--porcelain") == ""
    while waiting:
        order = chance.sample(waiting, len(waiting))
        left = [name for name in order if not undone(inbox, name)]
        assert len(left) < len(waiting), "nothing could be taken back any more"
        waiting = left
    assert git(inbox.root, "status", "--porcelain") == ""
    assert pieces(inbox.root) == start


def undone(inbox: Inbox, name: str) -> bool:
    try:
        inbox.undo(name)
    except Refused:
        return False
    return True


def test_an_older_decision_is_taken_back_after_ten_later_ones(make_repo: MakeRepo) -> None:
    inbox = opened(make_repo)
    items = [item for item in inbox.pending().items if inbox.proposed(item) is not None]
    first, *later = items[:11]
    start = {path: inbox.memory(path).member.require().text for path in member_paths(first)}
    made = [inbox.decide(inbox.find(i.id), accepted(inbox, i)).id for i in (first, *later)]
    inbox.undo(made[0])
    assert {item.id for item in inbox.pending().items} >= {first.id}
    assert not {item.id for item in inbox.pending().items} & {item.id for item in later}
    after = {path: inbox.memory(path).member.require().text for path in member_paths(first)}
    assert after == start
    undo, *others = inbox.log()
    assert undo.undoes == made[0]
    assert [entry.id for entry in others if entry.undone_by] == [made[0]]


def member_paths(item: Item) -> list[str]:
    assert isinstance(item, Conflict)
    return [path for path in (item.a.path, item.b.path) if path is not None]


def accepted(inbox: Inbox, item: Item) -> d.Decision:
    decision = inbox.proposed(item)
    assert decision is not None
    return decision
