from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.domain.item import Member
from inbox.domain.memory import Value
from inbox.domain.verdict import Verdict
from inbox.policy.declared_rules import declared_supersedes
from inbox.policy.names import same_name
from inbox.policy.pair import attribute_of, pair_of
from inbox.policy.relations import asserter
from inbox.policy.rules import chain, first_answer, first_verdict
from tests.policy.builders import conflict, exclusive, loose, member, memory, named, unreadable

USER: dict[str, Value] = {"source": "user:conv-1"}
MODEL: dict[str, Value] = {"source": "claude:s-1"}
OPINION: dict[str, Value] = {"claim_kind": "opinion"}
Header = dict[str, Value]


def said(a: Header, b: Header, *, single: bool = False) -> tuple[str, str]:
    """The rule that speaks and its action, `ask` where the person decides, or nothing."""
    one = memory("a.md", "Use tabs.", **{"name": "one", **a})
    other = memory("b.md", "Use spaces.", **{"name": "other", **b})
    answer = chain(exclusive(one, other) if single else loose(one, other))[-1]
    return named(answer)


FALLS_THROUGH = ("", "")
TABLE: list[tuple[Header, Header, tuple[str, str]]] = [
    # 2 contested comes before every other reason
    ({"status": "contested"}, {"superseded_by": "one"}, ("contested", "ask")),
    # 3 inactive
    ({"superseded_by": "other"}, {}, ("inactive", "not_a_conflict")),
    ({}, {"deprecated": "true"}, ("inactive", "not_a_conflict")),
    ({"status": "folded"}, {}, ("inactive", "not_a_conflict")),
    ({"status": "approved"}, {}, FALLS_THROUGH),
    # 4 disjoint-validity
    (
        {"valid_until": "2026-03-30"},
        {"valid_from": "2026-03-31"},
        ("disjoint-validity", "not_a_conflict"),
    ),
    (
        {"valid_from": "2026-03-31"},
        {"valid_until": "2026-03-30"},
        ("disjoint-validity", "not_a_conflict"),
    ),
    ({"valid_until": "2026-03-31"}, {"valid_from": "2026-03-31"}, FALLS_THROUGH),
    ({"valid_until": "2026-02-30"}, {"valid_from": "2026-04-01"}, FALLS_THROUGH),
    ({"valid_until": "2020-01-01"}, {}, FALLS_THROUGH),
    # 5 scope
    ({"scope": "project: a"}, {"scope": "project: b"}, ("scope-disjoint", "not_a_conflict")),
    ({"scope": "project: a"}, {"scope": "global"}, ("scope-override", "not_a_conflict")),
    ({"scope": "org/x"}, {"scope": "org/x/y"}, ("scope-override", "not_a_conflict")),
    ({"scope": "org/x"}, {"scope": "locale/sv"}, FALLS_THROUGH),
    ({"scope": "project: a"}, {}, FALLS_THROUGH),
    ({"scope": "org/x"}, {"scope": "org/x"}, FALLS_THROUGH),
    ({**USER, "scope": "global"}, {**MODEL, "scope": "project: a"}, ("scope-override", "ask")),
    (
        {**USER, "scope": "global"},
        {**USER, "scope": "project: a"},
        ("scope-override", "not_a_conflict"),
    ),
    (
        {**MODEL, "scope": "global"},
        {**MODEL, "scope": "project: a"},
        ("scope-override", "not_a_conflict"),
    ),
    (
        {**MODEL, "scope": "global"},
        {**USER, "scope": "project: a"},
        ("scope-override", "not_a_conflict"),
    ),
    (
        {**USER, "scope": "global"},
        {"source": "user:verified", "scope": "project: a"},
        ("scope-override", "ask"),
    ),
    # 6 exception
    (
        {"does_not_apply_when": ["project:web"]},
        {"scope": "project: web"},
        ("exception", "not_a_conflict"),
    ),
    (
        {"scope": "project: web"},
        {"known_exceptions": ["project:Web"]},
        ("exception", "not_a_conflict"),
    ),
    ({"applies_when": ["project:api"]}, {"scope": "project: web"}, ("exception", "not_a_conflict")),
    ({"applies_when": ["project:api", "lang:c"]}, {"scope": "project: web"}, FALLS_THROUGH),
    ({"applies_when": ["project:web"]}, {"scope": "project: web"}, FALLS_THROUGH),
    ({"does_not_apply_when": ["web"]}, {"scope": "project: web"}, FALLS_THROUGH),
    ({"does_not_apply_when": ["project:web"]}, {"scope": "org/web"}, FALLS_THROUGH),
    # 7 declared
    ({"supersedes": [{"name": "Other!"}]}, {}, ("declared-supersedes", "keep_a")),
    ({}, {"supersedes": ["one"]}, ("declared-supersedes", "keep_b")),
    ({"supersedes": ["other"]}, {"supersedes": ["one"]}, FALLS_THROUGH),
    ({"supersedes": ["one"]}, {}, FALLS_THROUGH),
    ({"supersedes": "other"}, {}, FALLS_THROUGH),
    ({"supersedes": [{"as_of": "2026"}, None, ["other"]]}, {}, FALLS_THROUGH),
    ({**MODEL, "supersedes": ["other"]}, USER, ("declared-supersedes", "ask")),
    ({"source": "user:approved", "supersedes": ["other"]}, USER, ("declared-supersedes", "ask")),
    ({**USER, "supersedes": ["other"]}, USER, ("declared-supersedes", "keep_a")),
    ({**MODEL, "supersedes": ["other"]}, {"source": "api:x"}, ("declared-supersedes", "keep_a")),
    ({"refines": ["other"]}, {}, ("declared-refines", "not_a_conflict")),
    ({}, {"refines": ["One"]}, ("declared-refines", "not_a_conflict")),
    ({"refines": ["one"]}, {}, FALLS_THROUGH),
    ({"refines": ["other"], "supersedes": ["other"]}, {}, ("declared-supersedes", "keep_a")),
    # 8 opinions
    (
        {**OPINION, "asserter": "mira"},
        {**OPINION, "asserter": "oskar"},
        ("opinion-attribution", "attribute_both"),
    ),
    ({**OPINION, **USER}, {**OPINION, **MODEL}, ("opinion-attribution", "attribute_both")),
    (
        {**OPINION, "asserter": " Mira", "created": "2026-02-01"},
        {**OPINION, "asserter": "mira", "created": "2026-01-01"},
        ("opinion-attribution", "keep_a"),
    ),
    (
        {**OPINION, "asserter": "mira", "created": "2026-02-01"},
        {**OPINION, "asserter": "mira"},
        ("opinion-attribution", "attribute_both"),
    ),
    (OPINION, {}, FALLS_THROUGH),
    ({"claim_kind": "preference", **USER}, {"claim_kind": "preference", **MODEL}, FALLS_THROUGH),
]


@pytest.mark.parametrize(("a", "b", "expected"), TABLE)
def test_the_first_rule_with_an_answer_speaks(
    a: Header, b: Header, expected: tuple[str, str]
) -> None:
    assert said(a, b) == expected


P: Header = {"claim_kind": "preference"}
F: Header = {"claim_kind": "fact"}
RANKED: list[tuple[Header, Header, tuple[str, str]]] = [
    ({**P, **USER}, {**P, **MODEL}, ("user-authority", "keep_a")),
    ({**P, **MODEL}, {**P, **USER}, ("user-authority", "keep_b")),
    ({**P, **MODEL, "layer": "L1"}, {**P, **MODEL}, ("layer", "keep_a")),
    ({**P, **MODEL, "verified": "false"}, {**P, **MODEL}, ("verified-evidence", "keep_b")),
    ({**P, **MODEL, "verified": "true"}, {**P, **MODEL}, ("tie-break-by-date", "ask")),
    ({**F, "source": "api:x"}, {**F, "source": "wikipedia:x"}, ("precedence-tier", "keep_a")),
    ({**P, "source": "user:verified"}, {**P, **MODEL}, ("precedence-tier", "ask")),
    (
        {**P, "created": "2026-02-01"},
        {**P, "created": "2026-01-01"},
        ("tie-break-by-date", "keep_a"),
    ),
    ({**F, "created": "2026-02-01"}, {**F, "created": "2026-01-01"}, ("tie-break-by-date", "ask")),
    ({**F, **USER, "valid_from": "2026-01-01"}, {**F, **MODEL}, FALLS_THROUGH),
    ({**F, **USER}, {**F, **MODEL, "observed_at": "2026-01-01"}, FALLS_THROUGH),
    ({**P, **USER, "valid_from": "2026-01-01"}, {**P, **MODEL}, ("user-authority", "keep_a")),
    ({**P, **USER}, {**F, **MODEL}, FALLS_THROUGH),
    ({**P, **USER}, MODEL, FALLS_THROUGH),
    ({**USER, "claim_kind": "policy"}, {**P, **MODEL}, ("user-authority", "keep_a")),
    ({**USER, "type": "feedback"}, {**P, **MODEL}, ("user-authority", "keep_a")),
    ({**USER, "claim_kind": "guess", "type": "feedback"}, {**P, **MODEL}, FALLS_THROUGH),
    ({**USER, "claim_kind": "observation"}, {**F, **MODEL}, ("user-authority", "keep_a")),
    ({**P, **MODEL, "scope": "project: a"}, {**P, **MODEL}, ("scope-override", "ask")),
    ({**P, **MODEL, "scope": "project: a"}, {**P, **USER}, ("user-authority", "ask")),
    (
        {**P, **USER, "scope": "org/x"},
        {**P, **MODEL, "scope": "locale/sv"},
        ("scope-override", "ask"),
    ),
    ({**P, **USER, "verification": "rejected"}, {**P, **MODEL}, ("inactive", "ask")),
]


@pytest.mark.parametrize(("a", "b", "expected"), RANKED)
def test_two_values_of_one_attribute_are_settled_by_priority(
    a: Header, b: Header, expected: tuple[str, str]
) -> None:
    assert said(a, b, single=True) == expected


def test_without_a_single_valued_attribute_precedence_is_not_applied() -> None:
    one, other = memory("a.md", **P, **USER), memory("b.md", **P, **MODEL)
    assert chain(replace(exclusive(one, other), exclusive=False))[-1].says is None
    assert chain(exclusive(one, other, attribute=""))[-1].says is None


def test_a_verdict_says_in_one_sentence_what_was_compared() -> None:
    pair = exclusive(memory("a.md", **P, **USER), memory("b.md", **P, **MODEL))
    assert chain(pair)[-1].says == Verdict(
        "keep_a", "a", "tier 1 USER beats tier 6 LLM", 1.0, "rule:user-authority"
    )
    one, other = (
        memory("a.md", **P, created="2025-10-02"),
        memory("b.md", **P, created="2026-06-11"),
    )
    assert chain(exclusive(one, other))[-1].compared == "2026-06-11 is newer than 2025-10-02"


def test_the_chain_names_every_rule_that_was_passed() -> None:
    answers = chain(exclusive(memory("a.md", **P), memory("b.md", **P)))
    assert [answer.rule for answer in answers] == [
        "tombstone",
        "contested",
        "inactive",
        "disjoint-validity",
        "scope-disjoint",
        "scope-override",
        "exception",
        "declared-supersedes",
        "declared-refines",
        "opinion-attribution",
        "user-authority",
        "layer",
        "verified-evidence",
        "precedence-tier",
        "tie-break-by-date",
    ]
    assert all(answer.compared for answer in answers)
    assert {answer.says for answer in answers[:-1]} == {None}


def test_a_removed_claim_does_not_come_back() -> None:
    def before(found: Member) -> str:
        return "removed on 2026-02-11, erroneous" if found.path == "a.md" else ""

    candidate = memory("a.md", status="candidate")
    item = conflict(member(candidate), member(memory("b.md", status="contested")))
    verdict = first_verdict(item, before)
    assert verdict is not None
    assert (verdict.action, verdict.winner) == ("forget_a", "b")
    assert "removed on 2026-02-11, erroneous" in verdict.rationale


def test_no_rule_proposes_to_remove_durable_memory_that_came_back() -> None:
    item = conflict(member(memory("a.md", **USER)), member(memory("b.md")))
    answer = first_answer(item, lambda found: "removed before" * (found.path == "a.md"))
    assert answer is not None
    assert named(answer) == ("tombstone", "ask")


def test_when_both_sides_were_removed_before_the_person_decides() -> None:
    item = conflict(member(memory("a.md")), member(memory("b.md")))
    answer = first_answer(item, lambda _: "removed before")
    assert answer is not None
    assert named(answer) == ("tombstone", "ask")
    assert first_verdict(item, lambda _: "removed before") is None


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ({"status": "candidate", "key": "k"}, {"status": "tombstoned", "key": "k"}, "forget_a"),
        ({"status": "purged", "key": "k"}, {"status": "candidate", "key": "k"}, "forget_b"),
        ({"status": "candidate", "name": "x"}, {"status": "tombstoned", "name": "X"}, "forget_a"),
        ({"status": "candidate", "key": ""}, {"status": "tombstoned", "key": ""}, "not_a_conflict"),
        ({**USER, "key": "k"}, {"status": "tombstoned", "key": "k"}, "not_a_conflict"),
        ({"status": "candidate", "key": "k"}, {"key": "k"}, ""),
    ],
)
def test_a_header_that_says_tombstoned_blocks_candidates_only(
    a: Header, b: Header, expected: str
) -> None:
    assert said(a, b)[1] == expected


def test_a_candidate_with_the_removed_words_is_blocked() -> None:
    one = memory("a.md", "Call me  BIBI.", name="x", status="candidate")
    other = memory("b.md", "call me bibi.", name="y", status="tombstoned")
    assert named(chain(loose(one, other))[-1]) == ("tombstone", "forget_a")


def test_projects_do_not_meet_and_a_project_overrides_what_is_global() -> None:
    a = memory("raw/auto-memory/project-a/feedback_indent.md", "Use tabs.", scope="project: a")
    b = memory("raw/auto-memory/project-b/feedback_indent.md", "Use spaces.", scope="project: b")
    everywhere = memory("raw/auto-memory/global/feedback_indent.md", "Use two.", scope="global")
    assert named(chain(exclusive(a, b))[-1]) == ("scope-disjoint", "not_a_conflict")
    assert named(chain(exclusive(a, everywhere))[-1]) == ("scope-override", "not_a_conflict")


def test_a_folder_is_no_declaration_and_supersedes_nothing() -> None:
    a = memory("project-a/feedback_indent.md", "Use tabs.", **P, **MODEL)
    b = memory("project-b/feedback_indent.md", "Use spaces.", **P, **USER)
    everywhere = memory("global/feedback_indent.md", "Use two spaces.", **P, **MODEL)
    assert named(chain(exclusive(a, b))[-1]) == ("scope-override", "ask")
    assert named(chain(exclusive(a, everywhere))[-1]) == ("scope-override", "ask")


def test_a_verification_counts_for_rules_only_with_its_decision() -> None:
    checked = memory("a.md", "x", **P, verification="verified", verified_by="0a1b2c3d4e5f")
    item = conflict(
        member(checked), member(memory("b.md", "y", **P)), "**Attribute**: tools.indent (single)"
    )
    assert first_verdict(item) is None
    verdict = first_verdict(item, decisions=frozenset({"0a1b2c3d4e5f"}))
    assert verdict is not None
    assert verdict.decided_by == "rule:verified-evidence"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**Attribute**: tools.indent (single)", ("tools.indent", True)),
        ("x\r\n**Attribute**: tools.indent (open)\r\ny", ("tools.indent", False)),
        ("**Attribute**: a (b) (single)", ("a (b)", True)),
        ("**Attribute**: tools.indent", ("", False)),
        (" **Attribute**: tools.indent (single)", ("", False)),
        ("**Attribute**: a (single)\n**Attribute**: b (single)", ("", False)),
        ("", ("", False)),
    ],
)
def test_the_attribute_is_read_from_its_own_line(text: str, expected: tuple[str, bool]) -> None:
    assert attribute_of(text) == expected


def test_a_block_with_its_attribute_is_settled_by_priority() -> None:
    a, b = member(memory("a.md", "x", **P, **USER)), member(memory("b.md", "y", **P, **MODEL))
    verdict = first_verdict(conflict(a, b, "**Attribute**: tools.indent (single)"))
    assert verdict is not None
    assert verdict.action == "keep_a"
    assert first_verdict(conflict(a, b, "")) is None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (member(None, "missing"), member(memory("b.md"))),
        (member(memory("a.md"), "a link"), member(memory("b.md"))),
        (member(unreadable("a.md", "twice")), member(memory("b.md"))),
        (member(memory("a.md")), member(memory("a.md"))),
    ],
)
def test_rules_have_nothing_to_say_about_what_cannot_be_read(a: Member, b: Member) -> None:
    assert pair_of(conflict(a, b)) is None
    assert first_answer(conflict(a, b), lambda _: "removed before") is None


def test_rules_do_not_speak_on_three_members() -> None:
    a, b = member(memory("a.md", deprecated="true")), member(memory("b.md"))
    assert first_verdict(conflict(a, b)) is not None
    assert first_verdict(conflict(a, b, also=(member(memory("c.md")),))) is None


@pytest.mark.parametrize(
    ("value", "identity"),
    [
        ("Mira@Example.com ", ("mira@example.com",)),
        ({"iss": "i", "sub": "s", "email": "e"}, ("i", "s")),
        (
            {"iss": "i", "provider_ids": {"entra_tid": "t", "entra_oid": "o"}, "sub": "s"},
            ("i", "t", "o"),
        ),
        ({"email": "e", "name": "n"}, ()),
        ({"iss": "i"}, ()),
        (["mira"], ()),
        ("", ()),
        (None, ()),
    ],
)
def test_an_asserter_is_known_by_issuer_and_subject_or_by_its_text(
    value: Value, identity: tuple[str, ...]
) -> None:
    assert asserter(memory(asserter=value)) == identity


def test_long_names_that_begin_alike_are_two_memories() -> None:
    long = "a" * 70
    one, other = memory("a.md", name="x", supersedes=[long + "1"]), memory("b.md", name=long + "2")
    assert declared_supersedes(loose(one, other)).says is None


def test_a_memory_of_the_same_name_is_not_declared_about() -> None:
    one, other = memory("a.md", name="one", supersedes=["one"]), memory("b.md", name="One")
    assert declared_supersedes(loose(one, other)).says is None


def test_no_name_is_the_name_of_nobody() -> None:
    assert not same_name("", " ")
    assert not same_name("?", "")
    assert same_name("?", " ?")


def test_an_opinion_of_nobody_known_says_so() -> None:
    answer = chain(loose(memory("a.md", **OPINION, asserter="mira"), memory("b.md", **OPINION)))[-1]
    assert answer.compared == "two opinions, and who holds them is not known on both sides"


def test_a_name_without_a_latin_letter_is_compared_as_written() -> None:
    one, other = memory("a.md", name="x", supersedes=["潮位"]), memory("b.md", name="潮位")
    assert named(declared_supersedes(loose(one, other)))[1] == "keep_a"
    assert declared_supersedes(loose(one, memory("b.md", name="風"))).says is None
