"""Many decisions: shown first, a commit each, and none that was not shown."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inbox.domain import decision as d
from inbox.domain.batch import Left, Made, Outcome, Planned, Refusal
from inbox.domain.item import Item
from inbox.errors import Refused
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.service.builders import SCOPE, block, conflicts, memory
from tests.store.builders import everything, hook

NOW = datetime(2026, 12, 1, 8, 0, 1, tzinfo=UTC)
FIVE = tuple((f"a{n}", f"b{n}") for n in range(5))
QUEUE = "wiki/_pending_questions.md"
Root = tuple[Inbox, Path]
Many = Callable[..., Root]


@pytest.fixture
def many(make_repo: MakeRepo) -> Many:
    def made(*pairs: tuple[str, str]) -> Root:
        root = make_repo(conflicts(*(pairs or FIVE)))
        return Inbox(Repository.open(root), clock=lambda: NOW), root

    return made


def keep_a(_: Item) -> d.Decision:
    return d.Keep("a")


def commits(root: Path) -> int:
    return int(git(root, "rev-list", "--count", "HEAD"))


def planned(inbox: Inbox, decision_for: Callable[[Item], d.Decision] = keep_a) -> list[Planned]:
    found = inbox.preview_all(inbox.pending().items, decision_for)
    assert all(isinstance(each, Planned) for each in found)
    return [each for each in found if isinstance(each, Planned)]


def test_each_of_many_is_a_commit_of_its_own_in_order(many: Many) -> None:
    inbox, root = many()
    shown = planned(inbox)
    told: list[Outcome] = []
    outcomes = inbox.decide_all(shown, told.append)
    assert [type(each) for each in outcomes] == [Made] * 5
    assert told == [*outcomes]
    assert inbox.pending().items == ()
    assert commits(root) == 6
    log = inbox.log()[::-1]
    assert [entry.item for entry in log] == [each.item.id for each in shown]
    assert [entry.id for entry in log] == [each.change.id for each in shown]
    assert git(root, "status", "--porcelain") == ""


def test_previews_of_many_write_nothing_and_are_those_of_one(many: Many) -> None:
    inbox, root = many()
    before = everything(root)
    for each in planned(inbox):
        assert inbox.preview_of(each) == inbox.preview(each.item, each.decision)
    assert everything(root) == before


def test_many_come_to_what_one_after_the_other_does(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo(conflicts(*FIVE))
    git(tmp_path, "clone", "-q", str(root), "other")
    together = Inbox(Repository.open(root), clock=lambda: NOW)
    together.decide_all(planned(together))
    alone = Inbox(Repository.open(tmp_path / "other"), clock=lambda: NOW)
    for item in alone.pending().items:
        alone.decide(item, d.Keep("a"))
    for path in (QUEUE, "wiki/_pending_questions_archive.md"):
        one, other = ((place / path).exists() for place in (root, tmp_path / "other"))
        assert one is other
    archives = [
        (place / "wiki/_pending_questions_archive.md").read_text("utf-8")
        for place in (root, tmp_path / "other")
    ]
    assert archives[0] == archives[1]


def test_a_series_of_many_is_taken_back_to_the_byte(many: Many) -> None:
    inbox, root = many()
    before = git(root, "rev-parse", "HEAD^{tree}")
    inbox.decide_all(planned(inbox))
    for _ in FIVE:
        inbox.undo()
    assert git(root, "rev-parse", "HEAD^{tree}") == before


def test_what_is_off_is_a_refusal_and_the_others_go_on(many: Many) -> None:
    inbox, root = many()
    items = inbox.pending().items

    def odd(item: Item) -> d.Decision:
        if item is items[1]:
            raise Refused("not this one.")
        return d.Approve() if item is items[3] else d.Keep("b")

    shown = inbox.preview_all(items, odd)
    assert shown[1] == Refusal(items[1].id, "not this one.", 3)
    assert isinstance(shown[3], Refusal)
    outcomes = inbox.decide_all(shown)
    assert [type(each) for each in outcomes] == [Made, Refusal, Made, Refusal, Made]
    assert outcomes[1] == shown[1]
    assert commits(root) == 4


def test_a_side_that_an_earlier_one_changed_names_that_one(many: Many) -> None:
    inbox, root = many(("a", "b"), ("a", "c"), ("x", "y"))
    first, second, third = planned(inbox)
    assert second.notes == (
        f"{SCOPE}project_a.md is changed by {first.item.id} before; look again then",
    )
    assert (first.notes, third.notes) == ((), ())
    outcomes = inbox.decide_all((first, second, third))
    assert [type(each) for each in outcomes] == [Made, Refusal, Made]
    assert isinstance(outcomes[1], Refusal)
    assert outcomes[1].reason == (
        f"{SCOPE}project_a.md was changed by an earlier decision of this batch "
        f"({first.item.id}); look at it again and decide."
    )
    assert outcomes[1].exit_status == 3
    assert commits(root) == 3


def test_a_side_that_an_earlier_one_removed_names_that_one(many: Many) -> None:
    inbox, root = many(("a", "b"), ("a", "c"))
    outcomes = inbox.decide_all(planned(inbox, lambda _: d.Tombstone("a")))
    assert isinstance(outcomes[1], Refusal)
    assert "by an earlier decision of this batch" in outcomes[1].reason
    assert commits(root) == 2
    assert not (root / f"{SCOPE}project_a.md").exists()


def test_a_side_that_an_earlier_one_removed_is_not_kept(many: Many) -> None:
    inbox, root = many(("a", "b"), ("a", "c"))
    outcomes = inbox.decide_all(
        planned(inbox, lambda item: d.Tombstone("a") if item.title == "e0" else d.Keep("a"))
    )
    assert isinstance(outcomes[1], Refusal)
    assert "project_a.md was changed by an earlier decision of this batch" in outcomes[1].reason
    assert commits(root) == 2


def test_what_somebody_else_changed_since_is_refused_as_ever(many: Many) -> None:
    inbox, root = many()
    shown = planned(inbox)
    page = root / f"{SCOPE}project_a1.md"
    page.write_text(page.read_text("utf-8") + "More.\n", encoding="utf-8")
    queue = root / QUEUE
    queue.write_text(queue.read_text("utf-8").replace("of e3?", "of e3 now?"), encoding="utf-8")
    outcomes = inbox.decide_all(shown)
    assert [type(each) for each in outcomes] == [Made, Refusal, Made, Refusal, Made]
    reasons = [each.reason for each in outcomes if isinstance(each, Refusal)]
    assert f"{SCOPE}project_a1.md changed since you looked" in reasons[0]
    assert "decided elsewhere or its block has changed" in reasons[1]
    assert "earlier decision of this batch" not in " ".join(reasons)


def test_a_page_that_would_be_written_otherwise_than_shown_is_refused(
    make_repo: MakeRepo,
) -> None:
    index = f"{SCOPE}MEMORY.md"
    root = make_repo({**conflicts(*FIVE), index: "- [a](project_a1.md)\n- [x](x.md)\n"})
    inbox = Inbox(Repository.open(root), clock=lambda: NOW)
    shown = planned(inbox, lambda _: d.Tombstone("a"))
    assert index in shown[1].change.paths
    (root / index).write_text("- [a](project_a1.md) and [b](project_b1.md)\n", encoding="utf-8")
    outcomes = inbox.decide_all(shown)
    assert [type(each) for each in outcomes] == [Made, Refusal, Made, Made, Made]
    assert (root / f"{SCOPE}project_a1.md").exists()


def test_many_that_share_an_index_page_all_go_through(make_repo: MakeRepo) -> None:
    lines = "".join(f"- [a{n}](project_a{n}.md)\n" for n in range(5))
    root = make_repo({**conflicts(*FIVE), f"{SCOPE}MEMORY.md": f"# Index\n{lines}"})
    inbox = Inbox(Repository.open(root), clock=lambda: NOW)
    outcomes = inbox.decide_all(planned(inbox, lambda _: d.Tombstone("a")))
    assert [type(each) for each in outcomes] == [Made] * 5
    assert (root / f"{SCOPE}MEMORY.md").read_text("utf-8") == "# Index\n"


def test_many_can_be_stopped_between_two_commits(many: Many) -> None:
    inbox, root = many()
    shown = planned(inbox)
    told: list[Outcome] = []
    outcomes = inbox.decide_all(shown, told.append, lambda: len(told) >= 2)
    assert [type(each) for each in outcomes] == [Made, Made, Left, Left, Left]
    assert [each.item for each in outcomes] == [each.item.id for each in shown]
    assert commits(root) == 3
    assert [item.id for item in inbox.pending().items] == [each.item.id for each in shown[2:]]
    again = inbox.decide_all(shown[2:])
    assert [type(each) for each in again] == [Made] * 3


def test_a_hook_that_refuses_one_lets_the_others_pass(many: Many) -> None:
    inbox, root = many()
    shown = planned(inbox)
    script = (
        f'grep -q "Inbox-Item: {shown[1].item.id}" "$1" && echo Not that. >&2 && exit 1; exit 0'
    )
    hook(root, "commit-msg", script)
    outcomes = inbox.decide_all(shown)
    assert [type(each) for each in outcomes] == [Made, Refusal, Made, Made, Made]
    assert isinstance(outcomes[1], Refusal)
    assert "Not that." in outcomes[1].reason
    assert outcomes[1].exit_status == 6
    assert git(root, "status", "--porcelain") == ""


def test_a_lock_of_somebody_else_leaves_the_rest(
    many: Many, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox, root = many()
    shown = planned(inbox)
    monkeypatch.setattr("inbox.store.place.PATIENCE", 0.1)
    (root / ".git/index.lock").touch()
    outcomes = inbox.decide_all(shown)
    assert [type(each) for each in outcomes] == [Refusal, Left, Left, Left, Left]
    assert isinstance(outcomes[0], Refusal)
    assert outcomes[0].exit_status == 4
    assert commits(root) == 1


def test_files_in_no_commit_are_committed_as_found_once(many: Many) -> None:
    inbox, root = many()
    text = (root / QUEUE).read_text("utf-8") + block("late", "p", "q")
    (root / QUEUE).write_text(text, encoding="utf-8")
    for name in "pq":
        (root / f"{SCOPE}project_{name}.md").write_text(memory(name, "user:ann"), "utf-8")
    shown = planned(inbox)
    late = next(each for each in shown if each.item.title == "late")
    assert {*late.snapshot} == {QUEUE, f"{SCOPE}project_p.md", f"{SCOPE}project_q.md"}
    assert all(each.snapshot == (QUEUE,) for each in shown if each is not late)
    outcomes = inbox.decide_all(shown)
    assert [type(each) for each in outcomes] == [Made] * 6
    assert git(root, "log", "--format=%s").count("Snapshot: ") == 2


def test_what_is_staged_differently_is_refused_alone(many: Many) -> None:
    inbox, root = many()
    page = root / f"{SCOPE}project_a2.md"
    text = page.read_text("utf-8")
    page.write_text(text + "Staged.\n", encoding="utf-8")
    git(root, "add", "-A")
    page.write_text(text + "On disk.\n", encoding="utf-8")
    shown = inbox.preview_all(inbox.pending().items, keep_a)
    [refusal] = [each for each in shown if isinstance(each, Refusal)]
    assert "what you staged of" in refusal.reason
    assert [type(each) for each in inbox.decide_all(shown)].count(Made) == 4


def test_names_are_looked_up_together_each_item_once(many: Many) -> None:
    inbox, _ = many()
    first, second, *_rest = inbox.pending().items
    path = f"{SCOPE}project_a0.md"
    found = inbox.find_all([first.id, second.id[:8], first.id, "q-none", path, "q-none"])
    assert [each.id for each in found if not isinstance(each, Refusal)][:2] == [first.id, second.id]
    assert len(found) == 4
    assert isinstance(found[2], Refusal)
    assert found[2].exit_status == 2
