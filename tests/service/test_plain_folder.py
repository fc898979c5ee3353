"""A folder of memories without a knowledge root: both header generations and none (R3 b)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Conflict, Question
from inbox.errors import Refused, UnknownItem
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.service.conftest import block

NOW = datetime(2026, 12, 1, 8, 0, 1, tzinfo=UTC)
FLAT = "---\nname: deploy\ntype: project\nsource: user:conv-1\n---\n\nSide a says so.\n"
NESTED = (
    "---\nname: deploy-nested\ndescription: where\nmetadata: \n  node_type: memory\n"
    "  type: project\n  originSessionId: 2026-04-27\n---\n\nSide b says so.\n"
)
BARE = "Nothing but words.\n\n---\n\nA rule, and no header.\n"
INDEX = (
    "# Index\n- [Deploy](project_flat.md) - we deploy to Fernhost\n"
    "- [Docs](../elsewhere/docs.md) - keep\n- [Ghost](never_written.md) - notes\n"
    "- [Bare](notes/bare%20words.md) - words\n"
)
ASKED = (
    '\n---\n\n## [2026-11-29] Entity: "mast" (from agent-raised)\n'
    "- [ ] Who mends the mast?\n\n**Description**: It leans.\n**Raised by**: agent\n"
)
FILES: dict[str, str | bytes] = {
    "project_flat.md": FLAT,
    "project_nested.md": NESTED,
    "notes/bare words.md": BARE,
    "MEMORY.md": INDEX,
    "README.md": "# About\n",
    "_pending_questions.md": "# Pending Questions\n"
    + block("project_flat.md", "project_nested.md")
    + ASKED,
}


@pytest.fixture
def folder(make_repo: MakeRepo) -> Path:
    return make_repo(FILES)


def opened(root: Path) -> Inbox:
    return Inbox(Repository.open(root), clock=lambda: NOW)


def conflict(inbox: Inbox) -> Conflict:
    [item] = [item for item in inbox.pending().items if isinstance(item, Conflict)]
    return item


def texts(root: Path) -> dict[str, bytes]:
    files = (path for path in root.rglob("*") if path.is_file() and ".git" not in path.parts)
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in files
        if path.name != ".athenaeum.lock"
    }


def test_queue_files_in_the_root_of_a_folder_are_read(folder: Path) -> None:
    inbox = opened(folder)
    asked = conflict(inbox)
    assert (asked.a.path, asked.b.path) == ("project_flat.md", "project_nested.md")
    assert (asked.a.source.tier, asked.b.source.tier) == (1, 9)
    [question] = [item for item in inbox.pending().items if isinstance(item, Question)]
    assert question.title == "mast"
    assert inbox.pending().broken == ()
    assert inbox.count() == {"conflict": 1, "question": 1}
    assert "plain memory folder" in inbox.doctor()[0].what


@pytest.mark.parametrize("path", ["project_flat.md", "project_nested.md", "notes/bare words.md"])
def test_any_header_generation_can_be_contested_and_upheld(folder: Path, path: str) -> None:
    before, inbox = texts(folder), opened(folder)
    inbox.decide(inbox.find(path), d.Contest(), "not sure")
    assert git(folder, "show", "--format=", "--name-only").strip().strip('"') == path
    assert inbox.memory(path).member.status == "contested"
    # A side of an open conflict is not listed a second time.
    assert inbox.count()["contested"] == (path == "notes/bare words.md")
    inbox.decide(inbox.find(path), d.Uphold())
    assert texts(folder) == before


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("project_flat.md", "- [Deploy](project_flat.md) - we deploy to Fernhost\n"),
        ("project_nested.md", ""),
        ("notes/bare words.md", "- [Bare](notes/bare%20words.md) - words\n"),
    ],
)
def test_a_tombstone_takes_the_file_and_its_pointer_and_undo_brings_both_back(
    folder: Path, path: str, line: str
) -> None:
    before, inbox = texts(folder), opened(folder)
    made = inbox.decide(inbox.find(path), d.Tombstone())
    assert not (folder / path).exists()
    assert (folder / "MEMORY.md").read_text("utf-8") == INDEX.replace(line, "")
    assert path in (folder / "_tombstones.jsonl").read_text("utf-8")
    assert "Fernhost" not in (folder / "_tombstones.jsonl").read_text("utf-8")
    with pytest.raises(Refused, match=f"`athenaeum-inbox undo {made.id}` brings it back"):
        inbox.find(path)
    inbox.undo(made.id)
    assert texts(folder) == before


@pytest.mark.parametrize(
    "decision", [d.Keep("a"), d.Keep("b"), d.RetainBoth("One each."), d.NotAConflict()]
)
def test_a_conflict_of_a_folder_is_settled_in_its_root(folder: Path, decision: d.Decision) -> None:
    before, inbox = texts(folder), opened(folder)
    made = inbox.decide(conflict(inbox), decision)
    touched = {*git(folder, "show", "--format=", "--name-only").split("\n")} - {""}
    own = {
        "_pending_questions.md",
        "_pending_questions_archive.md",
        "_resolved_contradictions.jsonl",
    }
    assert own <= touched <= own | {"project_flat.md", "project_nested.md"}
    assert git(folder, "status", "--porcelain") == ""
    assert [item for item in inbox.pending().items if isinstance(item, Conflict)] == []
    assert "Who mends the mast?" in (folder / "_pending_questions.md").read_text("utf-8")
    inbox.undo(made.id)
    assert texts(folder) == before


def test_an_answer_closes_the_block_where_nobody_else_would(folder: Path) -> None:
    before, inbox = texts(folder), opened(folder)
    [question] = [item for item in inbox.pending().items if isinstance(item, Question)]
    made = inbox.decide(question, d.Answer("Ann does.\n## Not a header"))
    archive = (folder / "_pending_questions_archive.md").read_text("utf-8")
    assert "- [x] Who mends the mast?\n\nAnn does.\n> ## Not a header\n" in archive
    assert "mast" not in (folder / "_pending_questions.md").read_text("utf-8")
    assert not (folder / "answers").exists()
    assert inbox.count() == {"conflict": 1}
    inbox.undo(made.id)
    assert texts(folder) == before


def test_a_page_of_the_folder_that_is_no_memory_is_not_one_by_name(folder: Path) -> None:
    inbox = opened(folder)
    (folder / ".hidden").mkdir()
    for path in (".hidden/x.md", "plain.txt"):
        (folder / path).write_text("x\n", encoding="utf-8")
    before = texts(folder)
    for path in ("MEMORY.md", "_pending_questions.md", ".git/config", ".hidden/x.md", "plain.txt"):
        with pytest.raises((UnknownItem, Refused)):
            inbox.decide(inbox.find(path), d.Tombstone())
    assert texts(folder) == before


def test_a_folder_inside_a_repository_touches_nothing_outside(make_repo: MakeRepo) -> None:
    root = make_repo({f"notes/memories/{path}": text for path, text in FILES.items()})
    (root / "mine.txt").write_text("staged\n", encoding="utf-8")
    git(root, "add", "mine.txt")
    inbox = opened(root / "notes/memories")
    made = inbox.decide(conflict(inbox), d.Keep("a"))
    touched = git(root, "show", "--format=", "--name-only").split()
    assert all(path.startswith("notes/memories/") for path in touched)
    assert git(root, "status", "--porcelain") == "A  mine.txt\n"
    assert [entry.id for entry in inbox.log()] == [made.id]
    inbox.undo()
    assert git(root, "diff", "--stat", "HEAD~2", "HEAD") == ""
