"""A wrong passage goes, and leaves a body that reads as if it had never been there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.plan.removal import without_passage

P = "Acme has 90 employees."


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (f"One.\n\n{P}\n\nTwo.\n", "One.\n\nTwo.\n"),
        (f"{P}\n\nTwo.\n", "Two.\n"),
        (f"One.\n\n{P}\n", "One.\n"),
        (f"One.\n\n{P}", "One.\n"),
        (f"- one\n- {P}\n- two\n", "- one\n- two\n"),
        (f"- one\n- {P}\n", "- one\n"),
        (f"1. one\n2. {P}\n", "1. one\n"),
        (f"One. {P} Two.\n", "One. Two.\n"),
        (f"One. {P}\n", "One.\n"),
        (f"{P} Two.\n", "Two.\n"),
        (f"- {P} Two.\n", "- Two.\n"),
        (f"# Title\r\n\r\nOne.\r\n\r\n{P}\r\n\r\nTwo.\r\n", "# Title\r\n\r\nOne.\r\n\r\nTwo.\r\n"),
        (f"One.\n{P}\nTwo.\n", "One.\nTwo.\n"),
    ],
)
def test_a_passage_goes_cleanly(body: str, left: str) -> None:
    assert without_passage(body, P) == left


@pytest.mark.parametrize(
    "body",
    [
        P,
        f"\n{P}\n",
        f"# Acme\n\n{P}\n",
        f"# Acme\n\n- {P}\n",
        f"{P}\n\n{P}\n\nTwo.\n",
        "Two.\n",
        "",
    ],
)
def test_the_whole_memory_goes_when_nothing_else_is_said_or_the_place_is_unclear(body: str) -> None:
    assert without_passage(body, P) is None


def test_an_empty_passage_names_no_place() -> None:
    assert without_passage("One.\n", "  ") is None


words = st.lists(st.sampled_from(["alpha", "beta.", "\n", "\n\n", " "]), max_size=12).map("".join)
gaps = st.sampled_from([" ", "\n", "\n\n"])


@given(words, gaps, gaps, words)
def test_everything_else_is_still_said(before: str, gap: str, other: str, after: str) -> None:
    left = without_passage(f"{before}{gap}{P}{other}{after}", P)
    if left is not None:
        assert left.split() == [*before.split(), *after.split()]
        assert left.count("\n") <= f"{before}{gap}{other}{after}".count("\n")
