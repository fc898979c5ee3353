"""What happened before to what an item is about."""

from __future__ import annotations

import json
from pathlib import Path

from inbox.domain import decision as d
from inbox.service import Inbox
from tests.conftest import git
from tests.service.conftest import MEMORY, Pair

A, B = "raw/auto-memory/s/project_a.md", "raw/auto-memory/s/project_b.md"
GONE = {
    "id": "0123456789ab",
    "memory": {"path": "raw/auto-memory/s/other.md", "name": "A"},
    "part": "passage",
    "tombstoned_at": "2026-02-11T08:00:00Z",
    "by": "Ann <ann@example.com>",
    "reason": "erroneous",
}


def committed(root: Path, path: str, text: str, subject: str) -> None:
    (root / path).write_text(text, newline="")
    git(root, "commit", "-qam", subject)


def said(inbox: Inbox, kind: str) -> list[tuple[str, str]]:
    [item] = inbox.pending().items
    return [(row.about, row.what) for row in inbox.history(item) if row.kind == kind]


def test_commits_are_those_of_the_lines_that_clash(pair: Pair) -> None:
    inbox, root = pair()
    text = MEMORY.format("a", "user:ann")
    committed(root, A, text.replace("source", "# note\nsource"), "elsewhere in the file")
    text = text.replace("source", "# note\nsource")
    committed(root, A, text.replace("Side a says so.", "Side a said no."), "another claim")
    committed(root, A, text, "and back")
    assert said(inbox, "commit") == [
        ("A", "and back"),
        ("A", "another claim"),
        ("A", "start"),
        ("B", "start"),
    ]
    row = next(r for r in inbox.history(inbox.pending().items[0]) if r.what == "and back")
    assert (row.path, row.lines, row.who) == (A, (8, 8), "Testy")
    assert git(root, "rev-parse", "HEAD").strip() == row.id


def test_a_passage_that_is_not_found_gives_the_commits_of_the_file(pair: Pair) -> None:
    inbox, root = pair()
    committed(root, A, "---\nname: a\n---\nAnother text.\n", "rewritten")
    assert said(inbox, "commit")[:2] == [("A", "rewritten"), ("A", "start")]
    git(root, "mv", A, "raw/auto-memory/s/project_c.md")
    git(root, "commit", "-qm", "moved")
    (root / A).write_text((root / "raw/auto-memory/s/project_c.md").read_text())
    assert [row for row in said(inbox, "commit") if row[0] == "A"] == []


def test_windows_line_ends_do_not_hide_a_passage(pair: Pair) -> None:
    text = MEMORY.format("a", "user:ann").replace("\n", "\r\n")
    inbox, _ = pair(texts=(text.encode(), MEMORY.format("b", "claude:s")))
    [item] = inbox.pending().items
    assert inbox.history(item)[0].lines == (7, 7)


def test_decisions_on_the_members_come_first_and_once(pair: Pair) -> None:
    inbox, _ = pair()
    inbox.decide(inbox.memory(A), d.Contest(), "who says so?")
    assert said(inbox, "decision") == [("contest", "Contest: a: who says so?")]
    assert said(inbox, "commit") == [("A", "start"), ("B", "start")]
    inbox.undo()
    [item] = inbox.pending().items
    [undo, contest, *_] = inbox.history(item)
    assert (undo.about, contest.about) == ("undo", "contest")
    assert contest.taken_back
    assert not undo.taken_back


def test_tombstones_match_by_path_or_by_name(pair: Pair) -> None:
    by_path = GONE | {"memory": {"path": B, "name": "renamed"}, "part": "memory"}
    unlike = GONE | {"memory": {"path": "s/x.md", "name": "x"}}
    odd = [{"memory": "text"}, {"memory": {"path": None, "name": 3}}, 7]
    rows = "".join(json.dumps(row) + "\n" for row in [GONE, by_path, unlike, *odd])
    inbox, _ = pair(more={"wiki/_tombstones.jsonl": rows + "not json\n"})
    assert said(inbox, "tombstone") == [
        ("renamed", "removed renamed (erroneous)"),
        ("A", "removed a passage of A (erroneous)"),
    ]


def test_a_member_that_is_gone_still_has_its_tombstone(pair: Pair) -> None:
    row = GONE | {"memory": {"path": A, "name": "a"}}
    inbox, root = pair(more={"wiki/_tombstones.jsonl": json.dumps(row) + "\n"})
    git(root, "rm", "-q", A)
    git(root, "commit", "-qm", "gone")
    assert said(inbox, "tombstone") == [("a", "removed a passage of a (erroneous)")]


def test_a_history_that_nobody_waits_for_ends_at_once(pair: Pair) -> None:
    inbox, _ = pair()
    inbox.decide(inbox.memory(A), d.Contest())
    [item] = inbox.pending().items
    assert inbox.history(item, lambda: True) == ()


def test_a_passage_that_stands_there_twice_gives_the_commits_of_the_file(pair: Pair) -> None:
    inbox, root = pair()
    text = MEMORY.format("a", "user:ann")
    committed(root, A, text + "\nSide a says so.\n", "said twice")
    [item] = inbox.pending().items
    rows = [row for row in inbox.history(item) if row.about == "A"]
    assert [(row.what, row.lines) for row in rows] == [("said twice", None), ("start", None)]


def test_a_decision_is_not_listed_as_a_commit_again(pair: Pair) -> None:
    inbox, root = pair()
    committed(root, A, "---\nname: a\n---\nAnother text.\n", "rewritten")
    inbox.decide(inbox.memory(A), d.Contest())
    assert said(inbox, "decision") == [("contest", "Contest: a")]
    assert [what for about, what in said(inbox, "commit") if about == "A"] == [
        "rewritten",
        "start",
    ]
