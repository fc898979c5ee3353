"""Legal edges of one memory by itself, and what is said of every other one (policy.md §1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Lone, Member
from inbox.policy.refusals import why_not
from tests.policy.builders import member, memory, unreadable

ACTIVE = member(memory("wiki/a.md", "One.", name="one"))
OTHER = member(memory("wiki/b.md", "Two.", name="two"))
CONTESTED = member(memory("wiki/c.md", "x", name="c", status="contested"))
SUPERSEDED = member(memory("wiki/s.md", "x", name="s", superseded_by="one"))
DEPRECATED = member(memory("wiki/d.md", "x", name="d", deprecated="true"))
FOLDED = member(memory("wiki/f.md", "x", name="f", status="folded", folded_into="one"))
COMPILED = member(memory("wiki/auto-x.md", "x", name="x", type="auto-memory"))
BROKEN = member(unreadable("wiki/u.md", "it is no YAML"))


def alone(found: Member, other: Member | None = None) -> Lone:
    return Lone(id="s-1", title="t", created="", member=found, other=other)


EVERY = [
    d.Supersede(),
    d.Deprecate(),
    d.Restore(),
    d.Except("project:x"),
    d.VerifyMemory(),
    d.SetLayer("L1"),
]


@pytest.mark.parametrize(
    ("decision", "legal"),
    [
        (d.Supersede(), (ACTIVE, CONTESTED)),
        (d.Deprecate(), (ACTIVE, CONTESTED)),
        (d.Restore(), (SUPERSEDED, DEPRECATED, FOLDED)),
        (d.Except("project:x"), (ACTIVE, CONTESTED)),
        (d.VerifyMemory(), (ACTIVE,)),
        (d.SetLayer("L1"), (ACTIVE,)),
    ],
)
@pytest.mark.parametrize("found", [ACTIVE, CONTESTED, SUPERSEDED, DEPRECATED, FOLDED])
def test_a_verb_on_a_memory_is_on_along_legal_edges_only(
    decision: d.Decision, legal: tuple[Member, ...], found: Member
) -> None:
    assert (why_not(decision, alone(found, OTHER)) == "") == (found in legal)


@pytest.mark.parametrize("found", [COMPILED, BROKEN])
@pytest.mark.parametrize("decision", EVERY)
def test_what_may_not_be_written_to_takes_no_verb(decision: d.Decision, found: Member) -> None:
    said = why_not(decision, alone(found, OTHER))
    assert said.startswith(
        ("wiki/auto-x.md is compiled", "The header of wiki/u.md cannot be read (line 4, column 1")
    )


def test_an_unreadable_header_names_the_command_that_may_mend_it() -> None:
    assert "`athenaeum-inbox repair wiki/u.md`" in why_not(d.Deprecate(), alone(BROKEN))


TWIN = member(memory("raw/a.md", "x", name="one"))
CLAIMS = member(memory("wiki/e.md", "x", name="e", supersedes=[{"name": "two"}]))
GONE = member(None, "the file is not there")


@pytest.mark.parametrize(
    ("decision", "item", "said"),
    [
        (d.Supersede(), alone(ACTIVE), "Say which memory replaces it: `supersede PATH --by PATH2`"),
        (d.Supersede(), alone(ACTIVE, ACTIVE), "one cannot supersede itself; name the other"),
        (d.Supersede(), alone(ACTIVE, SUPERSEDED), "s is itself superseded by one"),
        (d.Supersede(), alone(OTHER, SUPERSEDED), "s is superseded itself and cannot win; restore"),
        (d.Supersede(), alone(OTHER, DEPRECATED), "d is deprecated itself and cannot win; restore"),
        (d.Supersede(), alone(CLAIMS, OTHER), "wiki/e.md names two in its `supersedes`, so each"),
        (d.Supersede(), alone(ACTIVE, COMPILED), "wiki/auto-x.md is compiled"),
        (d.Supersede(), alone(SUPERSEDED, OTHER), "s: This memory is superseded and cannot be"),
        (d.Deprecate(), alone(SUPERSEDED), "s: This memory is superseded and cannot be deprecated"),
        (d.Restore(), alone(ACTIVE), "one: This memory is active and cannot be restored: there is"),
        (d.Restore(), alone(CONTESTED), "c: This memory is contested and cannot be restored: uph"),
        (d.Restore(), alone(SUPERSEDED, BROKEN), "The header of wiki/u.md cannot be read"),
        (d.VerifyMemory(), alone(CONTESTED), "c is contested; uphold it first, and then verify it"),
        (d.VerifyMemory(), alone(DEPRECATED), "d is deprecated and not in force; restore it first"),
        (d.SetLayer("L1"), alone(CONTESTED), "c is contested and never always injected; uphold it"),
        (d.SetLayer("L2"), alone(ACTIVE), "wiki/a.md is on L2 already; there is nothing to do."),
        (d.Except(""), alone(ACTIVE), "'' would never match: a phrase needs a word of three"),
        (d.Except("a t x"), alone(ACTIVE), "'a t x' would never match"),
        (d.Except("path:"), alone(ACTIVE), "`path:` needs what it is compared with, as in `path:N"),
        (
            d.Except("user:ann"),
            alone(ACTIVE),
            "`user:` is no kind of condition (path, branch, lang",
        ),
        (d.Except("one two\nthree"), alone(ACTIVE), "An entry is one line; give the others one by"),
        (d.Repair(), alone(ACTIVE), "wiki/a.md: its header can be read, so there is nothing to re"),
        (d.Repair(), alone(GONE), "gone.md cannot be used: the file is not there."),
        (d.Keep("a"), alone(ACTIVE), "One memory by itself can be contested, upheld, superseded"),
    ],
)
def test_a_memory_verb_that_is_off_says_the_next_step(
    decision: d.Decision, item: Lone, said: str
) -> None:
    assert why_not(decision, item).startswith(said)


@pytest.mark.parametrize("entry", ["project:x", "path:src/**", "CI", "during: the audit", "deploy"])
def test_an_entry_that_can_match_is_taken(entry: str) -> None:
    assert why_not(d.Except(f" {entry} "), alone(ACTIVE)) == ""
    having = replace(ACTIVE, memory=memory("wiki/a.md", "x", name="one", known_exceptions=[entry]))
    said = why_not(d.Except(entry, "known_exceptions"), alone(having))
    assert said == f"wiki/a.md says `known_exceptions: {entry}` already; there is nothing to do."


def test_two_memories_of_one_name_may_supersede_each_other_by_path() -> None:
    assert why_not(d.Supersede(), alone(ACTIVE, TWIN)) == ""
