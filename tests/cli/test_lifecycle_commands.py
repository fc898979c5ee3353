"""The commands for one memory, for narrowing and for athenaeum's rows, as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, read
from tests.conftest import git

LARKSPUR = "raw/auto-memory/-home-mira-code-larkspur"
OLD = f"{LARKSPUR}/project_larkspur_port.md"
NEW = "raw/auto-memory/-home-mira-code-tideline/project_ferry_api_port.md"
SQUASH = f"{LARKSPUR}/feedback_squash.md"
AUDIT, RULE = "a-a8c6687b9040f23c", "r-2a2892241fe46383"


def decision(root: Path) -> str:
    trailers = git(root, "log", "-1", "--format=%(trailers:key=Inbox-Decision,valueonly)")
    return trailers.strip()


@pytest.mark.parametrize(
    ("words", "trailer"),
    [
        (["supersede", OLD, "--by", NEW], "supersede"),
        (["deprecate", OLD], "deprecate"),
        (["except", OLD, "project:larkspur"], "exception"),
        (["except", OLD, "during the audit", "--key", "known_exceptions"], "exception"),
        (["verify-memory", OLD], "verify"),
        (["layer", "set", OLD, "L1"], "layer"),
        (["answer", AUDIT, "confirm"], "answer"),
        (["answer", RULE, "approve"], "answer"),
        (["contest", OLD], "contest"),
    ],
)
def test_a_command_makes_one_commit_that_undo_takes_back(
    sample: Path, run: Run, words: list[str], trailer: str
) -> None:
    tree = git(sample, "rev-parse", "HEAD^{tree}")
    shown = run(sample, *words, "--dry-run", "--json")[1]
    status, _, err = run(sample, *words, "--yes", "--reason", "said the crew")
    assert status == 0, err
    assert decision(sample) == trailer
    assert read(shown)["patch"].count("\n@@ ") >= 1
    assert run(sample, "undo", "--yes")[0] == 0
    assert git(sample, "rev-parse", "HEAD^{tree}") == tree


def test_a_memory_is_superseded_and_restored_by_command(sample: Path, run: Run) -> None:
    before = (sample / OLD).read_bytes()
    assert run(sample, "supersede", OLD, "--by", NEW, "--yes")[0] == 0
    status, _, err = run(sample, "restore", OLD, "--yes")
    assert (status, decision(sample)) == (0, "restore")
    assert f"{NEW} stays in force beside it" in err
    assert (sample / OLD).read_bytes() == before


def test_a_removed_path_names_the_decision_to_undo(sample: Path, run: Run) -> None:
    made = json.loads(run(sample, "tombstone", OLD, "--yes", "--json")[1])
    status, out, err = run(sample, "restore", OLD)
    assert (status, out) == (3, "")
    assert f"`athenaeum-inbox undo {made['id']}` brings it back" in err


def test_a_header_is_repaired_by_command_or_told_where_to_mend_it(sample: Path, run: Run) -> None:
    good = (sample / SQUASH).read_text("utf-8")
    (sample / SQUASH).write_text(good.replace("type:", "title: fix: it\ntype:"), encoding="utf-8")
    assert run(sample, "repair", SQUASH, "--yes")[0] == 0
    assert "title: 'fix: it'\n" in (sample / SQUASH).read_text("utf-8")
    twice = good.replace("type: feedback", "type: feedback\ntype: user")
    (sample / SQUASH).write_text(twice, encoding="utf-8")
    status, _, err = run(sample, "repair", SQUASH, "--yes")
    assert status == 3
    assert "column 1: the key `type` stands here twice; quotes cannot mend that: in an ed" in err


def test_a_side_is_narrowed_by_command(sample: Path, run: Run) -> None:
    name = "q-89040475966e"
    patch = run(sample, "narrow", name, "a", "--dry-run")[1]
    assert patch.count("+valid_until:") == 1
    assert run(sample, "narrow", name, "a", "--until", "2030-01-01", "--dry-run")[0] == 3
    for scope in ("org=acme", "locale:sv-SE", "project:x"):
        status, _, err = run(sample, "narrow", name, "a", "--scope", scope, "--dry-run")
        assert (status, "declares no scope" in err) == (3, True)
    status, _, err = run(sample, "narrow", name, "a", "--unless", "project:x", "--dry-run")
    assert status == 3
    assert "`project:x` would not separate the two" in err
    assert run(sample, "narrow", name, "a", "--yes")[0] == 0
    assert decision(sample) == "scope_a"


def test_narrowing_by_a_place_needs_a_place_and_one_way(sample: Path, run: Run) -> None:
    status, _, err = run(sample, "narrow", "q-89040475966e", "a", "--scope", "acme")
    assert status == 2
    assert "--scope acme names no place; write org=NAME" in err
    both = ("--until", "2026-01-01", "--unless", "project:x")
    assert run(sample, "narrow", "q-89040475966e", "a", *both)[0] == 2


def test_what_an_answer_will_be_taken_for_is_said(sample: Path, run: Run) -> None:
    shown = read(run(sample, "answer", AUDIT, "approve", "--dry-run", "--json")[1])
    assert shown["notes"] == ["This overturns the verdict `reject`; no memory changes by it."]
    assert (
        "! This confirms the verdict `reject`"
        in run(sample, "answer", AUDIT, "confirm", "--dry-run")[1]
    )
    assert "This confirms the verdict" in run(sample, "answer", AUDIT, "confirm", "--yes")[2]
    assert "answered, waits for ingest-answers" in run(sample, "show", AUDIT)[1]


@pytest.mark.parametrize(
    "words",
    [["supersede", OLD], ["layer", "set", OLD, "L3"], ["layer", OLD, "L1"], ["except", OLD]],
)
def test_a_command_that_lacks_a_word_is_wrong_usage(
    sample: Path, run: Run, words: list[str]
) -> None:
    assert run(sample, *words, "--yes")[0] == 2
    assert git(sample, "rev-list", "--count", "HEAD") == "1\n"
