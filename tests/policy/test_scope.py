from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.domain.memory import Value
from inbox.policy.scope import GLOBAL, Relation, Scope, disjoint, place, relation, scope_of
from tests.policy.builders import memory

SPELLINGS: list[tuple[Value, Scope]] = [
    ("global", GLOBAL),
    (" Global ", GLOBAL),
    ("project: larkspur", place(project="larkspur")),
    ("project:Larkspur", place(project="larkspur")),
    ({"project": "larkspur"}, place(project="larkspur")),
    ("project/larkspur", place(project="larkspur")),
    ("domain: payments", place(domain="payments")),
    ("org/platform", place(org="platform")),
    ({"org": "platform", "locale": "sv-SE"}, place(org="platform", locale="sv-SE")),
    ("locale/sv-SE", place(locale="sv-SE")),
    ({"org": "platform", "locale": None}, place(org="platform")),
]


@pytest.mark.parametrize(("value", "scope"), SPELLINGS)
def test_a_scope_is_read_in_every_spelling(value: Value, scope: Scope) -> None:
    found = scope_of(memory("raw/auto-memory/-home-mira/note.md", scope=value))
    assert found == scope
    assert found.declared


@pytest.mark.parametrize("value", [None, "", " / ", [], ["global"], {}, {"org": ["x"]}])
def test_a_scope_that_cannot_be_read_is_no_declaration(value: Value) -> None:
    found = scope_of(memory("wiki/note.md", scope=value))
    assert found == GLOBAL
    assert not found.declared


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        ("raw/auto-memory/-home-mira-code/feedback_x.md", ("home", "mira", "code")),
        ("auto-memory/project-a/feedback_x.md", ("project", "a")),
        ("project-a/feedback_indent.md", ("project", "a")),
        ("raw/auto-memory/global/feedback_x.md", None),
        ("raw/auto-memory/a/b/feedback_x.md", None),
        ("raw/imports/note.md", None),
        ("wiki/project_x.md", None),
        ("people/mira.md", None),
        ("feedback_x.md", None),
    ],
)
def test_without_a_declaration_the_intake_folder_is_the_scope(
    path: str, folder: tuple[str, ...] | None
) -> None:
    found = scope_of(memory(path))
    assert found.parts == ((("folder", folder),) if folder else ())
    assert not found.declared


@pytest.mark.parametrize(
    ("one", "other", "expected", "apart"),
    [
        ("global", "global", "equal", False),
        ("global", "project: a", "ancestor", False),
        ("org/platform", "org/platform/web", "ancestor", False),
        ("org/platform/web", "org/platform", "descendant", False),
        ("org/platform", "org/platform-web", "sibling", True),
        ("org/platform", "org/marketing-site", "sibling", True),
        ("locale/sv-SE", "locale/en-GB", "sibling", True),
        ("locale/sv", "locale/sv-SE", "ancestor", False),
        ("project: a", "project: b", "sibling", True),
        ("frontend", "backend", "sibling", True),
        ("org/platform", "locale/sv-SE", "sibling", False),
        ("project: a", "domain: b", "sibling", False),
        ("org", "org/platform", "ancestor", False),
    ],
)
def test_scopes_stand_to_each_other_as_their_paths_do(
    one: str, other: str, expected: Relation, apart: bool
) -> None:
    a, b = scope_of(memory(scope=one)), scope_of(memory(scope=other))
    assert relation(a, b) == expected
    assert disjoint(a, b) is apart


def test_an_organisation_in_a_locale_lies_below_both() -> None:
    both = scope_of(memory(scope={"org": "platform", "locale": "sv-SE"}))
    assert relation(both, place(org="platform")) == "descendant"
    assert relation(both, place(locale="sv")) == "descendant"


@pytest.mark.parametrize(
    ("scope", "level"),
    [(GLOBAL, 1), (place(org="x"), 2), (place(domain="x"), 2), (place(org="x", project="y"), 3)],
)
def test_a_project_is_narrower_than_a_domain(scope: Scope, level: int) -> None:
    assert scope.level == level


def test_a_working_directory_lies_below_the_one_it_is_in() -> None:
    home = scope_of(memory("raw/auto-memory/-home-mira/feedback_x.md"))
    code = scope_of(memory("raw/auto-memory/-home-mira-code/feedback_x.md"))
    other = scope_of(memory("raw/auto-memory/-home-miranda/feedback_x.md"))
    assert relation(home, code) == "ancestor"
    assert relation(home, other) == "sibling"


names = st.lists(st.sampled_from("ab"), max_size=3).map("/".join)
scopes = st.builds(
    lambda parts: scope_of(memory(scope=parts)) if parts else GLOBAL,
    st.dictionaries(st.sampled_from(["org", "locale", "project"]), names, max_size=2),
)
TURNED = {
    "equal": "equal",
    "ancestor": "descendant",
    "descendant": "ancestor",
    "sibling": "sibling",
}


@given(scopes, scopes)
def test_a_relation_turned_round_is_the_opposite(one: Scope, other: Scope) -> None:
    assert relation(other, one) == TURNED[relation(one, other)]
    assert disjoint(one, other) == disjoint(other, one)


@given(scopes, scopes, scopes)
def test_an_ancestor_of_an_ancestor_is_one(a: Scope, b: Scope, c: Scope) -> None:
    if relation(a, b) == relation(b, c) == "ancestor":
        assert relation(a, c) == "ancestor"
        assert a.level <= c.level


@given(scopes, scopes)
def test_what_lies_apart_is_never_above_or_below(one: Scope, other: Scope) -> None:
    if disjoint(one, other):
        assert relation(one, other) == "sibling"
