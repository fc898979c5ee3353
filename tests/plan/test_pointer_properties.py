"""Index pages: lines that point elsewhere keep every byte, whatever they hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inbox.formats.passages import lines_of
from inbox.plan import pointers
from inbox.plan.pointers import drop_pointers, repoint
from tests.plan.test_pointers import desk

GONE, TARGET = "raw/gone.md", "wiki/here.md"
parts = st.sampled_from(
    ["- [Gone](gone.md) - x", "[Gone](./gone.md#part)", "[a](other.md)", "[t](../wiki/here.md)",
     "[Gone](gone%2Emd)", "](gone.md)", "[x](https://gone.md)", "[", "](", ")", "%", "%zz", "\r",
     "\udcff", "\u2028", "# Index", "", "[a [b](gone.md)](c.md)", "gone.md", "![i](gone.md)"]
)  # fmt: skip
index = st.lists(st.lists(parts | st.text(max_size=3), max_size=3).map(" ".join), max_size=8).map(
    "\n".join
)


@given(index)
def test_lines_that_point_elsewhere_keep_every_byte(text: str) -> None:
    page = "raw/MEMORY.md"
    table = desk(raw__MEMORY=text)
    drop_pointers(table, GONE)
    left = table.text(page) or ""
    assert not any(pointers.points_at(page, line, GONE) for line in lines_of(left))
    kept = [line for line in lines_of(text) if not pointers.points_at(page, line, GONE)]
    found = iter(lines_of(left))
    assert all(line in found for line in kept)


@given(index)
def test_what_pointed_at_the_merged_memory_points_at_the_new_one(text: str) -> None:
    page = "raw/MEMORY.md"
    table = desk(raw__MEMORY=text)
    pointed = any(pointers.points_at(page, line, GONE) for line in lines_of(text))
    repoint(table, GONE, TARGET)
    left = lines_of(table.text(page) or "")
    assert not any(pointers.points_at(page, line, GONE) for line in left)
    assert any(pointers.points_at(page, line, TARGET) for line in left) or not pointed
    assert pointed or table.edits() == ()
