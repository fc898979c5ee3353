"""The promises of edits (design R20), for every kind of file and for texts nobody thought of."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from inbox.domain.edit import PassageEdit, Tree, WholeFile, inverse
from inbox.errors import Stale
from inbox.formats import codecs, memory, rows
from inbox.formats.codecs import applied, between

PATHS = [
    "wiki/_pending_questions.md",
    "wiki/_pending_merges_archive.md",
    "raw/_resolved_contradictions.jsonl",
    "MEMORY.md",
    "wiki/page.md",
]
LINES = [
    "",
    "---",
    "# Pending Questions",
    '## [2026-01-01] Entity: "a" (from r)',
    '## [2026-01-02] Entity: "b" (from r)',
    '## [2026-01-02] Merge: "m"',
    "- [ ] which?",
    "- [x] done",
    "```",
    "name: x",
    "supersedes:",
    "- name: y",
    "aliases: [a, b]",
    "prose",
    "prose",
    '{"id": 1}',
    "\udcff",
    "\u2028",
]
texts = st.none() | st.lists(st.sampled_from(LINES), max_size=14).flatmap(
    lambda lines: st.sampled_from(["\n", "\n", "\r\n"]).flatmap(
        lambda end: st.sampled_from(["", end]).map(lambda last: end.join(lines) + last)
    )
)
memories = st.lists(st.sampled_from(LINES), max_size=8).map(
    lambda lines: "---\nname: x\n---\n\n" + "\n".join(lines) + "\n"
)


@given(st.sampled_from(PATHS), texts | memories)
def test_every_text_splits_into_pieces_with_keys_of_their_own(path: str, text: str | None) -> None:
    pieces = codecs.codec_for(path).split(text or "")
    assert "".join(piece.text for piece in pieces) == (text or "")
    assert len({piece.key for piece in pieces}) == len(pieces)


entries = st.lists(
    st.sampled_from(
        ["name: x\n", "supersedes:\n- name: y\n", "supersedes:\n- name: y\n- name: z\n",
         "aliases: [a, b]\n", "aliases:\n- a\n", "aliases:\n  - a\n  - b\n", "# note\n", "k: v\n"]
    ),
    max_size=4,
    unique_by=lambda entry: entry[:4],
).map(lambda parts: f"---\n{''.join(parts)}---\n\nbody\n")  # fmt: skip


@given(entries, entries)
def test_the_edits_between_two_headers_lead_there_and_back(before: str, after: str) -> None:
    edits = between("wiki/page.md", before, after)
    assert applied(edits, {"wiki/page.md": before}) == ({"wiki/page.md": after} if edits else {})
    back = applied(inverse(edits), {"wiki/page.md": after})
    assert back == ({"wiki/page.md": before} if edits else {})


@given(st.sampled_from(PATHS), texts | memories, texts | memories)
def test_the_edits_between_two_texts_lead_from_one_to_the_other_and_back(
    path: str, before: str | None, after: str | None
) -> None:
    edits = between(path, before, after)
    assert applied(edits, {path: before}) == ({path: after} if edits else {})
    back = inverse(edits)
    assert applied(back, {path: after}) == ({path: before} if back else {})


@pytest.mark.parametrize("end", ["\x0b", "\x0c", "\x1c", "\x1e", "\x85", "\u2028", "\r"])
def test_a_title_that_ends_where_only_athenaeum_breaks_a_line_stays_as_it_is(end: str) -> None:
    one, two = f"# Pend{end}ing\nx", "# Pending\n---\nx"
    for before, after in ((one, two), (two, one)):
        assert applied(between(QUEUE, before, after), {QUEUE: before}) == {QUEUE: after}


QUEUE = "wiki/_pending_questions.md"


def block(name: str, body: str = "") -> str:
    return f'## [2026-01-01] Entity: "{name}" (from r)\n- [ ] {name}?\n{body}'


def queue(*names: str) -> str:
    return "# Pending Questions\n" + "".join(f"\n---\n\n{block(name)}" for name in names)


@given(st.permutations(["a", "b", "c", "d", "e"]), st.data())
def test_removals_taken_back_in_reverse_order_restore_every_byte(
    order: list[str], data: st.DataObject
) -> None:
    names = ["a", "b", "c", "d", "e"]
    count = data.draw(st.integers(1, 5))
    states: list[Tree] = [{QUEUE: queue(*names)}]
    changes = []
    for name in order[:count]:
        names.remove(name)
        after = queue(*names) if names else "# Pending Questions\n"
        edits = between(QUEUE, states[-1][QUEUE], after)
        changes.append(edits)
        states.append(applied(edits, states[-1]))
    tree = states[-1]
    for edits, state in zip(reversed(changes), reversed(states[:-1]), strict=True):
        tree = applied(inverse(edits), tree)
        assert tree == state


@given(st.permutations(["a", "b", "c", "d", "e"]), st.permutations(["a", "b", "c", "d", "e"]))
def test_removals_taken_back_in_any_order_lose_no_block(out: list[str], back: list[str]) -> None:
    names = ["a", "b", "c", "d", "e"]
    tree: Tree = {QUEUE: queue(*names)}
    changes = {}
    for name in out:
        names.remove(name)
        after = queue(*names) if names else "# Pending Questions\n"
        changes[name] = between(QUEUE, tree[QUEUE], after)
        tree = applied(changes[name], tree)
    for name in back:
        tree = applied(inverse(changes[name]), tree)
    pieces = codecs.codec_for(QUEUE).split(tree[QUEUE] or "")
    start = codecs.codec_for(QUEUE).split(queue("a", "b", "c", "d", "e"))
    assert sorted(piece.text for piece in pieces) == sorted(piece.text for piece in start)


@given(st.permutations(range(6)))
def test_entries_of_a_new_archive_leave_nothing_behind_in_any_order(order: list[int]) -> None:
    from inbox.formats.queue import prepended

    path, text = "wiki/_pending_questions_archive.md", None
    changes = []
    for number in range(6):
        after = prepended(text, block(f"n{number}").rstrip(), "# Answered Questions")
        changes.append(between(path, text, after))
        text = after
    tree: Tree = {path: text}
    for number in order:
        tree = applied(inverse(changes[number]), tree)
    left = tree[path]
    assert left is None or left.split() == ["#", "Answered", "Questions"]


def test_an_archive_taken_back_in_reverse_order_is_gone() -> None:
    from inbox.formats.queue import prepended

    path = "wiki/_pending_questions_archive.md"
    one = prepended(None, block("a").rstrip(), "# Answered Questions")
    two = prepended(one, block("b").rstrip(), "# Answered Questions")
    tree = applied(inverse(between(path, one, two)), {path: two})
    assert tree == {path: one}
    assert applied(inverse(between(path, None, one)), tree) == {path: None}


def test_an_edit_finds_its_block_after_athenaeum_rewrote_the_separators() -> None:
    edits = between(QUEUE, queue("a", "b", "c"), queue("a", "c"))
    theirs = "# Pending Questions\n\n" + "\n\n---\n\n".join(map(block, "abc"))
    [(_, text)] = applied(edits, {QUEUE: theirs}).items()
    assert text is not None
    assert [line for line in text.split("\n") if line.startswith("- [")] == ["- [ ] a?", "- [ ] c?"]


def test_a_block_that_changed_is_not_removed() -> None:
    edits = between(QUEUE, queue("a", "b"), queue("a"))
    changed = queue("a", "b").replace("- [ ] b?", "- [x] b?")
    with pytest.raises(Stale, match="_pending_questions"):
        applied(edits, {QUEUE: changed})


def test_a_block_that_is_there_already_is_not_put_in_twice() -> None:
    edits = between(QUEUE, queue("a"), queue("a", "b"))
    with pytest.raises(Stale):
        applied(edits, {QUEUE: queue("a", "b")})


def test_rows_of_a_ledger_come_and_go_without_touching_others() -> None:
    path = "raw/_resolved_contradictions.jsonl"
    start = '{"id": 1}'
    one = rows.appended(start, '{"id": 2}')
    two = rows.appended(one, '{"id": 3}')
    assert (one, two) == ('{"id": 1}\n{"id": 2}\n', '{"id": 1}\n{"id": 2}\n{"id": 3}\n')
    tree = applied(inverse(between(path, start, one)), {path: two})
    assert tree == {path: '{"id": 1}\n{"id": 3}\n'}
    assert applied(inverse(between(path, one, two)), tree) == {path: '{"id": 1}\n'}


def test_a_passage_moves_with_its_surroundings() -> None:
    path = "wiki/page.md"
    before = "---\nname: x\n---\n\nhalf\none\ntwo\nthree\nfour\nfive\n"
    after = before.replace("three", "drei")
    edits = between(path, before, after)
    assert [type(edit) for edit in edits] == [PassageEdit]
    moved = before.replace("\n\nhalf", "\n\nzero\nhalf").replace("name: x", "name: y")
    assert applied(edits, {path: moved}) == {path: moved.replace("three", "drei")}


def test_a_memory_that_comes_or_goes_is_a_whole_file() -> None:
    assert between("a.md", None, "x") == (WholeFile("a.md", None, "x"),)
    with pytest.raises(Stale):
        applied((WholeFile("a.md", None, "x"),), {"a.md": "y"})


NAMES = st.lists(st.sampled_from("abcdefgh"), unique=True)


@given(NAMES, st.data())
def test_disjoint_changes_commute_up_to_the_order_of_blocks(
    start: list[str], data: st.DataObject
) -> None:
    assume(len(start) > 1)
    one, two = data.draw(st.lists(st.sampled_from(start), min_size=2, max_size=2, unique=True))
    tree: Tree = {QUEUE: queue(*start)}
    first = between(QUEUE, tree[QUEUE], queue(*(name for name in start if name != one)))
    second = between(QUEUE, tree[QUEUE], queue(*(name for name in start if name != two), "new"))
    ab = applied(second, applied(first, tree))
    ba = applied(first, applied(second, tree))
    assert sorted((ab[QUEUE] or "").split("\n")) == sorted((ba[QUEUE] or "").split("\n"))


@pytest.mark.parametrize("key", ["supersedes", "aliases", "refines", "merge_rejected_with"])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_items_that_two_decisions_added_are_taken_back_in_any_order(
    key: str, order: tuple[int, int]
) -> None:
    path = "wiki/page.md"
    start = "---\nname: x\n---\nbody\n"
    one = memory.add_item(path, start, key, "first")
    two = memory.add_item(path, one, key, "second")
    changes = [between(path, start, one), between(path, one, two)]
    tree = applied(inverse(changes[order[0]]), {path: two})
    left = memory.read(path, tree[path] or "")
    assert left.problem is None
    assert left.header[key] == [("first", "second")[order[1]]]
    assert applied(changes[order[0]], tree).keys() == {path}
    tree = applied(inverse(changes[order[1]]), tree)
    assert memory.read(path, tree[path] or "").problem is None
    assert not memory.read(path, tree[path] or "").header.get(key)
