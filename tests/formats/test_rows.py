"""Ledgers: JSON lines that are read one by one, and only ever appended to."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from inbox.formats import rows

lines = st.lists(
    st.sampled_from(
        ['{"id": 1}', '{"id": "\\u2028"}', "[1]", "nonsense", "", "7", "null", "{", "\udcff"]
    ),
    max_size=8,
)


@given(lines, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_every_line_is_a_row_or_named_with_its_number(
    texts: list[str],
    end: str,
    last: bool,
) -> None:
    text = end.join(texts) + (end if last else "")
    read, broken = rows.rows_of("ledger.jsonl", text)
    filled = [text for text in texts if text.strip()]
    assert len(read) + len(broken) == len(filled)
    for row in broken:
        assert texts[row.line - 1].strip()


def test_a_broken_line_says_what_is_wrong() -> None:
    _, (one, two) = rows.rows_of("ledger.jsonl", '{"a": 1}\n[1]\n{"a"\n')
    assert (one.line, one.reason) == (2, "not a JSON object")
    assert (two.line, two.reason.startswith("not JSON: ")) == (3, True)


def test_deep_nesting_is_a_broken_line() -> None:
    _, broken = rows.rows_of("ledger.jsonl", "[" * 100_000)
    assert len(broken) == 1


@given(st.dictionaries(st.text(max_size=4), st.text(max_size=6), max_size=4))
def test_a_row_is_one_line_of_ascii(row: dict[str, str]) -> None:
    written = rows.render(row)
    assert written.isascii()
    assert "\n" not in written
    assert json.loads(written) == row


def test_a_row_is_appended_with_the_line_end_of_the_file() -> None:
    assert rows.appended(None, "{}") == "{}\n"
    assert rows.appended("a\r\nb", "{}") == "a\r\nb\r\n{}\r\n"
    assert rows.appended("a", "{}") == "a\n{}\n"
