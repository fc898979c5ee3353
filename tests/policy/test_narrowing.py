"""A side is narrowed only so that rules 4 to 6 take the two for separate (policy.md §3)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.domain import decision as d
from inbox.domain.item import Conflict
from inbox.domain.memory import Value
from inbox.policy.narrowing import place_of
from inbox.policy.refusals import why_not
from inbox.policy.rules import first_verdict
from tests.policy.builders import conflict, member, memory

TODAY = date(2026, 12, 1)
Header = dict[str, Value]


def between(a: Header, b: Header, words: str = "They squash there.") -> Conflict:
    one = member(memory("wiki/a.md", "Never squash.", **{"name": "one", "source": "user:ann"} | a))
    two = member(memory("wiki/b.md", words, **{"name": "two", "source": "user:bo"} | b))
    return conflict(one, two)


def said(item: Conflict, to: d.Narrowing, side: d.SideName = "a") -> str:
    return why_not(d.Scope(side, to), item, TODAY)


OPEN = between({}, {})
SINCE = between({"valid_from": "2026-01-01"}, {"valid_from": "2026-06-01"})
ACME = between({}, {"scope": {"org": "acme"}})
LARK = between({}, {"scope": "project: larkspur"})
GUESS = between({"source": "claude:s"}, {"scope": "global"})


@pytest.mark.parametrize(
    ("item", "to"),
    [
        (OPEN, d.Window("2026-11-30")),
        (SINCE, d.Window()),
        (SINCE, d.Window("2026-05-31")),
        (SINCE, d.Window("2026-01-01")),
        (ACME, d.Within("org", "globex")),
        (ACME, d.Within("org", "acme/ops")),
        (between({}, {"scope": "global"}), d.Within("project", "larkspur")),
        (between({"scope": "org/acme"}, {"scope": "org/acme"}), d.Within("locale", "sv-SE")),
        (LARK, d.Within("project", "tideline")),
        (LARK, d.Unless("project:larkspur")),
        (LARK, d.Unless("project:lark*")),
        (OPEN, d.Unless("squash there")),
        (between({}, {}, "We deploy on Fridays in the yard."), d.Unless("the yards")),
    ],
)
def test_a_narrowing_that_separates_is_on(item: Conflict, to: d.Narrowing) -> None:
    assert said(item, to) == ""


@pytest.mark.parametrize(
    ("item", "to", "why"),
    [
        (OPEN, d.Window(), "wiki/b.md has no valid_from, so there is no day for side A to end on"),
        (OPEN, d.Window("2026-12-01"), "If side A ends on 2026-12-01, both still hold today: side"),
        (OPEN, d.Window("2030-01-01"), "If side A ends on 2030-01-01, both still hold today: side"),
        (OPEN, d.Window("soon"), "'soon' is no day; write one like 2026-12-31."),
        (SINCE, d.Window("2026-06-01"), "If side A ends on 2026-06-01, the two still meet: side B"),
        (SINCE, d.Window("2025-12-31"), "Side A begins on 2026-01-01; it cannot end before."),
        (OPEN, d.Within("org", "acme"), "Side B declares no scope, so it is not known to hold out"),
        (ACME, d.Within("locale", "sv-SE"), "Side B holds in org: acme, which may lie in locale s"),
        (ACME, d.Within("org", "  "), "'  ' names no org; write it like --scope org=NAME."),
        (GUESS, d.Within("project", "x"), "In project x side A would override the broader word of"),
        (OPEN, d.Unless("project:x"), "`project:x` would not separate the two: side B declares no"),
        (LARK, d.Unless("project:x"), "`project:x` would not separate the two: side B holds in pr"),
        (OPEN, d.Unless("branch:main"), "`branch:main` would not separate the two: side B declare"),
        (OPEN, d.Unless("during the audit"), "`during the audit` would not separate the two"),
        (OPEN, d.Unless("a b"), "'a b' would never match"),
        (
            between({"scope": {"org": "globex"}}, {"scope": "global"}),
            d.Within("org", "acme"),
            "Side A holds in org: globex, and org acme is no narrower place",
        ),
        (
            between({"scope": "project: x"}, {"scope": "global"}),
            d.Within("project", "x"),
            "Side A holds in project: x, and project x is no narrower place",
        ),
    ],
)
def test_a_narrowing_that_would_not_separate_says_why(
    item: Conflict, to: d.Narrowing, why: str
) -> None:
    assert said(item, to).startswith(why)


def test_the_last_day_that_separates_is_named() -> None:
    assert said(SINCE, d.Window("2026-07-01")).endswith("End it on 2026-05-31 or earlier.")


def test_an_end_that_is_there_counts_when_it_is_earlier() -> None:
    item = between({"valid_until": "2026-03-01"}, {"valid_from": "2026-06-01"})
    assert said(item, d.Window("2026-12-31")) == ""


@pytest.mark.parametrize(
    ("scope", "found"),
    [
        (None, {"org": "acme"}),
        ("global", {"org": "acme"}),
        ("locale/sv-SE", {"locale": "sv-SE", "org": "acme"}),
        ("project: x", {"project": "x", "org": "acme"}),
        ({"locale": "sv", "org": "a"}, {"locale": "sv", "org": "acme"}),
    ],
)
def test_a_place_joins_the_scope_that_is_there(scope: Value, found: dict[str, str]) -> None:
    assert place_of(memory(scope=scope), d.Within("org", " acme ")) == found


places = st.builds(
    d.Within,
    st.sampled_from(["org", "locale", "project"]),
    st.sampled_from(["a", "b", "a/x", "sv-SE", "sv"]),
)
days = st.sampled_from([None, "2026-01-01", "2026-05-31", "2026-06-01", "2026-11-30", "2027-01-01"])
declared: st.SearchStrategy[Value] = st.sampled_from(
    [None, "global", "org/a", "project: a", {"org": "a", "locale": "sv"}, {"org": "b"}]
)
headers = st.fixed_dictionaries({"scope": declared, "valid_from": days})
ways = places | st.builds(d.Window, days) | st.sampled_from(["project:a"]).map(d.Unless)


@given(headers, headers, ways)
def test_what_is_on_is_no_conflict_for_the_rules_afterwards(
    a: Header, b: Header, to: d.Narrowing
) -> None:
    item = between(a, b)
    if said(item, to):
        return
    header: Header = dict(item.a.require().header)
    match to:
        case d.Window(until):
            # An end before today is enough where the other never says when it began.
            if not b["valid_from"] and until and until < str(TODAY):
                return
            before = date.fromisoformat(str(b["valid_from"] or TODAY)) - timedelta(days=1)
            header["valid_until"] = until or str(before)
        case d.Within():
            header["scope"] = dict(place_of(item.a.require(), to))
        case d.Unless(entry):
            header["does_not_apply_when"] = [entry]
    narrowed = replace(item, a=member(replace(item.a.require(), header=header)))
    verdict = first_verdict(narrowed)
    assert verdict is not None
    assert verdict.action == "not_a_conflict"
