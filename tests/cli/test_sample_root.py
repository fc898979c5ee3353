"""On the sample root: athenaeum's ids, one commit for a decision, and everything back again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import SAMPLE, Run, read
from tests.conftest import git

PORT = "q-8af715325b05"
QUEUE = "wiki/_pending_questions.md"
TWO = [
    "raw/auto-memory/-home-mira-code-larkspur/project_larkspur_port.md",
    "raw/auto-memory/-home-mira-code-tideline/project_ferry_api_port.md",
]


def test_the_ids_are_those_of_athenaeum(sample: Path, run: Run) -> None:
    status, out, _ = run(sample, "list", "--json")
    listed = read(out)
    parsed = json.loads((SAMPLE / "expected/parsed.json").read_text(encoding="utf-8"))
    questions = {f"q-{row['id']}" for row in parsed["questions"] if not row["answered"]}
    merges = {f"m-{row['id']}" for row in parsed["merges"] if not row["resolved"]}
    decisions = json.loads((SAMPLE / "expected/decisions.json").read_text(encoding="utf-8"))
    letters = {"audit": "a", "proposed-rule": "r", "quarantine": "x", "retraction": "t"}
    others = {f"{letters[row['type']]}-{row['id']}" for row in decisions if row["type"] in letters}
    assert status == 0
    assert {item["id"] for item in listed["items"]} == questions | merges | others
    assert listed["counts"]["open"] == len(listed["items"])
    assert sum(listed["counts"]["by_kind"].values()) == len(listed["items"])


def test_the_members_are_those_that_athenaeum_names(sample: Path, run: Run) -> None:
    items = {item["id"]: item for item in read(run(sample, "list", "--json")[1])["items"]}
    port = items[PORT]
    assert (port["kind"], port["conflict_type"]) == ("conflict", "factual")
    assert [port["a"]["path"], port["b"]["path"]] == list(reversed(TWO))
    assert (port["a"]["badge"], port["b"]["badge"]) == ("1 USER", "6 LLM")
    assert port["proposal"] == {
        "action": "keep_a",
        "winner": "a",
        "rationale": "The user stated the move in February; the older value came from a model "
        "summary.",
        "confidence": 0.86,
        "decided_by": "queue",
    }
    assert items["q-8a1b440252ae"]["options"] == ["always squash", "never squash"]
    fold = items["m-5224a8378fd8"]
    assert (fold["write_kind"], fold["target_path"]) == (
        "fold-into-existing",
        "wiki/larkspur-ferry-api.md",
    )
    assert [source["path"] for source in fold["sources"]] == [
        "wiki/larkspur-ferry-api.md",
        "wiki/larkspur-api.md",
        "wiki/ferry-ticket-api.md",
    ]


def test_a_decision_is_one_commit_and_comes_back_byte_for_byte(sample: Path, run: Run) -> None:
    (sample / "draft.md").write_text("mine\n", encoding="utf-8")
    git(sample, "add", "draft.md")
    tree = git(sample, "rev-parse", "HEAD^{tree}")
    status, _, _ = run(sample, "accept", PORT, "--yes", "--reason", "Mira said so.")
    assert status == 0
    touched = git(sample, "show", "--format=", "--name-only").split()
    archive, settled = "wiki/_pending_questions_archive.md", "raw/_resolved_contradictions.jsonl"
    assert sorted(touched) == sorted([*TWO, QUEUE, archive, settled])
    body = git(sample, "show", "-s", "--format=%B")
    assert body.startswith("Keep A: port-api-ferry (user over llm)\n\nMira said so.\n\nInbox-Id: ")
    assert "\nInbox-Item: q-8af715325b05\nInbox-Kind: conflict\nInbox-Decision: keep_a\n" in body
    assert git(sample, "status", "--porcelain") == "A  draft.md\n"
    assert PORT not in run(sample, "list")[1]
    assert run(sample, "undo", "--yes")[0] == 0
    assert git(sample, "rev-parse", "HEAD^{tree}") == tree
    assert git(sample, "status", "--porcelain") == "A  draft.md\n"
    assert PORT in run(sample, "list")[1]


@pytest.mark.hazard("H-13")
def test_twins_are_shown_together_and_cannot_be_answered(sample: Path, run: Run) -> None:
    status, _, err = run(sample, "answer", "q-7f6f71e66f1a", "ratify", "--yes")
    assert status == 3
    assert "share this id (lines 136, 151)" in err
    assert git(sample, "rev-list", "--count", "HEAD") == "1\n"


@pytest.mark.hazard("H-13")
def test_twins_are_shown_with_both_texts(sample: Path, run: Run) -> None:
    _, out, _ = run(sample, "show", "q-7f6f71e66f1a", "--json")
    blocks = read(out)["item"]["blocks"]
    assert ["field-correction" in blocks[0], "schema-amendment" in blocks[1]] == [True, True]
    shown = run(sample, "show", "q-7f6f71e66f1a")[1]
    assert f"The same id in wiki/_pending_questions.md, line 151:\n{blocks[1]}\n" in shown


def test_a_missing_side_is_shown_by_its_quoted_words(sample: Path, run: Run) -> None:
    (sample / TWO[0]).unlink()
    assert '   quoted: "' in run(sample, "show", PORT)[1]


def test_an_answer_waits_for_athenaeum_and_can_be_taken_back(sample: Path, run: Run) -> None:
    assert run(sample, "answer", "q-4c9e696375c2", "The chart folder.", "--yes")[0] == 0
    [written] = (sample / "raw/answers").iterdir()
    assert 'decision_id: "4c9e696375c2"' in written.read_text(encoding="utf-8")
    assert "answered, waits for ingest-answers" in run(sample, "show", "q-4c9e696375c2")[1]
    again = run(sample, "answer", "q-4c9e696375c2", "The shop.", "--yes")
    assert (again[0], "waits for `athenaeum ingest-answers`" in again[2]) == (3, True)
    assert run(sample, "undo", "--yes")[0] == 0
    assert not (sample / "raw/answers").exists() or not list((sample / "raw/answers").iterdir())


def test_an_answer_that_was_carried_out_is_not_taken_back(sample: Path, run: Run) -> None:
    run(sample, "answer", "q-4c9e696375c2", "The chart folder.", "--yes")
    queue = sample / QUEUE
    text = queue.read_text(encoding="utf-8")
    queue.write_text(text.replace("- [ ] Is this the chart", "- [x] Is this the chart"), "utf-8")
    status, _, err = run(sample, "undo", "--yes")
    assert status == 3
    assert "carried this answer out already" in err


def test_a_verdict_word_is_no_answer_for_a_question_with_a_missing_side(
    sample: Path, run: Run
) -> None:
    (sample / TWO[0]).unlink()
    git(sample, "commit", "-qam", "gone")
    for word in ("keep_a", "correct_b: yes", "archive"):
        status, _, err = run(sample, "answer", PORT, word, "--yes")
        assert (status, "athenaeum would" in err) == (3, True)
    assert run(sample, "answer", PORT, "Neither is asked any more.", "--yes")[0] == 0
