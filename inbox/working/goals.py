"""The task after a turn: a goal never goes without a word about how it ended (spec §8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

from inbox.working.events import Event
from inbox.working.operations import Role
from inbox.working.state import (
    MOST_CLOSED,
    ClosedGoal,
    Ending,
    GoalStatus,
    State,
    Task,
    normalised,
)

ENDINGS = get_args(Ending)


@dataclass(frozen=True, slots=True)
class Seen:
    """What speaks for a completion."""

    roles: frozenset[Role] = frozenset()
    """Of all messages that the reply refers to."""

    latest: Role | None = None
    """Who said the latest message that the model was shown."""

    @property
    def unproven(self) -> bool:
        """Whether a person spoke last and nothing but the agent's word speaks for it."""
        return self.latest == "user" and not self.roles & {"user", "tool"}


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal after a turn."""

    text: str
    status: GoalStatus
    closed: tuple[ClosedGoal, ...]
    events: tuple[Event, ...] = ()

    def flagged(self, code: str, detail: str = "") -> Goal:
        return replace(self, events=(*self.events, Event(code=code, detail=detail)))


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a reply says about the goal, beside what was."""

    now: Goal
    text: str
    transition: str
    """Empty when the reply says nothing, or `none`."""

    progress: str
    progress_changed: bool
    turn: int
    seen: Seen


def task_after(
    state: State, output: Mapping[str, Any], turn: int, seen: Seen
) -> tuple[Task, tuple[ClosedGoal, ...], tuple[Event, ...]]:
    """Return the task and the closed goals after a turn, and what there is to say of them."""
    old = state.task
    if _nothing_changed(old, output):
        return old, state.closed_goals, (Event(code="nothing_changed"),)
    progress = output["progress"]
    changed = normalised(progress) != normalised(old.progress)
    transition = output.get("goal_transition", "none").replace("none", "")
    now = Goal(old.active_goal, old.goal_status, state.closed_goals)
    text = " ".join(output["active_goal"].split())
    goal = goal_after(Wanted(now, text, transition, progress, changed, turn, seen))
    unproven = any(event.code == "completion_unverified" for event in goal.events)
    task = Task(
        active_goal=goal.text,
        progress=progress,
        next_steps=output["next_steps"],
        key_decisions=tuple(output["key_decisions"]),
        open_loops=tuple(output["open_loops"]),
        goal_status=goal.status,
        unverified=unproven or (old.unverified and not changed),
    )
    return task, goal.closed[-MOST_CLOSED:], (*goal.events, *_remarks(old, task))


def _nothing_changed(old: Task, output: Mapping[str, Any]) -> bool:
    """Whether a reply only repeats the task; its empty lists then mean "as they were"."""
    same = all(
        normalised(output[name]) == normalised(getattr(old, name))
        for name in ("active_goal", "progress", "next_steps")
    )
    empty = not (output["key_decisions"] or output["open_loops"] or output["deltas"])
    return same and empty and output.get("goal_transition", "none") in ("none", "kept")


def _remarks(old: Task, task: Task) -> tuple[Event, ...]:
    found: list[Event] = []
    done = {normalised(text) for text in (task.progress, *task.key_decisions)}
    if task.next_steps.strip() and normalised(task.next_steps) in done:
        found.append(Event(code="next_step_already_done", detail=task.next_steps))
    if not task.active_goal and task.next_steps.strip():
        found.append(Event(code="next_steps_without_goal", detail=task.next_steps))
    left = {normalised(line) for line in task.open_loops}
    closed = tuple(line for line in old.open_loops if normalised(line) not in left)
    return (*found, Event(code="loops_closed", lines=closed)) if closed else tuple(found)


def goal_after(wanted: Wanted) -> Goal:
    """Return the goal after a turn: the table of spec §8."""
    if wanted.transition == "reopened":
        return _reopened(wanted)
    if not wanted.now.text:
        return _from_none(wanted)
    if not wanted.text:
        return _emptied(wanted)
    if normalised(wanted.text) == normalised(wanted.now.text):
        return _same(wanted)
    return _other(wanted)


def _reopened(wanted: Wanted) -> Goal:
    """A goal that was closed is worked on again; its own words come back."""
    now = wanted.now
    past = [each for each in now.closed if normalised(each.text) == normalised(wanted.text)]
    if not wanted.text or not past or not wanted.progress.strip():
        return now.flagged("goal_contradiction", f"reopened: {wanted.text}")
    if now.text:
        now = _closed(wanted, "abandoned").flagged("goal_replaced", now.text)
    left = tuple(each for each in now.closed if each not in past)
    return replace(now, text=past[-1].text, status="open", closed=left).flagged("goal_reopened")


def _from_none(wanted: Wanted) -> Goal:
    now, text = wanted.now, wanted.text
    after = replace(now, text=text, status=_open_or_blocked(wanted)) if text else now
    if wanted.transition in (*ENDINGS, "replaced"):
        return after.flagged("goal_contradiction", f"{wanted.transition}: there was no goal")
    return after


def _open_or_blocked(wanted: Wanted) -> GoalStatus:
    return "blocked" if wanted.transition == "blocked" else "open"


def _emptied(wanted: Wanted) -> Goal:
    now, transition = wanted.now, wanted.transition
    inferred = not transition and wanted.progress_changed and bool(wanted.progress.strip())
    if transition not in ENDINGS and not inferred:
        return now.flagged("goal_lost", now.text)
    if wanted.seen.unproven and (inferred or transition == "accomplished"):
        return now.flagged("completion_unverified", now.text)
    after = _closed(wanted, transition or "accomplished")
    return after.flagged("completion_inferred", now.text) if inferred else after


def _same(wanted: Wanted) -> Goal:
    now = wanted.now
    if wanted.transition in (*ENDINGS, "replaced"):
        return now.flagged("goal_contradiction", f"{wanted.transition}: {now.text}")
    status = _open_or_blocked(wanted) if wanted.transition else now.status
    return replace(now, text=wanted.text, status=status)


def _other(wanted: Wanted) -> Goal:
    now, transition = wanted.now, wanted.transition
    if transition == "kept":
        return replace(now, text=wanted.text, status="open")
    if transition == "accomplished" and wanted.seen.unproven:
        return now.flagged("completion_unverified", now.text)
    ending = transition if transition in ENDINGS else "abandoned"
    after = replace(_closed(wanted, ending), text=wanted.text, status=_open_or_blocked(wanted))
    said = transition in (*ENDINGS, "replaced")
    return after if said else after.flagged("goal_replaced", now.text)


def closed_by_hand(state: State, ending: Ending) -> tuple[State, tuple[Event, ...]]:
    """Close the goal because a person says so; a memory without one stays as it is."""
    task = state.task
    if not task.active_goal:
        return state, ()
    closed = (*state.closed_goals, ClosedGoal(task.active_goal, ending, state.turn))
    after = replace(task, active_goal="", goal_status="none", unverified=False)
    event = Event(code="goal_closed", detail=f"{ending}: {task.active_goal}")
    return replace(state, task=after, closed_goals=closed[-MOST_CLOSED:]), (event,)


def _closed(wanted: Wanted, ending: str) -> Goal:
    """Return no goal; the one that was is closed with how it ended."""
    now = wanted.now
    assert ending in ENDINGS
    known: Ending = next(each for each in ENDINGS if each == ending)
    closed = (*now.closed, ClosedGoal(now.text, known, wanted.turn))
    return replace(now, text="", status="none", closed=closed).flagged(
        "goal_closed", f"{ending}: {now.text}"
    )
