"""What must hold for every memory file, not for the few we thought of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import frontmatter
import pytest
import yaml
from hypothesis import assume, example, given
from hypothesis import strategies as st

from inbox.domain.memory import Memory, Value
from inbox.errors import Unwritable
from inbox.formats import header, memory
from inbox.formats.header_compose import compose
from inbox.formats.memory import LIST_KEYS, Given
from inbox.formats.pieces import joined
from tests.formats.memory_texts import KEYS, anything, given_texts, given_values, texts

keys = st.sampled_from(KEYS).map(lambda key: key.strip("'\""))
PATH = "a.md"

ATHENAEUM = re.compile(r"---\s*\n(.*?)\n---\s*\n", re.DOTALL)
"""What athenaeum takes for a header (spec `athenaeum-format.md` §2.1), its lines ended by `\n`."""


def as_written(value: Given) -> Value:
    match value:
        case None:
            return None
        case bool():
            return "true" if value else "false"
        case str():
            return value
        case list():
            return [as_written(item) for item in value]
        case dict():
            return {key: as_written(item) for key, item in value.items()}


def parts(text: str, key: str) -> tuple[str, str]:
    """What stands in front of an entry's lines and behind them; around the end if it is new."""
    found = header.parse(text)
    assert found
    for entry in found.entries():
        if entry.key.text == key:
            return text[: entry.start], text[entry.stop :]
    return text[: found.frame.closing], text[found.frame.closing :]


def readable(text: str) -> Memory:
    found = memory.read(PATH, text)
    assume(found.problem is None)
    return found


@given(texts(), keys, given_values)
def test_a_value_that_is_set_reads_back_and_no_other_entry_or_byte_changes(
    text: str, key: str, value: Given
) -> None:
    before = readable(text)
    try:
        new = memory.set_key(PATH, text, key, value)
    except Unwritable:
        return
    after = memory.read(PATH, new)
    assert after.header == {**before.header, key: as_written(value)}
    assert [name for name in after.header if name != key] == [
        name for name in before.header if name != key
    ]
    assert after.body == before.body
    front, back = parts(text, key)
    assert new == front + new[len(front) : len(new) - len(back)] + back
    assert memory.set_key(PATH, new, key, value) == new


@given(texts(), keys, given_values)
def test_a_key_that_comes_and_goes_leaves_every_byte(text: str, key: str, value: Given) -> None:
    assume(key not in readable(text).header)
    try:
        new = memory.set_key(PATH, text, key, value)
    except Unwritable:
        return
    assert memory.remove_key(PATH, new, key) == text


@given(texts())
def test_removing_a_key_cuts_its_lines_out_and_nothing_else(text: str) -> None:
    before = readable(text).header
    for key in before if len(before) > 1 else ():
        try:
            new = memory.remove_key(PATH, text, key)
        except Unwritable:
            continue
        assert new == "".join(parts(text, key))
        rest = {name: value for name, value in before.items() if name != key}
        assert memory.read(PATH, new).header == rest


@given(texts(), keys, given_texts, given_texts)
def test_one_text_set_over_another_and_back_leaves_every_byte(
    text: str, key: str, one: str, two: str
) -> None:
    readable(text)
    try:
        # Set once, it stands as we write it: what an anchor or a quote adds is gone.
        plain = memory.set_key(PATH, text, key, "set before")
        first = memory.set_key(PATH, plain, key, one)
        second = memory.set_key(PATH, first, key, two)
    except Unwritable:
        return
    assert memory.set_key(PATH, second, key, one) == first


@given(texts(), st.sampled_from(sorted(LIST_KEYS)), given_values)
def test_an_item_that_comes_and_goes_leaves_every_byte(text: str, key: str, item: Given) -> None:
    before = readable(text).header
    old = before.get(key)
    assume(old is not None or key not in before)
    try:
        new = memory.add_item(PATH, text, key, item)
    except Unwritable:
        return
    items = old if isinstance(old, list) else []
    if as_written(item) in items:
        assert new == text
        return
    assert memory.read(PATH, new).header == {**before, key: [*items, as_written(item)]}
    assert memory.remove_item(PATH, new, key, item) == text


@given(texts())
def test_removing_an_item_leaves_the_others(text: str) -> None:
    before = readable(text).header
    for key, item, others in items_of(before):
        try:
            new = memory.remove_item(PATH, text, key, item)
        except Unwritable:
            continue
        after = memory.read(PATH, new).header
        assert {**after, key: after.get(key) or []} == {**before, key: others}


def items_of(values: Mapping[str, Value]) -> Iterator[tuple[str, str, list[Value]]]:
    """Each text in a list, with the key of the list and the other items."""
    for key, items in values.items():
        for item in items if isinstance(items, list) else ():
            if isinstance(item, str):
                yield key, item, [other for other in items or () if other != item]


@given(texts(), st.text(max_size=12))
def test_a_new_body_reads_back_behind_the_same_bytes(text: str, body: str) -> None:
    old = readable(text)
    head = text[: len(text) - len(old.body)]
    # A lone return that ends the header would join a line feed to one line break.
    assume(not (head.endswith("\r") and body.startswith("\n")))
    new = memory.with_body(PATH, text, body)
    assert new == head + body
    after = memory.read(PATH, new)
    assert (after.header, after.body) == (old.header, body)


@given(anything)
@example("---\nfm: 1\n---\n")
def test_pieces_join_to_the_text_and_have_keys_of_their_own(text: str) -> None:
    pieces = memory.split(text)
    assert joined(pieces) == text
    names = [piece.key for piece in pieces]
    assert len(set(names)) == len(names)
    assert (names == ["text"]) == (memory.read(PATH, text).problem is not None)


@given(texts(), keys, given_texts)
def test_setting_a_text_touches_the_pieces_of_its_key_only(text: str, key: str, value: str) -> None:
    readable(text)
    try:
        new = memory.set_key(PATH, text, key, value)
    except Unwritable:
        return
    before, after = ({p.key: p.text for p in memory.split(version)} for version in (text, new))
    touched = {name for name in before | after if before.get(name) != after.get(name)}
    name = (
        f"fm:%{key}"
        if key in ("open", "close")
        else "fm:" + key.replace("/", "%2F").replace("#", "%23")
    )
    # A comment inside the lines of a list goes with them.
    assert {touch for touch in touched if not touch.startswith(("fm#", f"{name}/"))} <= {name}


@given(anything)
def test_reading_never_fails_and_keeps_the_text(text: str) -> None:
    found = memory.read(PATH, text)
    assert found.text == text
    assert text.endswith(found.body)
    if found.problem:
        assert found.header == {}
        assert 1 <= found.problem.line <= text.count("\n") + 1
        assert 1 <= found.problem.column <= len(text.split("\n")[found.problem.line - 1]) + 1
        assert found.problem.reason.isprintable()


@given(anything, keys, given_values)
def test_what_is_written_can_be_read_again(text: str, key: str, value: Given) -> None:
    for edit in (memory.set_key, memory.add_item, memory.remove_item):
        try:
            new = edit(PATH, text, key, value)
        except Unwritable:
            continue
        assert memory.read(PATH, new).problem is None


@given(anything)
@example("---\n\n---\n---\n")
def test_what_is_read_is_what_athenaeum_takes_for_a_header(text: str) -> None:
    found = readable(text)
    lines = re.sub("\r\n?", "\n", text.removeprefix("\ufeff"))
    theirs = ATHENAEUM.match(lines)
    assert (theirs is not None) == (memory.split(text)[0].key == "fm:open")
    if theirs:
        # Theirs drops blank lines behind the closing one.
        assert re.sub("\r\n?", "\n", found.body).lstrip() == lines[theirs.end() :].lstrip()


ordinary = st.dictionaries(
    st.from_regex(r"k[a-z]{2,7}", fullmatch=True),
    st.from_regex(r"[A-Z][a-z]{1,6}( [a-z]{3,6}){1,3}", fullmatch=True),
    min_size=1,
)
bodies = st.text(st.sampled_from("ab -#\n"), max_size=20)


@given(ordinary, bodies, st.sampled_from(["", "  # note", "\n# line", "\n"]))
def test_python_frontmatter_agrees_on_ordinary_headers(
    entries: dict[str, str], body: str, note: str
) -> None:
    lines = "".join(f"{key}: {value}{note}\n" for key, value in entries.items())
    text = f"---\n{lines}---\n{body}"
    post = frontmatter.loads(text)
    found = memory.read(PATH, text)
    assert (found.header, found.body.strip()) == (post.metadata, post.content)


@given(texts())
@pytest.mark.skipif(not yaml.__with_libyaml__, reason="this PyYAML has only one loader")
def test_both_loaders_of_pyyaml_give_the_same_nodes_at_the_same_places(text: str) -> None:
    readable(text)
    found = header.parse(text)
    assert found
    head = text[found.frame.opened : found.frame.closing]
    assert repr(compose(head, found.frame.opened, yaml.SafeLoader)) == repr(found.table)
