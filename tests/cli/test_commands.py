"""Every command on the demo, as text and as one JSON document."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, read
from tests.conftest import git

PATCHED = {"id", "subject", "message", "patch", "as_found", "notes"}


@pytest.fixture
def demo(tmp_path: Path, run: Run) -> Path:
    root = tmp_path / "demo"
    status, out, err = run(tmp_path, "demo", str(root), "--no-open")
    assert (status, out) == (0, f"{root}\n")
    assert "remove the folder when you are done" in err
    return root


def items(root: Path, run: Run) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read(run(root, "list", "--json")[1])["items"]
    return found


def proposing(root: Path, run: Run, action: str) -> str:
    said = (i for i in items(root, run) if (i["proposal"] or {}).get("action") == action)
    return str(next(said)["id"])


def test_every_item_of_the_demo_is_shown_as_text_and_as_json(demo: Path, run: Run) -> None:
    found = items(demo, run)
    listed = run(demo, "list")[1].splitlines()
    assert [line.split()[:2] for line in listed] == [[item["id"], item["kind"]] for item in found]
    for item in found:
        status, out, err = run(demo, "show", item["id"], "--json")
        assert (status, err) == (0, "")
        assert read(out)["item"] == item
        assert run(demo, "show", item["id"])[1].startswith(item["id"])


def test_a_limit_shortens_the_list_and_not_the_counts(demo: Path, run: Run) -> None:
    whole = read(run(demo, "list", "--json")[1])
    short = read(run(demo, "list", "--json", "--limit", "3")[1])
    assert short["items"] == whole["items"][:3]
    assert short["counts"] == whole["counts"]
    assert len(run(demo, "list", "--limit", "3")[1].splitlines()) == 3
    assert len(run(demo, "list", "--limit", "99")[1].splitlines()) == len(whole["items"])


@pytest.mark.parametrize("limit", ["0", "-1", "x", "1.5"])
@pytest.mark.parametrize("command", ["list", "log"])
def test_a_limit_is_a_number_from_one_up(demo: Path, run: Run, command: str, limit: str) -> None:
    status, out, err = run(demo, command, "--limit", limit)
    assert (status, out) == (2, "")
    assert "--limit" in err


def test_a_wrong_command_line_is_an_error_in_json_too(demo: Path, run: Run) -> None:
    for words in (["keep"], ["keep", "x", "c"], ["list", "--nonsense"], ["nonsense"]):
        status, out, err = run(demo, *words, "--json")
        assert (status, out) == (2, "")
        assert read(err)["error"]["exit_status"] == 2


def test_an_id_may_be_shortened_while_it_is_the_only_one(demo: Path, run: Run) -> None:
    name = items(demo, run)[0]["id"]
    assert run(demo, "show", name[:8])[1] == run(demo, "show", name)[1]
    row = '{{"kind": "audit", "id": "abcdef{0}", "tier": "t", "verdict": "v"}}\n'
    ledger = demo / "wiki/_calibration.jsonl"
    ledger.write_text(row.format(1) + row.format(2), encoding="utf-8")
    status, out, err = run(demo, "show", "a-abcdef")
    assert (status, out) == (2, "")
    assert "begins several ids: a-abcdef1, a-abcdef2" in err
    assert run(demo, "show", "a-abcdef1")[0] == 0


DRY = [
    (["accept"], "keep_a"),
    (["keep"], "keep_b"),
    (["both"], "retain_both_with_context"),
    (["no-conflict"], "not_a_conflict"),
    (["reject"], "correct_a"),
    (["accept"], "propose_merge"),
]


@pytest.mark.parametrize(("words", "action"), DRY)
def test_a_dry_run_in_json_is_the_commit_that_is_made(
    demo: Path, run: Run, words: list[str], action: str
) -> None:
    name = proposing(demo, run, action)
    verb = [*words, name, *(["b"] if words == ["keep"] else []), "--reason", "why"]
    status, out, err = run(demo, *verb, "--dry-run", "--json")
    assert (status, err) == (0, "")
    shown = read(out)
    assert {*shown} == PATCHED | {"schema"}
    assert git(demo, "status", "--porcelain") == ""
    made = read(run(demo, *verb, "--yes", "--json")[1])
    assert (made["id"], made["subject"]) == (shown["id"], shown["subject"])
    shown_again = git(demo, "show", "-s", "--format=%B").strip()
    assert shown_again == shown["message"].strip()
    undone = read(run(demo, "undo", "--dry-run", "--json")[1])
    assert undone["subject"] == f"Undo: {made['subject']}"
    assert read(run(demo, "undo", "--yes", "--json")[1])["id"] == undone["id"]
    assert git(demo, "diff", "--stat", "HEAD~2", "HEAD") == ""


def test_a_patch_is_one_document_in_json(demo: Path, run: Run) -> None:
    name = proposing(demo, run, "keep_a")
    shown = read(run(demo, "patch", name, "--json")[1])
    assert {*shown} == PATCHED | {"schema"}
    assert run(demo, "accept", name, "--yes")[0] == 0
    past = read(run(demo, "patch", shown["id"], "--json")[1])["patch"]
    assert past.startswith(f"commit {git(demo, 'rev-parse', 'HEAD').strip()}\n")
    assert run(demo, "patch", shown["id"])[1].strip() == past.strip()


def test_edit_gives_the_survivor_the_text_of_a_file(demo: Path, run: Run, tmp_path: Path) -> None:
    name = proposing(demo, run, "keep_a")
    side = next(item for item in items(demo, run) if item["id"] == name)["a"]["path"]
    text = (demo / side).read_text(encoding="utf-8") + "\nIn my words.\n"
    (tmp_path / "new.md").write_text(text, encoding="utf-8")
    assert run(demo, "edit", name, "--file", str(tmp_path / "new.md"), "--yes")[0] == 0
    assert "In my words." in (demo / side).read_text(encoding="utf-8")
    assert "Inbox-Edited: a\n" in git(demo, "show", "-s", "--format=%B")
    assert run(demo, "undo", "--yes")[0] == 0
    assert git(demo, "diff", "--stat", "HEAD~2", "HEAD") == ""


def test_contest_and_uncontest_by_path_and_by_id(demo: Path, run: Run) -> None:
    [waiting] = [item for item in items(demo, run) if item["kind"] == "contested"]
    assert run(demo, "uncontest", waiting["id"], "--yes")[0] == 0
    assert run(demo, "contest", waiting["a"]["path"], "--yes", "--reason", "not so")[0] == 0
    again = [item for item in items(demo, run) if item["kind"] == "contested"]
    assert [item["id"] for item in again] == [waiting["id"]]
    assert "not so" in " ".join(again[0]["flags"])
    assert run(demo, "uncontest", str(demo / waiting["a"]["path"]), "--yes")[0] == 0


def test_init_makes_a_repository_once(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "one.md").write_text("Just a note.\n", encoding="utf-8")
    assert run(tmp_path, "init", str(folder))[0] == 2
    status, out, err = run(tmp_path, "init", str(folder), "--yes")
    assert (status, err) == (0, "")
    assert "1 file is in its first commit" in out
    assert run(folder, "count") == (0, "0\n", "")
    assert run(tmp_path, "init", str(folder), "--yes")[0] == 6
    assert run(tmp_path, "demo", str(folder), "--no-open")[0] == 2


def test_an_older_decision_is_taken_back_and_the_rest_stands(demo: Path, run: Run) -> None:
    conflicts = [item for item in items(demo, run) if item["kind"] == "conflict"]
    taken: list[str] = []
    verbs = (["keep", "a"], ["both"], ["no-conflict"], ["keep", "b"], ["contest", "--side", "a"])
    for item in conflicts * 2:
        if len(taken) == 10:
            break
        verb, *rest = verbs[len(taken) % len(verbs)]
        status, out, _ = run(demo, verb, item["id"], *rest, "--yes", "--json")
        taken += [json.loads(out)["id"]] if status == 0 else []
    assert len(taken) == 10
    log = read(run(demo, "log", "--json")[1])["decisions"]
    assert [entry["id"] for entry in log] == taken[::-1]
    assert len({entry["decision"] for entry in log}) >= 4
    count = int(run(demo, "count")[1])
    assert run(demo, "undo", taken[2], "--yes")[0] == 0
    assert int(run(demo, "count")[1]) == count + 1
    [undo, *rest_of_log] = read(run(demo, "log", "--json")[1])["decisions"]
    assert undo["undoes"] == taken[2]
    assert [e["id"] for e in rest_of_log if e["undone_by"]] == [taken[2]]
    assert run(demo, "undo", taken[2], "--yes")[0] == 3
    assert git(demo, "status", "--porcelain") == ""


def test_a_detail_that_does_not_go_with_the_proposal_is_not_lost(demo: Path, run: Run) -> None:
    for action, flag in [
        ("keep_a", ["--until", "2030-01-01"]),
        ("keep_a", ["--context", "x"]),
        ("scope_b", ["--without", "x.md"]),
        ("propose_merge", ["--until", "2030-01-01"]),
    ]:
        status, out, err = run(demo, "accept", proposing(demo, run, action), *flag, "--dry-run")
        assert (status, out) == (2, "")
        assert f"{flag[0]} does not go with what is proposed here" in err


@pytest.mark.parametrize("day", ["2026-99-99", "tomorrow", "20301231", "2030-12-31T10:00:00Z"])
def test_a_day_that_is_none_narrows_nothing(demo: Path, run: Run, day: str) -> None:
    name = proposing(demo, run, "scope_b")
    status, out, err = run(demo, "accept", name, "--until", day, "--yes")
    assert (status, out) == (3, "")
    assert "is no day; write one like 2026-12-31" in err
    good = str(datetime.now().astimezone().date() - timedelta(days=60))
    assert f'"until": "{good}"' in run(demo, "accept", name, "--until", good, "--dry-run")[1]


NO_MEMORIES = {
    "nothing": (b"", "is empty"),
    "blanks": (b" \n\n", "is empty"),
    "a broken header": (b"---\nname: a: b\n---\nx\n", "cannot be read"),
    "an open header": (b"---\nname: [\n", "cannot be read"),
    "far too much": (b"x" * 4_000_001, "larger than 4 MB"),
    "other bytes": (b"\xff", "is not UTF-8"),
}


@pytest.mark.parametrize("what", NO_MEMORIES)
@pytest.mark.parametrize("kind", ["conflict", "merge"])
def test_a_text_that_is_no_memory_is_refused(demo: Path, run: Run, kind: str, what: str) -> None:
    raw, said = NO_MEMORIES[what]
    merges = [item["id"] for item in items(demo, run) if item["kind"] == "merge"]
    name = merges[0] if kind == "merge" else proposing(demo, run, "keep_a")
    file = demo.parent / "text.md"
    file.write_bytes(raw)
    status, out, err = run(demo, "edit", name, "--file", str(file), "--yes")
    assert (status in (2, 3), out) == (True, "")
    assert said in err
    assert git(demo, "status", "--porcelain") == ""


def test_a_folder_may_be_named_from_where_one_stands(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(tmp_path, "demo", "here/demo", "--no-open")[:2] == (0, "here/demo\n")
    assert run(Path("here/demo"), "list")[0] == 0
    (tmp_path / "notes").mkdir()
    assert run(tmp_path, "init", "notes", "--yes")[0] == 0
    assert (tmp_path / "notes/.git").is_dir()


def test_edit_takes_fields_of_the_other_side(demo: Path, run: Run) -> None:
    [name] = [item["id"] for item in items(demo, run) if item["title"] == "dome-wind-limit"]
    status, out, _ = run(demo, "edit", name, "--take", "source", "--dry-run")
    assert status == 0
    assert "+source: claude:session-44d1" in out
    status, _, err = run(demo, "edit", name, "--take", "status", "--dry-run")
    assert status == 2
    assert "`status` cannot be taken from the other side; these can: name" in err
    assert run(demo, "edit", name, "--side", "a", "--take", "source", "--yes")[0] == 0
    assert run(demo, "undo", "--yes")[0] == 0


def test_guidelines_are_printed_and_cannot_steer_the_terminal(demo: Path, run: Run) -> None:
    status, out, err = run(demo, "guidelines")
    assert (status, out) == (0, "")
    assert ".athenaeum-inbox.md" in err
    (demo / ".athenaeum-inbox.md").write_text("# Triage\n\x1b[2J\n", encoding="utf-8")
    assert run(demo, "guidelines")[1].startswith("# Triage\n<U+001B>[2J\n")
    assert read(run(demo, "guidelines", "--json")[1])["guidelines"] == "# Triage\n\x1b[2J\n"
