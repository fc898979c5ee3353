"""Commits that were made or changed with plain git: each is reported, by what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inbox.service import Inbox
from tests.audit.test_verify_clean import mismatches
from tests.conftest import MakeRepo, git
from tests.golden.test_decisions import before, decided, opened
from tests.golden.test_decisions import found as found_item

FOLDER = "raw/auto-memory/-srv-acme/"
STAFF, CRM = f"{FOLDER}project_acme_staff.md", f"{FOLDER}project_acme_crm.md"
LINES, VALUE = f"{FOLDER}feedback_log_lines.md", f"{FOLDER}project_acme_head_count.md"
INDEX = f"{FOLDER}MEMORY.md"
QUEUE = "wiki/_pending_questions.md"
ARCHIVE = "wiki/_pending_questions_archive.md"
SETTLED, STONES = "raw/_resolved_contradictions.jsonl", "wiki/_tombstones.jsonl"
FAKE = "0123456789ab"

Tamper = Callable[[Path], None]


def put(path: str, text: str) -> Tamper:
    def tamper(root: Path) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)

    return tamper


def sub(path: str, old: str, new: str) -> Tamper:
    def tamper(root: Path) -> None:
        text = (root / path).read_text()
        assert old in text
        (root / path).write_text(text.replace(old, new, 1))

    return tamper


def add(path: str, text: str) -> Tamper:
    def tamper(root: Path) -> None:
        with (root / path).open("a") as file:
            file.write(text)

    return tamper


def back(path: str) -> Tamper:
    """Give a file the text it had before the decision."""

    def tamper(root: Path) -> None:
        if git(root, "ls-tree", "HEAD^", "--", path):
            git(root, "checkout", "-q", "HEAD^", "--", path)
        else:
            (root / path).unlink()

    return tamper


def gone(path: str) -> Tamper:
    return lambda root: (root / path).unlink()


def executable(root: Path) -> None:
    (root / STAFF).chmod(0o755)


def linked(root: Path) -> None:
    (root / INDEX).unlink()
    (root / INDEX).symlink_to("project_acme_crm.md")


def said(old: str, new: str) -> Tamper:
    """Change the message and nothing else."""

    def tamper(root: Path) -> None:
        message = git(root, "log", "-1", "--format=%B").strip()
        assert old in message
        git(root, "commit", "-q", "--amend", "-m", message.replace(old, new, 1))

    return tamper


def other_block(root: Path) -> None:
    """Take the wrong block out of the queue and leave the right one."""
    git(root, "checkout", "-q", "HEAD^", "--", QUEUE)
    text = (root / QUEUE).read_text()
    (root / QUEUE).write_text(text[: text.index("\n---\n\n## [2026-11-30]")])


STONE = json.dumps({"id": FAKE, "memory": {"path": CRM, "name": "x"}, "part": "memory"}) + "\n"

TAMPERED: list[tuple[str, Tamper, str]] = [
    # The trailers.
    ("keep_a", said("Inbox-Decision: keep_a", "Inbox-Decision: keep_b"), "keep_b to leave"),
    ("keep_a", said("Inbox-Decision: keep_a", "Inbox-Decision: forget_b"), "forget_b to leave"),
    ("keep_a", said("keep_a\nInbox-Prop", "bless_a\nInbox-Prop"), "`bless_a` of a conflict"),
    ("keep_a", said("Kind: conflict", "Kind: merge"), "`keep` of a merge|`keep_a` of a merge"),
    ("keep_a", said("Inbox-Item: q-48", "Inbox-Item: q-99"), "just the block of q-99"),
    ("keep_a", said("Inbox-Item: q-", "Inbox-Item: the "), "an `Inbox-Item` like"),
    ("keep_a", said("Inbox-Id: 72", "Inbox-Id: 99"), "one settled row of 99"),
    ("keep_a", said("Inbox-Id: 7247ba729c85", "Inbox-Id: NOT-HEX"), "12 hex digits"),
    ("keep_a", said("Inbox-Item", f"Inbox-Id: {FAKE}\nInbox-Item"), "`Inbox-Id` once"),
    ("scope_b_until_a_day", said("Inbox-Params: {", "Inbox-Params: ["), "one JSON object"),
    ("tombstone_a_side", said('"side": "b"', '"side": "a"'), "tombstone to leave a removed"),
    ("pick_the_first_option", said('"option": 1', '"option": 2'), "pick to leave"),
    ("pick_the_first_option", said('"option": 1', '"option": 0'), "pick to leave"),
    ("pick_both", said('"option": 3', '"option": 1'), "with keep_a"),
    # Files that are none of its business.
    ("keep_a", put("README.md", "hello\n"), "leave README.md alone"),
    ("keep_a", put(f"{FOLDER}project_new.md", "new\n"), "project_new.md is new"),
    ("keep_a", add(INDEX, "- [x](x.md)\n"), f"leave {INDEX} alone"),
    ("keep_a", put("wiki/_pending_merges.md", "# Pending Merges\n"), "leave wiki/_pending_merges"),
    ("keep_a", put(STONES, STONE), "no tombstone without a removal"),
    ("not_a_conflict", add(CRM, "More.\n"), f"leave {CRM} alone"),
    ("answer_a_question", add(QUEUE, "\n"), "one new answer file|leave wiki/_pending_questions.md"),
    ("contest_a", back(STAFF), "a commit that changes nothing"),
    ("keep_a", executable, f"{STAFF}: another kind or mode|keep_a to leave"),
    ("keep_a", linked, f"leave {INDEX} alone|another kind"),
    # Statuses and marks.
    ("keep_a", gone(CRM), f"{CRM} is removed"),
    ("keep_a", back(CRM), "keep_a to leave a superseded side"),
    ("keep_a", sub(CRM, "superseded_by: acme staff\n", ""), "differs in `valid_until`"),
    ("keep_a", sub(CRM, "---\n\n", "layer: L1\n---\n\n"), "`layer`"),
    ("keep_a", sub(CRM, "has 90", "has 91"), "its body"),
    ("keep_a", sub(STAFF, "verified_by: 7", "verified_by: 8"), "the side that holds"),
    ("keep_a", sub(STAFF, "name: ", "# x\nname: "), "a comment"),
    ("keep_a", sub(STAFF, "---\n\n", "superseded_by: x\n---\n\n"), "`superseded_by`"),
    ("edit_the_surviving_side", sub(STAFF, "---\n\n", "layer: L1\n---\n\n"), "edit to leave"),
    ("correct_b", sub(CRM, "verification: verified\n", ""), "the side that is right"),
    ("correct_a_removes_only_the_passage", sub(CRM, "Lund.", "Lund. Buy now!"), "its body"),
    ("forget_a", put(STAFF, "I am back.\n"), "a removed memory"),
    ("scope_a", sub(STAFF, "has 140", "has 150"), "a side with a closed window"),
    ("scope_a", sub(STAFF, "valid_until", "valid_till"), "`valid_till`"),
    ("attribute_both", sub(CRM, "attributed: true", "deprecated: true"), "`deprecated`"),
    ("deprecate_both", back(CRM), "deprecated memory by|of: a deprecated memory"),
    ("retain_both_with_context", sub(CRM, "Acme has 90", "Acme has 80"), "a line of context"),
    ("contest_a", sub(STAFF, "by: ", "who: "), "a contested memory"),
    ("contest_a_memory_by_path", put(CRM, "---\nstatus: contested\n---\n"), "contest to leave"),
    ("uncontest", sub(STAFF, "---\n\n", "status: contested\n---\n\n"), "an upheld memory"),
    (
        "pick_neither_with_a_value",
        sub(VALUE, "inbox-1", "inbox-2"),
        "what holds instead",
    ),
    ("supersede_a_memory", sub(CRM, "superseded_by", "refines"), "`refines`"),
    ("supersede_a_memory", back(STAFF), "the side that holds / 0|the side that holds"),
    ("deprecate_a_memory", sub(CRM, "has 90", "has 91"), "a deprecated memory"),
    ("restore_a_superseded_memory", sub(CRM, "type:", "layer: L1\ntype:"), "`layer`"),
    ("layer_set_to_l1", sub(CRM, "layer: ", "status: "), "`status`"),
    ("repair_quotes_what_no_yaml_is", sub(CRM, "has 90", "has 91"), "a mended header"),
    ("verify_a_memory", sub(CRM, "verified_by: ", "verified_by: 0"), "a verified memory"),
    # Tombstones.
    ("forget_b", back(STONES), "for the memory"),
    ("forget_b", sub(STONES, '"id": "', '"id": "0'), "one tombstone of"),
    ("forget_b", sub(STONES, "project_acme_crm", "project_acme_x"), "no tombstone without"),
    ("forget_b", add(STONES, STONE), f"one of {FAKE}"),
    ("forget_b", gone(STAFF), f"{STAFF} is removed|2 of them"),
    ("correct_a_removes_only_the_passage", back(STONES), "for the passage"),
    ("tombstone_a_memory_by_path", back(STONES), "for the memory"),
    ("forget_b", sub(INDEX, "- [Ghost](never_written.md) - notes\n", ""), "another line went"),
    ("forget_b", add(INDEX, "- [Ad](ad.md)\n- [Ad](ad2.md)\n"), "another line came"),
    # The queue and its archive.
    ("keep_a", back(QUEUE), f"to leave {QUEUE}"),
    ("keep_a", back(ARCHIVE), f"to arrive in {ARCHIVE}"),
    ("keep_a", other_block, f"to leave {QUEUE}"),
    ("keep_a", gone(QUEUE), "43b96927896c"),
    ("keep_a", sub(ARCHIVE, "Acme has 90", "Acme has 91"), "some of them are missing"),
    (
        "propose_merge",
        sub(
            "wiki/_pending_merges.md",
            "# Pending Merges\n",
            '# Pending Merges\n\n## [2026-12-01] Merge: "x"\n- [ ] Q\n\n---\n',
        ),
        "one merge proposal",
    ),
    (
        "reject_sets_a_proposal_aside",
        sub(QUEUE, "Head counts differ", "All is well"),
        "the same block",
    ),
    # The settled row.
    ("keep_a", back(SETTLED), "one settled row"),
    ("keep_a", sub(SETTLED, '"inbox_action": "keep_a"', '"inbox_action": "keep_b"'), "with keep_a"),
    ("keep_a", sub(SETTLED, "human-answered", "correct_a"), "athenaeum enacts nothing"),
    ("keep_a", add(SETTLED, "{}\n"), "one settled row"),
    ("keep_a", add(SETTLED, "no json\n"), f"JSON in {SETTLED}"),
    # Merges.
    ("merge_fold", sub("wiki/office.md", "Uses", "Never use"), "office.md differs in its body"),
    ("merge_fold", sub("wiki/ferry-api.md", "access: internal", "access: open"), "`access`"),
    ("merge_create", back("wiki/_pending_merges_archive.md"), "_pending_merges_archive.md"),
    (
        "merge_reject",
        sub(LINES, "merge_rejected_with", "refines"),
        "not to be merged",
    ),
]


def amended(root: Path, tamper: Tamper) -> None:
    tamper(root)
    git(root, "add", "-A")
    git(root, "commit", "-q", "--amend", "--no-edit", "--allow-empty")


def decide(case: str, make_repo: MakeRepo) -> tuple[Inbox, str]:
    inbox = opened(make_repo(before(case)))
    name, decision, reason = decided(case)
    return inbox, inbox.decide(found_item(inbox, name), decision, reason).id


@pytest.mark.parametrize(("case", "tamper", "words"), TAMPERED)
def test_a_tampered_commit_is_reported(
    case: str, tamper: Tamper, words: str, make_repo: MakeRepo
) -> None:
    inbox, _ = decide(case, make_repo)
    amended(inbox.root, tamper)
    found = [f"{each.expected} / {each.found}" for each in mismatches(inbox)]
    assert any(each in line for line in found for each in words.split("|")), found


def test_a_block_that_an_agent_added_meanwhile_is_told_and_nothing_wrong(
    make_repo: MakeRepo,
) -> None:
    inbox, _ = decide("keep_a", make_repo)
    late = '\n---\n\n## [2026-12-01] Entity: "Late" (from agent-raised)\n- [ ] Late?\n'
    amended(inbox.root, add(QUEUE, late))
    steps = list(inbox.verify())
    assert mismatches(inbox) == []
    [note] = [note for step in steps for note in step.notes]
    assert f"{QUEUE} gained " in note
    assert note.endswith("in the same moment")


# Undo, snapshots, names.


def findings(inbox: Inbox) -> list[str]:
    return [f"{each.expected} / {each.found}" for each in mismatches(inbox)]


def commit(root: Path, *paragraphs: str) -> None:
    git(root, "add", "-A")
    words = [word for text in paragraphs for word in ("-m", text)]
    git(root, "commit", "-q", "--allow-empty", *words)


UNDO = (
    "Inbox-Id: {new}\nInbox-Item: q-484f0e014f6f\nInbox-Kind: conflict\n"
    "Inbox-Decision: undo\nInbox-Decided-By: human\nInbox-Undoes: {old}"
)


def test_two_commits_of_one_id_are_reported(make_repo: MakeRepo) -> None:
    inbox, _ = decide("keep_a", make_repo)
    message = git(inbox.root, "log", "-1", "--format=%B")
    add(CRM, "More.\n")(inbox.root)
    commit(inbox.root, message)
    assert [line.startswith("one commit with the id") for line in findings(inbox)].count(True) == 2


def test_an_undo_of_nothing_is_reported(make_repo: MakeRepo) -> None:
    inbox, _ = decide("keep_a", make_repo)
    add(CRM, "More.\n")(inbox.root)
    commit(inbox.root, "Undo: x", UNDO.format(new=FAKE, old="ffffffffffff"))
    assert findings(inbox) == [
        "an earlier decision ffffffffffff to take back / no commit before it has that id"
    ]


@pytest.mark.parametrize(
    ("tamper", "words"),
    [
        (add(CRM, "More.\n"), f"in {CRM} / another text"),
        (put("README.md", "hello\n"), "README.md to be left alone"),
        (back(QUEUE), f"in {QUEUE} / it stays"),
        (said("Inbox-Item: q-48", "Inbox-Item: q-99"), "Inbox-Item: q-48"),
        (said("Inbox-Decision: undo", "Inbox-Decision: redo"), "Inbox-Decision: undo"),
        (sub(STAFF, "has 140", "has 150"), f"in {STAFF}"),
        (sub(QUEUE, "Tea or coffee", "Coffee"), f"in {QUEUE}"),
    ],
)
def test_an_undo_that_is_no_inverse_is_reported(
    tamper: Tamper, words: str, make_repo: MakeRepo
) -> None:
    inbox, name = decide("keep_a", make_repo)
    inbox.undo(name)
    amended(inbox.root, tamper)
    found = findings(inbox)
    assert any(words in line for line in found), found


def test_a_forged_undo_with_another_diff_is_reported(make_repo: MakeRepo) -> None:
    inbox, name = decide("keep_a", make_repo)
    (inbox.root / CRM).unlink()
    commit(inbox.root, "Undo: x", UNDO.format(new=FAKE, old=name))
    found = findings(inbox)
    assert any(f"the inverse of {name} in {CRM}" in line for line in found), found
    assert any(f"in {STAFF} / it stays" in line for line in found), found


def test_a_decision_that_is_taken_back_twice_is_reported(make_repo: MakeRepo) -> None:
    inbox, name = decide("keep_a", make_repo)
    inbox.undo(name)
    undo = git(inbox.root, "rev-parse", "HEAD").strip()
    git(inbox.root, "revert", "--no-edit", "HEAD")
    git(inbox.root, "revert", "--no-commit", "HEAD")
    commit(inbox.root, "Undo: x", UNDO.format(new=FAKE, old=name))
    assert git(inbox.root, "diff", undo, "HEAD") == ""
    assert findings(inbox) == [f"{name} to be taken back once / it was taken back before"]


def snapshot_and_decision(make_repo: MakeRepo) -> Inbox:
    inbox = opened(make_repo(before("keep_a")))
    add(CRM, "An agent was here.\n")(inbox.root)
    name, decision, reason = decided("keep_a")
    made = inbox.decide(inbox.find(name), decision, reason)
    assert "as found" in made.notes[0]
    return inbox


def test_a_snapshot_of_what_its_decision_starts_from_is_clean(make_repo: MakeRepo) -> None:
    assert findings(snapshot_and_decision(make_repo)) == []


def test_a_snapshot_of_more_than_its_decision_touches_is_reported(make_repo: MakeRepo) -> None:
    inbox = snapshot_and_decision(make_repo)
    git(inbox.root, "checkout", "-q", "HEAD~1")
    amended(inbox.root, put("README.md", "never found\n"))
    git(inbox.root, "cherry-pick", "main")
    assert [line for line in findings(inbox) if "README.md as well" in line]


def test_a_decision_that_starts_from_another_text_than_its_snapshot_is_reported(
    make_repo: MakeRepo,
) -> None:
    inbox = snapshot_and_decision(make_repo)
    git(inbox.root, "checkout", "-q", "HEAD~1")
    sub(CRM, "was here", "was never here")(inbox.root)
    commit(inbox.root, "between")
    git(inbox.root, "cherry-pick", "main")
    assert [line for line in findings(inbox) if line.startswith(f"{CRM} as ")]
