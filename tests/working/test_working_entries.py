"""Invariants 19 to 29: ids and merging."""

from __future__ import annotations

import pytest

from inbox.working.state import State, normalised
from tests.working import worlds as w

STATE = w.state(w.entry(1), w.entry(2), w.entry(5), graveyard=("m3", "m4"))


@w.over(w.turns())
def test_19_an_addition_gets_a_fresh_handle(made: list[w.Step]) -> None:
    for each in made:
        for event in each.log:
            if event.code == "added":
                assert int(event.handle[1:]) > each.before.seq
                assert event.entry
                assert event.entry.uuid == State().uuid_of(event.entry.number)


@w.over(w.turns())
def test_20_handles_are_unique_and_dead_ones_never_return(made: list[w.Step]) -> None:
    for each in made:
        handles = [entry.id for entry in each.after.entries]
        assert len(set(handles)) == len(handles)
        assert not set(handles) & set(each.before.graveyard)
        assert set(each.before.graveyard) <= set(each.after.graveyard)
        assert each.after.seq >= max((entry.number for entry in each.after.entries), default=0)
        gone = each.names()[0] - each.names()[1]
        assert gone <= set(each.after.graveyard)


@w.over(w.turns())
def test_21_an_update_keeps_id_and_creation_and_sets_the_turn(made: list[w.Step]) -> None:
    for each in made:
        for event in each.log:
            old = each.before.entry(event.handle)
            if event.code in ("updated", "contradicted") and old and event.entry:
                kept = (event.entry.id, event.entry.uuid, event.entry.created_turn)
                assert kept == (old.id, old.uuid, old.created_turn)
                assert event.entry.updated_turn == each.turn


@w.over(w.turns(1))
def test_22_unknown_ids_change_nothing_and_are_logged(made: list[w.Step]) -> None:
    before = made[0].before
    said = w.output(deltas=[w.update("m99", content="x"), w.delete("m98")])
    bare, given_ = w.step(before, w.output()), w.step(before, said)
    assert given_.after.entries == bare.after.entries
    assert (given_.codes(0), given_.codes(1)) == (["unknown_id"], ["unknown_id"])


def test_22_three_unknown_ids_discredit_the_whole_reply() -> None:
    deltas = [w.update("m7", content="x"), w.delete("m8"), w.delete("m9"), w.add()]
    made = w.step(STATE, w.output(progress="P", deltas=deltas))
    assert made.after == STATE
    assert made.codes()[-1] == "unreliable_batch"
    twice = w.step(STATE, w.output(deltas=[w.delete("m7"), w.delete("m7"), w.delete("m8")]))
    assert twice.applied


@w.over(w.turns())
def test_23_an_update_never_brings_a_deleted_entry_back(made: list[w.Step]) -> None:
    for each in made:
        for dead in each.before.graveyard:
            again = w.step(each.before, w.output(deltas=[w.update(dead, content="back")]))
            assert again.codes(0) == ["stale_id"]
            assert "back" not in [entry.content for entry in again.after.entries]


def test_23_a_uuid_means_its_entry_live_or_dead() -> None:
    uuid = STATE.uuid_of
    made = w.step(
        STATE, w.output(deltas=[w.update(uuid(5), content="x"), w.update(uuid(3), content="y")])
    )
    assert (made.codes(0), made.codes(1)) == (["updated"], ["stale_id"])


@w.over(w.turns())
def test_24_a_replaced_entry_goes_only_when_the_new_one_is_stored(made: list[w.Step]) -> None:
    for each in made:
        for event in each.log:
            if event.code == "replaced":
                (new,) = (e for e in each.log if e.code == "added" and e.op == event.op)
                assert new.entry
                assert new.entry.supersedes == event.handle


def test_24_a_replacement_that_is_refused_leaves_the_old_one() -> None:
    for bad in (w.add("x", 0.1), w.add("x", "0.9"), w.add("old 2", 0.8)):
        made = w.step(STATE, w.output(deltas=[{**bad, "replaces": "m1"}]))
        assert made.after.entry("m1") == STATE.entry("m1")
    made = w.step(STATE, w.output(deltas=[{**w.add("x"), "replaces": "m1"}]))
    assert [entry.id for entry in made.after.entries] == ["m2", "m5", "m6"]
    assert made.after.entries[-1].supersedes == "m1"


@w.over(w.turns())
def test_25_what_an_update_does_not_name_stays(made: list[w.Step]) -> None:
    names = ("content", "category", "confidence", "evidence")
    for each in made:
        for event in each.log:
            old = each.before.entry(event.handle)
            if event.code == "updated" and event.operation == "update" and old and event.entry:
                raw = each.output["deltas"][event.op or 0]
                for name in set(names) - set(raw["entry"]):
                    assert getattr(event.entry, name) == getattr(old, name)
                assert (event.entry.origin, event.entry.pinned) == (old.origin, old.pinned)


def test_26_two_equal_additions_make_one_entry() -> None:
    made = w.step(STATE, w.output(deltas=[w.add("The dome"), w.add("the  dome.", 0.9)]))
    assert [entry.content for entry in made.after.entries[3:]] == ["The dome"]
    assert made.codes(1) == ["duplicate_add"]


@w.over(w.turns())
def test_26_no_addition_makes_the_same_words_twice(made: list[w.Step]) -> None:
    for each in made:
        fresh = [e.entry for e in each.log if e.code == "added" and e.entry]
        words = [normalised(entry.content) for entry in fresh]
        assert len(set(words)) == len(words)


@w.over(w.states())
def test_27_an_addition_equal_to_a_live_entry_changes_nothing(before: State) -> None:
    live = [entry for entry in before.entries if not entry.marked]
    said = w.output(deltas=[w.add(entry.content.upper() + ".", 0.9) for entry in live])
    made, bare = w.step(before, said), w.step(before, w.output())
    assert made.after.entries == bare.after.entries
    assert all(made.codes(at) == ["duplicate_add"] for at in range(len(live)))


@pytest.mark.parametrize("turn_round", [False, True])
def test_28_update_and_deletion_of_one_id_do_nothing_and_are_two_items(turn_round: bool) -> None:
    pair = [w.update("m1", content="x"), w.delete("m1")]
    made = w.step(STATE, w.output(deltas=pair[::-1] if turn_round else pair))
    assert made.after.entries == STATE.entries
    assert made.codes() == ["conflicting_ops", "conflicting_ops"]
    assert all(event.level == "review" for event in made.log)


@w.over(w.turns())
def test_28_nothing_is_done_to_an_id_with_a_conflict(made: list[w.Step]) -> None:
    for each in made:
        for event in each.log:
            if event.code == "conflicting_ops":
                old = each.before.entry(event.handle)
                assert old
                same = each.after.entry(event.handle) == old
                assert same or (old.marked and not same) or event.handle in each.left()


def test_28_a_person_beats_the_agents_own_words_on_one_id() -> None:
    said = w.output(
        deltas=[w.update("m1", "assistant", content="x"), w.update("m1", "user", content="y")]
    )
    made = w.step(STATE, said)
    assert made.after.entries[0].content == "y"
    assert made.codes(0) == ["outvoted"]


def test_29_the_same_operation_twice_counts_once() -> None:
    once = w.step(STATE, w.output(deltas=[w.delete("m1"), w.update("m2", content="x")]))
    twice = w.step(
        STATE, w.output(deltas=[w.delete("m1"), w.update("m2", content="x"), w.delete("m1")])
    )
    assert twice.after == once.after
    assert twice.codes(2) == ["duplicate_op"]


@w.over(w.turns(bad=False))
def test_29_holds_for_any_reply(made: list[w.Step]) -> None:
    for each in made:
        moving = [op for op in each.output["deltas"] if "entry_id" in op]
        doubled = {**each.output, "deltas": [*each.output["deltas"], *moving]}
        assert w.step(each.before, doubled, each.context).after == each.after


def test_deleting_and_adding_the_same_words_keeps_the_entry_and_its_history() -> None:
    made = w.step(STATE, w.output(deltas=[w.delete("m1"), w.add("Old 1.", 0.9)]))
    entry = made.after.entries[0]
    assert (entry.id, entry.created_turn, entry.confidence) == ("m1", 1, 0.9)
    assert made.codes() == ["rename_collapsed", "updated"]


def test_an_operation_that_quotes_a_message_nobody_sent_is_refused() -> None:
    wrong = [{"msg": 0, "role": "tool"}, {"msg": 7, "role": "user"}]
    for ref in wrong:
        made = w.step(STATE, w.output(deltas=[{**w.delete("m1"), "evidence_refs": [ref]}]))
        assert made.codes(0) == ["bad_op_shape"]
        assert made.after.entries == STATE.entries
