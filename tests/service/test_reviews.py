"""What working memories could not settle: items of the inbox, and a person's word on them."""

from __future__ import annotations

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Review
from inbox.errors import DecidedElsewhere, Refused, ServiceFailed
from inbox.service import Inbox
from inbox.service.reviews import ASKS
from inbox.service.working import Turn, WorkingMemory
from inbox.store.repository import Repository
from inbox.working.events import LEVELS
from inbox.working.state import CAP
from tests.conftest import MakeRepo
from tests.working import talk
from tests.working import worlds as w


@pytest.fixture
def inbox(make_repo: MakeRepo) -> Inbox:
    return Inbox(Repository.open(make_repo({"project_a.md": "A.\n"})), clock=lambda: talk.NOW)


def memory(inbox: Inbox) -> WorkingMemory:
    return inbox.working("ada")


def reviews(inbox: Inbox) -> list[Review]:
    return [item for item in inbox.pending().items if isinstance(item, Review)]


def only(inbox: Inbox) -> Review:
    [item] = reviews(inbox)
    return item


def test_every_event_that_waits_for_a_person_can_be_put_to_one() -> None:
    assert ASKS.keys() == {code for code, level in LEVELS.items() if level == "review"}


def protected(inbox: Inbox) -> WorkingMemory:
    """Let an agent want to delete what a person said."""
    found = memory(inbox)
    talk.turned(found, w.add("x", 0.9, "user"))
    talk.turned(found, w.delete("m1"))
    return found


def test_a_held_deletion_is_carried_out_or_not(inbox: Inbox) -> None:
    found = protected(inbox)
    item = only(inbox)
    assert (item.code, item.agent, item.turn) == ("protected_delete", "ada", 2)
    assert (item.title, item.acts) == ("ada wants to delete x", "m1 goes")
    assert "reason: r" in item.text
    inbox.decide(item, d.Reject())
    assert reviews(inbox) == []
    assert found.state().entry("m1")
    # The same wish comes back as the same item.
    talk.turned(found, w.delete("m1"))
    assert only(inbox).id == item.id
    inbox.decide(only(inbox), d.Approve())
    assert reviews(inbox) == []
    assert found.state().entries == ()
    assert [event.handle for event in found.left()] == ["m1"]


def test_nothing_can_be_decided_twice(inbox: Inbox) -> None:
    protected(inbox)
    item = only(inbox)
    inbox.decide(item, d.Reject())
    with pytest.raises(DecidedElsewhere):
        inbox.decide(item, d.Approve())


def test_what_can_no_longer_be_done_is_not_offered(inbox: Inbox) -> None:
    found = protected(inbox)
    found.clear()
    item = only(inbox)
    assert item.acts == ""
    assert "nothing to accept" in inbox.why_not(item, d.Approve())
    with pytest.raises(Refused, match="nothing to accept"):
        inbox.decide(item, d.Approve())
    inbox.decide(item, d.Reject())


def test_an_entry_that_had_no_room_is_stored_when_a_person_wants_it(inbox: Inbox) -> None:
    found = memory(inbox)
    talk.turned(found, *(w.add(f"fact {n}", 0.8) for n in range(CAP)))
    talk.turned(found, w.add("weak", 0.4))
    inbox.decide(only(inbox), d.Approve())
    state = found.state()
    assert (len(state.entries), state.entries[-1].content) == (CAP, "weak")
    assert [event.code for event in found.rows()[0][-1].events] == ["evicted", "added", "dismissed"]


def test_an_entry_of_a_person_that_was_contradicted_goes_or_holds(inbox: Inbox) -> None:
    found = memory(inbox)
    talk.turned(found, w.add("x", 0.9, "user"), w.add("y", 0.8, "user"))
    low = [w.update(handle, "user", confidence=0.1) for handle in ("m1", "m2")]
    talk.turned(found, *low)
    talk.turned(found)
    first, second = reviews(inbox)
    assert {first.code, second.code} == {"expiry_held"}
    inbox.decide(first, d.Reject())
    inbox.decide(second, d.Approve())
    [entry] = found.state().entries
    assert (entry.marked, entry.confidence) == (False, 0.9 if entry.id == "m1" else 0.8)


def test_the_agents_word_against_a_person_is_taken_when_the_person_agrees(inbox: Inbox) -> None:
    found = memory(inbox)
    talk.turned(found, w.add("x", 0.9, "user"))
    talk.turned(found, w.update("m1", "assistant", content="the opposite"))
    item = only(inbox)
    assert item.code == "user_outranks"
    assert "wanted: the opposite" in item.text
    inbox.decide(item, d.Approve())
    [entry] = found.state().entries
    assert (entry.content, entry.origin, entry.id) == ("the opposite", "user", "m1")


def test_a_goal_that_was_lost_is_closed_by_a_person_alone(inbox: Inbox) -> None:
    found = memory(inbox)
    talk.turned(found, active_goal="G")
    talk.turned(found, active_goal="")
    assert only(inbox).code == "goal_lost"
    inbox.decide(only(inbox), d.Approve())
    assert found.state().task.active_goal == ""
    assert found.state().closed_goals[-1].ending == "abandoned"


def test_what_has_nothing_to_accept_is_taken_note_of(inbox: Inbox) -> None:
    found = memory(inbox)
    talk.turned(found, w.add("x"))
    talk.turned(found, w.delete("m1"), w.update("m1", content="z"))
    found.update(Turn(talk.said("a")), talk.Scripted([ServiceFailed("no line.")]))
    found.update(Turn(talk.said("b")), talk.Scripted([ServiceFailed("no line at all.")]))
    codes = [item.code for item in reviews(inbox)]
    # An hour without network is one item.
    assert sorted(codes) == ["conflicting_ops", "conflicting_ops", "extraction_failed"]
    for item in reviews(inbox):
        assert item.acts == ""
        inbox.decide(item, d.Reject())
    assert reviews(inbox) == []


def test_many_at_once_are_refused_in_words_and_a_snooze_holds(inbox: Inbox) -> None:
    protected(inbox)
    item = only(inbox)
    [planned] = inbox.preview_all([item], lambda _: d.Reject())
    assert "decided by itself" in str(getattr(planned, "reason", ""))
    inbox.snooze([item], inbox.until("1d"))
    assert reviews(inbox) == []
    assert inbox.counts().snoozed == 1


def test_a_memory_that_cannot_be_read_does_not_end_the_listing(inbox: Inbox) -> None:
    found = protected(inbox)
    (inbox.root / found.shelf.path).write_text("{")
    assert reviews(inbox) == []
    assert inbox.count() == {}


def test_no_verb_of_a_memory_goes_with_a_review(inbox: Inbox) -> None:
    protected(inbox)
    item = only(inbox)
    for decision in (d.Keep("a"), d.Approve("text"), d.Tombstone()):
        assert inbox.why_not(item, decision)
        with pytest.raises(Refused):
            inbox.decide(item, decision)
