"""Random working memories and replies, and the turns they make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from inbox.working.events import LEFT, Event
from inbox.working.operations import Context, Role
from inbox.working.reducer import reduce
from inbox.working.state import CAP, ClosedGoal, Entry, GoalStatus, State, Task, normalised

Output = dict[str, Any]
Test = Callable[..., None]


def over(*drawn: st.SearchStrategy[Any]) -> Callable[[Test], Test]:
    """Run a test over worlds: fewer than the profile says, since each is some hundred draws."""
    few = settings(max_examples=settings.default.max_examples // 4)  # type: ignore[union-attr]

    def made(test: Test) -> Test:
        return few(given(*drawn)(test))

    return made


BARE: Output = {
    "active_goal": "",
    "progress": "",
    "next_steps": "",
    "key_decisions": [],
    "open_loops": [],
    "deltas": [],
}
GOALS = ("", "Turn the dome", "turn the  dome.", "Feed the goat", "Ring the bell")
PROGRESS = ("", "The dome turned", "Nothing worked")
TRANSITIONS = (
    None,
    "kept",
    "blocked",
    "accomplished",
    "failed",
    "reopened",
    "replaced",
    "abandoned",
    "none",
)
CONFIDENCES = (0, 0.05, 0.1, 0.2, 0.5, 0.8, 0.9, 1)
BAD_CONFIDENCES = (1.2, -0.1, "0.9", True, None, float("nan"), float("inf"))
ROLES: tuple[Role, ...] = ("user", "assistant", "tool")
WORDS = tuple(f"fact {n}" for n in range(24))
SPELLINGS = (str, str.upper, lambda text: f"{text}.", lambda text: text.replace(" ", "  "))


def output(**changes: Any) -> Output:
    return {**BARE, **changes}


def add(content: str = "new", confidence: Any = 0.8, *refs: Role, **more: Any) -> Output:
    fields = {"content": content, "category": "environment", "confidence": confidence}
    return {
        "operation": "add",
        "reason": "r",
        "entry": {**fields, "evidence": "e"},
        **referring(*refs),
        **more,
    }


def update(entry_id: str, *refs: Role, **fields: Any) -> Output:
    return {
        "operation": "update",
        "entry_id": entry_id,
        "reason": "r",
        "entry": fields,
        **referring(*refs),
    }


def delete(entry_id: str, *refs: Role) -> Output:
    return {"operation": "delete", "entry_id": entry_id, "reason": "r", **referring(*refs)}


def referring(*roles: Role) -> Output:
    """Return references to messages as `CONTEXT` has them."""
    refs = [{"msg": ROLES.index(role), "role": role} for role in roles]
    return {"evidence_refs": refs} if refs else {}


CONTEXT = Context(roles=ROLES)
"""Message 0 is the user's, 1 the assistant's, 2 a tool's."""


def entry(number: int, content: str = "", confidence: float = 0.5, **more: Any) -> Entry:
    return Entry(
        id=f"m{number}",
        uuid=State().uuid_of(number),
        content=content or f"old {number}",
        category="environment",
        confidence=confidence,
        evidence="seen",
        **{"created_turn": number, "updated_turn": number, **more},
    )


def state(*entries: Entry, turn: int = 30, **more: Any) -> State:
    seq = max((each.number for each in entries), default=0)
    return State(turn=turn, entries=entries, **{"seq": seq, **more})


@st.composite
def entries(draw: st.DrawFn, number: int, turn: int) -> Entry:
    created = draw(st.integers(0, turn))
    updated = draw(st.integers(created, turn))
    marked = draw(st.booleans()) and draw(st.booleans())
    confidence = draw(st.sampled_from(CONFIDENCES[:3] if marked else CONFIDENCES[3:]))
    return entry(
        number,
        draw(st.sampled_from(WORDS)),
        float(confidence),
        origin=draw(st.sampled_from(["agent", "agent", "user"])),
        pinned=draw(st.integers(0, 4)) == 0,
        created_turn=created,
        updated_turn=updated,
        contradicted_turn=draw(st.integers(updated, turn)) if marked else None,
        previous_confidence=0.8 if marked else None,
    )


@st.composite
def states(draw: st.DrawFn, most: int = CAP + 2) -> State:
    turn = draw(st.integers(0, 6))
    count = draw(st.integers(0, most))
    numbers = draw(st.permutations(range(1, most + 4)))
    live = sorted(numbers[:count])
    dead = [n for n in range(1, most + 4) if n not in live and draw(st.booleans())]
    found = tuple(draw(entries(number, turn)) for number in live)
    unlike = {normalised(each.content): each for each in found}
    goal = draw(st.sampled_from(GOALS))
    statuses: list[GoalStatus] = ["open", "blocked"]
    task = Task(
        active_goal=goal,
        progress=draw(st.sampled_from(PROGRESS)),
        open_loops=draw(st.sampled_from([(), ("Who fed the goat?",)])),
        goal_status=draw(st.sampled_from(statuses)) if goal else "none",
    )
    closed = draw(st.lists(st.sampled_from(GOALS[1:]), max_size=2))
    return State(
        turn=turn,
        seq=most + 3,
        entries=tuple(sorted(unlike.values(), key=lambda each: each.number)),
        graveyard=tuple(f"m{n}" for n in dead),
        closed_goals=tuple(ClosedGoal(text, "accomplished", 0) for text in closed),
        task=task,
    )


references = st.lists(st.sampled_from(ROLES), unique=True, max_size=3)
ids = st.integers(1, CAP + 8).map(lambda n: f"m{n}")
contents = st.builds(lambda f, text: f(text), st.sampled_from(SPELLINGS), st.sampled_from(WORDS))


def operations(*, bad: bool = False) -> st.SearchStrategy[Output]:
    values: list[Any] = [*CONFIDENCES, *(BAD_CONFIDENCES if bad else ())]
    confidence = st.sampled_from(values)
    adding = st.builds(lambda c, n, r: add(c, n, *r), contents, confidence, references)
    replacing = st.builds(lambda a, i: {**a, "replaces": i}, adding, ids)
    fields = st.dictionaries(st.just("confidence"), confidence, max_size=1).flatmap(
        lambda kept: contents.map(lambda c: kept or {"content": c})
    )
    updating = st.builds(lambda i, r, f: update(i, *r, **f), ids, references, fields)
    deleting = st.builds(lambda i, r: delete(i, *r), ids, references)
    odd = st.sampled_from([{"operation": "noop"}, {"operation": "purge", "entry_id": "m1"}, 7, {}])
    kinds = [adding, adding, replacing, updating, updating, deleting]
    return st.one_of(*kinds, odd) if bad else st.one_of(*kinds)


@st.composite
def outputs(draw: st.DrawFn, *, bad: bool = True, most: int = 6) -> Output:
    made = output(
        active_goal=draw(st.sampled_from(GOALS)),
        progress=draw(st.sampled_from(PROGRESS)),
        deltas=draw(st.lists(operations(bad=bad), max_size=most)),
        open_loops=draw(st.sampled_from([[], ["Who fed the goat?"]])),
    )
    transition = draw(st.sampled_from(TRANSITIONS))
    return made if transition is None else {**made, "goal_transition": transition}


@dataclass(frozen=True, slots=True)
class Step:
    """One turn: what there was, what was said, what came of it."""

    before: State
    output: Output
    context: Context
    after: State
    log: tuple[Event, ...]

    @property
    def turn(self) -> int:
        return self.before.turn + 1

    @property
    def applied(self) -> bool:
        return self.after.turn != self.before.turn

    def codes(self, at: int | None = None) -> list[str]:
        """Return the codes of the log, or those of one operation."""
        return [event.code for event in self.log if at is None or event.op == at]

    def left(self) -> dict[str, Event]:
        return {event.handle: event for event in self.log if event.code in LEFT}

    def names(self) -> tuple[set[str], set[str]]:
        return {e.id for e in self.before.entries}, {e.id for e in self.after.entries}


def step(before: State, said: Output, context: Context = CONTEXT, cap: int = CAP) -> Step:
    after, log = reduce(before, said, before.turn + 1, cap, context)
    return Step(before, said, context, after, log)


@st.composite
def turns(draw: st.DrawFn, count: int = 3, *, bad: bool = True) -> list[Step]:
    """Draw a state and some turns on it."""
    here, made = draw(states()), []
    for _ in range(count):
        last = draw(st.sampled_from(ROLES))
        context = replace(CONTEXT, roles=(*ROLES, last), reject_unreliable=draw(st.booleans()))
        made.append(step(here, draw(outputs(bad=bad)), context))
        here = made[-1].after
    return made


def codes(log: tuple[Event, ...]) -> list[str]:
    return [event.code for event in log]
