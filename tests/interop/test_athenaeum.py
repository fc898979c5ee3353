"""athenaeum's own programs judge what our decisions leave behind."""

from __future__ import annotations

import json
import shutil
from datetime import date
from pathlib import Path

import pytest

from inbox.demo import files
from inbox.domain.decision import (
    Answer,
    Approve,
    Correct,
    Decision,
    Deprecate,
    Forget,
    Keep,
    NotAConflict,
    Pick,
    Reject,
    Repair,
    Restore,
    Scope,
    Supersede,
)
from inbox.service import Inbox
from tests.conftest import MakeRepo, git
from tests.interop.conftest import Athenaeum, changed

DECISIONS: dict[str, Decision] = {
    "q-8af715325b05": Keep("a"),
    "q-abf1d610c7bc": Correct("b"),
    "q-cc4991feaba1": Forget("b"),
    "q-89040475966e": Scope("a"),
    "q-8044c9c9ce18": NotAConflict(),
    "q-8a1b440252ae": Pick(1),
    "m-9f4182d74624": Approve(),
    "m-5224a8378fd8": Approve(),
    "m-e7bf83a5a35e": Reject(),
}
"""Every way to close an item of the sample root, each once."""

FOLDER = "raw/auto-memory/-home-mira-code"


@pytest.fixture
def decided(sample: Path, tmp_path: Path) -> Path:
    """A copy of it in which a person has closed nine items."""
    root = tmp_path / "decided"
    shutil.copytree(sample, root)
    inbox = Inbox.open(root)
    for item, decision in DECISIONS.items():
        inbox.decide(inbox.find(item), decision, "checked with the crew")
    return root


def test_athenaeum_lists_what_we_left_open_and_nothing_else(
    athenaeum: Athenaeum, sample: Path, decided: Path
) -> None:
    closed = {item.partition("-")[2] for item in DECISIONS}
    before = athenaeum.decisions(sample)
    assert closed <= set(before)
    assert athenaeum.decisions(decided) == [id_ for id_ in before if id_ not in closed]


def test_athenaeum_finds_nothing_to_do_after_our_decisions(
    athenaeum: Athenaeum, decided: Path
) -> None:
    athenaeum.work_off(decided)
    assert changed(decided) == ""


def test_athenaeum_takes_losers_and_folded_pages_of_ours_as_inactive(
    athenaeum: Athenaeum, sample: Path, decided: Path
) -> None:
    before, after = athenaeum.reads(sample), athenaeum.reads(decided)
    assert after["headerless"] == before["headerless"]
    assert set(after["inactive"]) - set(before["inactive"]) == {
        f"{FOLDER}-larkspur/project_larkspur_port.md",
        f"{FOLDER}-larkspur/project_fleet_size_2025.md",
        f"{FOLDER}-larkspur/feedback_squash.md",
        f"{FOLDER}-tideline/feedback_log_lines.md",
        f"{FOLDER}-larkspur/feedback_log_style.md",
        "wiki/larkspur-api.md",
        "wiki/ferry-ticket-api.md",
    }


def test_athenaeum_never_enacts_what_we_settled_on_other_memories(
    athenaeum: Athenaeum, sample: Path, decided: Path
) -> None:
    before, after = athenaeum.reads(sample)["settled"], athenaeum.reads(decided)["settled"]
    ours = {key: row for key, row in after.items() if before.get(key) != row}
    assert len(ours) >= 6
    assert {tuple(row) for row in ours.values()} == {("human", "human-answered")}


def test_athenaeum_lists_everything_again_once_all_is_undone(
    athenaeum: Athenaeum, sample: Path, decided: Path
) -> None:
    inbox = Inbox.open(decided)
    for _ in DECISIONS:
        inbox.undo()
    assert athenaeum.decisions(decided) == athenaeum.decisions(sample)
    assert git(decided, "rev-parse", "HEAD^{tree}") == git(sample, "rev-parse", "HEAD^{tree}")


def test_athenaeum_carries_out_an_answer_that_we_wrote(athenaeum: Athenaeum, sample: Path) -> None:
    inbox = Inbox.open(sample)
    text = 'In November: "the flyer" is wrong.'
    inbox.decide(inbox.find("q-5bb570739bc9"), Answer(text))
    assert "5bb570739bc9" in athenaeum.decisions(sample)
    athenaeum.work_off(sample)
    assert "5bb570739bc9" not in athenaeum.decisions(sample)
    archive = (sample / "wiki/_pending_questions_archive.md").read_text(encoding="utf-8")
    assert text in archive


def rows(root: Path, ledger: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (root / ledger).read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("said", "overturned"), [("confirm", False), ("approve", True)])
def test_athenaeum_takes_an_audit_as_we_say_it_will(
    athenaeum: Athenaeum, sample: Path, said: str, overturned: bool
) -> None:
    inbox = Inbox.open(sample)
    inbox.decide(inbox.find("a-a8c6687b9040f23c"), Answer(said), "two boats 🛶: the crew")
    assert "a8c6687b9040f23c" in athenaeum.decisions(sample)
    athenaeum.work_off(sample)
    assert "a8c6687b9040f23c" not in athenaeum.decisions(sample)
    review = rows(sample, "wiki/_calibration.jsonl")[-1]
    assert (review["kind"], review["overturned"]) == ("review", overturned)
    assert review["note"] == "two boats 🛶: the crew"


def test_athenaeum_rejects_a_rule_that_we_rejected(athenaeum: Athenaeum, sample: Path) -> None:
    inbox = Inbox.open(sample)
    inbox.decide(inbox.find("r-2a2892241fe46383"), Answer("Reject"), "one shape is no rule")
    athenaeum.work_off(sample)
    assert "2a2892241fe46383" not in athenaeum.decisions(sample)
    closing = rows(sample, "wiki/_rule_proposals.jsonl")[-1]
    assert (closing["kind"], closing["note"]) == ("reject", "one shape is no rule")


def test_athenaeum_sees_what_one_memory_was_made(athenaeum: Athenaeum, sample: Path) -> None:
    inbox = Inbox.open(sample)
    old, new = (
        f"{FOLDER}-larkspur/project_larkspur_port.md",
        f"{FOLDER}-tideline/project_ferry_api_port.md",
    )
    before = athenaeum.reads(sample)
    inbox.decide(inbox.memory(old, by=new), Supersede())
    inbox.decide(inbox.memory(f"{FOLDER}-larkspur/feedback_squash.md"), Deprecate())
    after = athenaeum.reads(sample)
    assert {*after["inactive"]} - {*before["inactive"]} == {
        old,
        f"{FOLDER}-larkspur/feedback_squash.md",
    }
    for path in (old, f"{FOLDER}-larkspur/feedback_squash.md"):
        inbox.decide(inbox.memory(path), Restore())
    assert athenaeum.reads(sample)["inactive"] == before["inactive"]


def test_athenaeum_sees_a_header_once_its_mark_is_dropped(
    athenaeum: Athenaeum, sample: Path
) -> None:
    path = f"{FOLDER}-larkspur/feedback_squash.md"
    (sample / path).write_bytes("\ufeff".encode() + (sample / path).read_bytes())
    assert path in athenaeum.reads(sample)["headerless"]
    inbox = Inbox.open(sample)
    inbox.decide(inbox.memory(path), Repair())
    assert path not in athenaeum.reads(sample)["headerless"]


def test_athenaeum_reads_the_demo_as_we_do(athenaeum: Athenaeum, make_repo: MakeRepo) -> None:
    root = make_repo(dict(files(date(2026, 12, 1))))
    pending = Inbox.open(root).pending()
    ours = [item.id for item in pending.items if item.id[:2] in ("q-", "m-")]
    read = athenaeum.reads(root)
    assert sorted(id_[2:] for id_ in ours) == sorted(read["questions"] + read["merges"])
    assert read["headerless"] == ["raw/auto-memory/_unscoped/project_open_day.md"]
    assert len(athenaeum.decisions(root)) == len(ours) + 4
