"""Decisions on one memory in a real repository: one commit each, and every byte back again."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Conflict, Notice
from inbox.domain.status import Status
from inbox.errors import DecidedElsewhere, Refused, Stale, UnknownItem
from inbox.formats import memory as memory_file
from inbox.service import Inbox
from tests.conftest import git
from tests.service.conftest import MEMORY, Pair, block

A, B = "raw/auto-memory/s/project_a.md", "raw/auto-memory/s/project_b.md"
FLAT = "---\nname: a\ntype: project\nsource: user:ann\n---\n\nSide a says so.\n"
NESTED = "---\nname: 'a'  # kept\nmetadata: {type: project}\n\n---\nSide a says so."
HEADERS = {
    "flat": FLAT,
    "nested": NESTED,
    "crlf": FLAT.replace("\n", "\r\n"),
    "bom": "\ufeff" + FLAT,
    "bom and crlf": "\ufeff" + NESTED.replace("\n", "\r\n"),
    "none": "Side a says so.\n",
}
DECISIONS = [
    d.Supersede(),
    d.Deprecate(),
    d.Except("project:larkspur"),
    d.VerifyMemory(),
    d.SetLayer("L1"),
    d.Contest(),
]


def one_byte_tree(root: Path) -> str:
    assert git(root, "status", "--porcelain") == ""
    return git(root, "rev-parse", "HEAD^{tree}")


@pytest.mark.parametrize("text", HEADERS.values(), ids=HEADERS)
@pytest.mark.parametrize("decision", DECISIONS, ids=lambda decision: type(decision).__name__)
def test_a_decision_on_a_memory_is_one_commit_and_undone_to_the_byte(
    pair: Pair, text: str, decision: d.Decision
) -> None:
    inbox, root = pair(texts=(text, MEMORY.format("b", "claude:s")))
    start = one_byte_tree(root)
    by = B if isinstance(decision, d.Supersede) else ""
    made = inbox.decide(inbox.memory(A, by=by), decision, "because")
    assert git(root, "rev-list", "--count", "HEAD") == "2\n"
    assert one_byte_tree(root) != start
    if not isinstance(decision, d.Contest | d.Except | d.VerifyMemory | d.SetLayer):
        inbox.decide(inbox.memory(A), d.Restore())
        inbox.undo()
    inbox.undo(made.id)
    assert one_byte_tree(root) == start


@pytest.mark.parametrize("text", HEADERS.values(), ids=HEADERS)
def test_a_superseded_memory_is_restored_and_its_winner_forgets_it(pair: Pair, text: str) -> None:
    inbox, root = pair(texts=(text, MEMORY.format("b", "claude:s")))
    inbox.decide(inbox.memory(A, by=B), d.Supersede())
    assert inbox.memory(A).member.status is Status.SUPERSEDED
    inbox.decide(inbox.memory(A), d.Restore())
    assert (root / A).read_bytes().decode() == text
    assert "supersedes" not in inbox.memory(B).member.require().header
    assert inbox.memory(B).member.require().header["verification"] == "verified"


def test_a_winner_is_found_by_its_path_when_both_have_one_name(pair: Pair) -> None:
    same = MEMORY.format("a", "user:ann")
    inbox, root = pair(names=("s/project_a.md", "t/project_a.md"), texts=(same, same))
    other = "raw/auto-memory/t/project_a.md"
    inbox.decide(inbox.memory(A, by=other), d.Supersede())
    assert inbox.memory(A).member.require().header["superseded_by"] == other
    preview = inbox.preview(inbox.memory(A), d.Restore())
    assert [file.path for file in preview.files] == [A, other]
    assert (root / other).read_text("utf-8").count("supersedes:") == 1


def test_both_memories_of_a_supersession_are_as_they_were_seen(pair: Pair) -> None:
    inbox, root = pair()
    item = inbox.memory(A, by=B)
    preview = inbox.preview(item, d.Supersede())
    assert {seen.path for seen in preview.change.seen} == {A, B}
    (root / B).write_text("changed", encoding="utf-8")
    with pytest.raises(Stale, match="changed since you looked"):
        inbox.apply(preview)


def test_the_winner_is_part_of_the_name_of_a_decision(pair: Pair) -> None:
    inbox, _ = pair(more={"wiki/c.md": "C.\n"})
    ids = {
        inbox.preview(inbox.memory(A, by=by), d.Supersede()).change.id for by in (B, "wiki/c.md")
    }
    assert len(ids) == 2


@pytest.mark.parametrize("spelled", [A, "s/project_a.md", "auto-memory/s/project_a.md"])
def test_a_memory_that_was_removed_names_the_decision_to_undo(pair: Pair, spelled: str) -> None:
    inbox, _ = pair()
    made = inbox.decide(inbox.memory(A), d.Tombstone())
    with pytest.raises(Refused, match=rf"was removed on 2026-12-01 .*undo {made.id}` brings it"):
        inbox.memory(spelled)
    inbox.undo(made.id)
    assert inbox.memory(spelled).member.path == A


def test_a_purged_memory_is_not_brought_back(pair: Pair) -> None:
    row = '{"id": "0", "memory": {"path": "wiki/x.md"}, "mode": "privacy_purge"}\n'
    inbox, _ = pair(more={"wiki/_tombstones.jsonl": row})
    with pytest.raises(Refused, match="was purged; nothing brings a purged memory back"):
        inbox.memory("wiki/x.md")
    with pytest.raises(UnknownItem):
        inbox.memory("wiki/y.md")


def test_a_repaired_memory_takes_verbs_again(pair: Pair) -> None:
    text = "---\nname: a\ntitle: fix: the cache\n---\n\nSide a says so.\n"
    inbox, root = pair(texts=(text, MEMORY.format("b", "claude:s")))
    item = next(item for item in inbox.pending().items if isinstance(item, Conflict))
    assert "`athenaeum-inbox repair " in inbox.why_not(item, d.Keep("a"))
    start = one_byte_tree(root)
    inbox.decide(inbox.memory(A), d.Repair())
    item = next(item for item in inbox.pending().items if isinstance(item, Conflict))
    assert inbox.why_not(item, d.Keep("a")) == ""
    inbox.undo()
    assert one_byte_tree(root) == start


def test_a_byte_order_mark_is_named_and_can_be_dropped(pair: Pair) -> None:
    inbox, root = pair(texts=("\ufeff" + FLAT, MEMORY.format("b", "claude:s")))
    said = "begins with a byte order mark, so athenaeum does not see its header"
    item = next(item for item in inbox.pending().items if isinstance(item, Conflict))
    assert any(flag.startswith(f"side A {said}") for flag in item.flags)
    assert any(said in finding.what for finding in inbox.doctor())
    inbox.decide(inbox.memory(A), d.Repair())
    assert (root / A).read_text("utf-8") == FLAT
    assert not inbox.memory(A).flags


@pytest.mark.parametrize("decision", [d.Contest("a"), d.Contest("both"), d.Keep("a")])
def test_a_preview_whose_block_left_the_queue_meanwhile_is_refused(
    pair: Pair, decision: d.Decision
) -> None:
    inbox, root = pair()
    item = next(item for item in inbox.pending().items if isinstance(item, Conflict))
    preview = inbox.preview(item, decision)
    queue = root / "wiki/_pending_questions.md"
    queue.write_text("# Pending Questions\n", encoding="utf-8")
    with pytest.raises(DecidedElsewhere):
        inbox.apply(preview)
    assert git(root, "rev-list", "--count", "HEAD") == "1\n"


def test_a_contest_stands_beside_blocks_that_come_and_go(pair: Pair) -> None:
    inbox, root = pair()
    item = next(item for item in inbox.pending().items if isinstance(item, Conflict))
    preview = inbox.preview(item, d.Contest("a"))
    queue = root / "wiki/_pending_questions.md"
    more = block("s/project_x.md", "s/project_y.md").replace("thing", "another thing")
    queue.write_text("# Pending Questions\n" + more + block(*_names()), encoding="utf-8")
    inbox.apply(preview)
    assert inbox.memory(A).member.status is Status.CONTESTED


def _names() -> tuple[str, str]:
    return "s/project_a.md", "s/project_b.md"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("Side b says so. Side b says so.", f"The quoted words stand 2 times in {B}; the whole"),
        ("Something else altogether.", f"The quoted words stand nowhere in {B}; the whole file"),
    ],
)
def test_a_correction_that_takes_the_whole_file_says_why(pair: Pair, body: str, said: str) -> None:
    text = MEMORY.format("b", "claude:s").replace("Side b says so.", body)
    inbox, _ = pair(texts=(MEMORY.format("a", "user:ann"), text))
    item = next(item for item in inbox.pending().items if isinstance(item, Conflict))
    [note] = inbox.preview(item, d.Correct("a")).notes
    assert note.startswith(said)


def test_a_correction_that_takes_all_that_is_said_needs_no_note(pair: Pair) -> None:
    inbox, _ = pair()
    item = next(item for item in inbox.pending().items if isinstance(item, Conflict))
    assert inbox.preview(item, d.Correct("a")).notes == ()


AUDIT = (
    '{"kind": "audit", "id": "a8c6687b9040f23c", "created_at": "2026-11-30", "tier": "T1", '
    '"verdict": "reject"}\n'
)
RULE = '{"kind": "proposal", "id": "2a2892241fe46383", "rule_name": "imports", "rule_yaml": "x"}\n'
LEDGERS: dict[str, str | bytes] = {
    "wiki/_calibration.jsonl": AUDIT,
    "wiki/_rule_proposals.jsonl": RULE,
}


def notice(inbox: Inbox, name: str) -> Notice:
    item = inbox.find(name)
    assert isinstance(item, Notice)
    return item


@pytest.mark.parametrize(
    ("name", "text", "verdict", "note"),
    [
        ("a-a8c6", "confirm", "reject", "confirms the verdict `reject`"),
        ("a-a8c6", " Confirm ", "reject", "confirms the verdict `reject`"),
        ("a-a8c6", "REJECT", "reject", "confirms the verdict `reject`"),
        ("a-a8c6", "approve", "approve", "overturns the verdict `reject`"),
        ("a-a8c6", "no: 🛶 «so»", "no: 🛶 «so»", "overturns the verdict `reject`"),
        ("r-2a28", "Approve", "approve", ""),
        ("r-2a28", "reject", "reject", ""),
    ],
)
def test_an_audit_or_a_rule_is_answered_in_athenaeums_words(
    pair: Pair, name: str, text: str, verdict: str, note: str
) -> None:
    inbox, root = pair(more=LEDGERS)
    start = one_byte_tree(root)
    preview = inbox.preview(notice(inbox, name), d.Answer(text), "the crew: yes 🛶")
    assert note in "".join(preview.notes)
    [file] = preview.files
    inbox.apply(preview)
    found = memory_file.read(file.path, (root / file.path).read_text("utf-8")).header
    assert (found["verdict"], found["note"]) == (verdict, "the crew: yes 🛶")
    item = notice(inbox, name)
    assert item.answer_file == file.path
    assert f"answered, waits for ingest-answers ({file.path})" in item.flags
    assert "It is answered and waits" in inbox.why_not(item, d.Answer(text))
    inbox.undo()
    assert one_byte_tree(root) == start
    assert notice(inbox, name).answer_file == ""


@pytest.mark.parametrize(
    ("name", "decision", "said"),
    [
        ("r-2a28", d.Answer("yes"), "A rule proposal is answered with `approve` or `reject`."),
        ("a-a8c6", d.Answer(" "), "An answer needs words: `confirm`, or the verdict that holds"),
        ("a-a8c6", d.Keep("a"), "This is only shown; `answer a-a8c6687b9040f23c confirm`"),
    ],
)
def test_an_answer_that_athenaeum_would_not_take_is_refused(
    pair: Pair, name: str, decision: d.Decision, said: str
) -> None:
    inbox, _ = pair(more=LEDGERS)
    assert inbox.why_not(notice(inbox, name), decision).startswith(said)


def test_a_row_that_athenaeum_has_closed_meanwhile_is_not_answered(pair: Pair) -> None:
    inbox, root = pair(more=LEDGERS)
    item = notice(inbox, "a-a8c6")
    ledger = root / "wiki/_calibration.jsonl"
    ledger.write_text(AUDIT + AUDIT.replace('"audit"', '"review"'), encoding="utf-8")
    with pytest.raises(DecidedElsewhere):
        inbox.preview(item, d.Answer("confirm"))


def test_an_answer_that_was_applied_is_not_taken_back(pair: Pair) -> None:
    inbox, root = pair(more=LEDGERS)
    inbox.decide(notice(inbox, "a-a8c6"), d.Answer("confirm"))
    ledger = root / "wiki/_calibration.jsonl"
    ledger.write_text(AUDIT + AUDIT.replace('"audit"', '"review"'), encoding="utf-8")
    with pytest.raises(Refused, match="athenaeum has carried this answer out already"):
        inbox.undo()


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('{"kind": "audit", "id": "../x", "verdict": "reject"}', "has no id that athenaeum could"),
        ('{"kind": "audit", "id": "abc"}', "names no verdict to confirm or overturn"),
    ],
)
def test_a_row_that_cannot_be_answered_says_what_is_missing(
    pair: Pair, row: str, said: str
) -> None:
    inbox, _ = pair(more={"wiki/_calibration.jsonl": row + "\n"})
    [item] = [item for item in inbox.pending().items if isinstance(item, Notice)]
    assert said in inbox.why_not(item, d.Answer("confirm"))


@pytest.mark.parametrize(
    ("path", "row", "todo"),
    [
        (
            "wiki/_quarantine.jsonl",
            '{"kind": "quarantine", "id": "1", "bound": "llm_calls", "quarantine_path": '
            '"_quarantine/i/a.md", "original_path": "i/a.md"}',
            "look at wiki/_quarantine/i/a.md; `athenaeum quarantine requeue --apply` lets every",
        ),
        (
            "wiki/_quarantine.jsonl",
            '{"kind": "quarantine", "id": "1", "bound": "bytes", "quarantine_path": '
            '"_quarantine/i/a.md", "original_path": "i/a.md"}',
            "look at wiki/_quarantine/i/a.md; no command of athenaeum lets it back in over its by",
        ),
        (
            "wiki/_pending_retractions.jsonl",
            '{"id": "1", "canonical_slug": "ferry", "retracted_ref": "obs-7\\u001b"}',
            "open wiki/ferry.md and take out what came from obs-7<U+001B>; no command of athenaeum",
        ),
    ],
)
def test_a_row_that_is_only_shown_names_file_and_command(
    pair: Pair, path: str, row: str, todo: str
) -> None:
    inbox, _ = pair(more={path: row + "\n"})
    [item] = [item for item in inbox.pending().items if isinstance(item, Notice)]
    assert item.todo.startswith(todo)
    assert inbox.why_not(item, d.Answer("x")) == f"This is only shown; {item.todo}"
