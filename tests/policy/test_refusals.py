"""Each verb that is off says why, in one sentence that names what to do (design walk 5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Block, Conflict, Lone, Member, MergeProposal, Notice, Question
from inbox.domain.memory import Memory
from inbox.domain.verdict import Verdict
from inbox.policy.refusals import why_not
from tests.policy.builders import member, memory, unreadable

BLOCK = Block("_pending_questions.md", "k", 7, "## x")


def standing(path: str, body: str, **header: str) -> Member:
    return member(memory(path, body, **header))


A = standing("wiki/a.md", "One.", name="one", source="user:ann", valid_from="2026-06-01")
B = standing("wiki/b.md", "Two.", name="two", source="api:crm")
GONE = Member("c.md", None, None, A.source, A.status, "", "", "the file is not there")


def conflict(**changes: object) -> Conflict:
    start = Conflict(
        id="q-1", title="t", created="", question="?", conflict_type="factual",
        description="", a=A, b=B, block=BLOCK,
    )  # fmt: skip
    return replace(start, **changes)  # type: ignore[arg-type]


def merge(**changes: object) -> MergeProposal:
    start = MergeProposal(
        id="m-1", title="t", created="", target="T", target_path="wiki/t.md",
        write_kind="create-merged", sources=(A, B), draft="x", rationale="", block=BLOCK,
    )  # fmt: skip
    return replace(start, **changes)  # type: ignore[arg-type]


QUESTION = Question(
    id="q-2", title="t", created="", question="?", conflict_type="", description="", ref="r",
    block=BLOCK,
)  # fmt: skip
NOTICE = Notice(id="a-1", title="t", created="", kind="audit", text="", todo="answer it there.")
SUPERSEDED = standing("wiki/s.md", "x", name="s", superseded_by="one")
CONTESTED = standing("wiki/c.md", "x", name="c", status="contested")
COMPILED = standing("wiki/auto-x.md", "x", name="x", type="auto-memory")
ALONE = Lone(id="s-1", title="t", created="", member=A)
RETIRED = replace(ALONE, member=SUPERSEDED)
DISPUTED = replace(ALONE, member=CONTESTED)
OPTIONS = ("90", "140")
EVERY_SIDE = [
    d.Keep("a"),
    d.Correct("a"),
    d.Forget("a"),
    d.Scope("b"),
    d.Edit("a", "x"),
    d.Tombstone("a"),
]
EVERY_BOTH = [
    d.AttributeBoth(),
    d.DeprecateBoth(),
    d.RetainBoth("x"),
    d.NotAConflict(),
    d.FileMerge(),
]


@pytest.mark.parametrize("decision", [*EVERY_SIDE, *EVERY_BOTH, d.Contest("a")])
def test_a_verb_on_two_good_sides_is_on(decision: d.Decision) -> None:
    assert why_not(decision, conflict()) == ""


@pytest.mark.parametrize("decision", [*EVERY_SIDE, *EVERY_BOTH])
def test_a_verb_needs_both_sides(decision: d.Decision) -> None:
    said = why_not(decision, conflict(b=GONE))
    assert said.startswith("Side B cannot be used: c.md: the file is not there.")
    assert why_not(d.Answer("It was moved."), conflict(b=GONE)) == ""


@pytest.mark.parametrize("decision", [*EVERY_SIDE, *EVERY_BOTH, d.Answer("x"), d.Contest("a")])
def test_blocks_that_share_an_id_can_only_be_read(decision: d.Decision) -> None:
    twin = Block("_pending_questions.md", "k#2", 12, "## x")
    said = why_not(decision, conflict(twins=(twin,)))
    assert "share this id (lines 7, 12)" in said


@pytest.mark.parametrize("decision", [d.Correct("a"), d.Forget("a"), d.Tombstone("b")])
def test_three_members_switch_off_what_removes(decision: d.Decision) -> None:
    assert "verbs that remove are off" in why_not(decision, conflict(also=(B,)))
    assert why_not(d.Keep("a"), conflict(also=(B,))) == ""


@pytest.mark.parametrize("decision", [*EVERY_SIDE[:2], *EVERY_SIDE[4:], *EVERY_BOTH[:3]])
def test_an_unreadable_header_is_not_written_to(decision: d.Decision) -> None:
    memory = unreadable("wiki/a.md", "mapping values are not allowed here")
    broken = replace(A, memory=memory, problem=str(memory.problem))
    said = why_not(decision, conflict(a=broken))
    assert "cannot be read (line 4, column 1: mapping values are not allowed here)" in said
    assert why_not(d.NotAConflict(), conflict(a=broken)) == ""


@pytest.mark.parametrize(
    ("decision", "item", "said"),
    [
        (d.Keep("a"), conflict(b=A), "Both sides are the same file, wiki/a.md"),
        (d.Keep("a"), conflict(a=SUPERSEDED), "Side A is superseded itself and cannot win"),
        (d.Keep("a"), conflict(b=SUPERSEDED), "s: This memory is superseded"),
        (d.Keep("a"), conflict(b=COMPILED), "wiki/auto-x.md is compiled from raw memories"),
        (d.Scope("a"), conflict(), "wiki/b.md has no valid_from"),
        (d.Scope("a", d.Window("2026-05-31")), conflict(), "Side A begins on 2026-06-01"),
        (d.Pick(1), conflict(), "has no options"),
        (d.Pick(4), conflict(options=OPTIONS), "Pick 1 to 2, 3 for both, or 0 for neither."),
        (d.Pick(1), conflict(options=("1", "2", "3")), "3 options do not stand for two sides"),
        (d.Pick(2), conflict(options=OPTIONS, b=SUPERSEDED), "Side B is superseded itself"),
        (d.Reject(), conflict(), "Nothing is proposed here to reject"),
        (d.Answer("x"), conflict(), "Both sides are there"),
        (d.Uphold(), conflict(), "`uncontest` does not go with a conflict."),
        (d.Approve(), conflict(), "`accept` does not go with a conflict."),
        (d.Keep("a"), QUESTION, "has no two sides; answer it in words"),
        (d.Answer(" "), QUESTION, "An answer needs words."),
        (d.Answer("\n Keep_a: it is"), QUESTION, "would take `keep_a` for a verdict"),
        (d.Answer("archive"), conflict(b=GONE), "would take `archive` for a verdict"),
        (d.Answer("x"), replace(QUESTION, answer_file="raw/answers/x.md"), "waits for `athenaeum"),
        (d.Keep("a"), NOTICE, "This is only shown; answer it there."),
        (d.Uphold(), ALONE, "nothing to do"),
        (d.Contest(), RETIRED, "cannot be contested"),
        (d.Keep("a"), ALONE, "by itself can be contested"),
        (d.Keep("a"), merge(), "A merge is accepted, edited or rejected."),
        (d.Approve(), merge(sources=(A, GONE)), "Source c.md cannot be used"),
        (
            d.Approve(),
            merge(
                sources=(standing("wiki/p.md", "x", access="confidential"),),
                write_kind="fold-into-existing",
                page=Memory("wiki/t.md", "", {"access": "open"}),
            ),
            "wiki/p.md is kept closer than wiki/t.md",
        ),
        (
            d.Approve("# no header"),
            merge(sources=(A, standing("wiki/p.md", "x", access="confidential"))),
            "The sources differ in `access`",
        ),
        (d.Approve(), merge(sources=(A, A)), "Too few sources are left"),
        (d.Approve(), merge(sources=(A, COMPILED)), "is compiled from raw memories"),
        (d.Keep("a"), conflict(answer_file="raw/answers/x.md"), "waits for `athenaeum"),
        (d.Approve(), merge(sources=(A, SUPERSEDED)), "wiki/s.md is superseded already"),
        (d.Approve(left_out=("wiki/a.md",)), merge(), "Too few sources are left"),
        (d.Approve(left_out=("wiki/z.md",)), merge(), "wiki/z.md is no source of this merge."),
        (d.Approve(), merge(draft=" \n"), "The draft is empty"),
        (d.Approve(), merge(target_path="", target="日本語"), "no letter or digit to name"),
        (d.Approve(), merge(page=Memory("wiki/t.md", "")), "wiki/t.md is there already"),
        (d.Approve(), merge(write_kind="fold-into-existing"), "to fold into is not there"),
        (
            d.Approve(),
            merge(sources=(A, standing("wiki/p.md", "x", access="confidential"))),
            "The sources differ in `access` (confidential, none)",
        ),
    ],
)  # fmt: skip
def test_a_verb_that_is_off_says_why(decision: d.Decision, item: Conflict, said: str) -> None:
    assert said in why_not(decision, item)


def test_a_rejected_proposal_needs_a_proposal() -> None:
    proposal = Verdict("keep_a", "a", "", 0.9, "queue")
    assert why_not(d.Reject(), conflict(proposal=proposal)) == ""


def test_an_edited_draft_chooses_who_may_read_it() -> None:
    guarded = merge(sources=(A, standing("wiki/p.md", "x", access="confidential")))
    assert why_not(d.Approve("---\naccess: confidential\n---\nx"), guarded) == ""


def test_a_contested_side_can_be_kept_or_upheld() -> None:
    assert why_not(d.Keep("a"), conflict(a=CONTESTED)) == ""
    assert why_not(d.Uphold(), DISPUTED) == ""


def test_a_source_that_cannot_be_used_is_left_out_or_the_merge_rejected() -> None:
    stuck = merge(sources=(A, B, GONE))
    assert why_not(d.Approve(left_out=("c.md",)), stuck) == ""
    assert why_not(d.Reject(), stuck) == ""


def test_a_side_may_end_on_the_day_it_began() -> None:
    decision = d.Scope("a", d.Window("2026-06-01"))
    assert why_not(decision, conflict(), date(2026, 12, 1)) == ""
