"""What a second reader of the plan found: each as a decision on real files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Conflict, MergeProposal
from inbox.errors import Refused, Stale
from inbox.formats import merges
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.service.conftest import MEMORY, Pair

S = "raw/auto-memory/s/"
PAGE = "---\nname: Tgt\naccess: internal\n---\n\nThe page.\n"


def conflict_of(inbox: Inbox) -> Conflict:
    [item] = [item for item in inbox.pending().items if isinstance(item, Conflict)]
    return item


def merge_root(make_repo: MakeRepo, kind: str, **more: str) -> tuple[Inbox, Path]:
    sources = ("s/project_a.md", "s/project_b.md")
    block = merges.render(merges.NewMerge("2026-11-01", "Tgt", sources, "r", kind, 0.9, "New.\n"))
    texts = {f"{path.replace('__', '/')}.md": text for path, text in more.items()}
    a, b = MEMORY.format("a", "user:ann"), MEMORY.format("b", "user:ann")
    queue = f"# Pending Merges\n\n{block}\n"
    files = {f"{S}project_a.md": a, f"{S}project_b.md": b, "wiki/_pending_merges.md": queue}
    root = make_repo({"athenaeum.yaml": "{}\n", **files, **texts})
    return Inbox(Repository.open(root)), root


def merge_of(inbox: Inbox) -> MergeProposal:
    [item] = [item for item in inbox.pending().items if isinstance(item, MergeProposal)]
    return item


def test_a_fold_does_not_overwrite_a_page_that_changed_meanwhile(make_repo: MakeRepo) -> None:
    inbox, root = merge_root(make_repo, merges.FOLD, wiki__tgt=PAGE)
    item = merge_of(inbox)
    (root / "wiki/tgt.md").write_text(PAGE + "More.\n", encoding="utf-8")
    with pytest.raises(Stale, match=r"wiki/tgt\.md"):
        inbox.decide(item, d.Approve())
    assert (root / "wiki/tgt.md").read_text("utf-8") == PAGE + "More.\n"


def test_a_merge_does_not_replace_a_page_that_appeared_meanwhile(make_repo: MakeRepo) -> None:
    inbox, root = merge_root(make_repo, merges.CREATE)
    item = merge_of(inbox)
    (root / "wiki/tgt.md").write_text(PAGE, encoding="utf-8")
    with pytest.raises(Stale, match=r"wiki/tgt\.md"):
        inbox.decide(item, d.Approve())
    assert (root / "wiki/tgt.md").read_text("utf-8") == PAGE


def test_a_merge_writes_to_no_page_that_cannot_be_read_or_is_compiled(make_repo: MakeRepo) -> None:
    odd = {
        "wiki__bad": "---\nname: [x\n---\n[[a]]\n",
        "wiki__auto-z": "---\nname: z\ntype: auto-memory\n---\n[[a]]\n",
    }
    inbox, root = merge_root(make_repo, merges.CREATE, wiki__fine="[[a]]\n", **odd)
    inbox.decide(merge_of(inbox), d.Approve())
    assert (root / "wiki/fine.md").read_text("utf-8") == "[[tgt]]\n"
    for name, text in odd.items():
        assert (root / f"{name.replace('__', '/')}.md").read_text("utf-8") == text


def test_a_link_to_another_page_of_that_name_stays(make_repo: MakeRepo) -> None:
    other = "---\nname: A page\n---\nNo source.\n"
    inbox, root = merge_root(make_repo, merges.CREATE, wiki__a=other, wiki__o="[[a]] [[b]]\n")
    inbox.decide(merge_of(inbox), d.Approve())
    assert (root / "wiki/o.md").read_text("utf-8") == "[[a]] [[tgt]]\n"


def test_a_conflict_that_is_answered_waits_and_is_not_decided_again(pair: Pair) -> None:
    inbox, root = pair()
    (root / f"{S}project_b.md").unlink()
    git(root, "commit", "-qam", "gone")
    inbox.decide(conflict_of(inbox), d.Answer("It moved."))
    (root / f"{S}project_b.md").write_text(MEMORY.format("b", "claude:s"), encoding="utf-8")
    item = conflict_of(inbox)
    assert any(flag.startswith("answered, waits for ingest-answers") for flag in item.flags)
    for decision in (d.Answer("Other words."), d.Keep("a"), d.NotAConflict()):
        assert "waits for `athenaeum ingest-answers`" in inbox.why_not(item, decision)


def test_two_sides_of_one_name_do_not_supersede_themselves(pair: Pair) -> None:
    same = "---\nname: log style\nsource: user:ann\n---\n\nSide {0} says so.\n"
    inbox, _ = pair(texts=(same.format("a"), same.format("b")))
    inbox.decide(conflict_of(inbox), d.Keep("a"))
    loser = inbox.memory(f"{S}project_b.md").member.require()
    winner = inbox.memory(f"{S}project_a.md").member.require()
    assert loser.scalar("superseded_by") == "project_a"
    [named] = re.findall(r"- name: (.*)", winner.text)
    assert named == "project_b"


def test_a_contested_side_that_is_kept_holds(pair: Pair) -> None:
    inbox, _ = pair()
    inbox.decide(conflict_of(inbox), d.Contest("a"), "not sure")
    inbox.decide(conflict_of(inbox), d.Keep("a"))
    assert inbox.memory(f"{S}project_a.md").member.status == "active"
    assert inbox.count().total() == 0


@pytest.mark.parametrize("line", ["status: approved", "layer: L1", "superseded_by: b"])
def test_an_edit_changes_no_standing(pair: Pair, line: str) -> None:
    inbox, _ = pair()
    text = MEMORY.format("a", "user:ann").replace("source", f"{line}\nsource")
    with pytest.raises(Refused, match="only a verb of its own"):
        inbox.decide(conflict_of(inbox), d.Edit("a", text))


def test_words_of_a_queue_file_stay_out_of_the_commit(pair: Pair) -> None:
    inbox, root = pair()
    queue = root / "wiki/_pending_questions.md"
    secret = queue.read_text("utf-8").replace(": keep_a", ": The secret is hunter2")
    queue.write_text(secret, encoding="utf-8")
    git(root, "commit", "-qam", "odd")
    inbox.decide(conflict_of(inbox), d.Keep("a"))
    body = git(root, "show", "-s", "--format=%B")
    assert "hunter2" not in body
    assert "Inbox-Proposed: unknown" in body


def test_a_merge_is_filed_as_what_it_can_become(pair: Pair) -> None:
    inbox, _ = pair(more={"wiki/thing.md": MEMORY.format("thing", "user:ann")})
    inbox.decide(conflict_of(inbox), d.FileMerge())
    item = merge_of(inbox)
    assert item.write_kind == merges.FOLD
    assert inbox.why_not(item, d.Approve()) == ""


def test_an_index_line_for_two_memories_loses_one_link(pair: Pair) -> None:
    line = "- [a](project_a.md) and [c](project_c.md): two of them\n"
    inbox, root = pair(more={f"{S}MEMORY.md": line})
    inbox.decide(conflict_of(inbox), d.Forget("a"))
    left = (root / f"{S}MEMORY.md").read_text("utf-8")
    assert left == "- a and [c](project_c.md): two of them\n"


def test_a_passage_is_not_cut_out_of_a_word(pair: Pair) -> None:
    body = MEMORY.format("b", "claude:s").replace("says so.", "says so.5 and more.")
    inbox, _ = pair(texts=(MEMORY.format("a", "user:ann"), body.replace("so.5", "so.")))
    assert inbox.preview(conflict_of(inbox), d.Correct("a")).files
    inbox, _ = pair(texts=(MEMORY.format("a", "user:ann"), body.replace("Side b", "BSide b")))
    with pytest.raises(Refused, match="inside a longer word"):
        inbox.preview(conflict_of(inbox), d.Correct("a"))


def test_a_ledger_id_cannot_forge_a_row(pair: Pair) -> None:
    row = '{"kind": "quarantine", "id": "x\\nq-000000000000 conflict", "ref": "r"}\n'
    inbox, _ = pair(more={"wiki/_quarantine.jsonl": row})
    [notice] = [item for item in inbox.pending().items if item.id.startswith("x-")]
    assert notice.id.removeprefix("x-").isalnum()
