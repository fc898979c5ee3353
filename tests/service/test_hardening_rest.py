"""The traps of athenaeum-format §10.1 that concern neither queue alone, each as its kind."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from inbox.cli.asjson import item_of
from inbox.domain import decision as d
from inbox.domain.batch import Refusal
from inbox.domain.item import Conflict, Question
from inbox.domain.verdict import WINNERS
from inbox.errors import InboxError
from inbox.formats import questions, rows
from inbox.formats.merges import CREATE, NewMerge, render
from inbox.formats.questions import QuestionBlock
from inbox.service import Inbox
from tests.conftest import git
from tests.service.conftest import MEMORY, Pair, block
from tests.store.builders import everything

QUEUE = "wiki/_pending_questions.md"
SETTLED = "raw/_resolved_contradictions.jsonl"
A, B = "raw/auto-memory/s/project_a.md", "raw/auto-memory/s/project_b.md"
MARK = "\ufeff"


def only(inbox: Inbox) -> Conflict:
    [item] = [item for item in inbox.pending().items if isinstance(item, Conflict)]
    return item


@pytest.mark.hazard("H-28")
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_byte_order_mark_is_kept_and_said_to_hide_the_header(pair: Pair, end: str) -> None:
    marked = (MARK + MEMORY.format("a", "user:ann")).replace("\n", end)
    inbox, root = pair(texts=(marked, MEMORY.format("b", "claude:s")))
    item = only(inbox)
    said = f"begins with a byte order mark, so athenaeum does not see its header; `repair {A}`"
    [flag] = [flag for flag in item.flags if "byte order mark" in flag]
    assert flag.startswith(f"side A {said}")
    [found] = [finding for finding in inbox.doctor() if "byte order mark" in finding.what]
    assert found.what.startswith(f"{A} {said}")
    made = inbox.decide(item, d.Keep("b"))
    text = (root / A).read_bytes().decode()
    assert text.startswith(f"{MARK}---{end}name: a{end}")
    assert text.count(f"---{end}") == 2
    inbox.undo(made.id)
    assert (root / A).read_bytes().decode() == marked


@pytest.mark.hazard("H-30")
@pytest.mark.parametrize("raw", [b"\xff\xfe", b"---\nverdict: \xff\n---\n", b""])
def test_an_answer_file_that_is_no_text_is_named_and_stops_nothing(pair: Pair, raw: bytes) -> None:
    names = ("20260101T000000Z-question-0123456789ab.md", "other.md", b"od\xffd.md")
    inbox, root = pair()
    folder = root / "raw/answers"
    folder.mkdir()
    for name in names:
        plain = name.decode("utf-8", "surrogateescape") if isinstance(name, bytes) else name
        (folder / plain).write_bytes(raw)
    assert only(inbox).title == "thing"
    said = [finding for finding in inbox.doctor() if "raw/answers/" in finding.what]
    assert len(said) == (3 if raw else 0)
    place = f"at offset {raw.find(0xFF.to_bytes(1))} is not UTF-8"
    assert all(place in finding.what for finding in said)
    inbox.undo(inbox.decide(only(inbox), d.Keep("a")).id)


@pytest.mark.hazard("H-33")
@pytest.mark.parametrize("said", ["confirm", "Confirm", " confirm\n"])
@pytest.mark.parametrize("verdict", ["reject", "approve", "yes", "0123", "a: b", "confirmed"])
def test_an_audit_is_confirmed_with_its_tiers_own_word(pair: Pair, verdict: str, said: str) -> None:
    row = {"kind": "audit", "id": "d00d", "tier": "T1", "verdict": verdict, "reason": "r"}
    inbox, root = pair(more={"wiki/_calibration.jsonl": rows.render(row) + "\n"})
    [audit] = [item for item in inbox.pending().items if item.id == "a-d00d"]
    assert f"said {verdict}" in audit.title
    inbox.decide(audit, d.Answer(said))
    [file] = (root / "raw/answers").iterdir()
    assert f'\nverdict: "{verdict}"\n' in file.read_text("utf-8")


@pytest.mark.hazard("H-34")
@pytest.mark.parametrize("named", ["123456789012", "1e12", "0x12", "yes"])
@pytest.mark.parametrize("kind", ["audit", "rule"])
def test_an_answer_to_a_row_with_an_odd_id_is_read_as_text(
    pair: Pair, kind: str, named: str
) -> None:
    ledger, row = {
        "audit": ("_calibration.jsonl", {"kind": "audit", "tier": "T1", "verdict": "yes"}),
        "rule": ("_rule_proposals.jsonl", {"kind": "proposal", "rule_name": "r"}),
    }[kind]
    inbox, root = pair(more={f"wiki/{ledger}": rows.render({**row, "id": named}) + "\n"})
    [item] = [item for item in inbox.pending().items if item.id == f"{kind[0]}-{named}"]
    made = inbox.decide(item, d.Answer("confirm" if kind == "audit" else "approve"))
    [file] = (root / "raw/answers").iterdir()
    found = yaml.safe_load(file.read_text("utf-8").split("---\n")[1])
    assert found["decision_id"] == named
    assert found["verdict"] == ("yes" if kind == "audit" else "approve")
    inbox.undo(made.id)
    assert not file.exists()


LONE: list[d.Decision] = [
    *(d.Supersede(), d.Deprecate(), d.Restore(), d.Except("project:x"), d.Repair()),
    *(d.VerifyMemory(), d.SetLayer("L1"), d.Contest(), d.Uphold(), d.Tombstone()),
]


@pytest.mark.hazard("H-3")
@pytest.mark.parametrize("decision", LONE, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize(
    "ref",
    [
        *("../outside.md", "/etc/hostname", ".git/config", "linked.md", "wiki/linked.md", "wiki/"),
        *("wiki/_pending_questions.md", "raw/auto-memory/s/MEMORY.md", "athenaeum.yaml", ""),
    ],
)
def test_no_verb_for_one_memory_leaves_the_memories(
    pair: Pair, tmp_path: Path, ref: str, decision: d.Decision
) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text(MEMORY.format("a", "user:ann"))
    inbox, root = pair(more={"raw/auto-memory/s/MEMORY.md": "# Index\n"})
    for link in ("linked.md", "wiki/linked.md"):
        (root / link).symlink_to(outside)
    before = everything(root)
    with pytest.raises(InboxError):
        inbox.decide(inbox.memory(ref, B if isinstance(decision, d.Supersede) else ""), decision)
    if isinstance(decision, d.Supersede):
        with pytest.raises(InboxError):
            inbox.decide(inbox.memory(B, ref or "nowhere"), decision)
    assert everything(root) == before
    assert outside.read_text() == MEMORY.format("a", "user:ann")


@pytest.mark.hazard("H-1", "H-2")
@pytest.mark.parametrize("missing", [0, 1])
def test_many_at_once_leave_alone_a_pair_with_one_side(pair: Pair, missing: int) -> None:
    names = ("s/project_a.md", "s/project_b.md")
    inbox, root = pair(names=names)
    (root / "raw/auto-memory" / names[missing]).unlink()
    git(root, "commit", "-qam", "gone")
    before = everything(root)
    for decision in (d.Forget("a"), d.Forget("b"), d.Correct("a"), d.Correct("b"), d.Keep("a")):
        items = [inbox.find(only(inbox).id)]
        [refused] = inbox.decide_all(inbox.preview_all(items, lambda _, made=decision: made))  # type: ignore[misc]
        assert isinstance(refused, Refusal)
        assert "missing" in refused.reason or "cannot be used" in refused.reason
    assert everything(root) == before


@pytest.mark.hazard("H-40")
@pytest.mark.parametrize("action", [*WINNERS])
def test_the_winner_is_never_another_than_the_action_says(action: str) -> None:
    own = block("a.md", "b.md", action).partition("---\n\n")[2].strip()
    forged = own.replace("**Rationale**: r", "**Winner**: b\n**Recommended winner**: a")
    for text in (own, forged):
        parsed = questions.parse(text)
        assert isinstance(parsed, QuestionBlock)
        assert parsed.proposal is not None
        assert (parsed.proposal.action, parsed.proposal.winner) == (action, WINNERS[action])


def dropped(words: tuple[str, str]) -> str:
    """The row of athenaeum for a pair that its model took for no conflict, however unsure."""
    one, two = (questions.normalised(word) for word in words)
    return rows.render(
        {
            "fingerprint": questions.fingerprint(*words, "factual"),
            "action": "not_a_conflict",
            "resolved_by": "auto",
            "confidence": 0.1,
            "resolved_at": "2026-01-01T00:00:00Z",
            "side_a_norm": one,
            "side_b_norm": two,
            "member_key": "||".join(sorted(("s/project_a.md", "s/project_b.md"))),
        }
    )


@pytest.mark.hazard("H-41")
def test_a_pair_that_was_dropped_for_ever_is_listed_and_said_how_to_ask_it_again(
    pair: Pair,
) -> None:
    human = dropped(("Tea.", "Coffee.")).replace('"auto"', '"human"')
    given = dropped(("One.", "Two.")) + "\n" + human + "\n"
    inbox, root = pair(more={SETTLED: given})
    [found] = [finding for finding in inbox.doctor() if "not a conflict" in finding.what]
    assert found.level == "note"
    assert found.what.startswith("s/project_a.md and s/project_b.md: taken for not a conflict by")
    assert found.todo.startswith(f"take its row out of {SETTLED}")
    assert (root / SETTLED).read_text("utf-8") == given


@pytest.mark.hazard("H-43")
@pytest.mark.parametrize("gap", ["", " ", "\t"])
def test_the_second_line_of_a_question_is_in_the_raw_block(pair: Pair, gap: str) -> None:
    asked = (
        '# Q\n\n## [2026-11-29] Entity: "mast" (from agent-raised)\n- [ ] Who mends it?\n'
        f"And when?\n{gap}\n**Description**: It leans.\n{gap}\nSince May.\n**Raised by**: agent\n"
    )
    inbox, root = pair(more={QUEUE: asked})
    [item] = inbox.pending().items
    assert isinstance(item, Question)
    [raw] = item_of(item, inbox.today())["blocks"]
    assert raw in asked
    assert ("And when?" in raw, "Since May." in raw) == (True, True)
    inbox.decide(item, d.Answer("Ann does."))
    assert (root / QUEUE).read_text("utf-8") == asked


@pytest.mark.hazard("H-44")
@pytest.mark.parametrize("entity", ["a: b", "x # y", "- z", "{", "'"])
def test_what_athenaeum_notes_about_an_answer_is_never_read(pair: Pair, entity: str) -> None:
    noted = f"---\nsource: pending_question_answer\nentity: {entity}\n---\n\nYes.\n"
    inbox, root = pair(more={"raw/answers/20260101T000000Z-thing.md": noted})
    assert [item.flags for item in inbox.pending().items if "answer" in " ".join(item.flags)] == []
    assert not [finding for finding in inbox.doctor() if "raw/answers" in finding.what]
    inbox.decide(only(inbox), d.NotAConflict())
    assert (root / "raw/answers/20260101T000000Z-thing.md").read_text("utf-8") == noted


@pytest.mark.hazard("H-45")
def test_one_of_two_thousand_merges_is_decided_by_an_edit_of_its_own_block(pair: Pair) -> None:
    merges = (
        render(
            NewMerge("2026-01-01", f"M{n}", (f"wiki/{n}.md", "wiki/x.md"), "r", CREATE, 0.5, "x")
        )
        for n in range(2_000)
    )
    text = "# Pending Merges\n" + "".join(f"\n---\n\n{own}\n" for own in merges)
    inbox, root = pair(more={"wiki/_pending_merges.md": text})
    assert inbox.count()["merge"] == 2_000
    chosen = next(item for item in inbox.pending().items if item.title == "M1234")
    shown = inbox.preview(chosen, d.Reject())
    touched = [edit for edit in shown.change.edits if edit.path == "wiki/_pending_merges.md"]
    assert len(touched) == 1
    made = inbox.decide(chosen, d.Reject())
    assert git(root, "show", "--numstat", "--format=", "HEAD").count("\n") < 6
    inbox.undo(made.id)
    assert (root / "wiki/_pending_merges.md").read_text("utf-8") == text
