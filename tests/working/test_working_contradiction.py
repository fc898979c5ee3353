"""Invariants 38 to 46: what is contradicted, and by whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.working import prompt
from inbox.working.operations import CEILING_WITHOUT, CEILINGS, Role
from inbox.working.state import CONTRADICTED, State
from tests.working import worlds as w

STATE = w.state(w.entry(1, confidence=0.8), w.entry(2, confidence=0.8, origin="user"))
MARKED = w.step(STATE, w.output(deltas=[w.update("m1", confidence=0.1)])).after


@w.over(w.turns())
def test_38_a_low_confidence_marks_and_does_not_delete(made: list[w.Step]) -> None:
    for each in made:
        for event in each.log:
            if event.code == "contradicted":
                assert event.entry
                assert event.entry.contradicted_turn == each.turn
                old = each.before.entry(event.handle)
                assert old
                assert event.entry.previous_confidence == old.confidence
                assert each.after.entry(event.handle) or each.left()[event.handle].code != "expired"


def test_39_what_nobody_confirms_goes_at_the_next_applied_turn() -> None:
    assert MARKED.entries[0].marked
    after = w.step(MARKED, w.output())
    assert after.codes() == ["expired", "nothing_changed"]
    assert [entry.id for entry in after.after.entries] == ["m2"]


def test_39_turns_that_fail_do_not_count() -> None:
    state = MARKED
    for said in ({}, w.output(x=1), w.output(deltas=[w.delete(f"m{n}") for n in (7, 8, 9)])):
        state = w.step(state, said).after
    assert state == MARKED
    raised = w.output(deltas=[w.update("m1", confidence=0.5)])
    assert w.step(replace(state, turn=90), raised).after.entries[0].confidence == 0.5


@w.over(w.turns())
def test_39_holds_for_any_state(made: list[w.Step]) -> None:
    for each in made:
        for old in each.before.entries if each.applied else ():
            new = each.after.entry(old.id)
            if old.marked and not old.protected and new:
                assert not new.marked
                assert new.confidence > CONTRADICTED


def test_40_marking_again_does_not_postpone() -> None:
    again = w.step(MARKED, w.output(deltas=[w.update("m1", confidence=0.05)]))
    assert again.left()["m1"].code == "expired"
    reworded = w.step(MARKED, w.output(deltas=[w.update("m1", content="other words")]))
    assert reworded.left()["m1"].code == "expired"


@pytest.mark.parametrize(
    ("said", "code", "confidence"),
    [
        (w.update("m1", confidence=0.2), "updated", 0.2),
        (w.add("OLD  1.", 0.7), "reconfirmed", 0.7),
        (w.add("old 1", 0.9, "assistant"), "reconfirmed", 0.5),
    ],
)
def test_41_raising_or_adding_again_takes_the_mark_away(
    said: w.Output, code: str, confidence: float
) -> None:
    made = w.step(MARKED, w.output(deltas=[said]))
    entry = made.after.entries[0]
    assert (entry.id, entry.marked, entry.confidence) == ("m1", False, confidence)
    assert entry.previous_confidence is None
    assert made.codes(0)[-1] == code


@w.over(w.turns())
def test_42_nothing_is_born_contradicted(made: list[w.Step]) -> None:
    for each in made:
        fresh = [event.entry for event in each.log if event.code == "added"]
        assert all(entry and entry.confidence > CONTRADICTED for entry in fresh)
    assert w.step(STATE, w.output(deltas=[w.add("x", 0.1)])).codes(0) == ["add_below_floor"]


@w.over(w.turns())
def test_43_what_a_person_said_stays_unless_it_was_contradicted_before(
    made: list[w.Step],
) -> None:
    for each in made:
        for handle, event in each.left().items():
            old = each.before.entry(handle)
            assert old
            if old.protected:
                assert old.marked
                assert event.code in ("deleted", "replaced")


def test_43_deleting_what_a_person_said_is_a_review_item() -> None:
    for refs in ((), ("tool",), ("user",)):
        made = w.step(STATE, w.output(deltas=[w.delete("m2", *refs)]))
        assert made.codes(0) == ["protected_delete"]
    pinned = replace(STATE, entries=(replace(STATE.entries[0], pinned=True),))
    assert w.step(pinned, w.output(deltas=[w.delete("m1")])).codes(0) == ["protected_delete"]


def test_43_a_marked_entry_of_a_person_is_asked_about_once_and_stays() -> None:
    marked = w.step(STATE, w.output(deltas=[w.update("m2", "user", confidence=0.1)])).after
    first = w.step(marked, w.output())
    second = w.step(first.after, w.output())
    assert "expiry_held" in first.codes()
    assert "expiry_held" not in second.codes()
    assert second.after.entry("m2")


@w.over(w.turns())
def test_44_the_agents_own_words_do_not_lower_what_a_person_said(made: list[w.Step]) -> None:
    for each in made:
        if not each.applied:
            continue
        for event in each.log:
            old = each.before.entry(event.handle)
            if event.op is None or old is None or old.origin != "user" or not event.entry:
                continue
            raw = each.output["deltas"][event.op]
            roles = {ref["role"] for ref in raw.get("evidence_refs", ())}
            if roles == {"assistant"} and event.entry.id == old.id:
                assert event.code in ("updated", "reconfirmed")
                assert event.entry.confidence >= old.confidence


@pytest.mark.parametrize(
    "operation",
    [
        w.update("m2", "assistant", confidence=0.3),
        w.update("m2", "assistant", confidence=0.9),
        w.update("m2", "assistant", content="the opposite"),
        w.delete("m2", "assistant"),
    ],
)
def test_44_each_such_operation_is_a_review_item(operation: w.Output) -> None:
    made = w.step(STATE, w.output(deltas=[operation]))
    assert made.after.entries == STATE.entries
    assert made.codes(0) == ["user_outranks"]


@w.over(w.turns())
def test_45_evidence_limits_the_confidence(made: list[w.Step]) -> None:
    for each in made:
        for event in each.log:
            if event.code in ("added", "updated", "reconfirmed") and event.entry:
                raw = each.output["deltas"][event.op or 0]
                if "confidence" not in raw["entry"]:
                    continue
                roles = {ref["role"] for ref in raw.get("evidence_refs", ())}
                limit = max((CEILINGS[role] for role in roles), default=CEILING_WITHOUT)
                assert event.entry.confidence <= limit
                assert event.entry.confidence < 1 or "tool" in roles


@pytest.mark.parametrize(
    ("refs", "stored"),
    [((), 0.9), (("assistant",), 0.5), (("user",), 0.9), (("tool",), 1), (("user", "tool"), 1)],
)
def test_45_a_claim_of_certainty_is_stored_at_its_ceiling(
    refs: tuple[Role, ...], stored: float
) -> None:
    made = w.step(STATE, w.output(deltas=[w.add("x", 1.0, *refs)]))
    assert made.after.entries[-1].confidence == stored
    assert ("confidence_capped" in made.codes(0)) == (stored < 1)
    unlimited = w.step(
        STATE, w.output(deltas=[w.add("x", 1.0, *refs)]), replace(w.CONTEXT, ceilings=False)
    )
    assert unlimited.after.entries[-1].confidence == 1


@w.over(w.states())
def test_46_a_marked_entry_is_not_told_as_a_fact(before: State) -> None:
    block = prompt.for_agent(before)
    facts = block.partition("Disputed")[0].splitlines()
    disputed = block.partition("Disputed")[2].splitlines()
    for entry in before.entries:
        assert (f"- {entry.content}" in facts) != entry.marked
        assert (f"- {entry.content}" in disputed) == entry.marked
