"""The demo is what the README shows: every kind and every action, and all of it true."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.demo import files
from inbox.domain.item import kind_of
from inbox.domain.layout import KNOWLEDGE_ROOT
from inbox.domain.memory import Memory
from inbox.domain.status import Status
from inbox.domain.verdict import ACTIONS
from inbox.formats import memory, merges, questions, queue
from inbox.formats.merges import MergeBlock
from inbox.formats.questions import QuestionBlock
from inbox.formats.visible import hidden_count
from inbox.policy.sources import source_of
from inbox.policy.status import status_of
from inbox.service import Inbox
from tests.conftest import MakeRepo, git

TODAY = date(2026, 12, 1)
DEMO = files(TODAY)
INTAKE = "raw/auto-memory/"

MEMORIES = {
    path: memory.read(path, text)
    for path, text in DEMO.items()
    if path.startswith(INTAKE) and not path.endswith("/MEMORY.md")
}
PAGES = {
    path: memory.read(path, text)
    for path, text in DEMO.items()
    if path.startswith("wiki/") and path.endswith(".md") and "/_" not in path
}


def own_texts(path: str) -> list[str]:
    return [block.text for block in queue.blocks(path, DEMO[path])]


QUESTIONS = [
    said
    for said in map(questions.parse, own_texts(KNOWLEDGE_ROOT.questions))
    if isinstance(said, QuestionBlock)
]
CONFLICTS = [said for said in QUESTIONS if said.members]
MERGES = [
    said
    for said in map(merges.parse, own_texts(KNOWLEDGE_ROOT.merges))
    if isinstance(said, MergeBlock)
]


def conflict(action: str) -> QuestionBlock:
    proposed = (said for said in CONFLICTS if said.proposal and said.proposal.action == action)
    return next(proposed)


def side(said: QuestionBlock, name: str) -> Memory:
    return MEMORIES[INTAKE + said.members["ab".index(name)]]


def rows(path: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in DEMO[path].splitlines()]


def test_the_demo_has_forty_memories_and_five_and_twenty_items() -> None:
    ledgers = (path for path in DEMO if path.endswith(".jsonl"))
    contested = [one for one in MEMORIES.values() if status_of(one) is Status.CONTESTED]
    assert 38 <= len(MEMORIES) <= 46
    assert (len(CONFLICTS), len(QUESTIONS), len(MERGES), len(contested)) == (16, 18, 2, 1)
    assert sorted(len(rows(path)) for path in ledgers) == [1] * 5


def test_every_action_is_proposed_by_some_conflict_of_the_demo() -> None:
    proposed = [said.proposal.action for said in CONFLICTS if said.proposal]
    assert set(proposed) == ACTIONS
    assert sum(said.proposal is None for said in CONFLICTS) == 1


def test_one_question_of_the_demo_is_an_agents_and_one_is_about_a_page() -> None:
    without_sides = [said for said in QUESTIONS if not said.members]
    assert {said.raised_by or said.conflict_type for said in without_sides} == {
        "agent",
        "principled",
    }


def test_one_conflict_of_the_demo_lists_its_options() -> None:
    assert conflict("retain_both_with_context").options == ("1,142 m", "1,124 m")


def test_two_blocks_of_the_demo_cannot_be_read() -> None:
    said = map(questions.parse, own_texts(KNOWLEDGE_ROOT.questions))
    assert [one for one in said if isinstance(one, str)] == [
        'the header is not `## [date] Entity: "name" (from ref)`',
        "no `- [ ]` line follows the header",
    ]
    assert list(queue.loose("wiki/_pending_questions.md", DEMO[KNOWLEDGE_ROOT.questions])) == []


def test_every_side_of_the_demo_resolves_and_holds_its_passage_word_for_word() -> None:
    for said in CONFLICTS:
        for ref, passage in zip(said.members, said.passages, strict=True):
            assert MEMORIES[INTAKE + ref].body.count(passage) == 1, ref


def test_fingerprints_of_the_demo_are_those_of_athenaeum() -> None:
    for said in CONFLICTS:
        low, high = sorted(" ".join(passage.split()).casefold() for passage in said.passages)
        claim = f"{low}\n##\n{high}\n##type##\n{said.conflict_type}"
        assert said.fingerprint == hashlib.sha1(claim.encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("path", "keys"),
    [
        (KNOWLEDGE_ROOT.calibration, ("tier", "proposal_id")),
        (KNOWLEDGE_ROOT.rule_proposals, ("source", "key_fingerprint")),
        (KNOWLEDGE_ROOT.retractions, ("merge_id", "retracted_ref")),
    ],
)
def test_ledger_rows_of_the_demo_have_the_ids_of_athenaeum(
    path: str, keys: tuple[str, str]
) -> None:
    (row,) = rows(path)
    assert row["id"] == hashlib.sha1("\0".join(row[key] for key in keys).encode()).hexdigest()[:16]


def test_the_quarantined_file_of_the_demo_is_where_its_row_says() -> None:
    (row,) = rows(KNOWLEDGE_ROOT.quarantine)
    assert "wiki/" + row["quarantine_path"] in DEMO


def test_the_candidate_of_the_demo_has_every_key() -> None:
    (row,) = rows(KNOWLEDGE_ROOT.candidates)
    keys = "id text type source scope layer evidence made_at made_by blocked_by"
    assert list(row) == keys.split()
    assert re.fullmatch("c-[0-9a-f]{12}", row["id"])


@pytest.mark.parametrize(("action", "other"), [("scope_a", "b"), ("scope_b", "a")])
def test_a_side_of_the_demo_is_narrowed_to_where_the_other_begins(action: str, other: str) -> None:
    assert side(conflict(action), other).scalar("valid_from")


def test_one_wrong_claim_of_the_demo_is_a_single_point_of_a_long_list() -> None:
    said = conflict("correct_a")
    lines = side(said, "b").body.splitlines()
    assert f"- {said.passages[1]}" in lines
    assert sum(line.startswith("- ") for line in lines) > 4


def test_merges_of_the_demo_resolve_below_the_root() -> None:
    create, fold = MERGES
    assert (create.write_kind, fold.write_kind) == (merges.CREATE, merges.FOLD)
    for merge, count in ((create, 2), (fold, 3)):
        below = [source.removeprefix("/home/wren/knowledge/") for source in merge.sources]
        assert len(set(below) & DEMO.keys()) == count
    assert "wiki/calibration-frames.md" not in DEMO
    assert fold.sources[0].endswith("/wiki/big-dorothy.md")


def test_a_draft_of_the_demo_holds_a_fence_of_its_own() -> None:
    create, _ = MERGES
    assert "\n```toml\n" in create.draft
    assert create.draft.endswith("\n```")


def test_pages_of_the_demo_link_to_folded_pages_in_three_ways() -> None:
    kept = "".join(PAGES[f"wiki/{name}.md"].body for name in ("prudence", "public-nights"))
    for link in ("[[dorothy]]", "[[dorothy|the big one]]", "[[sixty-centimetre-reflector#mount]]"):
        assert link in kept


def test_every_link_of_the_demo_leads_to_a_page() -> None:
    slugs = {path.removeprefix("wiki/").removesuffix(".md") for path in PAGES}
    links = re.findall(r"\[\[([^\]|#]+)", "".join(DEMO.values()))
    assert set(links) <= slugs


def test_every_index_of_the_demo_names_memories_of_its_folder() -> None:
    for path, text in DEMO.items():
        if path.endswith("/MEMORY.md"):
            named = re.findall(r"\]\(([^)]+)\)", text)
            assert {path.replace("MEMORY.md", name) for name in named} <= MEMORIES.keys()


def test_every_header_of_the_demo_can_be_read_and_every_name_is_its_own() -> None:
    everything = {**MEMORIES, **PAGES}
    assert [one for one in everything.values() if one.problem] == []
    assert len({one.name for one in everything.values()}) == len(everything)


def test_sources_of_the_demo_come_from_all_nine_tiers() -> None:
    sources = [source_of(one) for one in MEMORIES.values()]
    assert {source.tier for source in sources} == set(range(1, 10))
    assert {"User:tobias", "user", "unsourced", ""} <= {
        source.written for source in sources if source.tier == 9
    }


def test_only_the_hostile_memory_of_the_demo_and_its_block_hide_characters() -> None:
    hiding = {path for path, text in DEMO.items() if hidden_count(text)}
    hostile = "raw/auto-memory/-home-wren-code-frontdesk/reference_guest_wifi_notice.md"
    assert hiding == {hostile, KNOWLEDGE_ROOT.questions}
    for trick in ("\x1b]52;", "\u202e", "\u200b", "[@click=app.quit]", "Approved by a human"):
        assert trick in DEMO[hostile]
    # athenaeum breaks lines at these; inside a block they would cut it.
    assert not re.search("[\v\f\x1c\x1d\x1e\x85\u2028\u2029]", "".join(DEMO.values()))


def test_the_demo_names_no_host_that_could_exist() -> None:
    hosts = re.findall(r"https?://([^/\s\"]+)", "".join(DEMO.values()))
    assert hosts
    assert all(host.endswith(".example") for host in hosts)


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_everything_in_the_queue_of_the_demo_is_at_most_two_weeks_old(today: date) -> None:
    tree = files(today)
    assert "{{" not in "".join([*tree, *tree.values()])
    assert len(tree) == len(DEMO)
    dates = re.findall(r"^## \[(\S+)\]", tree[KNOWLEDGE_ROOT.questions], re.MULTILINE)
    days = [(today - date.fromisoformat(written)).days for written in dates]
    assert days == sorted(days, reverse=True)
    assert (days[0], days[-1]) == (13, 0)


def test_nothing_in_the_demo_was_written_tomorrow() -> None:
    written = re.findall(r"\b20\d\d-\d\d-\d\d\b", "".join(DEMO.values()))
    assert max(map(date.fromisoformat, written)) <= TODAY
    assert min(map(date.fromisoformat, written)) > TODAY - timedelta(days=800)


def test_git_takes_every_file_of_the_demo(make_repo: MakeRepo) -> None:
    root = make_repo(dict(DEMO))
    assert set(git(root, "ls-files", "-z").rstrip("\0").split("\0")) == DEMO.keys()
    assert git(root, "status", "--porcelain") == ""


@pytest.fixture
def inbox(make_repo: MakeRepo) -> Inbox:
    return Inbox.open(make_repo(dict(DEMO)))


def test_every_kind_of_item_waits_in_the_demo(inbox: Inbox) -> None:
    kinds = Counter(map(kind_of, inbox.pending().items))
    notices = dict.fromkeys(("candidate", "audit", "rule", "quarantine", "retraction"), 1)
    assert kinds == {"conflict": 16, "question": 2, "merge": 2, "contested": 1, **notices}
    assert len(inbox.pending().broken) == 2


def test_only_the_hostile_conflict_of_the_demo_carries_a_warning(inbox: Inbox) -> None:
    conflicts = [item for item in inbox.pending().items if kind_of(item) == "conflict"]
    assert [item.title for item in conflicts if item.flags] == ["guest-wifi"]


def test_rules_agree_with_four_proposals_of_the_demo_and_disagree_with_one(inbox: Inbox) -> None:
    both = {
        item.title: (item.proposal.action, item.rule.action)
        for item in inbox.pending().items
        if item.proposal and item.rule
    }
    assert both == {
        "cocoa": ("attribute_both", "attribute_both"),
        "twilight": ("not_a_conflict", "not_a_conflict"),
        "night-log-times": ("keep_b", "keep_b"),
        "dome-wind-limit": ("keep_a", "keep_a"),
        "ticket-phone": ("deprecate_both", "keep_b"),
    }


def test_whatever_the_demo_proposes_can_be_done_and_taken_back(inbox: Inbox) -> None:
    before = git(inbox.root, "rev-parse", "HEAD^{tree}")
    done = []
    for id_ in [item.id for item in inbox.pending().items]:
        item = inbox.find(id_)
        decision = inbox.proposed(item)
        if decision:
            done.append(inbox.decide(item, decision).id)
    checklist = inbox.root / INTAKE / conflict("correct_a").members[1]
    text = checklist.read_text(encoding="utf-8")
    assert "carrots" not in text
    assert "spiral stair" in text
    assert len(done) == 17
    for decision_id in reversed(done):
        inbox.undo(decision_id)
    assert git(inbox.root, "rev-parse", "HEAD^{tree}") == before
