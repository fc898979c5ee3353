"""What scripts rely on: exit statuses, stdout for data, stderr for words, dry runs."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from inbox import __version__
from tests.cli.conftest import Run, read
from tests.conftest import git

PORT = "q-8af715325b05"
TIMES = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["show", "q-nothing"], 2, "nothing that waits is called 'q-nothing'"),
        (["show", "q-8"], 2, "nothing that waits is called 'q-8'"),
        (["keep", PORT, "c"], 2, "invalid choice: 'c'"),
        (["keep", PORT, "a"], 2, "give --yes"),
        (["edit", PORT, "--file", "/no/such/file", "--yes"], 2, "cannot be read"),
        (["contest", PORT, "--yes"], 2, "--side a, b or both"),
        (["tombstone", PORT, "--yes"], 2, "--side a or --side b"),
        (["accept", "q-5bb570739bc9", "--yes"], 3, "nothing is proposed here"),
        (["pick", PORT, "1", "--yes"], 3, "has no options"),
        (["undo", "--yes"], 3, "there is no decision of yours to take back"),
        (["undo", "123456", "--yes"], 3, "no decision is called '123456'"),
        (["uncontest", "wiki/knot-notes.md", "--yes"], 3, "nothing to do"),
        (["contest", "wiki/none.md", "--yes"], 2, "nothing that waits is called"),
        (["accept", "t-6cb6ac454a9e85d0", "--yes"], 3, "nothing is proposed here"),
        (["nonsense"], 2, "invalid choice: 'nonsense'"),
    ],
)
def test_what_cannot_be_done_is_said_on_stderr_and_writes_nothing(
    sample: Path, run: Run, words: list[str], status: int, said: str
) -> None:
    code, out, err = run(sample, *words)
    assert (code, out) == (status, "")
    assert said in err
    assert git(sample, "rev-list", "--count", "HEAD") == "1\n"
    assert git(sample, "status", "--porcelain") == ""


def test_errors_are_json_for_a_script(sample: Path, run: Run) -> None:
    status, out, err = run(sample, "show", "q-nothing", "--json")
    assert (status, out) == (2, "")
    assert read(err)["error"]["exit_status"] == 2


@pytest.mark.parametrize("command", ["list", "count", "log", "doctor", "show"])
def test_every_reading_command_prints_one_document(sample: Path, run: Run, command: str) -> None:
    words = [command, PORT] if command == "show" else [command]
    status, out, _ = run(sample, *words, "--json")
    assert status == 0
    read(out)
    assert run(sample, *words)[0] == 0


def test_the_keys_of_an_item_are_a_contract(sample: Path, run: Run) -> None:
    [item] = read(run(sample, "list", "--json", "--limit", "1")[1])["items"]
    assert {
        *("id", "kind", "title", "question", "conflict_type", "age_days", "proposal", "rule"),
        *("a", "b", "options", "sources", "target", "write_kind", "flags"),
    } <= {*item}
    assert {
        *("path", "name", "source", "tier", "badge", "tier_reason", "passage", "date", "status")
    } <= {*item["a"]}


def test_exit_code_tells_whether_something_waits(sample: Path, run: Run) -> None:
    assert run(sample, "count", "--exit-code")[0] == 1
    assert run(sample, "list", "--exit-code")[0] == 1
    assert run(sample, "list")[0] == 0
    (sample / "wiki/_pending_questions.md").write_text(
        "# Pending Questions\n\n## broken\n", "utf-8"
    )
    status, _, err = run(sample, "list", "--exit-code")
    assert status == 5
    assert "wiki/_pending_questions.md:3: the header is not" in err


def test_the_count_is_the_count_of_the_list(sample: Path, run: Run) -> None:
    listed = read(run(sample, "list", "--json")[1])["counts"]
    counted = read(run(sample, "count", "--json")[1])["counts"]
    assert counted["open"] == listed["open"]
    assert counted["by_kind"] == listed["by_kind"]
    assert run(sample, "count")[1] == f"{listed['open']}\n"


def test_the_version_is_printed(run: Run, sample: Path) -> None:
    assert run(sample, "--version")[:2] == (0, f"athenaeum-inbox {__version__}\n")


DECISIONS = [
    ["accept", PORT],
    ["keep", PORT, "b"],
    ["both", PORT, "--context", "one each"],
    ["no-conflict", PORT],
    ["pick", "q-8a1b440252ae", "1"],
    ["pick", "q-8a1b440252ae", "0", "--value", "Squash small ones."],
    ["reject", PORT],
    ["reject", "m-e7bf83a5a35e"],
    ["accept", "m-5224a8378fd8"],
    ["contest", PORT, "--side", "both"],
    ["contest", "wiki/knot-notes.md"],
    ["tombstone", PORT, "--side", "b"],
    ["tombstone", "wiki/rope-notes.md"],
    ["answer", "q-5bb570739bc9", "In November."],
]


@pytest.mark.parametrize("words", DECISIONS)
def test_the_real_run_makes_what_the_dry_run_showed(
    sample: Path, run: Run, words: list[str]
) -> None:
    status, shown, _ = run(sample, *words, "--dry-run", "--reason", "because")
    assert status == 0
    assert git(sample, "rev-list", "--count", "HEAD") == "1\n"
    assert git(sample, "status", "--porcelain") == ""
    assert run(sample, *words, "--yes", "--reason", "because")[0] == 0
    message = git(sample, "show", "-s", "--format=%B").strip()
    assert TIMES.sub("T", shown).strip().endswith(TIMES.sub("T", message))
    diff = git(sample, "show", "--format=", "--no-renames", "-U0")
    added = {
        line
        for line in diff.split("\n")
        if line.startswith(("+", "-")) and line[:3] not in ("+++", "---")
    }
    printed = {line for line in shown.split("\n") if line.startswith(("+", "-"))}
    assert {TIMES.sub("T", line) for line in added} <= {TIMES.sub("T", line) for line in printed}
    assert run(sample, "undo", "--yes")[0] == 0
    assert git(sample, "diff", "--stat", "HEAD~2", "HEAD") == ""


def test_a_decision_prints_how_to_take_it_back(sample: Path, run: Run) -> None:
    status, out, _ = run(sample, "accept", PORT, "--yes", "--json")
    made = read(out)
    assert status == 0
    assert git(sample, "rev-parse", "HEAD").strip() == made["commit"]
    assert made["id"] in run(sample, "log")[1]
    assert f"commit {made['commit']}" in run(sample, "patch", made["id"])[1]
    assert run(sample, "undo", made["id"], "--yes")[0] == 0
    [undo, first] = read(run(sample, "log", "--json")[1])["decisions"]
    assert (undo["undoes"], first["undone_by"]) == (made["id"], undo["id"])
    assert run(sample, "undo", made["id"], "--yes")[0] == 3


def test_the_patch_of_an_item_is_what_accept_would_make(sample: Path, run: Run) -> None:
    _, shown, _ = run(sample, "patch", PORT)
    _, dry, _ = run(sample, "accept", PORT, "--dry-run")
    assert TIMES.sub("T", shown) == TIMES.sub("T", dry)


def typing(root: Path, typed: str, *words: str) -> bytes:
    """Run a command with a terminal for stdin; return its stderr."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "inbox", "--repo", str(root), *words]
    repo = Path(__file__).parents[2]
    env = os.environ | {"PYTHONPATH": str(repo)}
    with subprocess.Popen(command, stdin=slave, stdout=-1, stderr=-1, env=env, cwd=repo) as process:
        os.write(master, typed.encode())
        _, err = process.communicate(timeout=60)
    os.close(master)
    os.close(slave)
    return err


@pytest.mark.parametrize(("typed", "commits"), [("y\n", 2), ("\n", 1), ("n\n", 1), ("a\n", 1)])
def test_only_y_commits_when_a_person_is_asked(
    sample: Path, run: Run, typed: str, commits: int
) -> None:
    shown = run(sample, "accept", PORT, "--dry-run")[1]
    err = typing(sample, typed, "accept", PORT).decode()
    assert TIMES.sub("T", err).startswith(TIMES.sub("T", shown))
    assert "Commit this? [y/N]" in err
    assert git(sample, "rev-list", "--count", "HEAD") == f"{commits}\n"


@pytest.mark.parametrize(("typed", "commits"), [("y\n", 3), ("t\n", 2)])
def test_undo_shows_its_patch_before_it_asks(
    sample: Path, run: Run, typed: str, commits: int
) -> None:
    assert run(sample, "accept", PORT, "--yes")[0] == 0
    err = typing(sample, typed, "undo").decode()
    assert "\n-superseded_by: ferry api port\n" in err
    assert "\nUndo: Keep A: port-api-ferry" in err
    assert err.index("Commit this? [y/N]") > err.index("Inbox-Undoes: ")
    assert git(sample, "rev-list", "--count", "HEAD") == f"{commits}\n"


def test_a_reader_that_goes_away_is_no_error(sample: Path) -> None:
    repo = Path(__file__).parents[2]
    command = f"{sys.executable} -m inbox --repo {sample} list --json | head -c 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=repo, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"{", b"")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (f"accept {PORT} <&-", 2, "give --yes"),
        (f"edit {PORT} --file - --yes <&-", 3, "is empty"),
        ("list >&-", 0, ""),
        ("list --json 2>&-", 0, ""),
        ("count >&- 2>&- <&-", 0, ""),
        ("list > /dev/full", 5, "the output cannot be written: No space left on device"),
        ("count > /dev/full", 5, "the output cannot be written"),
        (f"accept {PORT} --yes > /dev/full", 5, "the output cannot be written"),
    ],
)
def test_streams_that_are_closed_or_full_are_no_bug(
    sample: Path, words: str, status: int, said: str
) -> None:
    repo = Path(__file__).parents[2]
    command = f"{sys.executable} -m inbox --repo {sample} {words}"
    done = subprocess.run(["bash", "-c", command], cwd=repo, capture_output=True, check=False)
    assert done.returncode == status, done.stderr
    assert said.encode() in done.stderr
    assert b"Traceback" not in done.stderr
    assert b"a bug" not in done.stderr


def test_what_nobody_caught_is_70_with_a_log(sample: Path, tmp_path: Path) -> None:
    code = (
        "import sys; from inbox.cli import main, reading; reading.count.__code__ = (lambda i, a: "
        "1 / 0).__code__; sys.argv = ['x', '--repo', sys.argv[1], 'count']; sys.exit(main.main())"
    )
    repo = Path(__file__).parents[2]
    env = os.environ | {"XDG_STATE_HOME": str(tmp_path / "state"), "PYTHONPATH": str(repo)}
    done = subprocess.run(
        [sys.executable, "-c", code, str(sample)], capture_output=True, check=False, env=env
    )
    assert done.returncode == 70
    assert done.stderr.count(b"\n") == 1
    log = tmp_path / "state/athenaeum-inbox/log"
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8")
    assert log.stat().st_mode & 0o777 == 0o600


def test_json_survives_bytes_that_are_not_utf_8(sample: Path, run: Run) -> None:
    queue = sample / "wiki/_pending_questions.md"
    queue.write_bytes(queue.read_bytes().replace(b"Two people are", b"Two \xff are"))
    status, out, err = run(sample, "list", "--json")
    assert status == 0
    assert json.loads(out)
    assert "byte 0xff" in err


def test_redo_makes_what_its_dry_run_shows(sample: Path, run: Run) -> None:
    assert run(sample, "redo", "--yes")[0] == 3
    assert run(sample, "accept", PORT, "--yes")[0] == 0
    decided = git(sample, "rev-parse", "HEAD^{tree}")
    assert run(sample, "undo", "--yes")[0] == 0
    shown = read(run(sample, "redo", "--dry-run", "--json", "--reason", "after all")[1])
    made = read(run(sample, "redo", "--yes", "--json", "--reason", "after all")[1])
    assert (made["id"], made["subject"]) == (shown["id"], shown["subject"])
    assert git(sample, "rev-parse", "HEAD^{tree}") == decided
    assert [line.split()[5] for line in run(sample, "log")[1].splitlines()] == [
        "Redo:",
        "redone",
        "Keep",
    ]
    assert run(sample, "undo", "--yes")[0] == 0
    assert " undone Keep A" in run(sample, "log")[1]
