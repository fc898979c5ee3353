"""A settled question comes back when a claim has changed, and for no other reason (BR-27)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.domain.item import Member
from inbox.domain.past import Settled
from inbox.formats.pieces import digest
from inbox.policy.asked_again import Before, Settlements, before, merged_before, same_question
from inbox.policy.settling import claim_digest, claim_of, normalised
from tests.policy.builders import member, memory

BODY_A = "\n# Acme\n\nAcme has 140 employees after the spring hiring round. It sells rope.\n"
BODY_B = "\n- Acme has 90 employees\n- Acme sits in Malmö\n"
QUOTE_A = "Acme has 140 employees after the spring hiring round."
QUOTE_B = "Acme has 90 employees"


def side(path: str, body: str, quote: str) -> Member:
    return replace(member(memory(path, body)), passage=quote)


A = side("raw/a.md", BODY_A, QUOTE_A)
B = side("raw/b.md", BODY_B, QUOTE_B)


def row(a: Member, b: Member, *, ours: bool = True) -> Settled:
    """The row that a decision about two sides leaves, or the one that athenaeum would."""
    claims = tuple(normalised(claim_of(each)) for each in (a, b))
    if not ours:
        return Settled(frozenset((a.ref, b.ref)), "keep_a", "2026-05-01T08:00:00Z", "", claims)
    return Settled(
        frozenset((a.path or "", b.path or "")),
        "keep_b",
        "2026-05-01T08:00:00Z",
        "4f1c2a90b3de",
        claims,
        {each.path or "": claim_digest(claim_of(each)) for each in (a, b)},
        {each.path or "": digest(each.require().body) for each in (a, b)},
    )


both_writers = pytest.mark.parametrize("ours", [True, False])


@both_writers
@pytest.mark.parametrize(
    "sides",
    [
        (A, B),
        (B, A),
        (replace(A, passage="140 employees after"), replace(B, passage="90 employees")),
        (replace(B, passage="has 90"), replace(A, passage="ACME   has 140\nemployees")),
        (replace(A, passage="the spring hiring round. It sells rope."), B),
    ],
)
def test_swapped_sides_and_other_quotes_ask_nothing_new(
    sides: tuple[Member, Member], ours: bool
) -> None:
    found = before(sides, Settlements([row(A, B, ours=ours)]).about(sides))
    assert found is not None
    assert found.holds


@both_writers
@pytest.mark.parametrize(
    ("body", "quote"),
    [
        (BODY_A.replace("140", "150"), "Acme has 150 employees after the spring hiring round."),
        (BODY_A.replace("round.", "round, it says."), "Acme has 140 employees"),
        (BODY_A.replace("140 employees", "1400 employees"), "1400 employees"),
        ("\nIt sells rope.\n", "It sells rope."),
    ],
)
def test_a_real_change_asks_again_and_names_the_side(body: str, quote: str, ours: bool) -> None:
    sides = (side("raw/a.md", body, quote), B)
    found = before(sides, Settlements([row(A, B, ours=ours)]).about(sides))
    assert found is not None
    assert found.changed == ("raw/a.md",)


def test_words_that_grow_a_tail_have_changed_unless_the_body_is_the_same() -> None:
    longer = side("raw/b.md", BODY_B.replace("90 employees", "90 employees, no more"), QUOTE_B)
    settled = row(A, B)
    assert before((A, longer), [settled]) == Before(settled, changed=("raw/b.md",))
    assert before((A, B), [settled]) == Before(settled)


def test_a_change_elsewhere_in_a_memory_asks_nothing_new() -> None:
    more = side("raw/a.md", BODY_A + "\nA line about something else.\n", QUOTE_A)
    found = before((more, B), [row(A, B)])
    assert found is not None
    assert found.holds


def test_other_words_of_the_same_memories_are_another_question() -> None:
    sides = (replace(A, passage="It sells rope."), replace(B, passage="Acme sits in Malmö"))
    found = before(sides, [row(A, B)])
    assert found is not None
    assert (found.holds, found.other, found.changed) == (False, True, ())


def test_a_whole_body_that_was_settled_may_get_a_note_at_its_end() -> None:
    whole = replace(A, passage="")
    noted = side("raw/a.md", BODY_A + "\n> [!note] Context\n> The crew counts so.\n", "")
    settled = replace(row(whole, B), bodies={"raw/b.md": digest(BODY_B)})
    found = before((noted, B), [settled])
    assert found is not None
    assert found.holds


def test_other_members_are_another_question() -> None:
    other = replace(A, path="raw/c.md", ref="raw/c.md")
    assert before((other, B), Settlements([row(A, B)]).about((other, B))) is None


def test_a_third_member_counts() -> None:
    third = side("raw/c.md", "Acme has 100 employees.\n", "")
    settled = row(A, B)
    digests = {**settled.digests, "raw/c.md": claim_digest(claim_of(third))}
    three = replace(settled, members=settled.members | {"raw/c.md"}, digests=digests)
    assert before((A, B), Settlements([three]).about((A, B))) is None
    found = before((A, B, third), Settlements([three]).about((A, B, third)))
    assert found is not None
    assert found.holds
    changed = replace(third, memory=memory("raw/c.md", "Acme has 101 employees.\n"))
    again = before((A, B, changed), Settlements([three]).about((A, B, changed)))
    assert again is not None
    assert again.changed == ("raw/c.md",)


def test_the_row_that_still_holds_wins_over_a_later_stale_one() -> None:
    stale = replace(row(side("raw/a.md", "x", "gone words"), B), when="2026-08-01T00:00:00Z")
    found = before((A, B), Settlements([row(A, B), stale]).about((A, B)))
    assert found is not None
    assert found.holds


def test_a_refused_merge_stays_refused_for_any_target_and_fewer_sources() -> None:
    third = side("raw/c.md", "Acme has 100 employees.\n", "")
    refused = replace(
        row(replace(A, passage=""), replace(B, passage="")),
        members=frozenset(("raw/a.md", "raw/b.md", "raw/c.md")),
        claims=(),
        digests={each.path or "": claim_digest(each.require().body) for each in (A, B, third)},
    )
    known = Settlements([refused])
    for sources in ((A, B, third), (third, A), (B, A)):
        found = merged_before(sources, known.sources(sources))
        assert found is not None
        assert found.holds
    changed = (A, replace(B, memory=memory("raw/b.md", "Acme has 91 employees.\n")))
    again = merged_before(changed, known.sources(changed))
    assert again is not None
    assert again.changed == ("raw/b.md",)
    more = (A, B, third, replace(third, path="raw/d.md"))
    assert merged_before(more, known.sources(more)) is None


def test_blocks_about_the_same_words_are_one_question() -> None:
    assert same_question((A, B), (replace(B, passage="90"), replace(A, passage="140 employees")))
    assert not same_question((A, B), (replace(A, passage="It sells rope."), B))
    assert not same_question((A, B), (A, replace(B, path="raw/c.md")))


@given(st.text("ab .,!\n", max_size=40), st.data())
def test_every_part_of_a_settled_quote_is_settled(quote: str, data: st.DataObject) -> None:
    words = f"Says {quote} here."
    whole = side("raw/a.md", f"Before. {words} After.\n", words)
    start = data.draw(st.integers(0, len(words) - 1))
    part = words[start : data.draw(st.integers(start + 1, len(words)))]
    if not normalised(part):
        return
    sides = (B, replace(whole, passage=part))
    found = before(sides, Settlements([row(whole, B)]).about(sides))
    assert found is not None
    assert found.holds
