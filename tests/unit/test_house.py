"""The rules of the house that no linter knows."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from tests.conftest import MakeRepo

ROOT = Path(__file__).parents[2]
MODULES = sorted(chain((ROOT / "inbox").rglob("*.py"), (ROOT / "tests").rglob("*.py")))
ABOUT = ("README.md", "CHANGELOG.md", "pyproject.toml", ".ci/run")
FOLDERS = ("inbox", "tests", "goldens", "themes", "docs")

# In pieces, so that this file does not hold them itself.
MACHINES = ["/".join(["", *words.split(), ""]) for words in ("root", "work", "tmp w", "opt pypi")]
REGISTRIES = ["pypi" + ".org", "python" + "hosted"]

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(module: Path) -> Iterator[Function]:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    yield from (node for node in ast.walk(tree) if isinstance(node, Function))


def body_lines(function: Function) -> int:
    """Return the lines of a body without its docstring."""
    body = function.body[ast.get_docstring(function) is not None :]
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


def committed() -> Iterator[Path]:
    yield from (ROOT / name for name in ABOUT)
    for folder in FOLDERS:
        yield from (path for path in (ROOT / folder).rglob("*") if path.is_file())


def test_no_module_is_longer_than_400_lines() -> None:
    lengths = {module: len(module.read_bytes().splitlines()) for module in MODULES}
    assert {module: count for module, count in lengths.items() if count > 400} == {}


def test_no_function_is_longer_than_40_lines() -> None:
    long = [
        f"{module.relative_to(ROOT)}:{function.lineno} {function.name}"
        for module in MODULES
        for function in functions(module)
        if body_lines(function) > 40
    ]
    assert long == []


def test_every_test_has_a_name_of_its_own() -> None:
    # Snapshots share one folder and are named for their test.
    names = Counter(
        function.name
        for module in MODULES
        if module.name.startswith("test_")
        for function in functions(module)
        if function.name.startswith("test_")
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_no_file_names_a_machine_or_a_registry() -> None:
    forbidden = [word.encode() for word in MACHINES + REGISTRIES]
    naming = [
        str(path.relative_to(ROOT))
        for path in committed()
        if path.suffix != ".pyc" and any(word in path.read_bytes() for word in forbidden)
    ]
    assert naming == []


@pytest.mark.parametrize("command", ["count", "list"])
def test_reading_commands_load_no_screen_and_no_model(command: str, make_repo: MakeRepo) -> None:
    root = make_repo({"wiki/_pending_questions.md": "# Pending Questions\n"})
    code = (
        "import sys\n"
        "from inbox.cli.main import main\n"
        f"status = main(['--repo', {str(root)!r}, {command!r}])\n"
        "print(sorted({'textual', 'git', 'anthropic'} & sys.modules.keys()), file=sys.stderr)\n"
        "sys.exit(status)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.splitlines()[-1:]) == (0, ["[]"]), done.stderr
