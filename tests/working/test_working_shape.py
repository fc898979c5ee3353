"""Invariants 1 to 11 of the working memory: what a reply must look like."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.working import reply, schema
from inbox.working.reducer import reduce
from inbox.working.state import State
from tests.conftest import DATA
from tests.working import worlds as w

STATE = w.state(w.entry(1), w.entry(2))
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)


def only_op(made: w.Step) -> list[str]:
    return made.codes(0)


@pytest.mark.parametrize("name", sorted(w.BARE))
def test_01_a_missing_field_rejects_the_reply_and_changes_nothing(name: str) -> None:
    said = w.output(active_goal="G", deltas=[w.add()])
    del said[name]
    after, log = reduce(STATE, said, 31)
    assert (after, w.codes(log)) == (STATE, ["bad_envelope"])


@w.over(w.turns(1), st.sampled_from(sorted(w.BARE)))
def test_01_holds_for_any_state_and_reply(made: list[w.Step], name: str) -> None:
    said = {key: value for key, value in made[0].output.items() if key != name}
    assert reduce(made[0].before, said, made[0].turn)[0] == made[0].before


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (w.output(mood="good"), "bad_envelope"),
        (w.output(deltas=[{**w.add(), "id": "m3"}]), "bad_op_shape"),
        (w.output(deltas=[{**w.add(), "entry": {**w.add()["entry"], "x": 1}}]), "bad_op_shape"),
        (w.output(deltas=[{**w.delete("m1"), "force": True}]), "bad_op_shape"),
        (w.output(deltas=[w.update("m1", pinned=True)]), "bad_op_shape"),
        (
            w.output(deltas=[{**w.add(), "evidence_refs": [{"msg": 0, "role": "user", "x": 1}]}]),
            "bad_op_shape",
        ),
    ],
)
def test_02_unknown_keys_at_any_level_are_refused(said: w.Output, code: str) -> None:
    made = w.step(STATE, said)
    assert made.codes() == [code] if code == "bad_envelope" else code in made.codes()
    assert made.after.entries == STATE.entries


@pytest.mark.parametrize("key", ["id", "entry_id"])
def test_03_an_addition_with_an_id_is_refused(key: str) -> None:
    made = w.step(STATE, w.output(deltas=[{**w.add(), key: "m1"}]))
    assert only_op(made) == ["bad_op_shape"]
    assert made.after.entries == STATE.entries


def test_04_a_deletion_with_an_entry_is_refused() -> None:
    made = w.step(STATE, w.output(deltas=[{**w.delete("m1"), "entry": {"content": "x"}}]))
    assert only_op(made) == ["bad_op_shape"]
    assert made.after.entries == STATE.entries


def test_05_an_update_of_nothing_is_refused() -> None:
    made = w.step(STATE, w.output(deltas=[w.update("m1")]))
    assert only_op(made) == ["bad_op_shape"]
    assert made.after.entries == STATE.entries


@pytest.mark.parametrize("value", [*w.BAD_CONFIDENCES, 85, "high", [], 10**400])
def test_06_a_bad_confidence_rejects_only_its_operation(value: Any) -> None:
    deltas = [w.update("m1", confidence=value), w.add("bad", value), w.add("good")]
    made = w.step(STATE, w.output(deltas=deltas))
    assert (made.codes(0), made.codes(1)) == (["bad_op_shape"], ["bad_op_shape"])
    assert [each.content for each in made.after.entries] == ["old 1", "old 2", "good"]
    assert all(math.isfinite(each.confidence) for each in made.after.entries)


@pytest.mark.parametrize("value", [0, 1, 0.0, 1.0])
def test_06_zero_and_one_are_confidences(value: float) -> None:
    made = w.step(STATE, w.output(deltas=[w.update("m1", "tool", confidence=value)]))
    assert made.after.entries[0].confidence == value


@w.over(w.turns(bad=False), st.sampled_from([7, {}, w.update("m1"), w.add("x", "0.9"), None]))
def test_07_one_bad_operation_does_not_spoil_the_rest(made: list[w.Step], bad: Any) -> None:
    for each in made:
        spoilt = {**each.output, "deltas": [*each.output["deltas"], bad]}
        again = w.step(each.before, spoilt, each.context)
        # A refused addition holds deletions back, and nothing else.
        if not any(op["operation"] == "delete" for op in each.output["deltas"]):
            assert again.after == each.after
        assert again.after.task == each.after.task


@w.over(w.outputs(bad=False), st.data())
def test_08_a_reply_that_is_cut_off_is_not_read(said: w.Output, data: st.DataObject) -> None:
    text = json.dumps(said)
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    with pytest.raises(reply.BadReply):
        reply.read(cut)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("```json\n", "\n```"),
        ("Here you are {with care}:\n\n", "\nDone {so}."),
        ('The form is {"operation": "add"}, so:\n', ""),
        ("\ufeff \n", " \n"),
    ],
)
@w.over(w.outputs(bad=False))
def test_09_fences_and_prose_do_not_count(before: str, after: str, said: w.Output) -> None:
    assert reply.read(before + json.dumps(said) + after) == reply.read(json.dumps(said)) == said


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(w.BARE)[:-1] + ', "deltas": []}',
        json.dumps(w.output(deltas=[w.add()])).replace('"reason"', '"reason": "x", "reason"'),
    ],
)
def test_10_a_key_that_stands_twice_is_refused(text: str) -> None:
    with pytest.raises(reply.BadReply, match="twice"):
        reply.read(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no object"),
        ("I cannot do that.", "no object"),
        ("[]", "no object"),
        (json.dumps({"reply": w.BARE}), "no object"),
        (json.dumps(w.BARE) * 2, "second object"),
        (json.dumps(w.BARE) + "\nor\n{}", "second object"),
        (json.dumps(w.BARE) + '\nor\n{"active_goal": ', "broken or cut off"),
        (json.dumps(w.output(deltas=[w.add("x", float("nan"))])), "NaN"),
        (json.dumps(w.output(deltas=[w.add("x", float("-inf"))])), "-Infinity"),
        (json.dumps(w.BARE).replace('""', '"a\x00b"', 1), "broken"),
        (json.dumps(w.BARE).replace('""', '"a\nb"', 1), "broken"),
        ('{"a":' * 30_000, "deeply"),
        (json.dumps(w.BARE).replace("[]", "9" * 5_000), "too long"),
        ("x" * (reply.LARGEST + 1), "longer"),
    ],
    ids=range(14),
)
def test_a_reply_that_cannot_be_read_says_why(text: str, why: str) -> None:
    with pytest.raises(reply.BadReply, match=why):
        reply.read(text)


def test_11_the_example_of_the_document_is_valid() -> None:
    first = json.loads((DATA / "delta-examples.jsonl").read_text().splitlines()[0])
    assert schema.envelope_problems(first["output"]) == ()
    for operation in first["output"]["deltas"]:
        assert schema.operation_problems(operation["operation"], operation) == ()


@given(JSON)
def test_any_value_at_all_is_taken_or_refused(value: Any) -> None:
    after, log = reduce(State(), value, 1)
    assert after == State() or after.turn == 1
    assert log


@given(st.lists(JSON, max_size=5))
def test_any_operation_at_all_is_taken_or_refused(values: list[Any]) -> None:
    after, log = reduce(STATE, w.output(deltas=values), 31)
    assert after.turn == 31
    assert after.entries == STATE.entries
    assert len({event.op for event in log if event.op is not None}) == len(values)


def test_a_value_that_is_nested_too_deeply_changes_nothing() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    assert reduce(STATE, w.output(key_decisions=deep), 31)[0] == STATE
    assert reduce(STATE, w.output(deltas=[w.add(deep)]), 31)[0].entries == STATE.entries


@pytest.mark.parametrize(
    "text",
    ["a\x00b", "a\nb", "a\n", "a\x85b", "a\u2028b", "a\x9bb", "a\ud800b", "", " ", "x" * 301],
    ids=range(10),
)
def test_a_text_that_is_no_line_rejects_its_operation(text: str) -> None:
    deltas = [w.add(text), w.update("m1", evidence=text)]
    made = w.step(STATE, w.output(deltas=deltas))
    assert (made.codes(0), made.codes(1)) == (["bad_op_shape"], ["bad_op_shape"])


@pytest.mark.parametrize("name", ["active_goal", "progress"])
def test_half_a_character_in_the_task_rejects_the_reply(name: str) -> None:
    assert reduce(STATE, w.output(**{name: "a\ud800b"}), 31)[0] == STATE


def test_every_pattern_of_the_schema_is_anchored() -> None:
    # The schema's patterns are matched whole, which means the same for anchored ones only.
    patterns = re.findall(r'"pattern": "(.*?)" ?[,}]', schema.text())
    assert len(patterns) == 4
    assert all(each[0] == "^" and each[-1] == "$" for each in patterns)


def test_more_than_thirty_operations_reject_the_reply() -> None:
    said = w.output(deltas=[w.add(f"x {n}") for n in range(31)])
    assert w.codes(reduce(STATE, said, 31)[1]) == ["bad_envelope"]
