"""No item without the key line of its list, no entry without a title, in whatever order."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.domain.edit import Edit, Tree, inverse
from inbox.errors import Stale
from inbox.formats import memory
from inbox.formats.codecs import applied, between
from inbox.formats.memory import LIST_KEYS, Given
from inbox.formats.queue import blocks, prepended

PAGE = "wiki/page.md"
ARCHIVE = "wiki/_pending_questions_archive.md"
START = "---\nname: x\ntype: y\n---\nbody\n"
TITLE = "# Answered Questions"

Turns = list[tuple[int, int]]
turns = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 99)), max_size=12)
"""Which of four decisions is taken back or made again next."""


def with_item(text: str | None, key: str, number: int) -> str:
    item: Given = {"name": f"n{number}", "as_of": "2026-01-01"} if number % 2 else f"n{number}"
    return memory.add_item(PAGE, text or "", key, item)


def entry(number: int) -> str:
    return f'## [2026-01-01] Entity: "n{number}" (from r)\n- [x] n{number}?'


def walked(path: str, texts: list[str | None], order: Turns) -> tuple[Tree, list[bool]]:
    """Undo and redo in an order; each undo is computed from the commit that it takes back."""
    tree: Tree = {path: texts[-1]}
    pairs = list(pairwise(texts))
    last: list[tuple[str | None, str | None]] = [*pairs]
    made = [True] * len(pairs)
    for number, _ in order:
        before, after = last[number]
        edits: tuple[Edit, ...] = inverse(between(path, before, after))
        now = tree[path]
        tree = applied(edits, tree)
        last[number] = (now, tree[path])
        made[number] = not made[number]
    return tree, made


@given(st.sampled_from(sorted(LIST_KEYS)), turns)
def test_items_come_and_go_in_any_order_and_the_header_stays_whole(key: str, order: Turns) -> None:
    texts: list[str | None] = [START]
    for number in range(4):
        texts.append(with_item(texts[-1], key, number))
    tree, made = walked(PAGE, texts, order)
    found = memory.read(PAGE, tree[PAGE] or "")
    assert found.problem is None
    items = found.header.get(key) or []
    names = {item["name"] if isinstance(item, dict) else item for item in items}
    assert names == {f"n{number}" for number in range(4) if made[number]}
    assert any(made) or tree == {PAGE: START}


@given(turns)
def test_entries_of_an_archive_come_and_go_in_any_order(order: Turns) -> None:
    texts: list[str | None] = [None]
    for number in range(4):
        texts.append(prepended(texts[-1], entry(number), TITLE))
    tree, made = walked(ARCHIVE, texts, order)
    text = tree[ARCHIVE]
    found = {block.text for block in blocks(ARCHIVE, text or "")}
    assert found == {entry(number) for number in range(4) if made[number]}
    assert text is None or text.startswith(TITLE)
    assert any(made) or text is None


@pytest.mark.parametrize("line", ["supersedes:", "supersedes: # mine", "supersedes:   "])
def test_a_key_line_that_stood_alone_before_stands_alone_again(line: str) -> None:
    before = START.replace("type: y", line)
    after = memory.add_item(PAGE, before, "supersedes", "a")
    assert applied(inverse(between(PAGE, before, after)), {PAGE: after}) == {PAGE: before}


def test_a_key_line_with_a_note_of_the_person_is_kept() -> None:
    one = memory.add_item(PAGE, START, "supersedes", "a")
    two = memory.add_item(PAGE, one, "supersedes", "b")
    noted = two.replace("supersedes:\n", "supersedes:   # mine\n")
    tree = applied(inverse(between(PAGE, one, two)), {PAGE: noted})
    tree = applied(inverse(between(PAGE, START, one)), tree)
    assert tree == {PAGE: START.replace("---\nb", "supersedes:   # mine\n---\nb")}
    assert applied(between(PAGE, one, two), tree).keys() == {PAGE}


def test_an_item_that_no_longer_fits_its_list_is_refused_and_not_written() -> None:
    one = memory.add_item(PAGE, START, "supersedes", "a")
    two = memory.add_item(PAGE, one, "supersedes", "b")
    indented = one.replace("- a", "    - a")
    for text in (indented, one.replace("supersedes:\n- a", "supersedes: [a]")):
        with pytest.raises(Stale):
            applied(between(PAGE, one, two), {PAGE: text})
