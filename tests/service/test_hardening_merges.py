"""Traps of the merge queue (athenaeum-format §10.1): an input each, through the whole program.

Elsewhere: H-25 `tests/plan/test_links.py`. Left out: H-45 (speed is measured by hand).
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Item, MergeProposal
from inbox.errors import Refused, RepositoryRefused
from inbox.formats.merges import NewMerge, render
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git

NOW = datetime(2026, 12, 1, 8, 0, 1, tzinfo=UTC)
QUEUE = "wiki/_pending_merges.md"
TITLE = "# Pending Merges\n"
NAMES = ("wiki/one.md", "wiki/two.md", "wiki/three.md")
PAGE = "---\nname: {0}\ntype: concept\nsource: user:ann\n---\n\nAbout {0}.\n"
FOLD, CREATE = "fold-into-existing", "create-merged"


def merge(
    target: str = "Both",
    sources: tuple[str, ...] = NAMES[:2],
    kind: str = CREATE,
    draft: str = "# Both\n\nAll of it.",
) -> str:
    # As athenaeum writes them, on the machine where it ran.
    refs = tuple(f"/home/ann/kb/{ref}" if ref.startswith("wiki/") else ref for ref in sources)
    return f"\n---\n\n{render(NewMerge('2026-11-28', target, refs, 'r', kind, 0.9, draft))}\n"


def root_of(make_repo: MakeRepo, *merges: str, **more: str | bytes) -> tuple[Inbox, Path]:
    pages: dict[str, str | bytes] = {path: PAGE.format(Path(path).stem) for path in NAMES}
    extra = {path.replace("__", "/") + ".md": text for path, text in more.items()}
    queue = TITLE + "".join(merges)
    root = make_repo({"athenaeum.yaml": "{}\n", **pages, QUEUE: queue, **extra})
    return Inbox(Repository.open(root), clock=lambda: NOW), root


def only(inbox: Inbox) -> MergeProposal:
    [item] = inbox.pending().items
    assert isinstance(item, MergeProposal)
    return item


def flagged(item: Item, words: str) -> bool:
    return any(words in flag for flag in item.flags)


def untouched(root: Path) -> bool:
    clean = git(root, "status", "--porcelain") == ""
    return clean and git(root, "rev-list", "--count", "HEAD") == "1\n"


@pytest.mark.hazard("H-12")
def test_h12_an_old_answer_file_for_a_merge_is_pointed_at(make_repo: MakeRepo) -> None:
    inbox, root = root_of(make_repo, merge())
    name = only(inbox).block_id
    old = root / f"raw/answers/20260101T000000Z-merge-{name}-1.md"
    old.parent.mkdir(parents=True)
    old.write_text('---\nverdict: "approve"\n---\n', encoding="utf-8")
    assert flagged(only(inbox), f"an older answer file names this id: raw/answers/{old.name}")


@pytest.mark.hazard("H-12")
def test_h12_an_answer_file_with_a_number_behind_its_id_counts(make_repo: MakeRepo) -> None:
    asked = '# Q\n\n## [2026-11-29] Entity: "mast" (from agent-raised)\n- [ ] Who?\n'
    inbox, root = root_of(make_repo, wiki___pending_questions=asked)
    [item] = inbox.pending().items
    (root / "raw/answers").mkdir(parents=True)
    (root / f"raw/answers/20261201T000000Z-question-{item.block_id}-2.md").write_text("x", "utf-8")
    [item] = inbox.pending().items
    assert "waits for `athenaeum ingest-answers`" in inbox.why_not(item, d.Answer("Ann."))


@pytest.mark.hazard("H-15")
def test_h15_a_header_inside_a_draft_makes_a_ghost_that_is_pointed_at(make_repo: MakeRepo) -> None:
    text = merge(draft="Before.\n@\n- [ ] Approve?\nAfter.")
    ghost = '## [2026-01-01] Merge: "Ghost"'
    inbox, root = root_of(make_repo, text.replace("@", ghost))
    cut, found = inbox.pending().items
    assert {cut.title, found.title} == {"Both", "Ghost"}
    both = next(item for item in (cut, found) if item.title == "Both")
    assert flagged(both, "the draft's fence is never closed")
    assert not flagged(next(item for item in (cut, found) if item is not both), "fence")
    assert untouched(root)


@pytest.mark.hazard("H-16")
@pytest.mark.parametrize("odd", ["/etc/passwd", "../../outside.md", QUEUE, "wiki/_x.md", "a.txt"])
def test_h16_a_source_that_is_no_memory_of_this_root_stops_the_merge(
    make_repo: MakeRepo, odd: str
) -> None:
    inbox, root = root_of(make_repo, merge(sources=(*NAMES[:2], odd)), wiki___x="x\n")
    (root / "wiki/a.txt").write_text("x\n", encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "--amend", "-m", "start")
    item = only(inbox)
    assert flagged(item, f"{odd}: ")
    with pytest.raises(Refused, match="cannot be used"):
        inbox.decide(item, d.Approve())
    assert untouched(root)
    inbox.decide(item, d.Reject())
    assert (root / "wiki/a.txt").read_text("utf-8") == (root / "wiki/_x.md").read_text("utf-8")


@pytest.mark.hazard("H-17")
def test_h17_a_block_that_cannot_be_parsed_is_counted(make_repo: MakeRepo) -> None:
    inbox, _ = root_of(make_repo, merge(target="two\nlines"), merge())
    assert [item.title for item in inbox.pending().items] == ["Both"]
    assert inbox.pending().broken != ()


@pytest.mark.hazard("H-18")
@pytest.mark.parametrize("target", ["日本語", "!!!", "---"])
def test_h18_a_target_without_a_file_name_is_refused(make_repo: MakeRepo, target: str) -> None:
    inbox, root = root_of(make_repo, merge(target=target))
    assert "has no letter or digit" in inbox.why_not(only(inbox), d.Approve())
    assert not (root / "wiki/.md").exists()


@pytest.mark.hazard("H-19")
def test_h19_a_page_of_another_name_is_pointed_at(make_repo: MakeRepo) -> None:
    long = "a very long name that goes on until its first sixty characters end"
    slug = "a-very-long-name-that-goes-on-until-its-first-sixty-characte"
    page = PAGE.format(f"{long} elsewhere")
    more = {f"wiki__{slug}": page}
    inbox, _ = root_of(make_repo, merge(target=f"{long} here", kind=FOLD), **more)
    assert flagged(only(inbox), "the page is called")


@pytest.mark.hazard("H-20")
def test_h20_a_page_that_came_meanwhile_is_not_written_over(make_repo: MakeRepo) -> None:
    inbox, root = root_of(make_repo, merge(), wiki__both=PAGE.format("both"))
    item = only(inbox)
    assert "is there already and cannot be created" in inbox.why_not(item, d.Approve())
    inbox.decide(item, d.Reject())
    assert (root / "wiki/both.md").read_text("utf-8") == PAGE.format("both")


@pytest.mark.hazard("H-21")
@pytest.mark.parametrize("kind", [CREATE, FOLD])
def test_h21_no_source_of_a_merge_is_deleted(make_repo: MakeRepo, kind: str) -> None:
    more = {"wiki__both": PAGE.format("both")} if kind == FOLD else {}
    inbox, root = root_of(make_repo, merge(kind=kind), **more)
    made = inbox.decide(only(inbox), d.Approve())
    for path in NAMES[:2]:
        assert inbox.memory(path).member.status == "superseded"
        assert "About " in (root / path).read_text("utf-8")
    inbox.undo(made.id)
    assert git(root, "diff", "--stat", "HEAD~2", "HEAD") == ""


@pytest.mark.hazard("H-22")
def test_h22_a_fold_keeps_the_header_of_its_page(make_repo: MakeRepo) -> None:
    header = "uid: c0ffee05\nname: both\ntype: concept\naccess: private\n"
    page = f"---\n{header}---\n\nOld.\n"
    inbox, root = root_of(make_repo, merge(kind=FOLD), wiki__both=page)
    inbox.decide(only(inbox), d.Approve())
    text = (root / "wiki/both.md").read_text("utf-8")
    assert text.startswith(f"---\n{header}")
    assert text.endswith("# Both\n\nAll of it.\n")


@pytest.mark.hazard("H-23")
def test_h23_a_hook_that_refuses_a_merge_leaves_it_open(make_repo: MakeRepo) -> None:
    inbox, root = root_of(make_repo, merge())
    hook = root / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    with pytest.raises(RepositoryRefused):
        inbox.decide(only(inbox), d.Approve())
    assert untouched(root)
    assert not (root / "wiki/both.md").exists()


@pytest.mark.hazard("H-24")
def test_h24_an_untracked_source_is_committed_as_found_first(make_repo: MakeRepo) -> None:
    inbox, root = root_of(make_repo, merge())
    git(root, "rm", "-q", "--cached", NAMES[0])
    git(root, "commit", "-q", "-m", "untracked")
    before = (root / NAMES[0]).read_bytes()
    assert inbox.preview(only(inbox), d.Approve()).snapshot == (NAMES[0],)
    made = inbox.decide(only(inbox), d.Approve())
    assert git(root, "show", f"HEAD~1:{NAMES[0]}").encode() == before
    inbox.undo(made.id)
    assert (root / NAMES[0]).read_bytes() == before


@pytest.mark.hazard("H-26")
def test_h26_a_rejected_merge_is_remembered_by_every_pair(make_repo: MakeRepo) -> None:
    inbox, root = root_of(make_repo, merge(sources=NAMES))
    before = [(root / path).read_bytes() for path in NAMES]
    made = inbox.decide(only(inbox), d.Reject())
    for path in NAMES:
        others = inbox.memory(path).member.require().header["merge_rejected_with"]
        assert others == [Path(name).stem for name in NAMES if name != path]
        assert "refines" not in (root / path).read_text("utf-8")
    inbox.undo(made.id)
    assert [(root / path).read_bytes() for path in NAMES] == before


@pytest.mark.hazard("H-27")
@pytest.mark.parametrize("reason", ["a\n---\nb", 'x\n\n## [2026-01-01] Merge: "E"\n- [ ] y', "```"])
@pytest.mark.parametrize("decision", [d.Reject(), d.Approve()])
def test_h27_a_reason_adds_no_block(make_repo: MakeRepo, decision: d.Decision, reason: str) -> None:
    inbox, root = root_of(make_repo, merge(), merge(target="Other", sources=NAMES[1:]))
    first = next(item for item in inbox.pending().items if item.title == "Both")
    inbox.decide(first, decision, reason)
    assert [item.title for item in inbox.pending().items] == ["Other"]
    assert inbox.pending().broken == ()
    archive = (root / "wiki/_pending_merges_archive.md").read_text("utf-8")
    assert archive.count("\n## [") == 1


@pytest.mark.hazard("H-31")
def test_h31_a_merged_source_keeps_a_window_that_is_none_turned_round(
    make_repo: MakeRepo,
) -> None:
    late = PAGE.format("late").replace("type:", "valid_from: 2026-12-24\ntype:")
    text = merge(sources=(NAMES[0], "wiki/late.md"))
    inbox, _ = root_of(make_repo, text, wiki__late=late)
    inbox.decide(only(inbox), d.Approve())
    assert inbox.memory("wiki/late.md").member.require().scalar("valid_until") == "2026-12-24"
    assert inbox.memory(NAMES[0]).member.require().scalar("valid_until") == "2026-12-01"
