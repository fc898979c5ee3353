"""A recorded conversation of forty turns, and a model that answers from a script.

`data/forty-turns.jsonl`: what was said, what the model replies, and where the memory must stand
then. The stretch has evictions, contradictions, confirmations, goals that end, come back and are
lost, a reply that is cut off, a guessed id, a secret.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from inbox.formats.transcripts import Message
from inbox.service.working import Applied, Turn, WorkingMemory
from inbox.working import record
from inbox.working.events import LEFT
from tests.conftest import DATA, MakeRepo
from tests.working import talk
from tests.working.test_working_store import everything

KEY = "sk-ant-" + "abcdefgh12345678"
LINES = (DATA / "forty-turns.jsonl").read_text().replace("{KEY}", KEY).splitlines()
TURNS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


@pytest.fixture
def memory(make_repo: MakeRepo) -> WorkingMemory:
    return talk.opened(make_repo({"project_a.md": "A.\n"}))


def turned(memory: WorkingMemory, row: dict[str, Any]) -> Applied:
    said = tuple(Message(role, text) for role, text in row["said"])
    reply = row["reply"] if isinstance(row["reply"], str) else json.dumps(row["reply"])
    return memory.update(Turn(said), talk.Scripted([reply, reply]))


def test_every_turn_leaves_what_was_expected_and_a_replay_changes_nothing(
    memory: WorkingMemory, tmp_path: Path
) -> None:
    root = tmp_path / "memories"
    codes: Counter[str] = Counter()
    for number, row in enumerate(TURNS, 1):
        made = turned(memory, row)
        state, then = made.state, row["then"]
        told = [f"{event.code} {event.handle}".strip() for event in made.events]
        codes.update(event.code for event in made.events)
        assert told == then["codes"], number
        assert {entry.id: entry.confidence for entry in state.entries} == then["entries"], number
        assert state.turn == then["turn"], number
        found = (state.task.active_goal, state.task.goal_status, state.task.progress)
        assert found == (then["goal"], then["status"], then["progress"]), number
        assert memory.state() == state
        if made.changed:
            before = everything(root)
            assert turned(memory, row).stale
            assert everything(root) == before
    print(f"{len(TURNS)} turns: {dict(codes)}")
    assert len(TURNS) == 40
    assert {*LEFT} - codes.keys() == {"deleted", "cleared"}
    wanted = ("contradicted", "goal_reopened", "goal_lost", "completion_unverified")
    assert all(codes[code] for code in wanted)


def test_the_log_of_forty_turns_has_every_entry_there_ever_was(memory: WorkingMemory) -> None:
    for row in TURNS:
        turned(memory, row)
    rows, broken = memory.rows()
    assert broken == 0
    events = [event for row in rows for event in row.events]
    added = {event.handle: event.entry for event in events if event.code == "added"}
    left = {event.handle: event.entry for event in events if event.code in LEFT}
    state = memory.state()
    assert {entry.id for entry in state.entries} | left.keys() == added.keys()
    assert {*state.graveyard} == left.keys()
    for handle, entry in left.items():
        was = added[handle]
        assert entry
        assert was
        assert entry.content == was.content
    assert rows[-1].after == record.digest(state)
    assert KEY not in json.dumps([record.event_value(event) for event in events])
