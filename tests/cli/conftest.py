"""The sample root, which athenaeum itself wrote, as a repository; commands run in process."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inbox.cli.main import main
from tests.conftest import DATA, git

SAMPLE = DATA / "athenaeum-sample"


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A copy of the sample root with one commit."""
    root = tmp_path / "knowledge"
    shutil.copytree(SAMPLE / "knowledge", root)
    for command in ("init -q -b main", "add -A", "commit -q -m start"):
        git(root, *command.split())
    return root


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run one command; return its exit status, stdout and stderr."""

    def once(root: Path, *words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        try:
            status = main(["--repo", str(root), *words])
        except SystemExit as left:
            status = int(left.code or 0)
        out, err = capsys.readouterr()
        return status, out, err

    return once


def read(text: str) -> Any:
    document = json.loads(text)
    assert document["schema"] == 1
    return document
