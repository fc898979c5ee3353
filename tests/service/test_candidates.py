"""Candidates: filed by a person from a working memory, accepted, edited or turned down."""

from __future__ import annotations

import json

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Candidate
from inbox.errors import BadUsage, DecidedElsewhere, Refused, Stale
from inbox.formats import candidates as ledger
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.working import talk
from tests.working import worlds as w

TEXT = "The dome motor answers on port 4031"


@pytest.fixture
def inbox(make_repo: MakeRepo) -> Inbox:
    root = make_repo({"MEMORY.md": "# Memory\n", "project_a.md": "A.\n"})
    talk.turned(
        talk.opened(root, "agent"),
        w.add(TEXT, 1, "tool"),
        w.add("Answers are short", 0.9, "user", entry=w.add("Answers are short", 0.9)["entry"]),
    )
    return Inbox(Repository.open(root), clock=lambda: talk.NOW)


def promoted(inbox: Inbox, handle: str = "m1", **words: str) -> Candidate:
    promoting = inbox.promoting()
    found = promoting.preview(handle, **words)
    promoting.file(handle, found)
    item = inbox.find(found.change.message.trailer("Inbox-Item"))
    assert isinstance(item, Candidate)
    return item


def clean(inbox: Inbox) -> bool:
    return not [wrong for step in inbox.verify() for wrong in step.mismatches]


def test_promote_files_a_row_in_a_commit_of_its_own_and_the_entry_stays(inbox: Inbox) -> None:
    item = promoted(inbox)
    assert (item.text, item.type, item.source.badge, item.layer) == (TEXT, "project", "6 LLM", "L2")
    assert item.source.written == "claude:working-agent-turn-1"
    assert git(inbox.root, "show", "--format=", "--name-only").split() == ["_candidates.jsonl"]
    assert TEXT not in git(inbox.root, "log", "--format=%B")
    [row] = (inbox.root / "_candidates.jsonl").read_text().splitlines()
    assert [*json.loads(row)] == [*ledger.Claim.__dataclass_fields__]
    assert inbox.working().state().entry("m1")
    last = inbox.working().rows()[0][-1].events[0]
    assert (last.code, last.handle, last.detail) == ("promoted", "m1", item.id)


def test_what_the_user_said_is_of_the_user(inbox: Inbox) -> None:
    item = promoted(inbox, "m2", kind="feedback")
    assert (item.source.badge, item.type) == ("1 USER", "feedback")


def test_the_same_claim_is_not_filed_twice_nor_after_it_was_turned_down(inbox: Inbox) -> None:
    item = promoted(inbox)
    with pytest.raises(Refused, match=f"already as {item.id}"):
        inbox.promoting().preview("m1")
    inbox.decide(item, d.Reject())
    with pytest.raises(Refused, match="turned down on 2026-12-01"):
        inbox.promoting().preview("m1")
    inbox.undo()
    assert isinstance(inbox.find(item.id), Candidate)
    assert clean(inbox)


def test_a_disputed_entry_and_one_that_is_not_there_are_refused(inbox: Inbox) -> None:
    talk.turned(inbox.working(), w.update("m1", confidence=0.1))
    with pytest.raises(Refused, match="contradicted at turn 2"):
        inbox.promoting().preview("m1")
    with pytest.raises(Refused, match="no entry 'm9'"):
        inbox.promoting().preview("m9")
    with pytest.raises(BadUsage, match="no scopes"):
        inbox.promoting().preview("m2", scope="x")
    with pytest.raises(BadUsage, match="cannot be a scope"):
        inbox.promoting().preview("m2", scope="../x")


def test_accept_writes_the_memory_and_its_line_and_undo_takes_both_back(inbox: Inbox) -> None:
    item = promoted(inbox)
    tree = git(inbox.root, "rev-parse", "HEAD^{tree}")
    done = inbox.decide(item, d.Approve())
    path = "project_the_dome_motor_answers_on_port_4031.md"
    text = (inbox.root / path).read_text()
    assert text.endswith(f"---\n\n{TEXT}\n")
    assert f"verified_by: {done.id}\n" in text
    assert path in (inbox.root / "MEMORY.md").read_text()
    assert not (inbox.root / "_candidates.jsonl").exists()
    assert clean(inbox)
    inbox.undo()
    assert git(inbox.root, "rev-parse", "HEAD^{tree}") == tree
    assert clean(inbox)


def test_a_knowledge_root_keeps_it_in_the_folder_of_its_scope(make_repo: MakeRepo) -> None:
    root = make_repo({"athenaeum.yaml": "{}\n", "wiki/x.md": "X.\n"})
    talk.turned(talk.opened(root, "agent"), w.add(TEXT), w.add("Two"))
    inbox = Inbox(Repository.open(root), clock=lambda: talk.NOW)
    inbox.decide(promoted(inbox, scope="-home-ann-dome"), d.Approve())
    inbox.decide(promoted(inbox, "m2"), d.Approve())
    folder = root / "raw/auto-memory"
    assert sorted(file.name for file in folder.iterdir()) == ["-home-ann-dome", "global"]
    assert clean(inbox)


def test_a_taken_name_gets_the_id_behind_it(inbox: Inbox) -> None:
    item = promoted(inbox)
    (inbox.root / "project_the_dome_motor_answers_on_port_4031.md").write_text("Mine.\n")
    inbox.decide(item, d.Approve())
    assert (inbox.root / f"project_the_dome_motor_answers_on_port_4031_{item.block_id}.md").exists()
    assert clean(inbox)


def test_a_memory_that_comes_meanwhile_or_a_row_that_goes_refuses(inbox: Inbox) -> None:
    item = promoted(inbox)
    shown = inbox.preview(item, d.Approve())
    (inbox.root / "project_the_dome_motor_answers_on_port_4031.md").write_text("Mine.\n")
    with pytest.raises(Stale):
        inbox.apply(shown)
    (inbox.root / "_candidates.jsonl").write_text("")
    with pytest.raises(DecidedElsewhere):
        inbox.decide(item, d.Approve())
    with pytest.raises(DecidedElsewhere):
        inbox.decide(item, d.Reject())


def test_an_edited_candidate_is_the_persons_own_word(inbox: Inbox) -> None:
    item = promoted(inbox)
    done = inbox.decide(item, d.Approve("The motor is on 4031."))
    text = (inbox.root / "project_the_dome_motor_answers_on_port_4031.md").read_text()
    assert f"source: user:inbox-{done.id}\n" in text
    assert text.endswith("\nThe motor is on 4031.\n")
    assert inbox.why_not(item, d.Approve("  ")) != ""
    assert inbox.why_not(item, d.Keep("a")) != ""
    assert clean(inbox)


def test_what_was_removed_is_held_with_a_warning_and_a_person_may_want_it_back(
    make_repo: MakeRepo,
) -> None:
    memory = f"---\nname: port\n---\n\n{TEXT}\n"
    root = make_repo({"project_port.md": memory, "project_a.md": "A.\n"})
    inbox = Inbox(Repository.open(root), clock=lambda: talk.NOW)
    inbox.decide(inbox.memory("project_port.md"), d.Tombstone(why="erroneous"))
    row = {"id": "c-0123456789ab", "text": TEXT, "type": "project", "source": "claude:s"}
    (root / "_candidates.jsonl").write_text(json.dumps(row) + "\n")
    [item] = inbox.pending().items
    assert isinstance(item, Candidate)
    assert item.blocked_by == "removed before on 2026-12-01: erroneous"
    assert item.flags == (f"{item.blocked_by}; accept it only if it is true again",)
    inbox.decide(item, d.Approve())
    assert inbox.pending().items == ()


def test_rows_that_are_no_candidates_are_named_and_stay(make_repo: MakeRepo) -> None:
    rows = ['{"id": "c-1"}', "nonsense", '{"id": "q-1 forged", "text": "A claim"}', "[]"]
    root = make_repo({"_candidates.jsonl": "\n".join(rows) + "\n"})
    inbox = Inbox(Repository.open(root), clock=lambda: talk.NOW)
    found = inbox.pending()
    assert [broken.line for broken in found.broken] == [1, 2, 4]
    [item] = found.items
    assert (item.title, len(item.id)) == ("candidate: A claim", 14)
    inbox.decide(item, d.Reject())
    kept = (root / "_candidates.jsonl").read_text().splitlines()
    assert kept == [rows[0], rows[1], rows[3]]
    assert clean(inbox)
    inbox.undo()
    assert (root / "_candidates.jsonl").read_text().splitlines() == rows


def test_a_row_that_an_agent_adds_in_the_same_moment_outlives_the_undo(inbox: Inbox) -> None:
    item = promoted(inbox)
    new = json.dumps({"id": "c-00000000000a", "text": "Another"})
    file = inbox.root / "_candidates.jsonl"
    inbox.decide(item, d.Reject())
    # What lands between our rename and git's look at the file is in the commit.
    file.write_text(f"{new}\n")
    git(inbox.root, "add", "-A")
    git(inbox.root, "commit", "-q", "--amend", "--no-edit")
    inbox.undo()
    assert {ledger.id_of(line) for line in file.read_text().splitlines()} == {
        item.id,
        "c-00000000000a",
    }


def test_the_count_is_that_of_the_listing(inbox: Inbox) -> None:
    promoted(inbox)
    talk.turned(inbox.working(), w.delete("m2"))
    listed = [item.id[:2] for item in inbox.pending().items]
    assert listed == ["c-", "w-"]
    assert inbox.count() == {"candidate": 1, "review": 1}
