"""Fixtures every test may use: repositories that are the same on every machine."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

DATA = Path(__file__).parent / "data"

# The same examples every run, so that a red run is about the change under test.
# `HYPOTHESIS_PROFILE=explore` looks for new ones for minutes, `long` for an hour.
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", max_examples=5_000, deadline=None, database=None)
settings.register_profile(
    "long",
    max_examples=20_000,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="rewrite goldens/")
    parser.addoption("--every-kill-point", action="store_true", help="leave none out (minutes)")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was tried: tests leave counts and sentences as properties of their reports."""
    tried: dict[str, int] = {}
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "tried":
                tried[value[0]] = tried.get(value[0], 0) + value[1]
            elif name == "told":
                terminalreporter.write_line(str(value))
    for what, count in tried.items():
        terminalreporter.write_line(f"{what} tried: {count}, all recovered")


@pytest.fixture(autouse=True)
def frozen_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Fix who commits and when, so that commit ids can be asserted.

    The developer's own git config stays out: a signing key or a commit hook would change
    every id, or ask for a passphrase.
    """
    for name in [name for name in os.environ if name.startswith(("GIT_", "ATHENAEUM"))]:
        monkeypatch.delenv(name)
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Testy")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "testy@example.com")
        monkeypatch.setenv(f"GIT_{role}_DATE", "2026-12-01T03:04:05+0000")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)


def git(root: Path, *args: str) -> str:
    """Run git in `root` and return what it printed."""
    done = subprocess.run(["git", *args], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout


MakeRepo = Callable[[dict[str, str | bytes]], Path]


@pytest.fixture
def make_repo(tmp_path: Path) -> MakeRepo:
    """Return a function that commits some files and gives the folder."""

    def make(files: dict[str, str | bytes]) -> Path:
        root = tmp_path / "memories"
        for path, text in files.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
        root.mkdir(exist_ok=True)
        for command in ("init -q -b main", "add -A", "commit -q --allow-empty -m start"):
            git(root, *command.split())
        return root

    return make
