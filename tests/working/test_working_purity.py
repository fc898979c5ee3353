"""Invariants 12 to 18: the reducer is a function, and the order of a reply means little."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from inbox.working import record
from inbox.working.operations import Role
from inbox.working.reducer import reduce
from inbox.working.state import State
from tests.working import worlds as w


@w.over(w.turns())
def test_12_the_same_turn_gives_the_same_state_and_log(made: list[w.Step]) -> None:
    for each in made:
        again = w.step(each.before, copy.deepcopy(each.output), each.context)
        assert (again.after, again.log) == (each.after, each.log)


@w.over(w.states(), w.outputs())
def test_13_what_goes_in_is_not_changed(before: State, said: w.Output) -> None:
    text, words = record.render("a", before), json.dumps(said)
    w.step(before, said)
    assert (record.render("a", before), json.dumps(said)) == (text, words)


@w.over(w.turns())
def test_14_a_rejected_reply_leaves_every_byte(made: list[w.Step]) -> None:
    for each in made:
        if not each.applied:
            assert record.render("a", each.after) == record.render("a", each.before)


@w.over(w.states(), w.outputs())
def test_15_without_operations_the_entries_stay(before: State, said: w.Output) -> None:
    unmarked = replace(before, entries=tuple(e for e in before.entries if not e.marked))
    made = w.step(unmarked, {**said, "deltas": []})
    assert made.applied
    assert made.after.entries == unmarked.entries


@w.over(w.turns(), st.randoms(use_true_random=False))
def test_16_the_order_of_updates_and_deletions_does_not_count(
    made: list[w.Step], random: Random
) -> None:
    for each in made:
        operations = each.output["deltas"]
        moving = [op for op in operations if isinstance(op, dict)]
        moving = [op for op in moving if op.get("operation") in ("update", "delete")]
        rest = [op for op in operations if op not in moving]
        random.shuffle(moving)
        again = w.step(each.before, {**each.output, "deltas": [*rest, *moving]}, each.context)
        assert again.after == each.after


@w.over(w.states(), st.integers(1, 18), w.contents, w.references)
def test_17_an_addition_before_or_behind_a_deletion_gives_the_same(
    before: State, number: int, content: str, refs: list[Role]
) -> None:
    pair = [w.add(content, 0.8, *refs), w.delete(f"m{number}", *refs)]
    one = w.step(before, w.output(deltas=pair))
    other = w.step(before, w.output(deltas=pair[::-1]))
    assert one.after == other.after


@w.over(w.turns(), st.integers(0, 9))
def test_18_an_earlier_turn_is_refused_and_a_replay_does_nothing(
    made: list[w.Step], back: int
) -> None:
    for each in made:
        if each.applied:
            after, log = reduce(each.after, each.output, each.turn - back)
            assert (after, w.codes(log)) == (each.after, ["stale_turn"])


@w.over(w.turns())
def test_a_state_is_read_back_as_it_was_written(made: list[w.Step]) -> None:
    for each in made:
        assert record.read(record.render("a", each.after)) == each.after
        for event in each.log:
            assert record.event_of(json.loads(json.dumps(record.event_value(event)))) == event
