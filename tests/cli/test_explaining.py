"""`explain` and `history`: the reasons without the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, read


@pytest.fixture
def root(tmp_path: Path, run: Run) -> Path:
    made = tmp_path / "demo"
    run(tmp_path, "demo", str(made), "--no-open")
    return made


def named(root: Path, run: Run, title: str) -> str:
    items = read(run(root, "list", "--json")[1])["items"]
    return str(next(item["id"] for item in items if item["title"] == title))


def test_explain_prints_every_rule_and_every_step(root: Path, run: Run) -> None:
    item = named(root, run, "dome-wind-limit")
    status, out, _ = run(root, "explain", item)
    assert status == 0
    assert "why: tier 1 USER beats tier 6 LLM, and A is newer by 227 days" in out
    assert "user-authority       keep_a" in out
    assert "layer                not asked" in out
    assert "1 user authority     a              A 1 USER, B 6 LLM" in out
    assert "the queue:" in out


def test_explain_as_json_keeps_queue_and_rule_apart(root: Path, run: Run) -> None:
    found = read(run(root, "explain", named(root, run, "ticket-phone"), "--json")[1])
    assert found["proposal"]["action"] == "deprecate_both"
    assert found["rule"]["action"] == "keep_b"
    assert found["rules"][-1]["says"] == "keep_b"
    assert {rule["says"] for rule in found["rules"][:-1]} == {"silent"}
    assert found["rank"][0]["name"] == "eligibility"
    assert found["only_a_person"] is None


def test_every_item_of_the_demo_is_explained_and_has_a_past(root: Path, run: Run) -> None:
    for item in read(run(root, "list", "--json")[1])["items"]:
        for command in ("explain", "history"):
            assert run(root, command, item["id"])[0] == 0
            read(run(root, command, item["id"], "--json")[1])


def test_history_names_decisions_and_the_commits_of_lines(root: Path, run: Run) -> None:
    item = named(root, run, "dome-wind-limit")
    path = "raw/auto-memory/-home-wren-code-domewarden/project_dome_wind_limit.md"
    run(root, "contest", path, "--yes", "--reason", "measured twice")
    out = run(root, "history", item)[1].splitlines()
    assert "Contest: dome wind limit: measured twice  [contest]" in out[0]
    assert out[1].endswith(f"[A {path}:18]")
    rows = read(run(root, "history", item, "--json")[1])["history"]
    assert [row["kind"] for row in rows] == ["decision", "commit", "commit"]
    assert rows[1]["lines"] == [18, 18]
