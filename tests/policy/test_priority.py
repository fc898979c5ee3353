from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.domain.memory import Memory, Value
from inbox.policy.exceptions import Situation
from inbox.policy.priority import Context, Priority, priority
from inbox.policy.scope import place
from inbox.policy.verification import verification_of
from tests.policy.builders import memory, mirrored, unreadable

TODAY = date(2026, 12, 1)
PLAIN = Context(today=TODAY)
USER: dict[str, Value] = {"source": "user:conv-1"}
MODEL: dict[str, Value] = {"source": "claude:s-1"}
PREFERENCE: dict[str, Value] = {**USER, "claim_kind": "preference"}

CASES: list[tuple[dict[str, Value], dict[str, Value], str | None, str]] = [
    # 0 eligibility
    (MODEL, {**USER, "superseded_by": "x"}, "a", "eligibility"),
    (MODEL, {**USER, "deprecated": "true"}, "a", "eligibility"),
    (MODEL, {**USER, "status": "folded"}, "a", "eligibility"),
    (MODEL, {**USER, "status": "tombstoned"}, "a", "eligibility"),
    (MODEL, {**USER, "valid_until": "2026-11-30"}, "a", "eligibility"),
    (MODEL, {**USER, "valid_from": "2026-12-02"}, "a", "eligibility"),
    (MODEL, {**USER, "verification": "rejected"}, "a", "eligibility"),
    (MODEL, {**USER, "layer": "L3"}, "a", "eligibility"),
    (MODEL, {**USER, "status": "contested"}, None, "eligibility"),
    ({"deprecated": "true"}, {"status": "contested"}, None, "eligibility"),
    ({"deprecated": "true"}, {"superseded_by": "x"}, None, "eligibility"),
    # 1 user authority
    (USER, MODEL, "a", "user authority"),
    ({**USER, "created": "2020-01-01"}, {**MODEL, "created": "2026-01-01"}, "a", "user authority"),
    ({**USER, "trust_class": "agent_inference"}, USER, "b", "user authority"),
    ({**USER, "scope": "global"}, {**MODEL, "scope": "project: a"}, None, "user authority"),
    ({**USER, "scope": "org/x"}, {**MODEL, "scope": "org/x/y"}, None, "user authority"),
    ({"source": "user:verified"}, USER, "b", "user authority"),
    # 2 scope
    ({**USER, "scope": "project: a"}, {**USER, "scope": "global"}, "a", "scope"),
    ({**MODEL, "scope": "project: a"}, {**MODEL, "scope": "global"}, "a", "scope"),
    ({**USER, "scope": "project: a"}, {**MODEL, "scope": "global"}, "a", "scope"),
    ({**USER, "scope": "project: a"}, {**USER, "scope": "project: b"}, None, "scope"),
    ({**USER, "scope": "project: a"}, {**MODEL, "scope": "project: b"}, None, "scope"),
    # 3 layer
    ({**MODEL, "layer": "L1"}, {"source": "api:x", "verified": "true"}, "a", "layer"),
    # 4 verification
    ({**MODEL, "verification": "review_required"}, {"source": "script:x"}, "b", "verification"),
    # 5 trust
    ({"source": "api:x"}, {"source": "wikipedia:x"}, "a", "trust"),
    ({"source": "model-prior:x"}, {"source": "nobody:x"}, "a", "trust"),
    ({"source": "user:verified"}, MODEL, None, "trust"),
    # 6 recency
    (
        {**PREFERENCE, "created": "2026-02-01"},
        {**PREFERENCE, "created": "2026-01-01"},
        "a",
        "recency",
    ),
    (
        {**PREFERENCE, "created": "2026-01-01"},
        {**PREFERENCE, "created": "2026-01-01"},
        None,
        "recency",
    ),
    ({**PREFERENCE, "created": "2026-01-01"}, PREFERENCE, None, "recency"),
    (
        {**PREFERENCE, "updated": "2026-02-01"},
        {**PREFERENCE, "updated": "2026-01-01"},
        None,
        "recency",
    ),
    ({**USER, "created": "2026-02-01"}, {**USER, "created": "2026-01-01"}, None, "recency"),
    (
        {**USER, "claim_kind": "fact", "created": "2026-02-01"},
        {**USER, "claim_kind": "fact", "created": "2026-01-01"},
        None,
        "recency",
    ),
    (
        {**USER, "claim_kind": "decision", "created": "2026-02-01"},
        {**USER, "type": "feedback", "created": "2026-01-01"},
        "a",
        "recency",
    ),
    (
        {**USER, "claim_kind": "fact", "created": "2026-02-01"},
        {**PREFERENCE, "created": "2026-01-01"},
        None,
        "recency",
    ),
]


@pytest.mark.parametrize(("a", "b", "winner", "step"), CASES)
def test_the_first_difference_decides(
    a: dict[str, Value], b: dict[str, Value], winner: str | None, step: str
) -> None:
    found = priority(memory("a.md", **a), memory("b.md", **b), PLAIN)
    assert (found.winner, found.decided_by) == (winner, step), found.sentence
    assert found.needs_review is (winner is None)
    assert {found.winner, found.loser} in ({"a", "b"}, {None})


def test_a_step_shows_the_value_of_each_side() -> None:
    found = priority(memory(**USER), memory(**MODEL), PLAIN)
    assert found.sentence == "A 1 USER outranks B 6 LLM at step 1 (user authority)"
    assert [step.name for step in found.steps] == ["eligibility", "user authority"]


def test_a_tie_says_what_failed_to_decide() -> None:
    found = priority(memory(**PREFERENCE), memory(**PREFERENCE), PLAIN)
    assert found.sentence == (
        "neither outranks the other at step 6 (recency): "
        "A undated, B undated; a missing date is not older"
    )
    assert [step.number for step in found.steps] == [0, 1, 2, 3, 4, 5, 6]


def test_an_expired_memory_is_in_force_where_today_is_not_asked() -> None:
    ended = memory(**USER, valid_until="2020-01-01")
    assert priority(ended, memory(**MODEL), PLAIN).winner == "b"
    assert priority(ended, memory(**MODEL), Context()).winner == "a"


def test_an_excluded_memory_drops_out_where_its_exception_is_met() -> None:
    rule = memory(**USER, does_not_apply_when=["branch:release/*"])
    there = Context(situation=Situation(branch="release/2"))
    assert priority(rule, memory(**MODEL), there).winner == "b"
    assert priority(rule, memory(**MODEL), Context(situation=Situation())).winner == "a"


def test_a_memory_of_another_place_loses_to_one_of_this() -> None:
    here = Context(here=place(project="a", domain="payments"))
    mine = memory(**MODEL, scope="project: a")
    assert priority(mine, memory(**USER, scope="project: b"), here).winner == "a"
    assert priority(mine, memory(**MODEL, scope="domain: payments"), here).decided_by == "scope"
    assert priority(mine, memory(**MODEL, scope="domain: payments"), here).winner == "a"
    assert priority(mine, memory(**USER, scope="domain: payments"), here).needs_review
    assert priority(mine, memory(**USER, scope="domain: mail"), here).winner == "a"


def test_a_memory_of_a_part_is_not_about_the_whole() -> None:
    here = Context(here=place(org="x"))
    part, everywhere = memory(**USER, scope="org/x/y"), memory(**MODEL)
    assert priority(part, everywhere, here).winner == "b"


def test_a_domain_and_an_organisation_are_not_ranked() -> None:
    here = Context(here=place(org="x", domain="d"))
    found = priority(memory(**MODEL, scope="org/x"), memory(**MODEL, scope="domain: d"), here)
    assert (found.winner, found.decided_by) == (None, "scope")


def test_two_memories_of_other_places_are_not_ranked() -> None:
    here = Context(here=place(project="c"))
    one, other = memory(**USER, scope="project: a"), memory(**MODEL, scope="project: b")
    assert priority(one, other, here).needs_review
    assert priority(one, memory(**MODEL, scope="project: a"), here).decided_by == "scope"


def test_a_field_is_ranked_by_its_own_source() -> None:
    page = memory(source="user:mira", field_sources={"port": "script:x"})
    assert priority(page, memory(**MODEL), Context(key="port")).winner == "b"
    assert priority(page, memory(**MODEL), Context(key="host")).winner == "a"


@pytest.mark.parametrize(
    ("header", "decisions", "rank", "shown"),
    [
        ({}, frozenset(), 1, "legacy_unverified"),
        ({"verification": "verified"}, frozenset(), 1, "verified (claimed)"),
        ({"verified": "true"}, frozenset(), 1, "verified (claimed)"),
        ({"verified": "True"}, None, 2, "verified"),
        ({"verified": "true", "verified_by": "0a1b"}, frozenset({"0a1b"}), 2, "verified"),
        ({"verified": "true", "verified_by": "ffff"}, frozenset({"0a1b"}), 1, "verified (claimed)"),
        ({"verified": "false"}, frozenset(), 0, "review_required"),
        ({"verification": "review_required"}, None, 0, "review_required"),
        ({"verification": "rejected"}, frozenset(), -1, "rejected"),
        ({"verification": "legacy_unverified"}, None, 1, "legacy_unverified"),
        ({"verification": "sworn"}, None, 1, "sworn"),
        ({"verification": "rejected", "verified": "true"}, None, -1, "rejected"),
    ],
)
def test_a_verification_counts_only_with_a_decision_of_the_log(
    header: dict[str, Value], decisions: frozenset[str] | None, rank: int, shown: str
) -> None:
    found = verification_of(memory(**header), decisions)
    assert (found.rank, found.shown) == (rank, shown)


def test_a_header_that_cannot_be_read_ranks_last() -> None:
    found = priority(unreadable("a.md", "twice"), memory(**MODEL), PLAIN)
    assert (found.winner, found.decided_by) == ("b", "trust")


SOURCES = ["user:a", "user:verified", "api:x", "claude:x", "unsourced"]
SCOPES: list[Value] = [None, "project: p", "project: q", "domain: d", "org/x", "org/x/y"]
DAYS = ["", "2026-01-01", "2026-01-01T10:00:00Z", "2026-01-01T12:00:00Z", "2026-02-01"]
memories = st.fixed_dictionaries(
    {},
    optional={
        "source": st.sampled_from(SOURCES),
        "trust_class": st.just("agent_inference"),
        "scope": st.sampled_from(SCOPES),
        "layer": st.sampled_from(["L1", "L2", "L3"]),
        "verification": st.sampled_from(["verified", "review_required", "rejected"]),
        "claim_kind": st.sampled_from(["preference", "decision", "fact"]),
        "created": st.sampled_from(DAYS),
        "superseded_by": st.just("x"),
        "status": st.just("contested"),
    },
).map(lambda header: Memory("m.md", "", header))
contexts = st.builds(
    Context,
    today=st.sampled_from([None, TODAY]),
    here=st.sampled_from(
        [None, place(project="p", domain="d"), place(org="x/y", domain="d"), place()]
    ),
    decisions=st.sampled_from([None, frozenset()]),
)


@given(memories, memories, contexts)
def test_swapped_memories_get_the_mirrored_answer(a: Memory, b: Memory, context: Context) -> None:
    there, back = priority(a, b, context), priority(b, a, context)
    assert back.winner == mirrored(there.winner)
    assert back.decided_by == there.decided_by
    assert [(s.b, s.a) for s in back.steps] == [(s.a, s.b) for s in there.steps]


@given(st.lists(memories, min_size=3, max_size=3), contexts)
def test_what_beats_a_winner_beats_the_loser_too(three: list[Memory], context: Context) -> None:
    a, b, c = three
    first, second, both = (priority(x, y, context) for x, y in ((a, b), (b, c), (a, c)))
    if first.winner == second.winner == "a" and not both.needs_review:
        assert both.winner == "a"


@given(memories, memories, contexts, st.text(max_size=8), st.text(max_size=8))
def test_names_and_paths_decide_nothing(
    a: Memory, b: Memory, context: Context, name: str, path: str
) -> None:
    renamed = replace(a, path=f"{path.replace('/', '')}.md", header={**a.header, "name": name})
    assert priority(renamed, b, context) == priority(a, b, context)


@given(memories, contexts)
def test_a_memory_never_beats_itself(one: Memory, context: Context) -> None:
    assert priority(one, one, context).needs_review


@given(memories, memories, contexts, st.sampled_from(DAYS), st.sampled_from(DAYS))
def test_a_date_changes_nothing_that_an_earlier_step_decided(
    a: Memory, b: Memory, context: Context, one: str, other: str
) -> None:
    def redated(found: Memory, day: str) -> Memory:
        return replace(found, header={**found.header, "created": day})

    before = priority(a, b, context)
    after = priority(redated(a, one), redated(b, other), context)
    if before.decided_by != "recency":
        assert after == before
    else:
        assert after.decided_by == "recency"


@given(memories, memories, contexts, st.dates(), st.dates())
def test_today_is_read_for_validity_only(
    a: Memory, b: Memory, context: Context, one: date, other: date
) -> None:
    def on(day: date) -> Priority:
        return priority(a, b, replace(context, today=day))

    assert on(one) == on(other)


@given(memories, memories)
def test_a_person_is_never_beaten_by_a_model_in_the_same_place(a: Memory, b: Memory) -> None:
    a = replace(a, header={**a.header, "source": "user:conv-9", "trust_class": ""})
    b = replace(b, header={**b.header, "source": "claude:s-9", "scope": a.header.get("scope")})
    found = priority(a, b, Context())
    assert found.winner != "b" or found.decided_by == "eligibility"


@given(memories, memories)
def test_a_narrower_guess_never_beats_a_broader_word_of_a_person(a: Memory, b: Memory) -> None:
    a = replace(
        a, header={**a.header, "source": "user:conv-9", "trust_class": "", "scope": "global"}
    )
    b = replace(b, header={**b.header, "source": "claude:s-9", "scope": "project: p"})
    found = priority(a, b, Context())
    assert found.winner != "b" or found.decided_by == "eligibility"
