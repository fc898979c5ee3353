"""Completion: the scripts are right in the shells that are here, and offer what is there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

PORT = "q-8af715325b05"
SHELLS = ("bash", "zsh", "fish")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_has_every_command_and_can_be_read_by_its_shell(
    sample: Path, run: Run, shell: str, tmp_path: Path
) -> None:
    status, out, err = run(sample, "completion", shell)
    assert (status, err) == (0, "")
    for word in ("no-conflict", "report", "completion ids", "completion decisions"):
        assert word in out
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here to read it")
    script = tmp_path / f"script.{shell}"
    script.write_text(out, encoding="utf-8")
    subprocess.run([shell, "-n", str(script)], check=True)


def complete(sample: Path, script: str, *words: str) -> list[str]:
    """Return what bash offers for the last of some words."""
    program = sample.parent / "bin/athenaeum-inbox"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m inbox "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    quoted = " ".join(f"'{word}'" for word in words)
    ask = (
        f"{script}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}\n"
        "_shtab_athenaeum_inbox; printf '%s\\n' \"${COMPREPLY[@]}\"\n"
    )
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
    environment["ATHENAEUM_INBOX_REPO"] = str(sample)
    done = subprocess.run(
        ["bash", "-c", ask],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
        cwd=Path(__file__).parents[2],
    )
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("uncon",), "uncontest"),
        (("keep", PORT[:5]), PORT),
        (("list", "--fil"), "--filter"),
        (("completion", "zs"), "zsh"),
    ],
)
def test_bash_completes_commands_flags_choices_and_ids(
    sample: Path, run: Run, words: tuple[str, ...], offered: str
) -> None:
    script = run(sample, "completion", "bash")[1]
    assert offered in complete(sample, script, "athenaeum-inbox", *words)


def test_the_ids_of_what_waits_and_of_decisions_are_told_one_a_line(sample: Path, run: Run) -> None:
    ids = run(sample, "completion", "ids")[1].splitlines()
    assert PORT in ids
    assert run(sample, "completion", "decisions")[:2] == (0, "")
    run(sample, "keep", PORT, "a", "--yes")
    assert PORT not in run(sample, "completion", "ids")[1].splitlines()
    [name] = run(sample, "completion", "decisions")[1].splitlines()
    assert run(sample, "undo", name, "--yes")[0] == 0


def test_where_there_is_no_repository_nothing_is_offered(tmp_path: Path, run: Run) -> None:
    assert run(tmp_path, "completion", "ids") == (0, "", "")


def test_an_unknown_shell_is_refused(sample: Path, run: Run) -> None:
    assert run(sample, "completion", "csh")[0] == 2
