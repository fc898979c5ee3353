"""Decisions on one memory: each turns round byte for byte, whatever the header looks like."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from inbox.domain import decision as d
from inbox.domain.edit import inverse
from inbox.domain.status import Status
from inbox.errors import Unwritable
from inbox.formats import codecs
from inbox.formats.memory import raw_value, read, set_raw
from inbox.policy.refusals import why_not
from inbox.policy.status import status_of
from tests.formats.memory_texts import anything, texts
from tests.plan.lone_builders import carried_out, lone, planned

WINNER = "---\nname: other\nvalid_from: 2026-03-01\n---\n\nOther.\n"
DECISIONS: list[d.Decision] = [
    d.Supersede(),
    d.Deprecate(),
    d.Restore(),
    d.Except("project:larkspur"),
    d.Except("during the audit", "known_exceptions"),
    d.Except("path:src/**", "applies_when"),
    d.Repair(),
    d.VerifyMemory(),
    d.SetLayer("L1"),
    d.SetLayer("L2"),
    d.Contest(),
    d.Uphold(),
]
SPELLINGS = [
    "approved", '"approved"', "'approved'", "approved   # by Ann", '  "candidate"', "", "~", "''",
    "null", "!!str yes", "[a, b]", "{a: b}", "'it''s'", '"a\\tb"', "  # open",
]  # fmt: skip


@given(anything, st.sampled_from(DECISIONS))
def test_every_decision_on_a_memory_turns_round_byte_for_byte(
    text: str, decision: d.Decision
) -> None:
    item = lone(text, WINNER if isinstance(decision, d.Supersede | d.Restore) else None)
    assume(not why_not(decision, item))
    try:
        change = planned(item, decision)
    except Unwritable:
        return
    start: dict[str, str | None] = {"note.md": text, "other.md": WINNER}
    after = start | codecs.applied(change.edits, start)
    assert start | codecs.applied(inverse(change.edits), after) == start


@given(texts(), st.sampled_from(DECISIONS))
def test_no_decision_on_a_memory_changes_a_word_of_its_body(
    text: str, decision: d.Decision
) -> None:
    item = lone(text, WINNER if isinstance(decision, d.Supersede | d.Restore) else None)
    assume(not why_not(decision, item))
    try:
        after = carried_out(item, decision)["note.md"]
    except Unwritable:
        return
    assert after is not None
    assert read("note.md", after).body == read("note.md", text).body


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("status", SPELLINGS)
def test_contest_and_uphold_give_a_status_back_as_it_was_spelled(
    status: str, mark: str, newline: str
) -> None:
    head = f"---\nname: n\nstatus:{' ' if status else ''}{status}\ntype: project\n---\n\nBody.\n"
    text = mark + head.replace("\n", newline)
    contested = carried_out(lone(text), d.Contest(), "no")["note.md"]
    assert contested is not None
    assert status_of(read("note.md", contested)) is Status.CONTESTED
    again = carried_out(lone(contested), d.Contest(), "once more")["note.md"]
    for each in (contested, again):
        assert carried_out(lone(each or ""), d.Uphold())["note.md"] == text


@given(texts())
def test_contest_and_uphold_leave_no_byte_behind(text: str) -> None:
    item = lone(text)
    assume(not why_not(d.Contest(), item))
    assume("contested" not in item.member.require().header)
    assume(item.member.require().scalar("status") != "contested")
    try:
        contested = carried_out(item, d.Contest())["note.md"] or ""
    except Unwritable:
        return
    assert carried_out(lone(contested), d.Uphold())["note.md"] == text


def test_a_status_of_several_lines_cannot_be_contested() -> None:
    with pytest.raises(Unwritable, match="its `status` takes several lines; write it on one"):
        planned(lone("---\nstatus:\n- a\n---\nx\n"), d.Contest())


@pytest.mark.parametrize("raw", ["approved\nlayer: L1", "a: b", '"open', "*nothing", "[a"])
def test_a_spelled_value_that_is_no_single_value_is_refused(raw: str) -> None:
    with pytest.raises(Unwritable):
        set_raw("n.md", "---\nstatus: contested\n---\nx\n", "status", raw)


def test_a_value_on_several_lines_has_no_spelling() -> None:
    assert raw_value("---\na: |\n  x\nb: 'y' # z\n---\n", "a") is None
    assert raw_value("---\na: |\n  x\nb: 'y' # z\n---\n", "b") == "'y'"
    assert raw_value("---\na: b: c\n---\n", "a") is None


ENDED = [
    "superseded_by: other\nvalid_until: '2026-02-28'\n",
    "superseded_by: other\nsuperseded_at: '2026-03-01T00:00:00Z'\nsuperseded_claim:\n- x\n",
    "deprecated: true\n",
    "deprecated: yes\nstatus: deprecated\n",
    "status: folded\nfolded_into: other\nembedded: false\nsuperseded_by: other\n",
    "status: superseded\n",
    "deprecated: true\nstatus: contested\ncontested:\n  reason: r\n",
    "superseded_by: other\nvalid_until: '2026-12-01'\n",
    "superseded_by: other\nvalid_until: 2030-01-01T00:00:00Z\n",
]


@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("marks", ENDED)
def test_a_restored_memory_keeps_nothing_that_ended_it(marks: str, nested: bool) -> None:
    kind = "metadata:\n  type: project\n" if nested else "type: project\n"
    whole = f"---\nname: n\n{kind}---\n\nBody.\n"
    text = whole.replace(kind, kind + marks)
    winner = "---\nname: other\nvalid_from: 2030-01-01\nsupersedes:\n- n\n- x\n---\n\nOther.\n"
    after = carried_out(lone(text, winner if "_by" in marks else None), d.Restore())
    assert after["note.md"] == whole
    if "_by" in marks:
        assert after["other.md"] == winner.replace("- n\n", "")


def test_a_restored_memory_keeps_a_window_that_is_open_still() -> None:
    text = "---\nname: n\ndeprecated: true\nvalid_until: 2026-12-02\n---\n\nBody.\n"
    after = carried_out(lone(text), d.Restore())["note.md"]
    assert after == text.replace("deprecated: true\n", "")


def test_restoring_says_that_what_replaced_it_stays_in_force() -> None:
    text = "---\nname: n\nsuperseded_by: other\n---\n\nBody.\n"
    change = planned(lone(text, "---\nsupersedes:\n- name: n\n---\nx\n"), d.Restore())
    assert change.notes == (
        "other.md stays in force beside it; contest or supersede one if they differ.",
    )
    assert change.message.trailer("Inbox-Params") == '{"was": "superseded", "by": "other.md"}'


@pytest.mark.parametrize("old", ["x: y", "[x]", "x", "{path: a/**}", "~"])
def test_an_exception_joins_what_is_there(old: str) -> None:
    text = f"---\nname: n\nknown_exceptions: {old!s}\n---\n\nBody.\n".replace("x: y", "'x: y'")
    item = lone(text)
    before = item.member.require().header["known_exceptions"]
    after = carried_out(item, d.Except(" tag:slow ", "known_exceptions"))["note.md"]
    found = read("note.md", after or "").header["known_exceptions"]
    kept = before if isinstance(before, list) else [] if before is None else [before]
    assert found == [*kept, "tag:slow"]
