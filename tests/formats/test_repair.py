"""A header is mended by quotes alone, or a person is told where and how."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.formats.memory import read
from inbox.formats.repair import Mended, mended
from tests.formats.memory_texts import anything


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("title: fix: the cache", "title: 'fix: the cache'"),
        ("owner: @ann", "owner: '@ann'"),
        ("note: *important*", "note: '*important*'"),
        ("title: [WIP] fix", "title: '[WIP] fix'"),
        ("it: don't: no", "it: 'don''t: no'"),
        ("load: %cpu   # top", "load: '%cpu'   # top"),
        ("x: fix: issue #12", "x: 'fix: issue #12'"),
        ('t: "open\nb: 2', "t: '\"open'\nb: 2"),
        ('a: "foo "bar" baz"', 'a: "foo \\"bar\\" baz"'),
        ("a: 'it's'", "a: 'it''s'"),
        ('p: "C:\\path"', 'p: "C:\\\\path"'),
        ("d: foo: bar\n  goes on\ne: 1", "d: 'foo: bar\n  goes on'\ne: 1"),
        ("l:\n- note: a: b\n- @x\n- ok", "l:\n- note: 'a: b'\n- '@x'\n- ok"),
        ("m:\n  type: a: b\n  k: v", "m:\n  type: 'a: b'\n  k: v"),
        ("a: {{ b }}: c", "a: '{{ b }}: c'"),
        ("n: |\n  x: y: z\nb: c: d", "n: |\n  x: y: z\nb: 'c: d'"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_is_no_yaml_is_put_in_quotes(header: str, found: str, newline: str) -> None:
    frame = "---\nname: n\n{}\n---\n\nBody: with: colons\n"
    after = mended(frame.format(header).replace("\n", newline))
    assert isinstance(after, Mended)
    assert after.text == frame.format(found).replace("\n", newline)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\na: 1\na: 2\n---\n", "line 3, column 1: the key `a` stands here twice"),
        ("---\nb: c: d\na: 1\na: 2\n---\n", "line 4, column 1: the key `a` stands here twice"),
        ("---\n- a\n- b\n---\n", "line 2, column 1: the header is a list"),
        ("---\ntags: [a, b\n---\n", "line 2, column 7"),
        ("---\na: 1\n", "line 1, column 1: the header that this line `---` opens is never closed"),
        ("---\na: 1\n...\nx\n", "line 3, column 1: the header is closed by `...`"),
        ("\n---\na: 1\n---\n", "line 2, column 1: blank space stands in front"),
        ("---\na: \udce9\n---\n", "line 2, column 4: byte 7 (0xe9) is not UTF-8"),
        ("---\na: 1\n---\nx\n", "its header can be read, so there is nothing to repair"),
        ("no header\n", "its header can be read, so there is nothing to repair"),
    ],
)
def test_what_quotes_cannot_mend_is_said_with_its_place(text: str, said: str) -> None:
    found = mended(text)
    assert isinstance(found, str)
    assert found.startswith(said)
    if "can be read" not in said:
        assert "; quotes cannot mend that: in an editor, " in found


@pytest.mark.parametrize("text", ["---\na: 1\n---\nx\n", "just words\n", "---\na: b: c\n---\n"])
def test_a_byte_order_mark_is_dropped(text: str) -> None:
    found = mended("\ufeff" + text)
    assert isinstance(found, Mended)
    assert found.dropped_mark
    assert found.text == text.replace("b: c", "'b: c'")


def is_within(part: str, whole: str) -> bool:
    """Whether `whole` is `part` with characters put in between."""
    rest = iter(whole)
    return all(char in rest for char in part)


broken = st.lists(
    st.sampled_from(["a", "b", "c", "- "]).flatmap(
        lambda key: st.sampled_from(
            [": x: y", ": @z", ": 'it's'", ": ok", ": [w] v", ": # c", ": |\n  t", ': "q', ":"]
        ).map(lambda value: key + value)
    ),
    max_size=5,
).map(lambda lines: "---\n" + "\n".join(lines) + "\n---\n\nBody: it's: so\n")


@given(broken | anything)
def test_a_mended_header_can_be_read_and_nothing_is_lost(text: str) -> None:
    found = mended(text)
    if isinstance(found, str):
        return
    before, after = read("n.md", text), read("n.md", found.text)
    assert after.problem is None
    assert after.body == (before.body if after.header else before.body.removeprefix("\ufeff"))
    assert is_within(text.removeprefix("\ufeff"), found.text)
