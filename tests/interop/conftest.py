"""athenaeum itself, in an environment of its own, asked what it makes of our files."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import DATA, MakeRepo, git

ATHENAEUM = "athenaeum==0.22.43"

UNDECLARED = "jsonschema"
"""What its `ingest-answers` imports at the first answer file, and its wheel does not ask for."""

PREPARED = os.environ.get("ATHENAEUM_INBOX_INTEROP_PYTHON", "")
"""An interpreter that has athenaeum already; read before the tests clear the environment."""

PATIENCE = 100
"""Seconds an installation may take; one without a cache takes about ten."""

_WHICH = "import sys; print(sys.executable if sys.version_info >= (3, 13) else '')"

_READ = """
import json, sys
from pathlib import Path
from athenaeum.answers import list_unanswered
from athenaeum.fingerprint import load_resolved_records
from athenaeum.models import is_inactive_memory, parse_frontmatter
from athenaeum.pending_merges import list_pending_merges

root = Path(sys.argv[1])
headers = {
    path.relative_to(root).as_posix(): parse_frontmatter(path.read_text(encoding="utf-8"))[0]
    for pattern in ("raw/auto-memory/*/*.md", "wiki/*.md")
    for path in root.glob(pattern)
    if not path.name.startswith(("_", "MEMORY"))
}
settled = load_resolved_records(root)
print(json.dumps({
    "questions": sorted(one["id"] for one in list_unanswered(root / "wiki/_pending_questions.md")),
    "merges": sorted(one["id"] for one in list_pending_merges(root / "wiki/_pending_merges.md")),
    "settled": {key: [row["resolved_by"], row["action"]] for key, row in settled.items()},
    "inactive": sorted(path for path, header in headers.items() if is_inactive_memory(header)),
    "headerless": sorted(path for path, header in headers.items() if not header),
}))
"""


def printed(command: list[str], env: Mapping[str, str], timeout: float = 60) -> str:
    """Return what a command printed.

    Raises:
        OSError: There is no such command.
        subprocess.SubprocessError: It failed or took too long.
    """
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, check=True, timeout=timeout
    )
    return done.stdout


@dataclass(frozen=True, slots=True)
class Athenaeum:
    """The program under its own interpreter, with a home and a cache of its own."""

    python: str
    home: Path

    def __call__(self, root: Path, *words: str) -> str:
        return self._run("-m", "athenaeum.cli", *words, "--path", str(root))

    def decisions(self, root: Path) -> list[str]:
        """Return the ids that `decisions list` gives, and leave no trace of having asked."""
        rows = json.loads(self(root, "decisions", "list", "--json"))
        (root / "wiki/_decisions_queue.jsonl").unlink(missing_ok=True)
        return sorted(row["id"] for row in rows)

    def reads(self, root: Path) -> dict[str, Any]:
        """Return what its own parsers find below a root."""
        found: dict[str, Any] = json.loads(self._run("-c", _READ, str(root)))
        return found

    def work_off(self, root: Path) -> None:
        """Let it carry out every answer it finds."""
        self(root, "ingest-answers")
        self(root, "ingest-merges")

    def _run(self, *words: str) -> str:
        # Nothing of the caller's: a key would make it ask a model.
        env = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8"}
        cache = {"ATHENAEUM_CACHE_DIR": str(self.home / "cache")}
        done = subprocess.run(
            [self.python, *words], env={**env, **cache}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def _pythons() -> Iterator[str]:
    """Yield interpreters that athenaeum can run under, as far as the PATH leads to them."""
    asked = [[sys.executable], ["python3.13"], ["python3.14"]]
    for command in asked:
        for chosen in ({}, {"PYENV_VERSION": command[0].removeprefix("python")}):
            try:
                found = printed([*command, "-c", _WHICH], {**os.environ, **chosen}).strip()
            except (OSError, subprocess.SubprocessError):
                continue
            if found:
                yield found
    if shutil.which("uv"):
        try:
            yield printed(["uv", "python", "find", "3.13"], os.environ).strip()
        except subprocess.SubprocessError:
            return


def _installed(folder: Path) -> str:
    """Return an interpreter with athenaeum, or skip the tests and say why."""
    if PREPARED:
        return PREPARED
    base = next(_pythons(), None)
    if base is None:
        pytest.skip("athenaeum needs Python 3.13, and none is on the PATH")
    python = str(folder / "bin/python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    try:
        printed([base, "-m", "venv", str(folder)], os.environ)
        printed(
            [*pip, "--retries", "1", "--timeout", "15", ATHENAEUM, UNDECLARED], os.environ, PATIENCE
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"{ATHENAEUM} was not installed within {PATIENCE} seconds")
    except subprocess.CalledProcessError as failed:
        pytest.skip(f"{ATHENAEUM} cannot be installed: {(failed.stderr or '').strip()[-200:]}")
    return python


@pytest.fixture(scope="session")
def athenaeum(tmp_path_factory: pytest.TempPathFactory) -> Athenaeum:
    python = _installed(tmp_path_factory.mktemp("athenaeum"))
    return Athenaeum(python, tmp_path_factory.mktemp("home"))


def commit(root: Path) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "librarian")


def changed(root: Path) -> str:
    return git(root, "status", "--porcelain", "--untracked-files=all")


@pytest.fixture
def sample(athenaeum: Athenaeum, make_repo: MakeRepo) -> Path:
    """The sample root after athenaeum has worked off the answers that were in it."""
    knowledge = DATA / "athenaeum-sample/knowledge"
    tree = {
        path.relative_to(knowledge).as_posix(): path.read_bytes()
        for path in knowledge.rglob("*")
        if path.is_file()
    }
    root = make_repo(dict(tree))
    athenaeum.work_off(root)
    commit(root)
    athenaeum.work_off(root)
    assert changed(root) == ""
    return root
