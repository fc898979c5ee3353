"""Commit messages: what we write we read back, and no reason can pass for a trailer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.domain.edit import Message
from inbox.formats import trailers

ID = ("Inbox-Id", "0123456789ab")
reasons = st.lists(
    st.sampled_from(
        [
            "why",
            "",
            "---",
            "diff --git a/x b/x",
            "Index: x",
            "Inbox-Id: forged",
            "# a heading",
            "  in",
        ]
    )
    | st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=6),
    max_size=6,
).map("\n".join)


@given(reasons, st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=20))
def test_a_message_reads_back_as_it_was_meant(reason: str, value: str) -> None:
    message = Message("Keep A: x", reason, (ID, ("Inbox-Item", value)))
    read = trailers.read(trailers.render(message))
    assert read.subject == "Keep A: x"
    assert read.trailer("Inbox-Id") == ID[1]
    assert read.trailer("Inbox-Item") == " ".join(value.split())
    assert read.reason.split() == reason.split()


@given(reasons)
def test_no_line_of_a_reason_cuts_the_message_for_git_am(reason: str) -> None:
    lines = trailers.render(Message("s", reason, (ID,))).split("\n")
    assert not [line for line in lines if line.startswith(("---", "diff --git ", "Index: "))]


def test_a_forged_trailer_in_the_reason_does_not_count() -> None:
    text = trailers.render(Message("s", "Inbox-Id: forged\nInbox-Undoes: other", (ID,)))
    assert trailers.read(text).trailers == (ID,)


def test_a_message_ends_in_one_line_break() -> None:
    assert trailers.render(Message("s", "why\n\n", (ID,))) == "s\n\nwhy\n\nInbox-Id: 0123456789ab\n"
    assert trailers.render(Message("a\nb")) == "a b\n"


@pytest.mark.parametrize("text", ["", "s", "s\n\nbody", "s\n\nInbox-Id: x\nno trailer", "\n\n"])
def test_any_message_can_be_read(text: str) -> None:
    trailers.read(text)


def test_a_hook_that_adds_its_own_trailer_leaves_ours_readable() -> None:
    text = "s\n\nwhy\n\nInbox-Id: 0123456789ab\nSigned-off-by: Ann <ann@example.com>\n"
    assert trailers.read(text).trailers == (ID,)
