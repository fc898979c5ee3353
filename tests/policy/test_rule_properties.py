"""What must hold for every pair, not for the few we thought of."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.domain.memory import Memory
from inbox.domain.verdict import WINNERS, Verdict
from inbox.policy.options import options
from inbox.policy.pair import Pair
from inbox.policy.rules import chain
from tests.policy.builders import exclusive, named, swapped


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("The door code is 0415.", "The door code is 415 0.", ("0415", "415 0")),
        ("It has about 900 boats here", "It has 412 boats here", ("about 900", "412")),
        ("Reports to Yusra.", "Reports to Dario", ("Yusra", "Dario")),
        ("Use tabs", "Use tabs always", ("Use tabs", "Use tabs always")),
        ("a b c d e f g", "h", ("a b c d e f g", "h")),
        ("x.", "x", ("x.", "x")),
        ("same", "same", ()),
        ("", "x", ()),
    ],
)
def test_a_question_offers_what_differs(a: str, b: str, expected: tuple[str, ...]) -> None:
    assert options(a, b) == expected


headers = st.fixed_dictionaries(
    {"name": st.sampled_from(["one", "other"])},
    optional={
        "source": st.sampled_from(["user:a", "user:verified", "claude:x", "nobody"]),
        "status": st.sampled_from(["contested", "candidate", "tombstoned", "folded"]),
        "scope": st.sampled_from(["global", "project: p", "project: q", "org/x"]),
        "claim_kind": st.sampled_from(["opinion", "preference", "fact"]),
        "supersedes": st.sampled_from([["one"], ["other"]]),
        "refines": st.sampled_from([["one"], ["other"]]),
        "asserter": st.sampled_from(["mira", "oskar"]),
        "created": st.sampled_from(["2026-01-01", "2026-02-01"]),
        "valid_from": st.sampled_from(["2026-01-01", "2026-03-01"]),
        "valid_until": st.sampled_from(["2026-02-01", "never"]),
        "does_not_apply_when": st.just(["project:p"]),
    },
)
pairs = st.builds(
    lambda a, b, single: replace(
        exclusive(Memory("a.md", "", a, "x"), Memory("b.md", "", b, "y")), exclusive=single
    ),
    headers,
    headers,
    st.booleans(),
)


@given(pairs)
def test_the_chain_of_a_swapped_pair_is_the_mirror_image(pair: Pair) -> None:
    there, back = chain(pair)[-1], chain(swapped(pair))[-1]
    turned = named(there)[1].translate(str.maketrans("", ""))
    for one, other in (("_a", "_b"), ("_b", "_a")):
        if named(there)[1].endswith(one):
            turned = named(there)[1].removesuffix(one) + other
    assert named(back) == (named(there)[0], turned)


@given(pairs)
def test_a_rule_proposes_no_removal_but_that_of_a_candidate(pair: Pair) -> None:
    answer = chain(pair)[-1]
    if isinstance(answer.says, Verdict):
        action, winner = answer.says.action, answer.says.winner
        assert winner == WINNERS.get(action, "neither")
        assert not action.startswith(("correct", "deprecate", "merge", "propose", "retain"))
        if action.startswith("forget"):
            loser = pair.other(winner) if winner in ("a", "b") else pair.a
            assert answer.rule == "tombstone"
            assert loser.memory.scalar("status") == "candidate"


@given(pairs)
def test_only_the_last_answer_of_the_chain_speaks(pair: Pair) -> None:
    answers = chain(pair)
    assert all(answer.says is None for answer in answers[:-1])
    assert all(answer.compared for answer in answers)
