from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.domain.memory import Value
from inbox.policy.exceptions import Condition, Situation, condition, entries, fit, matched
from tests.policy.builders import memory

HERE = Situation(
    text="Open the payroll sites while you test",
    path="src/api/user.py",
    branch="release/2.1",
    lang="Python",
    project="Larkspur",
    tool="pytest",
    tags=("ci", "slow"),
)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("path:src/**", "src/api/user.py"),
        ("path: src/*/user.py", "src/api/user.py"),
        ("path:**/user.py", "src/api/user.py"),
        ("path:src/*.py", None),
        ("path:SRC/**", None),
        ("path:api/**", None),
        ("path:**", "src/api/user.py"),
        ("path:*", None),
        ("path:**/api/**/user.py", "src/api/user.py"),
        ("path:src/**/api/*.py", "src/api/user.py"),
        ("path:src**y", "src/api/user.py"),
        ("path:src/api/user.??", "src/api/user.py"),
        ("path:src?api/user.py", None),
        ("path:**/ser.py", None),
        ("branch:release/*", "release/2.1"),
        ("branch:release/?", None),
        ("lang:python", "Python"),
        ("project:larkspur", "Larkspur"),
        ("project:lark", None),
        ("tag:slow", "slow"),
        ("tag:fast", None),
        ("tool:pytest", "pytest"),
        ("tool:py[t]est", None),
    ],
)
def test_a_condition_is_met_by_a_value_of_its_kind(entry: str, words: str | None) -> None:
    met = matched(entry, HERE)
    assert (met.words if met else None) == words
    assert met is None or met.span is None


def test_a_condition_is_not_met_by_what_is_not_known() -> None:
    assert all(matched(f"{kind}:*", Situation()) is None for kind in ("path", "tag", "project"))


def test_a_phrase_with_a_colon_is_no_condition() -> None:
    assert condition("note: payroll") is None
    assert condition("path:") is None
    assert condition("path: src/**") == Condition("path", "src/**")


@pytest.mark.parametrize(
    ("phrase", "text", "words"),
    [
        ("payroll site", "Open the payroll sites.", "payroll sites"),
        ("payroll site", "Payroll   Site!", "Payroll   Site"),
        ("CI", "this runs in CI only", "CI"),
        ("CI", "we decide today", None),
        ("CI", "a CITY", None),
        ("deploy", "d", None),
        ("d", "deploy to d", None),
        ("deploy", "while deploying", "deploying"),
        ("deploys", "we deployed it", "deployed"),
        ("deploy", "the redeployment", None),
        ("deploy", "the deployment", None),
        ("tests", "a t x", None),
        ("a t x", "tests", None),
        ("a t x", "a t x", None),
        ("production", "the products page", None),
        ("release branch", "release the branch", None),
        ("release branch", "branch release", None),
        ("release", "while releasing", "releasing"),
        ("stop", "it stopped", "stopped"),
        ("box", "many boxes", "boxes"),
        ("policy", "two policies", "policies"),
        ("speed", "speeds", "speeds"),
        ("travelling abroad", "not travelling abroad", None),
        ("travelling", "never travelling, but travelling on Sunday", "travelling"),
        ("travelling", "I don't travelling", None),
        ("travelling", "without travelling", None),
        ("", "anything", None),
        ("payroll", "", None),
    ],
)
def test_a_phrase_matches_whole_words_in_sequence(
    phrase: str, text: str, words: str | None
) -> None:
    met = matched(phrase, Situation(text=text))
    assert (met.words if met else None) == words
    if met:
        assert met.span is not None
        assert text[slice(*met.span)] == words


def test_the_span_is_that_of_a_place_that_is_not_denied() -> None:
    text = "not on Fridays, only on Fridays"
    met = matched("fridays", Situation(text=text))
    assert met is not None
    assert met.span == (7, 14)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (["a", " b "], ("a", "b")),
        ("a", ("a",)),
        ([{"path": "src/**"}], ("path:src/**",)),
        (None, ()),
        (["", None, ["x"]], ()),
    ],
)
def test_entries_are_read_in_every_shape(value: Value, expected: tuple[str, ...]) -> None:
    assert entries(memory(applies_when=value), "applies_when") == expected


@pytest.mark.parametrize(
    ("header", "applies"),
    [
        ({}, True),
        ({"applies_when": ["lang:python"]}, True),
        ({"applies_when": ["lang:rust", "payroll site"]}, True),
        ({"applies_when": ["lang:rust"]}, False),
        ({"does_not_apply_when": ["payroll site"]}, False),
        ({"known_exceptions": ["branch:release/*"]}, False),
        ({"does_not_apply_when": ["holiday"]}, True),
        ({"applies_when": ["lang:python"], "known_exceptions": ["tag:ci"]}, False),
    ],
)
def test_a_memory_applies_unless_an_exception_says_otherwise(
    header: dict[str, Value], applies: bool
) -> None:
    assert fit(memory(**header), HERE).applies is applies


def test_what_excluded_a_memory_is_told() -> None:
    found = fit(memory(does_not_apply_when=["payroll site"]), HERE)
    assert found.reason == "`does_not_apply_when: payroll site` is met by “payroll sites”"
    assert found.match is not None
    assert found.match.span == (9, 22)


def test_a_pattern_of_many_stars_takes_no_time() -> None:
    long = Situation(path="a/" * 2_000)
    assert matched("path:" + "**/" * 40 + "x", long) is None
    assert matched("path:" + "*a" * 40 + "x", long) is None


WILD = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


@given(
    st.lists(st.sampled_from(["**/", "**", "*", "?", "a", "b", "/"]), min_size=1, max_size=5),
    st.text("ab/", min_size=1, max_size=7),
)
def test_a_pattern_means_what_its_regular_expression_means(tokens: list[str], value: str) -> None:
    pattern = "".join(tokens)
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern)
    expected = re.fullmatch("".join(WILD.get(part, re.escape(part)) for part in parts), value)
    met = matched(f"path:{pattern}", Situation(path=value))
    assert bool(met) is bool(expected)


words = st.text("abcdeins ", max_size=12)


@given(words, words)
def test_a_match_is_made_of_whole_words(phrase: str, text: str) -> None:
    met = matched(phrase, Situation(text=text))
    if met:
        assert met.span is not None
        start, end = met.span
        assert len(met.words.split()) == len(phrase.split())
        assert not (start and text[start - 1].isalnum())
        assert not text[end : end + 1].isalnum()


@given(st.text(max_size=10), st.text(max_size=10))
def test_no_pattern_breaks_the_match(pattern: str, value: str) -> None:
    matched(f"path:{pattern}", Situation(path=value))
    matched(pattern, Situation(text=value))
