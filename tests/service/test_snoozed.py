"""What is put off is the reviewer's own, ends by itself, and is never in the repository."""

from __future__ import annotations

import json
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from inbox.domain import decision as d
from inbox.domain.batch import Refusal
from inbox.domain.item import Snoozed
from inbox.errors import Refused, RepositoryRefused
from inbox.policy.filters import parse
from inbox.service import Inbox
from inbox.store import snoozes
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.service.builders import SCOPE, conflicts

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
QUEUE = "wiki/_pending_questions.md"
CONTESTED = "---\nname: odd\nstatus: contested\n---\nOdd.\n"
AUDIT = '{"kind": "audit", "id": "abcdef1", "tier": "T2", "verdict": "approve"}\n'


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def root(make_repo: MakeRepo) -> Path:
    more: dict[str, str | bytes] = {"wiki/odd.md": CONTESTED, "wiki/_calibration.jsonl": AUDIT}
    return make_repo({**conflicts(("a", "b"), ("c", "d"), ("e", "f")), **more})


@pytest.fixture
def inbox(root: Path, clock: Clock) -> Inbox:
    return Inbox(Repository.open(root), clock)


def state(tmp_path: Path) -> Path:
    return tmp_path / ".local/state/athenaeum-inbox"


def the_file(tmp_path: Path) -> Path:
    [found] = state(tmp_path).glob("snoozes-*.json")
    return found


def test_a_snoozed_item_stands_beside_what_waits_until_its_time(
    inbox: Inbox, root: Path, clock: Clock
) -> None:
    items = inbox.pending().items
    later = NOON + timedelta(hours=1)
    assert inbox.snooze(items[1:2], later) == (Snoozed(items[1], later),)
    found = inbox.pending()
    assert found.items == (items[0], *items[2:])
    assert found.snoozed == (Snoozed(items[1], later),)
    assert {*found.everything} == {*items}
    assert inbox.find(items[1].id) == items[1]
    clock.now = later - timedelta(seconds=1)
    assert len(Inbox(Repository.open(root), clock).pending().snoozed) == 1
    clock.now = later
    assert inbox.pending().items == items
    assert git(root, "rev-list", "--count", "HEAD") == "1\n"
    assert git(root, "status", "--porcelain", "--ignored") == ""


def test_every_kind_is_counted_as_it_is_listed(inbox: Inbox) -> None:
    items = inbox.pending().items
    assert {type(item).__name__ for item in items} == {"Conflict", "Lone", "Notice"}
    for count in range(len(items) + 1):
        inbox.snooze(items[:count], NOON + timedelta(days=1))
        found, counts = inbox.pending(), inbox.counts()
        assert (counts.open, counts.snoozed) == (len(found.items), len(found.snoozed))
        assert counts.snoozed == count
        assert inbox.counts(parse("kind:conflict or -kind:conflict")) == counts
        assert inbox.count().total() == counts.open


def test_a_block_that_changes_waits_again_at_once(inbox: Inbox, root: Path) -> None:
    inbox.snooze(inbox.pending().items, NOON + timedelta(days=1))
    queue = root / QUEUE
    queue.write_text(queue.read_text("utf-8").replace("Which of e1?", "Which now?"), "utf-8")
    (root / "wiki/odd.md").write_text(CONTESTED + "More.\n", "utf-8")
    found = inbox.pending()
    assert [item.title for item in found.items] == ["e1", "odd"]
    assert inbox.counts().open == 2


def test_a_snoozed_item_can_be_decided_and_its_answer_taken_back(inbox: Inbox) -> None:
    item = inbox.pending().items[0]
    inbox.snooze([item], NOON + timedelta(days=1))
    inbox.decide(inbox.find(item.id), d.Keep("a"))
    assert item.id not in {each.id for each in inbox.pending().everything}
    inbox.undo()
    assert [each.item.id for each in inbox.pending().snoozed] == [item.id]


def test_an_answer_to_a_snoozed_question_is_taken_back(inbox: Inbox, root: Path) -> None:
    (root / f"{SCOPE}project_b.md").unlink()
    git(root, "commit", "-qam", "gone")
    item = inbox.pending().items[0]
    inbox.decide(item, d.Answer("It moved."))
    inbox.snooze([inbox.find(item.id)], NOON + timedelta(days=1))
    assert inbox.undo().subject.startswith("Undo: Answer")


def test_unsnooze_lets_an_item_wait_again(inbox: Inbox) -> None:
    items = inbox.pending().items
    inbox.snooze(items[:2], NOON + timedelta(days=1))
    woken, refused = inbox.unsnooze([items[0], items[2]])
    assert isinstance(woken, Snoozed)
    assert isinstance(refused, Refusal)
    assert [each.item for each in inbox.pending().snoozed] == [items[1]]


def test_what_does_not_wait_is_not_put_off(inbox: Inbox) -> None:
    lone = inbox.memory(f"{SCOPE}project_a.md")
    [refusal] = inbox.snooze([lone], NOON + timedelta(days=1))
    assert isinstance(refusal, Refusal)
    assert (refusal.item, refusal.exit_status) == (lone.id, 3)


def test_the_file_is_the_reviewers_own_one_for_a_root(
    inbox: Inbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox.snooze(inbox.pending().items, NOON + timedelta(days=1))
    file = the_file(tmp_path)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert json.loads(file.read_text("utf-8"))["root"] == str(inbox.root)
    elsewhere = tmp_path / "elsewhere"
    git(tmp_path, "clone", "-q", str(inbox.root), str(elsewhere))
    assert Inbox(Repository.open(elsewhere), lambda: NOON).pending().snoozed == ()
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert len(Inbox(Repository.open(inbox.root), lambda: NOON).pending().snoozed) == 5
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "xdg"))
    assert Inbox(Repository.open(inbox.root), lambda: NOON).pending().snoozed == ()


def test_what_has_ended_is_dropped_from_the_file(
    inbox: Inbox, tmp_path: Path, clock: Clock
) -> None:
    items = inbox.pending().items
    inbox.snooze(items[:3], NOON + timedelta(hours=1))
    clock.now = NOON + timedelta(hours=2)
    inbox.snooze(items[3:4], NOON + timedelta(days=1))
    rows = json.loads(the_file(tmp_path).read_text("utf-8"))["snoozed"]
    assert [row["id"] for row in rows] == [items[3].id]


BROKEN = {
    "nothing": b"",
    "words": b"snoozed until later",
    "a list": b"[]",
    "a later form": b'{"schema": 2, "snoozed": []}',
    "rows that are none": b'{"schema": 1, "snoozed": [1]}',
    "a time that is none": b'{"schema":1,"snoozed":[{"id":"q-1","until":"x","text":"y"}]}',
    "a time without a zone": b'{"schema":1,"snoozed":[{"id":"q","until":"2030-01-01","text":"y"}]}',
    "other bytes": b"\xff\xfe{}",
    "a deep nest": b"[" * 100_000,
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_set_aside_in_a_sentence(inbox: Inbox, tmp_path: Path, what: str) -> None:
    items = inbox.pending().items
    inbox.snooze(items[:1], NOON + timedelta(days=1))
    file = the_file(tmp_path)
    file.write_bytes(BROKEN[what])
    assert inbox.pending().items == items
    [said] = inbox.asides()
    assert said.startswith(f"{file}: it is no list of snoozes; it is set aside as")
    assert [*inbox.asides()] == []
    aside = file.with_name(f"{file.name}.broken")
    assert aside.read_bytes() == BROKEN[what]
    inbox.snooze(items[:1], NOON + timedelta(days=1))
    assert len(inbox.pending().snoozed) == 1
    assert [*inbox.asides()] == []


def test_a_link_in_place_of_the_file_is_not_followed(inbox: Inbox, tmp_path: Path) -> None:
    inbox.snooze(inbox.pending().items[:1], NOON + timedelta(days=1))
    file = the_file(tmp_path)
    (tmp_path / "target.json").write_bytes(file.read_bytes())
    file.unlink()
    file.symlink_to(tmp_path / "target.json")
    assert inbox.pending().snoozed == ()
    assert "a symbolic link" in next(inbox.asides())
    assert (tmp_path / "target.json").exists()


def test_a_state_folder_that_cannot_be_written_is_said(inbox: Inbox, tmp_path: Path) -> None:
    (tmp_path / ".local").mkdir()
    (tmp_path / ".local/state").write_text("a file")
    with pytest.raises(RepositoryRefused, match="no snooze was changed"):
        inbox.snooze(inbox.pending().items, NOON + timedelta(days=1))
    assert inbox.pending().snoozed == ()


def test_no_more_are_kept_than_there_may_be(inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snoozes, "MOST", 2)
    items = inbox.pending().items
    inbox.snooze(items[:2], NOON + timedelta(days=1))
    with pytest.raises(Refused, match="more than 2 items"):
        inbox.snooze(items[2:3], NOON + timedelta(days=1))
    assert len(inbox.pending().snoozed) == 2


def test_two_terminals_lose_no_snooze_of_each_other(root: Path) -> None:
    items = Inbox(Repository.open(root), lambda: NOON).pending().items

    def put_off(at: int) -> None:
        Inbox(Repository.open(root), lambda: NOON).snooze([items[at]], NOON + timedelta(days=1))

    threads = [threading.Thread(target=put_off, args=(at,)) for at in range(len(items))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(Inbox(Repository.open(root), lambda: NOON).pending().snoozed) == len(items)


def test_the_mark_changes_with_a_snooze_and_when_it_ends(inbox: Inbox, clock: Clock) -> None:
    marks = [inbox.mark()]
    inbox.snooze(inbox.pending().items[:1], NOON + timedelta(hours=1))
    marks.append(inbox.mark())
    clock.now = NOON + timedelta(hours=1)
    marks.append(inbox.mark())
    assert marks[0] == marks[2] != marks[1]


@pytest.mark.parametrize(
    ("stamp", "holds"),
    [
        ("2026-12-02T12:00:00Z\n", True),
        ("2026-12-01T12:00:01Z", True),
        ("2026-12-01T12:00:00Z", False),
        ("2026-12-01T15:00:00+02:00", True),
        ("2026-12-01T13:00:00+02:00", False),
        ("tomorrow", False),
        ("", False),
    ],
)
def test_athenaeums_own_snooze_silences_its_questions_in_the_count(
    inbox: Inbox, tmp_path: Path, stamp: str, holds: bool
) -> None:
    file = tmp_path / ".cache/athenaeum/pending-questions-snoozed-until"
    file.parent.mkdir(parents=True)
    file.write_text(stamp)
    counts = inbox.counts()
    assert len(inbox.pending().items) == 5
    if holds:
        assert counts.by_kind == {"audit": 1, "contested": 1}
        assert counts.snoozed == 3
        assert counts.quiet_until is not None
        assert inbox.counts(parse("e1")).open == 0
    else:
        assert (counts.open, counts.snoozed, counts.quiet_until) == (5, 0, None)
