"""Text from files is hostile: what steers a terminal is spelled out, and never lost."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.formats.visible import hidden_count, one_line, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\ttext\n", "plain\ttext\n"),
        ("\x1b[2J", "<U+001B>[2J"),
        ("\x1b]52;c;aGk=\x07", "<U+001B>]52;c;aGk=<U+0007>"),
        ("a\u202eb", "a<U+202E>b"),
        ("a\u200bb", "a<U+200B>b"),
        ("\x9b31m", "<U+009B>31m"),
        ("a\u2028b\x85c", "a<U+2028>b<U+0085>c"),
        ("\udcff", "<U+DCFF>"),
        ("\u2800\u3164", "<U+2800><U+3164>"),
        ("\U000e0041", "<U+E0041>"),
        ("på norsk 日本 🐐", "på norsk 日本 🐐"),
        ("a\rb", "a<U+000D>b"),
    ],
)
def test_what_cannot_be_seen_is_spelled_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_nothing_that_steers_a_terminal_is_left(text: str) -> None:
    shown = visible(text)
    assert visible(shown) == shown
    left = {unicodedata.category(char) for char in shown if char not in "\n\t"}
    assert not left & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(st.text())
def test_the_count_is_of_what_is_spelled_out(text: str) -> None:
    assert hidden_count(text) == visible(text).count("<U+") - text.count("<U+")


@given(st.text())
def test_one_line_is_one_line(text: str) -> None:
    assert "\n" not in one_line(text)
    assert "\t" not in one_line(text)
