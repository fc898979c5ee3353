"""Putting items off, as text and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, read
from tests.conftest import git

PORT = "q-8af715325b05"
KEEP = "q-8a1b440252ae"


def test_what_is_snoozed_is_listed_apart(sample: Path, run: Run) -> None:
    waiting = int(run(sample, "count")[1])
    status, out, err = run(sample, "snooze", PORT, KEEP[:8])
    assert (status, err) == (0, "")
    assert [line.split()[:2] for line in out.splitlines()] == [[PORT, "until"], [KEEP, "until"]]
    assert all(line.endswith(" 06:00") for line in out.splitlines())
    assert run(sample, "count")[1] == f"{waiting - 2}\n"
    assert PORT not in run(sample, "list")[1]
    assert [line.split()[2] for line in run(sample, "list", "--snoozed")[1].splitlines()] == [
        PORT,
        KEEP,
    ]
    assert run(sample, "snooze", "--list") == run(sample, "list", "--snoozed")
    listed = read(run(sample, "list", "--snoozed", "--json")[1])["items"]
    assert [item["id"] for item in listed] == [PORT, KEEP]
    assert all("T06:00:00" in item["snoozed_until"] for item in listed)
    counts = read(run(sample, "count", "--json")[1])["counts"]
    assert (counts["open"], counts["snoozed"]) == (waiting - 2, 2)
    listing = read(run(sample, "list", "--json")[1])["counts"]
    assert (listing["open"], listing["snoozed"]) == (waiting - 2, 2)
    assert "2 snoozed" in run(sample, "doctor")[1]
    assert git(sample, "rev-list", "--count", "HEAD") == "1\n"
    assert git(sample, "status", "--porcelain", "--ignored") == ""


def test_a_snoozed_id_can_be_shown_decided_and_woken(sample: Path, run: Run) -> None:
    assert run(sample, "snooze", PORT, KEEP, "--until", "1w")[0] == 0
    assert run(sample, "show", PORT)[1].startswith(PORT)
    assert run(sample, "accept", PORT, "--yes")[0] == 0
    status, out, err = run(sample, "unsnooze", KEEP, PORT)
    assert (status, out) == (5, f"{KEEP}  waits again\n")
    assert f"{PORT}: nothing that waits is called" in err
    assert run(sample, "list", "--snoozed") == (0, "", "nothing is snoozed.\n")
    assert run(sample, "unsnooze", KEEP)[0] == 3


def test_many_are_put_off_by_a_filter_and_woken_by_one(sample: Path, run: Run) -> None:
    assert run(sample, "snooze", "--filter", "kind:merge", "--until", "2d")[0] == 0
    assert run(sample, "list", "--filter", "kind:merge")[1] == ""
    assert (
        "nothing matches; 4 snoozed, the first until"
        in run(sample, "list", "--filter", "kind:merge")[2]
    )
    woken = read(run(sample, "unsnooze", "--filter", "Ferry", "--json")[1])["results"]
    assert len(woken) == 1
    assert len(run(sample, "list", "--snoozed")[1].splitlines()) == 3


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["snooze", PORT, "--until", "tomorow"], 2, "the nearest is 'tomorrow'"),
        (["snooze", PORT, "--until", "2020-01-01"], 2, "is past"),
        (["snooze"], 2, "say which: ids"),
        (["snooze", "q-none"], 2, "nothing that waits is called"),
        (["snooze", "wiki/knot-notes.md"], 3, "it does not wait for you"),
    ],
)
def test_what_cannot_be_put_off_says_why(
    sample: Path, run: Run, words: list[str], status: int, said: str
) -> None:
    code, out, err = run(sample, *words)
    assert (code, out) == (status, "")
    assert said in err
    assert run(sample, "list", "--snoozed")[1] == ""


def test_a_broken_state_file_is_one_sentence_of_any_command(
    sample: Path, run: Run, tmp_path: Path
) -> None:
    assert run(sample, "snooze", PORT)[0] == 0
    for command in ("list", "count", "next", "doctor"):
        [file] = (tmp_path / ".local/state/athenaeum-inbox").glob("snoozes-*.json")
        held = file.read_bytes()
        file.write_bytes(b"{")
        err = run(sample, command)[2]
        assert err.count("it is set aside as") == 1
        assert "it is set aside" not in run(sample, command)[2]
        file.write_bytes(held)


def test_athenaeums_own_snooze_is_honoured_by_the_count(
    sample: Path, run: Run, tmp_path: Path
) -> None:
    stamp = tmp_path / ".cache/athenaeum/pending-questions-snoozed-until"
    stamp.parent.mkdir(parents=True)
    stamp.write_text("2999-01-01T00:00:00Z\n")
    counts = read(run(sample, "count", "--json")[1])["counts"]
    assert counts["quiet_until"] == "2999-01-01T00:00:00+00:00"
    assert not {"conflict", "question"} & {*counts["by_kind"]}
    assert run(sample, "count")[1] == f"{counts['open']}\n"
    assert run(sample, "list")[1].count("conflict") >= 4
