"""Every known hazard and every reported fault has a test, and the list says which."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import DATA

TESTS = Path(__file__).parents[1]
HAZARDS = [f"H-{number}" for number in range(1, 47)]
REPORTED = [
    json.loads(line)["id"] for line in (DATA / "field-cases.jsonl").read_text("utf-8").splitlines()
]

ELSEWHERE = {
    "BR-30": "no detector of ours proposes pairs: the queue is athenaeum's",
    "BR-32": "no model is asked: a proposal is what the queue or a rule says",
}
"""The reported faults that nothing here can have, and why."""

Say = Callable[[str, object], None]


def rows(mark: str) -> Iterator[tuple[str, str]]:
    """Yield each row of a table that some test is marked with, and the test's name."""
    for module in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for decorator in node.decorator_list:
                    if ast.unparse(decorator).startswith(f"pytest.mark.{mark}("):
                        assert isinstance(decorator, ast.Call)
                        for given in decorator.args:
                            yield ast.literal_eval(given), f"{module.stem}::{node.name}"


def test_every_hazard_has_a_test(record_property: Say) -> None:
    covered = {row for row, _ in rows("hazard")}
    assert [row for row in HAZARDS if row not in covered] == []
    assert covered <= {*HAZARDS}
    said = f"hardening rows: {len(covered)} of {len(HAZARDS)}"
    print(said)
    record_property("told", said)


def test_every_reported_fault_has_a_test_or_a_reason(record_property: Say) -> None:
    covered = {row for row, _ in rows("reported")}
    assert [row for row in REPORTED if row not in covered and row not in ELSEWHERE] == []
    assert covered <= {*REPORTED}
    assert covered & {*ELSEWHERE} == set(), "it is tested now: take it off the list"
    said = [f"reported faults: {len(covered)} of {len(REPORTED)}"]
    said += [f"  {row} is not tested: {reason}" for row, reason in ELSEWHERE.items()]
    for line in said:
        print(line)
        record_property("told", line)


@pytest.mark.parametrize("mark", ["hazard", "reported"])
def test_a_mark_stands_on_a_test(mark: str) -> None:
    assert all("::test_" in name for _, name in rows(mark))
