"""One grammar for what is shown: read, written again, and matched."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.domain.item import Block, Item, Lone, MergeProposal, Notice, NoticeKind, Question
from inbox.domain.verdict import ACTIONS, Verdict
from inbox.errors import BadFilter, BadUsage
from inbox.policy.filters import Filter, matches, parse
from inbox.policy.filters.terms import CHOICES, NUMBERS, TEXTS, Bounded, Named, Says, Term
from inbox.policy.ordering import ORDERS, Order, ordered
from tests.policy.builders import conflict, member, memory

TODAY = date(2026, 3, 11)
PORT = memory("raw/ferry/port.md", "The port is 4711.", name="Ferry Port", source="user:conv-12")
API = memory("raw/api/port.md", "It is 4712.", name="port from the API", source="api:crm")


def said(action: str, confidence: float | None, by: str = "queue") -> Verdict:
    return Verdict(action, "neither", "r", confidence, by)


CONFLICT: Item = replace(
    conflict(member(PORT), member(API)),
    title="Acme: Headcount",
    proposal=said("keep_a", 0.82),
    rule=said("keep_b", 1.0, "rule:tier"),
    flags=("side A contains 3 hidden characters, spelled out",),
)
MERGE: Item = MergeProposal(
    id="m-2",
    title="acme",
    created="2026-03-10",
    proposal=said("propose_merge", 0.5),
    target="acme",
    target_path="wiki/acme.md",
    write_kind="create-merged",
    sources=(member(API), member(None, "the file is not there")),
    draft="",
    rationale="",
    block=Block("_pending_merges.md", "block:2", 3, "x"),
)
QUESTION: Item = Question(
    id="q-3",
    title="Straße",
    created="",
    question="Which office holds?",
    conflict_type="factual",
    description="",
    ref="",
    block=Block("_pending_questions.md", "block:3", 9, "x"),
    answer_file="raw/answers/x.md",
)
LONE: Item = Lone(
    id="s-4", title="Ferry Port", created="2026-01-01", member=member(PORT), kind="contested"
)
AUDIT: Item = Notice(
    id="a-5", title="audit: T2", created="2026-03-04T10:00:00Z", kind="audit", text="v: no", todo=""
)
ITEMS = (CONFLICT, MERGE, QUESTION, LONE, AUDIT)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", "q-1 m-2 q-3 s-4 a-5"),
        ("kind:conflict", "q-1"),
        ("kind:merge or kind:question", "m-2 q-3"),
        ("kind:contested", "s-4"),
        ("kind:notice", "a-5"),
        ("KIND:Audit", "a-5"),
        ("-kind:audit", "q-1 m-2 q-3 s-4"),
        ("tier:1", "q-1 s-4"),
        ("tier:<=3", "q-1 m-2 s-4"),
        ("tier:>3", "m-2"),
        ("action:keep_a", "q-1"),
        ("action:keep-b", "q-1"),
        ("action:keep", "q-1"),
        ("action:none", "q-3 s-4 a-5"),
        ("confidence:>=.8", "q-1"),
        ("confidence:.82", "q-1"),
        ("confidence:<1", "q-1 m-2"),
        ("age:>7d", "q-1 s-4"),
        ("age:7", "a-5"),
        ("age:<=1w", "m-2 a-5"),
        ("entity:headCOUNT", "q-1"),
        ("path:raw/ferry", "q-1 s-4"),
        ("path:wiki/*.md", "m-2"),
        ("path:*port.md", "q-1 m-2 s-4"),
        ("path:gone.md", "m-2"),
        ("source:user", "q-1 s-4"),
        ("source:user:conv-12", "q-1 s-4"),
        ("source:API", "q-1 m-2"),
        ("source:use", ""),
        ("id:q-", "q-1 q-3"),
        ("is:flagged", "q-1"),
        ("is:disputed", "q-1"),
        ("is:missing", "m-2"),
        ("is:answered", "q-3"),
        ("STRASSE", "q-3"),
        ("office", "q-3"),
        ("4712", "q-1 m-2"),
        ('"from the api"', "q-1 m-2"),
        ("from the", "q-1 m-2"),
        ('-"from the api" ferry', "s-4"),
        ("ferry -kind:conflict or office", "q-3 s-4"),
        ("10:00", ""),
    ],
)
def test_a_filter_lets_through_what_it_says(text: str, ids: str) -> None:
    passed = [item.id for item in ITEMS if matches(parse(text), item, TODAY)]
    assert passed == ids.split()


@pytest.mark.parametrize(
    ("text", "word", "column", "words"),
    [
        ("knd:conflict", "knd:conflict", 1, "no key is called 'knd', the nearest is 'kind'"),
        ("port http://x", "http://x", 6, "put the whole in quotes"),
        ("kind:conflcit", "kind:conflcit", 1, "the nearest is 'conflict'"),
        ("a  -action:kepe_a", "-action:kepe_a", 4, "the nearest is 'keep_a'"),
        ("is:odd", "is:odd", 1, "answered, disputed, flagged, missing"),
        ("tier:one", "tier:one", 1, "as in tier:<=3"),
        ("tier:1d", "tier:1d", 1, "no number for tier"),
        ("tier:1.5", "tier:1.5", 1, "no number for tier"),
        ("age:>1.5w", "age:>1.5w", 1, "as in age:>7d"),
        ("confidence:80", "confidence:80", 1, "from 0 to 1"),
        ("kind:", "kind:", 1, "needs a value: conflict"),
        ('entity:""', 'entity:""', 1, "needs a value"),
        ("or x", "or", 1, "between two terms"),
        ("x OR", "OR", 3, "between two terms"),
        ("x or or y", "or", 6, "between two terms"),
        ('say "unclosed words', '"unclosed', 5, "quote does not end"),
        ('"a"b', '"a"b', 1, "quote does not end"),
        ("-", "-", 1, "nothing to search for"),
        ('""', '""', 1, "nothing to search for"),
        ("x" * 5_000, "x" * 20, 1, "at most 4000 characters"),
    ],
)
def test_an_error_names_the_word_its_column_and_what_comes_near(
    text: str, word: str, column: int, words: str
) -> None:
    with pytest.raises(BadFilter) as caught:
        parse(text)
    assert (caught.value.word, caught.value.column) == (word, column)
    assert words in str(caught.value)
    assert caught.value.exit_status == BadUsage.exit_status


WORDS = st.text(min_size=1, max_size=12)
OPERATORS = st.sampled_from(["<=", ">=", "<", ">", "="])
TESTS = st.one_of(
    WORDS.map(Says),
    st.sampled_from(["or", "OR", "-x", '"', 'a"b', "key:x", "a\\", "x y", "-"]).map(Says),
    st.builds(Named, st.sampled_from(TEXTS), WORDS),
    st.builds(Named, st.just("kind"), st.sampled_from(CHOICES["kind"])),
    st.builds(Named, st.just("is"), st.sampled_from(CHOICES["is"])),
    st.builds(Named, st.just("action"), st.sampled_from([*sorted(ACTIONS), "none"])),
    st.builds(
        Bounded,
        st.sampled_from([key for key in NUMBERS if key != "confidence"]),
        OPERATORS,
        st.integers(0, 10**6 - 1).map(float),
    ),
    st.builds(
        Bounded,
        st.just("confidence"),
        OPERATORS,
        st.integers(0, 10_000).map(lambda number: number / 10_000),
    ),
)
TERMS = st.lists(st.builds(Term, TESTS, st.booleans()), min_size=1, max_size=4).map(tuple)
FILTERS = st.lists(TERMS, max_size=3).map(lambda found: Filter(tuple(found)))


@given(FILTERS)
def test_a_filter_reads_back_from_its_own_text(wanted: Filter) -> None:
    assert parse(str(wanted)) == wanted


def read(text: str) -> Filter | BadFilter:
    try:
        return parse(text)
    except BadFilter as error:
        return error


@given(st.text(max_size=40) | st.text(alphabet='ork:- "\\tier<=7', max_size=30))
def test_any_text_is_a_filter_or_says_what_is_wrong(text: str) -> None:
    found = read(text)
    if isinstance(found, BadFilter):
        assert text[found.column - 1 :].startswith(found.word)
    else:
        assert parse(str(found)) == found
        assert all(matches(found, item, TODAY) in (True, False) for item in ITEMS)


@given(TESTS, st.sampled_from(ITEMS))
def test_a_minus_turns_a_term_round(test: Says | Named | Bounded, item: Item) -> None:
    plain, turned = (Filter(((Term(test, negated),),)) for negated in (False, True))
    assert matches(plain, item, TODAY) is not matches(turned, item, TODAY)


def test_every_kind_of_notice_can_be_asked_for() -> None:
    assert {*get_args(NoticeKind)} <= {*CHOICES["kind"]}


@pytest.mark.parametrize(
    ("order", "ids"),
    [
        ("kind", "q-1 m-2 q-3 s-4 a-5"),
        ("oldest", "s-4 q-1 a-5 m-2 q-3"),
        ("newest", "m-2 a-5 q-1 s-4 q-3"),
        ("confidence", "q-1 m-2 q-3 s-4 a-5"),
        ("tier", "q-1 s-4 m-2 q-3 a-5"),
    ],
)
def test_items_are_listed_in_an_order(order: Order, ids: str) -> None:
    assert [item.id for item in ordered(ITEMS, order)] == ids.split()
    assert order in ORDERS
