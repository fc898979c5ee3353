"""One folder in `goldens/decisions/` for each decision that is worth reading as a diff.

`before/` and `decision.json` go in; `commit.diff` is what must come out, message first.
`pytest --update-goldens` writes what came out: read `git diff goldens` then.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from inbox.domain import decision as decisions
from inbox.domain.decision import Decision
from inbox.domain.edit import inverse
from inbox.domain.item import Item
from inbox.domain.outcome import Preview
from inbox.formats import codecs, trailers
from inbox.formats.diff import unified
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git

GOLDENS = Path(__file__).parents[2] / "goldens/decisions"
CASES = sorted(path.name for path in GOLDENS.iterdir())
NOW = datetime(2026, 12, 1, 8, 0, 1, tzinfo=UTC)


def before(case: str) -> dict[str, str | bytes]:
    folder = GOLDENS / case / "before"
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def decided(case: str) -> tuple[str, Decision, str]:
    asked: dict[str, Any] = json.loads((GOLDENS / case / "decision.json").read_text("utf-8"))
    [(name, values)] = asked["decision"].items()
    if "left_out" in values:
        values["left_out"] = tuple(values["left_out"])
    if "to" in values:
        [(way, given)] = values["to"].items()
        values["to"] = getattr(decisions, way)(**given)
    return asked["item"], getattr(decisions, name)(**values), asked["reason"]


def found(inbox: Inbox, asked: str) -> Item:
    """Return an item by its name; `PATH by PATH2` is a memory and what replaces it."""
    path, _, by = asked.partition(" by ")
    return inbox.memory(path, by=by) if by else inbox.find(path)


def opened(root: Path) -> Inbox:
    return Inbox(Repository.open(root), clock=lambda: NOW)


def as_diff(preview: Preview, root: Path) -> str:
    """The commit as a reviewer reads it: message first, then the files."""
    text = f"{trailers.render(preview.change.message)}\n{unified(preview.files)}"
    return text.replace(str(root), "/home/ann/knowledge")


@pytest.mark.parametrize("case", CASES)
def test_a_decision_makes_the_commit_of_its_golden(
    case: str, make_repo: MakeRepo, request: pytest.FixtureRequest
) -> None:
    root = make_repo(before(case))
    inbox = opened(root)
    name, decision, reason = decided(case)
    item = found(inbox, name)
    assert inbox.why_not(item, decision) == ""
    shown = as_diff(inbox.preview(item, decision, reason), root)
    golden = GOLDENS / case / "commit.diff"
    if request.config.getoption("--update-goldens"):
        golden.write_bytes(shown.encode())
    assert shown == golden.read_bytes().decode()


@pytest.mark.parametrize("case", CASES)
def test_a_decision_of_a_golden_is_taken_back_byte_for_byte(case: str, make_repo: MakeRepo) -> None:
    root = make_repo(before(case))
    inbox = opened(root)
    name, decision, reason = decided(case)
    tree = git(root, "rev-parse", "HEAD^{tree}")
    preview = inbox.preview(found(inbox, name), decision, reason)
    made = inbox.decide(found(inbox, name), decision, reason)
    assert git(root, "status", "--porcelain") == ""
    shown = git(root, "show", "--format=%B", "--no-renames", "--name-only", made.commit)
    assert shown.startswith(trailers.render(preview.change.message))
    touched = set(git(root, "show", "--format=", "--no-renames", "--name-only").split("\n")) - {""}
    assert touched == {file.path for file in preview.files}
    inbox.undo()
    assert git(root, "rev-parse", "HEAD^{tree}") == tree
    assert git(root, "status", "--porcelain") == ""


@pytest.mark.parametrize("case", CASES)
def test_the_edits_of_a_golden_turn_round(case: str, make_repo: MakeRepo) -> None:
    inbox = opened(make_repo(before(case)))
    name, decision, reason = decided(case)
    preview = inbox.preview(found(inbox, name), decision, reason)
    start = {file.path: file.before for file in preview.files}
    end = codecs.applied(preview.change.edits, start)
    assert end == {file.path: file.after for file in preview.files}
    assert codecs.applied(inverse(preview.change.edits), end) == start
