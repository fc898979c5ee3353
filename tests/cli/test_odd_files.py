"""Files in the place of queue, ledger and memories that no program would have written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Run, read
from tests.conftest import git

PORT = "q-8af715325b05"
QUEUE = "wiki/_pending_questions.md"
MERGES = "wiki/_pending_merges.md"
LEDGERS = ("_calibration", "_rule_proposals", "_quarantine", "_pending_retractions", "_candidates")


def reading(root: Path, run: Run) -> None:
    """Every reading command works, and says the same number."""
    status, out, _ = run(root, "list", "--json")
    assert status == 0
    counts = read(out)["counts"]
    assert run(root, "count") == (0, f"{counts['open']}\n", "")
    assert run(root, "list")[0] == 0
    assert run(root, "doctor")[0] in (0, 5)
    for item in read(out)["items"]:
        assert run(root, "show", item["id"])[0] == 0


@pytest.mark.parametrize("path", [QUEUE, MERGES, "wiki/_calibration.jsonl"])
@pytest.mark.parametrize("kind", ["folder", "link", "pipe", "nothing", "empty", "nul"])
def test_something_else_in_the_place_of_a_queue_file_is_named(
    sample: Path, run: Run, path: str, kind: str
) -> None:
    file = sample / path
    text = file.read_bytes()
    file.unlink()
    if kind == "folder":
        file.mkdir()
    elif kind == "link":
        (sample.parent / "elsewhere").write_bytes(text)
        file.symlink_to(sample.parent / "elsewhere")
    elif kind == "pipe":
        os.mkfifo(file)
    elif kind != "nothing":
        file.write_bytes(b"" if kind == "empty" else b"\0" * 100)
    reading(sample, run)
    broken = read(run(sample, "list", "--json")[1])["broken"]
    named = [row for row in broken if row["path"] == path]
    assert bool(named) == (kind not in ("nothing", "empty"))


ROWS = [
    '{"kind": "audit", "id": 5}\n{"id": null}\n{"id": {"a": [1]}, "created_at": 7}\n',
    '{"kind": "audit"}\n{"kind": "proposal"}\n{"kind": "quarantine", "id": ""}\n',
    '[1]\n"text"\n5\nnull\nNaN\n{"id": NaN}\n',
    '{"kind": "proposal", "id": "x", "text": ["a"], "ref": 1e400}\n',
    '{"kind": "quarantine", "id": "' + "9" * 5000 + '", "made_at": "soon"}\n',
    '{"kind": "audit", "id": "d"}\n{"kind": "audit", "id": "d"}\n',
    "[" * 100_000 + "\n",
    '{"id": ' + "9" * 5000 + "}\n",
    '{"kind": "audit", "id": "\\ud800"}\n',
    "\ufeff{}\r\n{}\u2028{}\n",
]


@pytest.mark.parametrize("name", LEDGERS)
def test_rows_of_any_shape_are_shown_or_named(sample: Path, run: Run, name: str) -> None:
    (sample / f"wiki/{name}.jsonl").write_text("".join(ROWS), encoding="utf-8")
    reading(sample, run)
    broken = read(run(sample, "list", "--json")[1])["broken"]
    assert len([row for row in broken if row["path"] == f"wiki/{name}.jsonl"]) > 4


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_another_system_are_kept(sample: Path, run: Run, end: str) -> None:
    for path in (QUEUE, MERGES):
        text = (sample / path).read_text(encoding="utf-8").replace("\n", end)
        (sample / path).write_bytes(text.encode())
    git(sample, "commit", "-qam", "ends")
    tree = git(sample, "rev-parse", "HEAD^{tree}")
    reading(sample, run)
    assert run(sample, "accept", PORT, "--yes")[0] == 0
    raw = (sample / QUEUE).read_bytes()
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert run(sample, "undo", "--yes")[0] == 0
    assert git(sample, "rev-parse", "HEAD^{tree}") == tree


def test_a_byte_order_mark_in_front_of_a_queue_is_kept(sample: Path, run: Run) -> None:
    raw = b"\xef\xbb\xbf" + (sample / QUEUE).read_bytes()
    (sample / QUEUE).write_bytes(raw)
    git(sample, "commit", "-qam", "mark")
    reading(sample, run)
    assert run(sample, "accept", PORT, "--yes")[0] == 0
    assert (sample / QUEUE).read_bytes().startswith(b"\xef\xbb\xbf# Pending Questions\n")
    assert run(sample, "undo", "--yes")[0] == 0
    assert (sample / QUEUE).read_bytes() == raw


def test_the_same_id_in_a_ledger_twice_is_one_name_and_not_two_items(
    sample: Path, run: Run
) -> None:
    row = '{"kind": "audit", "id": "d00d", "tier": "t", "verdict": "v"}\n'
    (sample / "wiki/_calibration.jsonl").write_text(row * 2, encoding="utf-8")
    ids = [item["id"] for item in read(run(sample, "list", "--json")[1])["items"]]
    assert ids.count("a-d00d") == 1
