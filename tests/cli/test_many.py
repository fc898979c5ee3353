"""One verb on many items: by ids, by a filter, from stdin; what failed is named."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, read
from tests.cli.test_contract import TIMES, typing
from tests.conftest import MakeRepo, git
from tests.service.builders import SCOPE, conflicts
from tests.store.builders import hook

PAIRS = (("a0", "b0"), ("a1", "b1"), ("a0", "c"), ("a3", "b3"))


@pytest.fixture
def four(make_repo: MakeRepo) -> Path:
    """Four conflicts; the first and the third have a side in common."""
    return make_repo(conflicts(*PAIRS))


def ids(root: Path, run: Run, *words: str) -> list[str]:
    return [item["id"] for item in read(run(root, "list", "--json", *words)[1])["items"]]


def commits(root: Path) -> int:
    return int(git(root, "rev-list", "--count", "HEAD"))


def stdin(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))


def test_many_ids_are_decided_in_the_order_given(four: Path, run: Run) -> None:
    first, second, _, fourth = ids(four, run)
    status, out, err = run(four, "accept", fourth, first[:8], second, "--yes", "--reason", "why")
    assert (status, err) == (0, "")
    assert [line.split("  (undo ")[0][8:] for line in out.splitlines()] == [
        f"Keep A: e{n} (user over user)" for n in (3, 0, 1)
    ]
    log = read(run(four, "log", "--json")[1])["decisions"]
    assert [entry["item"] for entry in log] == [second, first, fourth]
    assert {entry["reason"] for entry in log} == {"why"}


def test_what_failed_is_named_with_its_reason_and_the_rest_is_done(four: Path, run: Run) -> None:
    first, _, third, fourth = ids(four, run)
    status, out, err = run(four, "accept", first, third, "q-none", fourth, "--yes")
    assert status == 5
    assert len(out.splitlines()) == 2
    said = err.splitlines()
    assert said[0].startswith(f"{third}: {SCOPE}project_a0.md was changed by an earlier decision")
    assert f"({first})" in said[0]
    assert said[1].startswith("q-none: nothing that waits is called 'q-none'")
    assert said[2].endswith("2 went well, 2 did not; each is named with its reason.")
    assert ids(four, run) == [ids(four, run, "--filter", "e1")[0], third]


def test_json_has_a_result_for_each(four: Path, run: Run) -> None:
    first, _, third, fourth = ids(four, run)
    status, out, err = run(four, "keep", first, third, fourth, "b", "--yes", "--json")
    assert status == 5
    results = read(out)["results"]
    assert [result["item"] for result in results] == [first, third, fourth]
    assert results[0]["commit"] == git(four, "rev-parse", "HEAD~1").strip()
    assert {*results[0]} == {"item", "id", "commit", "subject", "notes"}
    assert {*results[1]} == {"item", "error"}
    assert results[1]["error"]["exit_status"] == 3
    assert read(err)["error"]["exit_status"] == 5


def test_a_dry_run_of_many_shows_every_patch_and_writes_nothing(four: Path, run: Run) -> None:
    names = ids(four, run)
    status, out, err = run(four, "accept", *names, "--dry-run")
    assert status == 0
    patches = [run(four, "accept", name, "--dry-run")[1] for name in names]
    note = f"! {SCOPE}project_a0.md is changed by {names[0]} before; look again then\n"
    assert note in out
    assert TIMES.sub("T", out.replace(note, "")) == TIMES.sub("T", "".join(patches))
    assert err == ""
    status, out, _ = run(four, "accept", *names, "q-none", "--dry-run", "--json")
    assert status == 5
    shown = read(out)["decisions"]
    assert [each["item"] for each in shown] == [*names, "q-none"]
    assert shown[4]["error"]["exit_status"] == 2
    assert commits(four) == 1
    assert git(four, "status", "--porcelain") == ""


@pytest.mark.parametrize("verb", [["accept"], ["keep", "b"], ["both"], ["no-conflict"], ["reject"]])
def test_a_verb_takes_all_that_a_filter_lets_through(four: Path, run: Run, verb: list[str]) -> None:
    name, *rest = verb
    assert run(four, name, "--filter", "e1 or e3", *rest, "--yes")[0] == 0
    assert commits(four) == 3
    assert run(four, name, "--filter", "nowhere", *rest, "--yes") == (0, "", "nothing matches.\n")
    assert run(four, name, "--filter", "knd:x", *rest, "--yes")[0] == 2


@pytest.mark.parametrize("verb", ["contest", "tombstone"])
def test_a_side_holds_for_all(four: Path, run: Run, verb: str) -> None:
    status, _, err = run(four, verb, "--filter", "e1 or e3", "--yes")
    assert (status, err.count("say which side is")) == (2, 2)
    assert run(four, verb, "--filter", "e1 or e3", "--side", "b", "--yes")[0] == 0
    assert commits(four) == 3


def test_what_list_prints_can_be_piped_in(
    four: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = run(four, "list", "--filter", "e1 or e3")[1]
    stdin(monkeypatch, listed.encode() + b"\n\xff\n")
    status, out, err = run(four, "accept", "--stdin", "--yes")
    assert (status, len(out.splitlines()), "nothing that waits is called" in err) == (5, 2, True)
    stdin(monkeypatch, b"")
    assert run(four, "accept", "--stdin", "--yes") == (0, "", "nothing matches.\n")
    stdin(monkeypatch, b"x " * 600_000)
    assert run(four, "accept", "--stdin", "--yes")[0] == 2
    assert commits(four) == 3


def test_more_ids_can_be_given_in_one_word(four: Path, run: Run) -> None:
    first, second, *_ = ids(four, run)
    assert run(four, "accept", "--ids", f"{first},{second}, ", "--yes")[0] == 0
    assert commits(four) == 3


def test_flags_may_stand_between_the_ids(four: Path, run: Run) -> None:
    first, second, _, fourth = ids(four, run)
    assert run(four, "keep", first, "--reason", "why", second, "--yes", "a")[0] == 0
    assert run(four, "keep", fourth, "--yes", "b")[0] == 0
    assert commits(four) == 4
    status, out, err = run(four, "keep", first, "--yes", "c")
    assert (status, out) == (2, "")
    assert "invalid choice: 'c'" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["accept"], "say which: ids, --filter EXPR, --ids ID,ID or --stdin"),
        (["keep", "a"], "say which: ids"),
        (["accept", "q-1", "--filter", "x"], "ids or --filter, not both"),
        (["accept", "--filter", "e1"], "give --yes to commit, or --dry-run to look"),
        (["pick", "q-1", "q-2", "1"], "invalid int value"),
    ],
)
def test_a_call_that_names_nothing_or_too_much_is_wrong_usage(
    four: Path, run: Run, words: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stdin(monkeypatch, b"")
    status, out, err = run(four, *words)
    assert (status, out) == (2, "")
    assert said in err
    assert commits(four) == 1


@pytest.mark.parametrize(("typed", "made"), [("y\n", 2), ("\n", 0)])
def test_all_are_listed_before_one_question_with_their_count(
    four: Path, run: Run, typed: str, made: int
) -> None:
    names = ids(four, run, "--filter", "e1 or e3")
    err = typing(four, typed, "accept", *names, "q-none").decode().replace("\r", "")
    lines = err.split("Commit 2 decisions, not all? [y/N]")[0].splitlines()
    assert [line for line in lines if not line.startswith("    ")] == [
        f"{names[0]}  Keep A: e1 (user over user)",
        f"{names[1]}  Keep A: e3 (user over user)",
        "q-none: nothing that waits is called 'q-none'; `athenaeum-inbox list` shows the ids.",
    ]
    assert f"    {SCOPE}project_b1.md, {SCOPE}project_a1.md" in err
    assert commits(four) == 1 + made


def test_the_first_interrupt_ends_the_batch_after_the_commit_under_way(
    four: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TO_INTERRUPT", str(os.getpid()))
    hook(four, "post-commit", 'kill -INT "$TO_INTERRUPT"')
    first, second, _, fourth = ids(four, run)
    status, out, err = run(four, "accept", first, second, fourth, "--yes")
    assert (status, len(out.splitlines())) == (130, 1)
    assert err.splitlines() == [
        f"{second}: left as it was",
        f"{fourth}: left as it was",
        "stopped: 1 decided, 2 left.",
    ]
    assert commits(four) == 2
    assert git(four, "status", "--porcelain") == ""
    (four / ".git/hooks/post-commit").unlink()
    assert run(four, "accept", second, fourth, "--yes")[0] == 0
