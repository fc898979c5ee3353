"""`working …` as a hook and a person call it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, read
from tests.conftest import MakeRepo
from tests.model.messages_api import failure, message, serving
from tests.working import talk
from tests.working import worlds as w

TRANSCRIPT = "user: go\nassistant: I look.\ntool: found\n"


@pytest.fixture
def root(make_repo: MakeRepo, tmp_path: Path) -> Path:
    (tmp_path / "t.txt").write_text(TRANSCRIPT)
    return make_repo({"project_a.md": "A.\n"})


def reply(root: Path, *deltas: w.Output, **task: object) -> str:
    file = root.parent / "reply.json"
    file.write_text(talk.reply(*deltas, **task))
    return str(file)


def update(run: Run, root: Path, *words: str, text: str = TRANSCRIPT) -> tuple[int, str, str]:
    file = root.parent / "t.txt"
    file.write_text(text)
    return run(root, "working", "update", "--transcript", str(file), *words)


def test_update_prints_a_line_for_each_operation_with_its_code(run: Run, root: Path) -> None:
    said = [w.add("x\u202e", 1, "tool"), w.delete("m9"), w.add("y", 0.05)]
    status, out, _ = update(run, root, "--reply", reply(root, *said))
    assert status == 0
    lines = out.splitlines()
    assert [line.split()[1:4] for line in lines[:3]] == [
        ["0", "add", "added"],
        ["1", "delete", "unknown_id"],
        ["2", "add", "add_below_floor"],
    ]
    assert "x<U+202E>" in lines[0]
    assert lines[3] == "agent is at turn 1, 1 of 15 entries"


def test_update_as_json_has_levels_and_the_digest_that_show_has(run: Run, root: Path) -> None:
    said = reply(root, w.add("x"), active_goal="G")
    status, out, _ = update(run, root, "--reply", said, "--json")
    found = read(out)
    assert status == 0
    assert (found["changed"], found["turn"], found["entries"]) == (True, 1, 1)
    assert [(e["code"], e["level"]) for e in found["events"]] == [("added", "done")]
    shown = read(run(root, "working", "show", "--json")[1])
    assert shown["digest"] == found["digest"]
    assert shown["task"]["active_goal"] == "G"


def test_a_dry_run_says_what_would_be_and_writes_nothing(run: Run, root: Path) -> None:
    status, out, _ = update(run, root, "--reply", reply(root, w.add("x")), "--dry-run")
    assert status == 0
    assert out.endswith("agent would be at turn 1, 1 of 15 entries\n")
    assert not (root / ".athenaeum-inbox").exists()


def test_a_replayed_turn_is_refused_with_status_3(run: Run, root: Path) -> None:
    said = reply(root, w.add("x"))
    assert update(run, root, "--reply", said)[0] == 0
    status, out, err = update(run, root, "--reply", said)
    assert status == 3
    assert "stale_turn" in out
    assert "turn 1 was about the same messages; nothing was changed." in err


def test_a_transcript_on_stdin(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TRANSCRIPT.encode())))
    words = ("--transcript", "-", "--reply", reply(root, w.add("x")), "--agent", "ada")
    assert run(root, "working", "update", *words)[0] == 0
    assert "x" in run(root, "working", "show", "--agent", "ada")[1]


@pytest.mark.parametrize(
    ("words", "text", "said"),
    [
        ((), "no speaker\n", "does not say who speaks"),
        (("--agent", "../x"), TRANSCRIPT, "cannot name an agent"),
        (("--reply", "missing.json"), TRANSCRIPT, "missing.json cannot be read"),
        (("--turn", "x"), TRANSCRIPT, "invalid int value"),
    ],
)
def test_what_cannot_be_meant_is_status_2(
    run: Run, root: Path, words: tuple[str, ...], text: str, said: str
) -> None:
    status, _, err = update(run, root, *words, text=text)
    assert status == 2
    assert said in err


def test_without_a_key_nothing_is_asked(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    status, _, err = update(run, root)
    assert status == 7
    assert "ANTHROPIC_API_KEY is not set" in err


def test_a_model_is_asked_through_the_client(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving([message("{"), message(talk.reply(w.add("x")))]) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        status, out, err = update(run, root, "--model", "claude-test")
    assert status == 0, err
    assert "added" in out
    assert "claude-test: 2 calls, 8200 tokens read, 40 answered" in err
    assert [request["model"] for request in server.requests] == ["claude-test"] * 2


def test_a_service_that_says_no_is_status_7_and_waits_in_the_log(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving([failure(401, "authentication_error")]) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        status, out, err = update(run, root)
    assert status == 7
    assert "extraction_failed" in out
    assert "The memory is as it was" in err
    rows = read(run(root, "working", "log", "--json")[1])["rows"]
    assert rows[0]["events"][0]["code"] == "extraction_failed"


def test_show_draws_bars_marks_and_the_task_and_the_block_of_a_hook(run: Run, root: Path) -> None:
    said = reply(
        root, w.add("x", 0.5), w.add("y", 0.9, "user"), active_goal="G", open_loops=["who?"]
    )
    update(run, root, "--reply", said)
    run(root, "working", "pin", "m1")
    out = run(root, "working", "show")[1].splitlines()
    assert out == [
        "agent  turn 1  2 of 15 entries",
        "m1    #####..... 0.50  P    [environment] x",
        "m2    #########. 0.90   U   [environment] y",
        "goal: G",
        "open: who?",
    ]
    block = run(root, "working", "show", "--block")[1]
    assert block.startswith("<working-memory>\nKnown:\n- x\n")


def test_what_a_person_does_is_in_the_log_newest_first(run: Run, root: Path) -> None:
    update(run, root, "--reply", reply(root, w.add("x")))
    assert run(root, "working", "pin", "m1", "--dry-run")[0] == 0
    assert run(root, "working", "pin", "m1")[0] == 0
    assert run(root, "working", "pin", "m1")[0] == 3
    assert run(root, "working", "unpin", "m1")[0] == 0
    assert run(root, "working", "clear")[0] == 2
    assert run(root, "working", "clear", "--yes")[0] == 0
    assert run(root, "working", "restore", "m1")[0] == 0
    found = read(run(root, "working", "log", "--json")[1])["rows"]
    codes = [event["code"] for row in found for event in row["events"]]
    assert codes == ["restored", "cleared", "unpinned", "pinned", "added"]
    newest = run(root, "working", "log", "--limit", "1")[1]
    assert newest.count("turn") == 1
    assert "restored" in newest


def test_other_agents_are_named(run: Run, root: Path) -> None:
    said = reply(root, w.add("x"))
    update(run, root, "--reply", said, "--agent", "ada")
    _, out, err = run(root, "working", "show")
    assert "agent  turn 0  0 of 15 entries" in out
    assert "other agents: ada" in err


def test_no_half_of_a_document_is_printed(run: Run, root: Path) -> None:
    _, out, err = update(run, root, "--reply", "missing", "--json")
    assert out == ""
    assert json.loads(err)["error"]["exit_status"] == 2
