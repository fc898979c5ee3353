"""Nothing is asked twice, and what was removed is known again (R11, policy §4, BR-27)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Conflict, Item, Lone, MergeProposal, kind_of
from inbox.service import Inbox
from tests.conftest import git
from tests.service.conftest import MEMORY, Pair, block

QUEUE = "wiki/_pending_questions.md"
MERGES = "wiki/_pending_merges.md"
A, B = "raw/auto-memory/s/project_a.md", "raw/auto-memory/s/project_b.md"
NAMES = ("s/project_a.md", "s/project_b.md")
TITLE = "# Pending Questions\n"
FIRST = block(*NAMES)
SWAPPED = (
    block(NAMES[1], NAMES[0], action="keep_b")
    .replace("Passage 1: Side a says so.", "Passage 1: b says so.")
    .replace("Passage 2: Side b says so.", "Passage 2: Side a says")
    .replace("2026-11-28", "2026-11-30")
)
PAGE = FIRST.replace("auto-thing.md", "auto-other-page.md").replace("2026-11-28", "2026-11-29")
MERGE = (
    '# Pending Merges\n\n## [2026-11-28] Merge: "both"\n- [ ] Approve?\n\n'
    "**Rationale**: alike\n**Confidence**: 0.90\n**Write kind**: create-merged\n**Sources**:\n"
    "- s/project_a.md\n- s/project_b.md\n\n**Draft**:\n"
    "```markdown\nSide a and b say so.\n```\n"
)


def flags(item: Item) -> str:
    return "; ".join(item.flags)


def file_again(root: Path, path: str, text: str) -> None:
    (root / path).write_text(text, encoding="utf-8")
    git(root, "add", path)
    git(root, "commit", "-qm", "the detector files it again")


def open_ids(inbox: Inbox) -> list[str]:
    found = inbox.pending()
    assert inbox.count() == _kinds(found.items)
    return [item.id for item in found.items]


def _kinds(items: tuple[Item, ...]) -> dict[str, int]:
    kinds = [kind_of(item) for item in items]
    return {kind: kinds.count(kind) for kind in kinds}


@pytest.mark.reported("BR-27")
@pytest.mark.parametrize("again", [FIRST, SWAPPED, PAGE, SWAPPED + PAGE + FIRST])
@pytest.mark.parametrize(
    "decision", [d.Keep("b"), d.AttributeBoth(), d.RetainBoth("both true"), d.NotAConflict()]
)
def test_a_settled_pair_is_not_asked_again(pair: Pair, decision: d.Decision, again: str) -> None:
    inbox, root = pair()
    [item] = inbox.pending().items
    made = inbox.decide(item, decision)
    file_again(root, QUEUE, TITLE + again)
    assert open_ids(inbox) == []
    [rest] = inbox.pending().settled
    assert "settled before:" in flags(rest)
    assert made.id in flags(rest)
    assert rest.rule is not None
    assert rest.rule.decided_by == "rule:settled"


def test_one_decision_closes_what_asks_again_for_good(pair: Pair) -> None:
    inbox, root = pair()
    inbox.decide(inbox.pending().items[0], d.Keep("b"))
    file_again(root, QUEUE, TITLE + SWAPPED + PAGE)
    memories = [(root / path).read_bytes() for path in (A, B)]
    [rest] = inbox.pending().settled
    done = inbox.decide(inbox.find(rest.id), d.NotAConflict())
    assert "## [" not in (root / QUEUE).read_text("utf-8")
    assert [(root / path).read_bytes() for path in (A, B)] == memories
    assert "Inbox-Decided-By: rule:settled" in inbox.patch(done.id)


@pytest.mark.reported("BR-27")
def test_a_real_change_brings_the_pair_back_and_says_which_side(pair: Pair) -> None:
    inbox, root = pair()
    made = inbox.decide(inbox.pending().items[0], d.Keep("b"))
    text = (root / A).read_text("utf-8").replace("Side a says so.", "Side a says no.")
    file_again(root, A, text)
    file_again(root, QUEUE, TITLE + FIRST.replace("Side a says so.", "Side a says no."))
    [item] = inbox.pending().items
    assert f"settled before: keep_b on 2026-12-01 ({made.id}); side A changed since" in item.flags
    assert inbox.count() == {"conflict": 1}


def test_undo_opens_the_pair_again(pair: Pair) -> None:
    inbox, root = pair()
    made = inbox.decide(inbox.pending().items[0], d.NotAConflict())
    inbox.undo(made.id)
    [item] = inbox.pending().items
    assert "settled" not in flags(item)
    file_again(root, QUEUE, TITLE + FIRST + SWAPPED)
    assert len(inbox.pending().items) == 1


@pytest.mark.reported("BR-27")
def test_blocks_for_several_pages_are_one_item_and_one_decision(pair: Pair) -> None:
    inbox, root = pair(more={QUEUE: TITLE + FIRST + PAGE + SWAPPED})
    [item] = inbox.pending().items
    assert isinstance(item, Conflict)
    assert inbox.count() == {"conflict": 1}
    assert "asked 3 times, one decision closes all (also at line 20, 35)" in item.flags
    assert "another of its blocks proposes" not in flags(item)
    before = (root / QUEUE).read_bytes()
    [first, *others] = [f"q-{each.key.split(':')[1]}" for each in (item.block, *item.again)]
    assert [inbox.find(name).id for name in others] == [first, first]
    done = inbox.decide(inbox.find(others[1]), d.Keep("a"))
    assert "## [" not in (root / QUEUE).read_text("utf-8")
    archive = (root / "wiki/_pending_questions_archive.md").read_text("utf-8")
    assert archive.count("## [") == 3
    ledger = (root / "raw/_resolved_contradictions.jsonl").read_text("utf-8")
    assert ledger.count('"inbox_action": "keep_a"') == ledger.count("\n")
    inbox.undo(done.id)
    assert (root / QUEUE).read_bytes() == before
    assert git(root, "status", "--porcelain") == ""


def test_another_proposal_for_the_same_pair_is_told(pair: Pair) -> None:
    inbox, _ = pair(
        more={QUEUE: TITLE + FIRST + block(*NAMES, action="keep_b").replace("28", "29")}
    )
    assert "another of its blocks proposes keep_b" in inbox.pending().items[0].flags


def test_a_block_that_moved_on_closes_none_of_them(pair: Pair) -> None:
    inbox, root = pair(more={QUEUE: TITLE + FIRST + PAGE})
    [item] = inbox.pending().items
    assert isinstance(item, Conflict)
    gone = replace(item, again=(replace(item.again[0], key=f"{item.again[0].key}x"),))
    before = (root / QUEUE).read_bytes()
    with pytest.raises(Exception, match="decided elsewhere"):
        inbox.decide(gone, d.Keep("a"))
    assert (root / QUEUE).read_bytes() == before


def test_a_refused_merge_is_not_proposed_again(pair: Pair) -> None:
    inbox, root = pair(more={QUEUE: TITLE, MERGES: MERGE})
    [item] = inbox.pending().items
    assert isinstance(item, MergeProposal)
    inbox.decide(item, d.Reject())
    file_again(root, MERGES, MERGE.replace('"both"', '"another name"'))
    assert open_ids(inbox) == []
    [rest] = inbox.pending().settled
    assert inbox.proposed(rest) is None
    body = (root / A).read_text("utf-8").replace("says so", "says no")
    file_again(root, A, body)
    assert len(open_ids(inbox)) == 1
    assert "s/project_a.md changed since" in flags(inbox.pending().items[0])


def test_a_removed_memory_that_comes_back_is_held(pair: Pair) -> None:
    inbox, root = pair(more={QUEUE: TITLE})
    words = MEMORY.format("a", "user:ann")
    inbox.decide(inbox.memory(A), d.Tombstone(why="erroneous"))
    assert open_ids(inbox) == []
    other = "raw/auto-memory/s/project_new.md"
    file_again(root, other, words.replace("name: a", "name: something else"))
    [item] = inbox.pending().items
    assert isinstance(item, Lone)
    assert (item.kind, item.member.path) == ("returned", other)
    assert inbox.count() == {"returned": 1}
    assert "removed before on 2026-12-01: erroneous" in flags(item)
    inbox.decide(item, d.Tombstone(why="erroneous"))
    file_again(root, A, words)
    assert "removed before, 2 times, last on 2026-12-01: erroneous" in flags(inbox.memory(A))
    made = inbox.log()[0].id
    inbox.undo(made)
    assert "removed before on 2026-12-01: erroneous" in flags(inbox.memory(A))


def test_a_side_that_was_removed_before_is_marked_and_left_to_the_person(pair: Pair) -> None:
    inbox, root = pair(more={QUEUE: TITLE})
    text = (root / A).read_text("utf-8")
    inbox.decide(inbox.memory(A), d.Tombstone())
    file_again(root, A, text)
    file_again(root, QUEUE, TITLE + FIRST)
    [item] = inbox.pending().items
    assert "side A was removed before on 2026-12-01: user requested" in item.flags
    assert item.rule is None
    assert item.person == "a may not come back: removed before on 2026-12-01: user requested"


def test_a_memory_that_a_person_decides_for_later_may_stay(pair: Pair) -> None:
    inbox, root = pair(more={QUEUE: TITLE})
    text = (root / A).read_text("utf-8")
    inbox.decide(inbox.memory(A), d.Tombstone())
    file_again(root, A, text)
    file_again(root, QUEUE, TITLE + FIRST)
    inbox.decide(inbox.pending().items[0], d.Keep("a"))
    assert open_ids(inbox) == []


@pytest.mark.parametrize("line", ["{", "[]", '{"memory": 3, "claim": []}', '{"inbox_claims": "x"}'])
def test_a_ledger_row_that_cannot_be_read_is_named_and_stops_nothing(pair: Pair, line: str) -> None:
    inbox, _ = pair(
        more={
            "wiki/_tombstones.jsonl": f"{line}\n",
            "raw/_resolved_contradictions.jsonl": f"{line}\n",
        }
    )
    found = inbox.pending()
    assert len(found.items) == 1
    assert len(found.broken) == (2 if line in ("{", "[]") else 0)
