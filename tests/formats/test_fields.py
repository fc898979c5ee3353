"""One header made of two: what is taken is taken whole, and nothing else moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.errors import Unwritable
from inbox.formats.fields import Field, differing, taken
from inbox.formats.memory import read

A = "---\nname: acme\nsource: user:1   # said\ntags: [a, b]\nvalid_from: 2026-01-01\n---\nbody a\n"
B = "---\nname: acme\nsource: api:crm\naliases:\n- Acme\n- Acme Corp\ntags:\n  - c\n---\nbody b\n"


def test_only_fields_that_differ_are_listed_as_they_are_written() -> None:
    assert differing(A, B, {"tags"}) == (
        Field("source", "user:1 # said", "api:crm"),
        Field("valid_from", "2026-01-01", ""),
        Field("aliases", "", "- Acme - Acme Corp"),
    )


def test_what_is_taken_comes_in_its_own_lines_and_the_rest_keeps_every_byte() -> None:
    assert taken(A, B, ["aliases", "tags"]) == (
        "---\nname: acme\nsource: user:1   # said\ntags:\n  - c\nvalid_from: 2026-01-01\n"
        "aliases:\n- Acme\n- Acme Corp\n---\nbody a\n"
    )


def test_a_field_that_the_other_does_not_have_goes() -> None:
    assert "valid_from" not in taken(A, B, ["valid_from"])


def test_line_ends_are_those_of_the_text_that_stays() -> None:
    crlf = A.replace("\n", "\r\n")
    assert taken(crlf, B, ["tags"]).count("\n") == taken(crlf, B, ["tags"]).count("\r\n")


@pytest.mark.parametrize("text", ["no header\n", "---\n- a list\n---\n", "---\na: [\n---\n"])
def test_a_header_that_cannot_be_read_has_no_fields(text: str) -> None:
    assert differing(A, text, set()) == ()
    assert differing(text, A, set()) == ()


def test_an_entry_that_leans_on_another_is_not_torn_from_it() -> None:
    anchored = "---\nbase: &x one\nmore: *x\n---\n"
    with pytest.raises(Unwritable):
        taken(A, anchored, ["more"])


KEYS = ("name", "source", "tags", "note")
VALUES = st.sampled_from(["one", "'two'", "[a, b]", "3", "\n  - x\n  - y", "|\n  long\n  text"])
HEADERS = st.dictionaries(st.sampled_from(KEYS), VALUES, min_size=1)


def written(header: dict[str, str], body: str) -> str:
    lines = "".join(f"{key}: {value}\n" for key, value in header.items())
    return f"---\n{lines}---\n{body}"


@given(HEADERS, HEADERS, st.sets(st.sampled_from(KEYS)))
def test_taking_is_what_it_says_for_any_two_headers(
    a: dict[str, str], b: dict[str, str], keys: set[str]
) -> None:
    mine, other = written(a, "body a\n"), written(b, "body b\n")
    after = read("", taken(mine, other, sorted(keys)))
    one, two = read("", mine).header, read("", other).header
    assert after.body == "body a\n"
    for key in KEYS:
        source = two if key in keys else one
        assert after.header.get(key) == source.get(key)
