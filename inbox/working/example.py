"""An invented memory and conversation; the golden of the turn prompt is made of it."""

from __future__ import annotations

from dataclasses import dataclass

from inbox.working.operations import Role
from inbox.working.state import ClosedGoal, Entry, State, Task


@dataclass(frozen=True, slots=True)
class Line:
    """One message."""

    role: Role
    text: str


_PLAIN = State()

STATE = State(
    turn=6,
    seq=4,
    graveyard=("m1",),
    entries=(
        Entry(
            id="m2",
            uuid=_PLAIN.uuid_of(2),
            content="The user wants the fix first and the explanation only when asked",
            category="user_preference",
            confidence=0.9,
            evidence="said so twice",
            origin="user",
            created_turn=1,
            updated_turn=4,
        ),
        Entry(
            id="m3",
            uuid=_PLAIN.uuid_of(3),
            content="The dome motor answers on port 4030",
            category="environment",
            confidence=0.1,
            evidence="the port was refused",
            created_turn=3,
            updated_turn=6,
            contradicted_turn=6,
            previous_confidence=0.8,
        ),
        Entry(
            id="m4",
            uuid=_PLAIN.uuid_of(4),
            content="The dome may not turn while the goat is on the platform",
            category="safety_rule",
            confidence=1.0,
            evidence="the interlock stopped it",
            pinned=True,
            created_turn=5,
            updated_turn=5,
        ),
    ),
    closed_goals=(ClosedGoal("Find the dome motor on the network", "accomplished", 3),),
    task=Task(
        active_goal="Turn the dome to the north",
        progress="Found the motor; it was moved to another port",
        next_steps="Ask which port the motor has now",
        key_decisions=("Use the maintenance account",),
        open_loops=("Who moved the motor?",),
        goal_status="open",
    ),
)

MESSAGES = (
    Line("user", "Try 4031, they moved it last week."),
    Line("assistant", 'I will try 4031.\n[calls connect {"port": 4031}]'),
    Line("tool", "connected, firmware 2.9"),
)
