from __future__ import annotations

import pytest

from inbox.errors import Unwritable
from inbox.formats import memory
from inbox.formats.memory import Given

RECORD: Given = {"name": "port", "as_of": "2026-02-11"}

ADDED: list[tuple[str, Given, str]] = [
    # lines
    ("k:\n- a\nl: 1\n", "b", "k:\n- a\n- b\nl: 1\n"),
    ("k:\n  - a\n  - 'q' # why\n\nl: 1\n", "b", "k:\n  - a\n  - 'q' # why\n  - b\n\nl: 1\n"),
    ("k: # why\n# one\n- a\n# end\n", "b", "k: # why\n# one\n- a\n- b\n# end\n"),
    ("k:\n- a\n# two\n- c\n", "b", "k:\n- a\n# two\n- c\n- b\n"),
    ("k:\n- name: x\n  as_of: 2026-01-01\n", RECORD,
     "k:\n- name: x\n  as_of: 2026-01-01\n- name: port\n  as_of: '2026-02-11'\n"),
    ("k:\n  - name: x\n", RECORD, "k:\n  - name: x\n  - name: port\n    as_of: '2026-02-11'\n"),
    ("k:\n- |\n  text\n\nl: 1\n", "b", "k:\n- |\n  text\n- b\n\nl: 1\n"),
    ("k:\n-\n- - deep\n", "b", "k:\n-\n- - deep\n- b\n"),
    ("k:\n-\n  below\n", "two\nlines", 'k:\n-\n  below\n- "two\\nlines"\n'),
    # brackets
    ("k: [zeta, alpha]  # two\n", "b", "k: [zeta, alpha, b]  # two\n"),
    ("k: [ 'a' , \"c\" ]\n", "b, c", "k: [ 'a' , \"c\", 'b, c' ]\n"),
    ("k: [a, c,]\n", "b", "k: [a, c, b,]\n"),
    ("k: [\n  a, # why\n  c\n]\nl: 1\n", "b", "k: [\n  a, # why\n  c, b\n]\nl: 1\n"),
    ("k: []\n", "b", "k: [b]\n"),
    ("k: &x [ ]  # none\n", "b", "k: &x [b ]  # none\n"),
    ("k: [a]\n", RECORD, "k: [a, {name: port, as_of: '2026-02-11'}]\n"),
    # none yet
    ("l: 1\n", "b", "l: 1\nk:\n- b\n"),
]  # fmt: skip


@pytest.mark.parametrize(("head", "item", "after"), ADDED)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_an_item_is_added_in_the_style_of_its_list_and_taken_out_again(
    head: str, item: Given, after: str, newline: str
) -> None:
    text, wanted = (f"---\n{lines}---\nBody".replace("\n", newline) for lines in (head, after))
    assert memory.add_item("a.md", text, "k", item) == wanted
    assert memory.remove_item("a.md", wanted, "k", item) == text


@pytest.mark.parametrize(
    ("head", "after"),
    [
        ("k:\nl: 1\n", "k:\n- b\nl: 1\n"),
        ("k: ~  # none\nl: 1\n", "k:  # none\n- b\nl: 1\n"),
    ],
)
def test_a_null_becomes_a_list_of_lines(head: str, after: str) -> None:
    assert memory.add_item("a.md", f"---\n{head}---\n", "k", "b") == f"---\n{after}---\n"


def test_the_first_item_of_a_text_without_a_header_makes_one() -> None:
    text = memory.add_item("a.md", "Body\r\n", "aliases", "b")
    assert text == "---\r\naliases:\r\n- b\r\n---\r\nBody\r\n"
    assert memory.remove_item("a.md", text, "aliases", "b") == "Body\r\n"


@pytest.mark.parametrize(
    ("head", "item"),
    [
        ("k: [a, 'b']\n", "b"),
        ("k:\n- 2026-02-11\n", "2026-02-11"),
        ("k:\n- {name: port, as_of: 2026-02-11}\n", RECORD),
        ("k: [true]\n", True),
    ],
)
def test_an_item_that_is_there_as_written_is_not_added_again(head: str, item: Given) -> None:
    text = f"---\n{head}---\n"
    assert memory.add_item("a.md", text, "k", item) == text


TAKEN = [
    ("k: [a, b, c]\n", "k: [a, c]\n"),
    ("k: [b, a]\n", "k: [a]\n"),
    ("k: [ b ]\n", "k: [  ]\n"),
    ("k: [b, a, b, 'b']\n", "k: [a]\n"),
    ("k: [b, b, a, c, b, d]\n", "k: [a, c, d]\n"),
    ("k: [ b, b ]  # why\n", "k: [  ]  # why\n"),
    ("k: ['c # d', b, \"e # f\"]\n", "k: ['c # d', \"e # f\"]\n"),
    ("k:\n- b\n- a\n- b # why\n- 'b'\n- c\n", "k:\n- a\n- c\n"),
    ("k:\n- b\n- a\n", "k:\n- a\n"),
    ("k:\n  - a\n  # of b\n  - b\n  # end\nl: 1\n", "k:\n  - a\n  # of b\n  # end\nl: 1\n"),
    ("k:\n- b\nl: 1\n", "l: 1\n"),
    ("k:\n- b\n- b\nl: 1\n", "l: 1\n"),
    ("k: [a]\n", "k: [a]\n"),
    ("k:\n", "k:\n"),
    ("l: 1\n", "l: 1\n"),
]


@pytest.mark.parametrize(("head", "after"), TAKEN)
def test_removing_an_item_leaves_the_bytes_of_the_others(head: str, after: str) -> None:
    assert memory.remove_item("a.md", f"---\n{head}---\n", "k", "b") == f"---\n{after}---\n"


REFUSED = [
    ("k: b\n", "`k` holds no list"),
    ("k: {b: 1}\n", "`k` holds no list"),
    ("x: &x [a, b]\nk: *x\n", "by an alias"),
    ("k: &x [a, b]\nl: *x\n", "would change other keys"),
    ("k:\n  !!seq\n  - a\n  - b\n", "do not start their lines"),
    ("k: &x\n- a\n- b\nl: *x\n", "would change other keys"),
    ("{k: [a, b]}\n", "a line of its own"),
    ("k: [a, b\n", "cannot be read"),
]


@pytest.mark.parametrize(("head", "reason"), REFUSED)
def test_a_list_that_cannot_be_edited_alone_is_refused(head: str, reason: str) -> None:
    text = f"---\n{head}---\n"
    for edit, item in ((memory.add_item, "new"), (memory.remove_item, "b")):
        with pytest.raises(Unwritable) as caught:
            edit("a.md", text, "k", item)
        assert reason in str(caught.value)


def test_an_item_with_a_hash_is_no_comment() -> None:
    text = "---\nk: [a, 'user:c#1 # x']\n---\n"
    assert memory.remove_item("a.md", text, "k", "user:c#1 # x") == "---\nk: [a]\n---\n"


@pytest.mark.parametrize("head", ["k: [{}]\n", "k:\n{}\n"])
def test_a_thousand_repeats_of_an_item_go_at_once(head: str) -> None:
    mark = ", b" if "[" in head else "\n- b"
    text = f"---\n{head.format('a' if '[' in head else '- a')}---\n"
    many = text.replace("a", "a" + mark * 3_000)
    assert memory.remove_item("a.md", many, "k", "b") == text


def test_a_comment_between_items_in_brackets_is_not_taken_along() -> None:
    text = "---\nk: [a, # of a\n  b]\n---\n"
    with pytest.raises(Unwritable, match="a comment stands between"):
        memory.remove_item("a.md", text, "k", "b")
    with pytest.raises(Unwritable, match="a comment stands between"):
        memory.remove_item("a.md", text, "k", "a")
