"""What a person gets who installs the package, away from the source tree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from sysconfig import get_path

import pytest

from inbox import __version__

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command as a person would who has no source tree; fail with what it said."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installed command; its dependencies are those of the running interpreter."""
    venv = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", "--without-pip", venv, cwd=venv)
    python = venv / "bin/python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=venv)
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=venv)
    borrowed = dict.fromkeys([get_path("purelib"), get_path("platlib")])
    (Path(site.strip()) / "borrowed.pth").write_text("\n".join(borrowed), encoding="utf-8")
    where = run(python, "-c", "import inbox; print(inbox.__file__)", cwd=venv)
    assert where.startswith(str(venv))
    return venv / "bin/athenaeum-inbox"


def test_the_wheel_holds_the_themes_and_the_demo(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    demo = ROOT / "inbox/demo/content"
    contents = {path.relative_to(ROOT) for path in demo.rglob("*") if path.is_file()}
    themes = {Path("inbox/app", path.relative_to(ROOT)) for path in ROOT.glob("themes/*.toml")}
    assert themes
    assert {path.as_posix() for path in contents | themes} <= inside
    assert "inbox/py.typed" in inside


def test_the_wheel_holds_no_test(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"inbox"}


def test_the_installed_command_knows_its_version(command: Path, tmp_path: Path) -> None:
    assert __version__ in run(command, "--version", cwd=tmp_path)


def test_the_installed_command_makes_a_demo_and_lists_it(command: Path, tmp_path: Path) -> None:
    demo = tmp_path / "demo"
    run(command, "demo", demo, "--no-open", cwd=tmp_path)
    listed = json.loads(run(command, "--repo", demo, "list", "--json", cwd=tmp_path))
    assert listed["schema"] == 1
    assert len(listed["items"]) > 20


def test_the_demo_can_be_decided_on_by_a_person_git_does_not_know(
    command: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL"):
        monkeypatch.delenv(f"GIT_{name}")
    # Else git makes an address up from the machine's name, where that has a dot.
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "user.useConfigOnly")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "true")
    demo = tmp_path / "demo"
    run(command, "demo", demo, "--no-open", cwd=tmp_path)
    listed = json.loads(run(command, "--repo", demo, "list", "--json", cwd=tmp_path))
    (wind,) = (item for item in listed["items"] if item["title"] == "dome-wind-limit")
    run(command, "--repo", demo, "accept", wind["id"], "--yes", cwd=tmp_path)
    (entry,) = json.loads(run(command, "--repo", demo, "log", "--json", cwd=tmp_path))["decisions"]
    assert entry["decision"] == "keep_a"
