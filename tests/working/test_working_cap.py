"""Invariants 30 to 37: the cap."""

from __future__ import annotations

from dataclasses import replace

from inbox.working.batch import lowest
from inbox.working.state import CAP, State
from tests.working import worlds as w

FULL = w.state(*(w.entry(n, confidence=0.5) for n in range(1, CAP + 1)))


def contents(state: State) -> list[str]:
    return [entry.content for entry in state.entries]


@w.over(w.turns())
def test_30_the_cap_holds_for_any_reply(made: list[w.Step]) -> None:
    for each in made:
        if len(each.before.entries) <= CAP:
            assert len(each.after.entries) <= CAP


@w.over(w.turns())
def test_31_more_entries_than_the_cap_never_become_more(made: list[w.Step]) -> None:
    for each in made:
        if len(each.before.entries) > CAP:
            assert len(each.after.entries) <= len(each.before.entries)


def test_31_an_empty_reply_does_not_trim() -> None:
    over = replace(FULL, entries=(*FULL.entries, w.entry(16), w.entry(17)), seq=17)
    assert w.step(over, w.output()).after.entries == over.entries
    added = w.step(over, w.output(deltas=[w.add("x", 0.9)]))
    assert added.after.entries == over.entries
    assert added.codes(0) == ["cap_add_rejected"]
    room = w.step(over, w.output(deltas=[w.delete("m1"), w.delete("m2"), w.add("x", 0.9)]))
    assert len(room.after.entries) == CAP
    assert "x" in contents(room.after)


def test_32_at_the_cap_the_lowest_goes_and_of_equals_the_oldest() -> None:
    weaker = tuple(replace(e, confidence=0.2) if e.id in ("m7", "m9") else e for e in FULL.entries)
    made = w.step(replace(FULL, entries=weaker), w.output(deltas=[w.add("x", 0.8)]))
    assert "m7" in made.left()
    tie = w.step(FULL, w.output(deltas=[w.add("x", 0.5)]))
    assert list(tie.left()) == ["m1"]
    assert contents(tie.after)[-1] == "x"


@w.over(w.turns())
def test_32_what_is_evicted_was_the_lowest_that_could_be(made: list[w.Step]) -> None:
    for each in made:
        evicted = [event.entry for event in each.log if event.code == "evicted"]
        fresh = {event.handle for event in each.log if event.code == "added"}
        for victim in evicted:
            assert victim
            free = [e for e in each.after.entries if e.id not in fresh]
            assert [victim, *lowest(free)] == lowest([victim, *free])
            assert victim.created_turn < each.turn


@w.over(w.turns())
def test_33_a_weaker_entry_never_displaces_a_stronger_one(made: list[w.Step]) -> None:
    for each in made:
        for event in each.log:
            if event.code == "evicted":
                (new,) = (e for e in each.log if e.code == "added" and e.op == event.op)
                assert new.entry
                assert event.entry
                assert new.entry.confidence >= event.entry.confidence


def test_33_a_weaker_addition_is_a_review_item_with_its_words() -> None:
    made = w.step(FULL, w.output(deltas=[w.add("x", 0.4)]))
    (event,) = (event for event in made.log if event.op == 0)
    assert (event.code, event.level) == ("cap_add_rejected", "review")
    assert event.entry
    assert event.entry.content == "x"


@w.over(w.turns())
def test_34_protected_entries_are_never_evicted(made: list[w.Step]) -> None:
    for each in made:
        for event in each.log:
            if event.code == "evicted":
                assert event.entry
                assert not event.entry.protected


def test_34_with_all_of_them_protected_an_addition_is_refused() -> None:
    pinned = replace(FULL, entries=tuple(replace(e, pinned=True) for e in FULL.entries))
    made = w.step(pinned, w.output(deltas=[w.add("x", 1, "tool")]))
    assert made.codes(0) == ["cap_add_rejected"]


@w.over(w.turns())
def test_35_survivors_keep_their_order_and_new_ones_go_last(made: list[w.Step]) -> None:
    for each in made:
        before = [e.id for e in each.before.entries if e.id in each.names()[1]]
        after = [e.id for e in each.after.entries]
        assert after[: len(before)] == before
        assert all(int(handle[1:]) > each.before.seq for handle in after[len(before) :])


@w.over(w.turns())
def test_36_whatever_leaves_is_in_the_log_with_its_content(made: list[w.Step]) -> None:
    for each in made:
        gone = each.names()[0] - each.names()[1]
        assert gone == set(each.left())
        for handle, event in each.left().items():
            old = each.before.entry(handle)
            assert old
            assert event.entry
            assert event.entry.evidence == old.evidence
            # An update may have reworded it in the turn that let it go.
            assert event.entry.content == old.content or any(
                e.handle == handle and e.operation == "update" for e in each.log
            )


def test_37_a_deletion_whose_addition_failed_is_held() -> None:
    for bad in (w.add("x", 0.1), w.add("x", 1.2), w.add("", 0.9), {"operation": "add"}):
        made = w.step(FULL, w.output(deltas=[w.delete("m3"), bad]))
        assert len(made.after.entries) == CAP
        assert made.codes(0) == ["delete_held_add_failed"]


def test_an_addition_with_a_deletion_at_the_cap_keeps_fifteen() -> None:
    pair = [w.add("x", 0.2), w.delete("m9")]
    for deltas in (pair, pair[::-1]):
        made = w.step(FULL, w.output(deltas=deltas))
        assert len(made.after.entries) == CAP
        assert "cap_delete_not_lowest" in made.codes()
    lowest_first = w.step(FULL, w.output(deltas=[w.add("x", 0.2), w.delete("m1")]))
    assert "cap_delete_not_lowest" not in lowest_first.codes()


def test_newcomers_do_not_evict_each_other() -> None:
    strong = replace(FULL, entries=tuple(replace(e, confidence=0.6) for e in FULL.entries))
    said = w.output(deltas=[w.delete("m1"), w.add("x", 0.5), w.add("y", 0.55), w.add("z", 0.9)])
    made = w.step(strong, said)
    assert contents(made.after)[-2:] == ["x", "z"]
    assert made.codes(2) == ["cap_add_rejected"]
    assert [made.log[-1].code, *made.left()] == ["evicted", "m1", "m2"] or "m2" in made.left()
