"""A first run without memories says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """A folder that is in no repository."""
    folder = tmp_path / "nowhere"
    folder.mkdir()
    return folder


def test_a_first_run_says_what_it_is_and_where_to_point_it(nowhere: Path, run: Run) -> None:
    status, out, err = run(nowhere)
    assert (status, out) == (6, "")
    for words in ("athenaeum-inbox demo", "--repo FOLDER", "init FOLDER", "~/knowledge"):
        assert words in err
    assert "There are here:" not in err
    assert err.splitlines()[-1].startswith(f"athenaeum-inbox: {nowhere} is not in a git")


def test_folders_that_are_there_are_named(nowhere: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "knowledge").mkdir()
    for name in ("one", "tw\u202eo", "three", "four"):
        (tmp_path / f".claude/projects/{name}/memory").mkdir(parents=True)
    err = run(nowhere)[2]
    assert f"There are here:\n  {tmp_path}/knowledge\n  {tmp_path}/.claude/projects/" in err
    assert err.count("/memory\n") == 3
    assert "\u202e" not in err


def test_a_command_that_is_named_needs_no_introduction(nowhere: Path, run: Run) -> None:
    status, _, err = run(nowhere, "list")
    assert (status, len(err.splitlines())) == (6, 1)


def test_a_folder_that_is_not_there_is_no_first_run(nowhere: Path, run: Run) -> None:
    err = run(nowhere / "gone")[2]
    words = "is no folder; give one with --repo, or try `demo`."
    assert err == f"athenaeum-inbox: {nowhere / 'gone'} {words}\n"
