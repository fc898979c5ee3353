from __future__ import annotations

import pytest

from inbox.errors import Unwritable
from inbox.formats import memory
from inbox.formats.memory import Given

HEAD = "---\n# by hand\nname:   'B'   # keep\nage: 3\n\ntags: [a, b]  # two\n---\nBody\n"

SETS: list[tuple[str, str, Given, str]] = [
    # a scalar for a scalar: only its own bytes
    ("k: v\n", "k", "w", "k: w\n"),
    ("k:   v   # why\nl: 1\n", "k", "w", "k:   w   # why\nl: 1\n"),
    ("'k' : \"v\"\n", "k", "w", "'k' : w\n"),
    ("k: one\n  two\nl: 1\n", "k", "w", "k: w\nl: 1\n"),
    ("k:\n  v\n", "k", "w", "k:\n  w\n"),
    ("k: &a v\n", "k", "w", "k: w\n"),
    ("k: !tag v\n", "k", "w", "k: w\n"),
    ("a: &a v\nk: *a\n", "k", "w", "a: &a v\nk: w\n"),
    ("a: &a |\n  v\nk:   *a  # it\n", "k", "w", "a: &a |\n  v\nk:   w  # it\n"),
    ("a: &a\n- v\nk: *a\n", "k", ["w"], "a: &a\n- v\nk: [w]\n"),
    # null
    ("k:\nl: 1\n", "k", "w", "k: w\nl: 1\n"),
    ("k: \nl: 1\n", "k", "w", "k: w \nl: 1\n"),
    ("k: ~ # none\n", "k", "w", "k: w # none\n"),
    ("k:   # none yet\n", "k", "w", "k: w   # none yet\n"),
    ("k:   # none yet\n", "k", ["w"], "k:   # none yet\n- w\n"),
    # block values
    ("k: |\n  a\n  b\n\n# c\nl: 1\n", "k", "w", "k: w\n\n# c\nl: 1\n"),
    ("k: |+\n  a\n\nl: 1\n", "k", "w", "k: w\nl: 1\n"),
    ("k: >- # why\n  a\nl: 1\n", "k", "w", "k: w\nl: 1\n"),
    ("k:\n- a\n- b\nl: 1\n", "k", "w", "k: w\nl: 1\n"),
    ("k: # why\n  - a\nl: 1\n", "k", ["x", "y"], "k: # why\n- x\n- y\nl: 1\n"),
    ("k: v # why\nl: 1\n", "k", ["x"], "k: # why\n- x\nl: 1\n"),
    ("k:\n  a:\n    - b\n  # in\n  c: d\n# out\n", "k", "w", "k: w\n# out\n"),
    # brackets stay brackets
    ("k: [a, b]  # two\n", "k", ["x", "y z"], "k: [x, y z]  # two\n"),
    ("k: [\n  a,\n  b ]\nl: 1\n", "k", [], "k: []\nl: 1\n"),
    ("k: {a: 1}\n", "k", {"b": "x, y"}, "k: {b: 'x, y'}\n"),
    # new keys go last
    ("k: v\n", "n", "w", "k: v\nn: w\n"),
    ("k: |+\n  a\n\n", "n", "w", "k: |+\n  a\n\nn: w\n"),
    ("# only\n", "n", "w", "# only\nn: w\n"),
    # what athenaeum would read as something else is quoted
    ("k: v\n", "n", "2026-02-11", "k: v\nn: '2026-02-11'\n"),
    ("k: v\n", "n", "0123", "k: v\nn: '0123'\n"),
    ("k: v\n", "n", "yes", "k: v\nn: 'yes'\n"),
    ("k: v\n", "n", "", "k: v\nn: ''\n"),
    ("k: v\n", "n", "a: b # c", "k: v\nn: 'a: b # c'\n"),
    ("k: v\n", "n", True, "k: v\nn: true\n"),
    ("k: v\n", "n", "two\nlines", 'k: v\nn: "two\\nlines"\n'),
    ("k: v\n", "n", "a\u2028b\x85c\ufeff", 'k: v\nn: "a\\Lb\\Nc\\uFEFF"\n'),
    ("k: v\n", "n", "größe 🛶", "k: v\nn: größe 🛶\n"),
    ("k: v\n", "n", "long " * 60 + "end", "k: v\nn: " + "long " * 60 + "end\n"),
    ("k: v\n", "n", ["a", {"b": "c"}], "k: v\nn:\n- a\n- b: c\n"),
    ("k: v\n", "n", {"name": "x", "at": "10:00"}, "k: v\nn:\n  name: x\n  at: '10:00'\n"),
    ("k: v\n", "on", "w", "k: v\n'on': w\n"),
    ("on: v\n", "on", "w", "on: w\n"),
    ("0123: v\n", "0123", "w", "0123: w\n"),
]


@pytest.mark.parametrize(("head", "key", "value", "after"), SETS)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_setting_a_key_writes_its_own_lines_and_no_others(
    head: str, key: str, value: Given, after: str, newline: str
) -> None:
    text = f"---\n{head}---\n\nBody\nwith no end".replace("\n", newline)
    wanted = f"---\n{after}---\n\nBody\nwith no end".replace("\n", newline)
    assert memory.set_key("a.md", text, key, value) == wanted
    assert memory.set_key("a.md", "\ufeff" + text, key, value) == "\ufeff" + wanted


@pytest.mark.parametrize(
    ("head", "value"),
    [
        ("k: v\n", "v"),
        ('k: "v"  # quoted\n', "v"),
        ("k: '2026-02-11'\n", "2026-02-11"),
        ("k: true\n", True),
        ("k: [a, b]\n", ["a", "b"]),
        ("k:\n  - a\n  - b: c\n", ["a", {"b": "c"}]),
        ("k: |\n  a\n  b\n", "a\nb\n"),
        ("x: &x v\nk: *x\n", "v"),
    ],
)
def test_setting_the_value_a_key_has_changes_nothing(head: str, value: Given) -> None:
    text = f"---\n{head}---\nBody\n"
    assert memory.set_key("a.md", text, "k", value) == text


@pytest.mark.parametrize("written", ["2026-02-11", "0123", "yes"])
def test_a_text_replaces_what_yaml_takes_for_a_date_a_number_or_a_boolean(written: str) -> None:
    text = memory.set_key("a.md", f"---\nk: {written}\n---\n", "k", written)
    assert text == f"---\nk: '{written}'\n---\n"


REMOVED = [
    ("k: v\nl: 1\n", "l: 1\n"),
    ("l: 1\nk: v  # gone too\n", "l: 1\n"),
    ("# stays\nk: v\n  # stays\nl: 1\n", "# stays\n  # stays\nl: 1\n"),
    ("k:\n- a\n# inside\n- b\n# stays\nl: 1\n", "# stays\nl: 1\n"),
    ("k: |\n  a\n\n\nl: 1\n", "\n\nl: 1\n"),
    ("k: |+\n  a\n\n\nl: 1\n", "l: 1\n"),
    ("k: 'a\n\n  b'\nl: 1\n", "l: 1\n"),
    ("k: {\n a: 1\n }\nl: 1\n", "l: 1\n"),
    ("'k': v\nl: 1\n", "l: 1\n"),
    ("# alone\nk: v\n", "# alone\n"),
    ("l: 1\n", "l: 1\n"),
]


@pytest.mark.parametrize(("head", "after"), REMOVED)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_removing_a_key_takes_its_lines_and_no_others(head: str, after: str, newline: str) -> None:
    text, wanted = (f"---\n{lines}---\nBody".replace("\n", newline) for lines in (head, after))
    assert memory.remove_key("a.md", text, "k") == wanted


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("", "---\nk: v\n---\n"),
        ("Body", "---\nk: v\n---\nBody"),
        ("\n\nBody\r\n", "---\nk: v\n---\n\n\nBody\r\n"),
        ("Body\r\n", "---\r\nk: v\r\n---\r\nBody\r\n"),
        ("Body\r", "---\rk: v\r---\rBody\r"),
        ("\ufeffBody\n", "\ufeff---\nk: v\n---\nBody\n"),
        ("----\nrule\n", "---\nk: v\n---\n----\nrule\n"),
    ],
)
def test_a_text_without_a_header_gets_one_and_gives_it_back(text: str, after: str) -> None:
    assert memory.set_key("a.md", text, "k", "v") == after
    assert memory.remove_key("a.md", after, "k") == text


REFUSED = [
    ("---\nk: v\n---", "cannot be read (line 3, column 1: no line break"),
    ("---\nk: a: b\n---\n", "cannot be read (line 2"),
    ("---\n- k\n---\n", "is a list"),
    ("---\nk: v\nk: w\n---\n", "stands here twice"),
    ("---\nk: v\n---\n\udce9", "is not UTF-8"),
    ("---\n{k: v}\n---\n", "a line of its own"),
    ("---\n  k: v\n  l: w\n---\n", "a line of its own"),
    ("---\n? k\n: v\n---\n", "a line of its own"),
    ("---\nk: &x v\nl: *x\n---\n", "*x names nothing"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_cannot_be_spliced_is_refused_with_the_file_and_a_reason(
    text: str, reason: str
) -> None:
    with pytest.raises(Unwritable) as setting:
        memory.set_key("wiki/a.md", text, "k", "w")
    with pytest.raises(Unwritable) as removing:
        memory.remove_key("wiki/a.md", text, "k")
    for caught in (setting, removing):
        assert str(caught.value).startswith("wiki/a.md cannot be written safely: ")
        assert reason in str(caught.value)


def test_a_comment_that_would_join_the_text_above_it_stops_the_removal() -> None:
    text = "---\na: |\n  text\nk: v\n  # note\n---\n"
    with pytest.raises(Unwritable, match="would change other keys"):
        memory.remove_key("a.md", text, "k")


def test_the_last_key_stays_when_what_is_left_would_be_taken_for_another_header() -> None:
    with pytest.raises(Unwritable):
        memory.remove_key("a.md", "---\nk: v\n---\n---\nrule\n", "k")
    with pytest.raises(Unwritable):
        memory.remove_key("a.md", "---\nk: v\n---\n---\nl: w\n---\n", "k")
    with pytest.raises(Unwritable, match="the header is empty"):
        memory.remove_key("a.md", "---\n\nk: v\n---\n", "k")
    with pytest.raises(Unwritable, match="the line where the header ends"):
        memory.remove_key("a.md", "---\nk: v\n---\n---\n# rule\n---\n", "k")


@pytest.mark.parametrize("key", ["k" * 200, "two\nlines"])
def test_a_key_that_takes_more_than_a_line_is_refused(key: str) -> None:
    with pytest.raises(Unwritable, match="too long for one line"):
        memory.set_key("a.md", "---\nl: 1\n---\n", key, "v")


@pytest.mark.parametrize("value", ["\ud83d", ["a", "\udce9"], {"k": "\udc80"}])
def test_half_a_character_is_never_written(value: Given) -> None:
    with pytest.raises(Unwritable, match="the value cannot be written"):
        memory.set_key("a.md", "---\nk: v\n---\n", "k", value)


def test_a_new_body_leaves_the_head_byte_for_byte() -> None:
    for head in [
        "",
        HEAD.removesuffix("Body\n"),
        "\ufeff---\r\nk: v\r\n---  \r\n",
        "---\n{a: 1}\n---\n",
    ]:
        assert memory.with_body("a.md", head + "Old.\n", "New") == head + "New"


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("Old.\n", "---\nk: v\n---\n"),
        ("Old.\n", "---\nrule\n"),
        ("Old.\n", "\n--- x\n"),
        ("---\nk: v\n---\nOld.\n", "half \ud83d"),
        ("---\rk: v\r---\rOld.\r", "\nNew.\n"),
        ("---\nk: v\nOld.\n", "New.\n"),
        ("---\nk: a: b\n---\nOld.\n", "New.\n"),
    ],
)
def test_a_body_that_would_change_how_the_text_is_read_is_refused(text: str, body: str) -> None:
    with pytest.raises(Unwritable):
        memory.with_body("a.md", text, body)
