"""Passages: found again after the body has moved, or refused; never put elsewhere."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inbox.domain.edit import inverse
from inbox.errors import Stale
from inbox.formats import passages
from inbox.formats.codecs import applied, between
from inbox.formats.passages import lines_of

PATH = "wiki/page.md"
parts = st.sampled_from(["a", "b", "b", "", "---", "\r", "\u2028", "\udcff", "- x", "  "])
bodies = st.builds(
    lambda lines, last: "\n".join(lines) + last,
    st.lists(parts | st.text(max_size=3), max_size=12),
    st.sampled_from(["", "\n", "\n\n"]),
)


@given(st.text())
def test_lines_join_to_the_text(text: str) -> None:
    assert "".join(lines_of(text)) == text
    assert len(lines_of(text)) == text.count("\n") + bool(text and not text.endswith("\n"))


@given(bodies, bodies)
def test_passages_lead_from_one_body_to_the_other_and_back(before: str, after: str) -> None:
    edits = passages.between(PATH, before, after)
    if edits is None:
        return
    lines = lines_of(before)
    for edit in edits:
        lines = passages.replaced(edit, lines)
    assert "".join(lines) == after
    for edit in reversed(edits):
        lines = passages.replaced(edit.inverse(), lines)
    assert "".join(lines) == before


@given(bodies, bodies, bodies)
def test_a_passage_on_another_body_is_made_whole_or_refused(
    before: str, after: str, other: str
) -> None:
    head = "---\nname: x\n---\n"
    edits = between(PATH, head + before, head + after)
    try:
        found = applied(edits, {PATH: head + other})
        back = applied(inverse(edits), found)
    except Stale:
        return
    assert not edits or back == {PATH: head + other}
