"""A turn from the messages to the file, and what a person does to an entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.errors import Refused, ServiceFailed, Stale
from inbox.formats import rows, transcripts
from inbox.model.asking import Answer, LimitReached, Question, Stop, Usage
from inbox.policy.settling import claim_digest
from inbox.service.extraction import Asked, Given
from inbox.service.working import Turn
from inbox.store import working as shelves
from inbox.store.repository import Repository
from inbox.working import prompt, record
from inbox.working.state import CAP
from tests.conftest import MakeRepo
from tests.working import talk
from tests.working import worlds as w

KEY = "sk-ant-" + "abcdefgh12345678"


@pytest.fixture
def root(make_repo: MakeRepo) -> Path:
    removed = {
        "id": "0123456789ab",
        "memory": {"path": "project_port.md", "name": "port"},
        "tombstoned_at": "2026-11-01T00:00:00Z",
        "mode": "audit",
        "reason": "erroneous",
        "claim": claim_digest("The port is 4711."),
    }
    return make_repo({"project_a.md": "A.\n", "_tombstones.jsonl": rows.render(removed) + "\n"})


def stored(root: Path) -> bytes:
    return b"".join(
        file.read_bytes()
        for file in sorted((root / shelves.WORKING).glob("*.json*"))
        if not file.name.endswith(".lock")
    )


def test_a_reply_that_cannot_be_used_is_asked_for_once_more(root: Path) -> None:
    by = talk.Scripted(['{"active_goal": ""', talk.reply(w.add("x"))])
    made = talk.opened(root).update(Turn(talk.said()), by)
    assert [entry.content for entry in made.state.entries] == ["x"]
    assert by.asked[0][3] == ()
    assert "cut off" in by.asked[1][3][0]


@pytest.mark.parametrize("script", [["{", "no"], ["{}", ServiceFailed("the line is dead.")]])
def test_a_turn_without_a_usable_reply_changes_nothing_and_waits_in_the_inbox(
    root: Path, script: list[str | ServiceFailed]
) -> None:
    memory = talk.opened(root)
    talk.turned(memory, w.add("x"))
    before = (root / memory.shelf.path).read_bytes()
    made = memory.update(Turn(talk.said("new")), talk.Scripted(list(script)))
    assert made.failure
    assert not made.changed
    assert (root / memory.shelf.path).read_bytes() == before
    assert [event.code for event in memory.rows()[0][-1].events] == ["extraction_failed"]
    # The same messages are worked out when the service is there again.
    again = memory.update(Turn(talk.said("new")), talk.Scripted([talk.reply(w.add("y"))]))
    assert again.changed


def test_a_limit_of_the_run_is_no_failure_of_the_turn(root: Path) -> None:
    memory = talk.opened(root)
    with pytest.raises(LimitReached):
        memory.update(Turn(talk.said()), talk.Scripted([LimitReached("enough.")]))
    assert memory.rows() == ((), 0)


def test_the_same_turn_twice_is_worked_out_once(root: Path) -> None:
    memory, by = talk.opened(root), talk.Scripted([talk.reply(w.add("x")), talk.reply(w.add("y"))])
    memory.update(Turn(talk.said()), by)
    before = stored(root)
    again = memory.update(Turn(talk.said()), by)
    assert again.stale
    numbered = memory.update(Turn(talk.said("other"), number=1), by)
    assert numbered.stale
    assert len(by.asked) == 1
    assert stored(root) == before
    memory.pin("m1")
    assert memory.update(Turn(talk.said()), by).stale
    assert memory.update(Turn(talk.said("other"), number=7), by).state.turn == 7


def test_a_reply_about_another_state_is_refused(root: Path) -> None:
    memory = talk.opened(root)
    talk.turned(memory, w.add("x"))
    shown = record.digest(memory.state())
    memory.pin("m1")
    given = Given(talk.reply(w.delete("m1")))
    with pytest.raises(Stale):
        memory.update(Turn(talk.said("new"), shown=shown), given)
    now = record.digest(memory.state())
    assert memory.update(Turn(talk.said("new"), shown=now), given).changed


def test_what_a_person_does_while_a_model_thinks_holds_and_the_turn_is_asked_anew(
    root: Path,
) -> None:
    memory = talk.opened(root)
    talk.turned(memory, w.add("x"))
    said = talk.reply(w.delete("m1"))
    by = talk.Scripted([said, said])
    by.before = lambda: None if memory.state().entries[0].pinned else memory.pin("m1")
    made = memory.update(Turn(talk.said("new")), by)
    assert len(by.asked) == 2
    assert [event.code for event in made.events if event.op == 0] == ["protected_delete"]
    assert memory.state().entries[0].pinned


def test_no_secret_is_sent_or_stored(root: Path) -> None:
    by = talk.Scripted(
        [talk.reply(w.add(f"the key is {KEY}"), w.add("fine"), progress=f"used {KEY}")]
    )
    memory = talk.opened(root)
    made = memory.update(Turn(talk.said(f"take {KEY}")), by)
    assert all(KEY not in each.text for each in by.asked[0][1])
    assert [entry.content for entry in made.state.entries] == ["fine"]
    assert made.state.task.progress == "used [redacted]"
    assert KEY.encode() not in stored(root)
    codes = [event.code for event in made.events]
    assert codes == ["secret_redacted", "secret_refused", "added"]


def test_a_secret_in_an_operation_of_the_wrong_shape_is_not_in_the_log(root: Path) -> None:
    bad = {"operation": "add", "reason": KEY, "entry": {"content": f"{KEY}\n"}}
    made = talk.turned(talk.opened(root), bad, {**w.delete("m1"), "entry_id": KEY})
    assert [event.code for event in made.events] == ["bad_op_shape", "bad_op_shape"]
    assert KEY.encode() not in stored(root)


def test_with_redact_the_entry_stays_without_its_secret(root: Path) -> None:
    memory = talk.opened(root)
    by = talk.Scripted([talk.reply(w.add(f"the key is {KEY}"))])
    made = memory.update(Turn(talk.said(), redact=True), by)
    assert [entry.content for entry in made.state.entries] == ["the key is [redacted]"]
    assert KEY.encode() not in stored(root)


def test_what_was_removed_does_not_come_back(root: Path) -> None:
    memory = talk.opened(root)
    made = talk.turned(memory, w.add("the port is  4711."), w.add("x"))
    assert [entry.content for entry in made.state.entries] == ["x"]
    (event,) = (event for event in made.events if event.op == 0)
    assert (event.code, event.detail) == (
        "removed_before",
        "removed before on 2026-11-01: erroneous",
    )


def test_an_entry_whose_claim_was_removed_since_leaves_at_the_next_turn(root: Path) -> None:
    ledger = root / "_tombstones.jsonl"
    text = ledger.read_text()
    ledger.write_text("")
    memory = talk.opened(root)
    talk.turned(memory, w.add("The port is 4711."), w.add("x"))
    memory.pin("m1")
    ledger.write_text(text)
    made = talk.turned(memory)
    assert [entry.id for entry in made.state.entries] == ["m2"]
    assert (made.events[0].code, made.events[0].handle) == ("expired", "m1")
    with pytest.raises(Refused, match="removed before on 2026-11-01"):
        memory.restore("m1")


def test_a_dry_run_writes_nothing(root: Path) -> None:
    memory = talk.opened(root)
    made = memory.update(Turn(talk.said(), dry=True), talk.Scripted([talk.reply(w.add("x"))]))
    assert len(made.state.entries) == 1
    assert not (root / shelves.FOLDER).exists()


class Voice:
    """A model that says what it is told to, and keeps what it was asked."""

    id = "claude-test"

    def __init__(self, *answers: str, stop: Stop = "complete") -> None:
        self._answers, self.asked, self._stop = list(answers), list[Question](), stop

    def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        return Answer(self._answers.pop(0), self.id, Usage(), self._stop)


def test_51_the_prompt_holds_the_task_and_no_memory_that_was_injected(root: Path) -> None:
    memory = talk.opened(root)
    talk.turned(memory, active_goal="Turn the dome")
    text = "user: go <system-reminder>recalled: the port</system-reminder> on\nassistant: done"
    voice = Voice(talk.reply(active_goal="Turn the dome"))
    memory.update(Turn(transcripts.read(text)), Asked(voice))
    [question] = voice.asked
    assert question.rules == prompt.RULES
    said = question.said[0][1]
    assert '"active_goal": "Turn the dome"' in said
    assert "recalled" not in said
    assert "go" in said


def test_a_model_that_is_asked_again_sees_its_own_words_and_what_was_wrong(root: Path) -> None:
    voice = Voice("nonsense", talk.reply(w.add("x")))
    talk.opened(root).update(Turn(talk.said()), Asked(voice))
    roles = [role for role, _ in voice.asked[1].said]
    assert roles == ["user", "assistant", "user"]
    assert voice.asked[1].said[1][1] == "nonsense"
    assert "could not be used" in voice.asked[1].said[2][1]


def test_a_model_that_declines_is_a_failed_extraction(root: Path) -> None:
    made = talk.opened(root).update(Turn(talk.said()), Asked(Voice("", stop="refused")))
    assert "declined" in made.failure


# What a person does.


def test_restore_gives_a_new_handle_and_the_confidence_of_before(root: Path) -> None:
    memory = talk.opened(root)
    talk.turned(memory, w.add("x", 0.8))
    talk.turned(memory, w.update("m1", confidence=0.1))
    talk.turned(memory)
    assert memory.state().entries == ()
    assert [event.handle for event in memory.left()] == ["m1"]
    made = memory.restore("m1")
    [entry] = made.state.entries
    assert (entry.id, entry.confidence, entry.marked, entry.supersedes) == ("m2", 0.8, False, "m1")
    assert memory.left() == ()
    with pytest.raises(Refused, match="m2 says the same"):
        memory.restore("m1")
    with pytest.raises(Refused, match="nothing called 'm7' has left"):
        memory.restore("m7")


def test_restore_at_the_cap_lets_the_weakest_go_and_never_a_pinned_one(root: Path) -> None:
    memory = talk.opened(root)
    talk.turned(memory, w.add("gone", 0.5))
    talk.turned(memory, w.delete("m1"), *(w.add(f"fact {n}", 0.6) for n in range(CAP)))
    for entry in memory.state().entries[1:]:
        memory.pin(entry.id)
    made = memory.restore("m1")
    assert [event.code for event in made.events] == ["evicted", "restored"]
    assert len(made.state.entries) == CAP
    memory.pin(made.state.entries[-1].id)
    with pytest.raises(Refused, match="all 15 entries are protected"):
        memory.restore("m2")


def test_pin_is_said_once_and_clear_leaves_everything_in_the_log(root: Path) -> None:
    memory = talk.opened(root)
    talk.turned(memory, w.add("x"), w.add("y"), active_goal="G")
    memory.pin("m1")
    with pytest.raises(Refused, match="pinned already"):
        memory.pin("m1")
    memory.pin("m1", pinned=False)
    with pytest.raises(Refused, match="no entry 'm9'"):
        memory.pin("m9")
    made = memory.clear()
    assert made.state.entries == ()
    assert made.state.task.active_goal == ""
    assert made.state.closed_goals[-1].text == "G"
    assert [event.handle for event in memory.left()] == ["m2", "m1"]
    with pytest.raises(Refused, match="nothing in it"):
        memory.clear()
    with pytest.raises(Refused, match="m1 has left"):
        memory.pin("m1")


def test_an_inbox_that_looks_on_notices_what_an_agent_does(root: Path) -> None:
    repository = Repository.open(root)
    marks = [repository.mark()]
    memory = talk.opened(root)
    talk.turned(memory, w.add("x"))
    marks.append(repository.mark())
    memory.update(Turn(talk.said("new")), talk.Scripted([ServiceFailed("no line.")]))
    marks.append(repository.mark())
    assert len({*marks}) == 3


@pytest.mark.reported("BR-33")
@pytest.mark.parametrize("named", ["12", "m12", "m1 ", "5f0c6d1e-0000-5000-8000-000000000000"])
@pytest.mark.parametrize("confidence", [7, -1, 100, "high"])
def test_an_id_that_was_never_given_and_a_wrong_number_are_each_told(
    root: Path, named: str, confidence: object
) -> None:
    memory = talk.opened(root)
    talk.turned(memory, *(w.add(f"fact {n}") for n in range(1, 6)))
    made = talk.turned(
        memory, w.update(named, content="x"), w.delete("m2"), w.add("y", confidence), w.add("z")
    )
    told = {event.op: event.code for event in made.events if event.op is not None}
    assert told[0] in ("unknown_id", "bad_op_shape")
    assert told[1] == "delete_held_add_failed"
    assert told[2] == "bad_op_shape"
    assert told[3] == "added"
    assert [entry.content for entry in made.state.entries][-2:] == ["fact 5", "z"]
    assert all(event.detail or event.handle for event in made.events)
