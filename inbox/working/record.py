"""A state and the rows of its log as JSON text, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from inbox.working.events import LEVELS, Event
from inbox.working.state import ClosedGoal, Entry, State, Task, digest_of

SCHEMA = 1


class BadRecord(ValueError):
    """The text is not a state as it was written; the message says what is wrong."""


def state_value(state: State) -> dict[str, Any]:
    """Return a state as JSON values."""
    value: dict[str, Any] = json.loads(json.dumps(asdict(state)))
    return value


def digest(state: State) -> str:
    """Return the name of a state; two states have the same one only when they are equal."""
    return digest_of(json.dumps(asdict(state), sort_keys=True))


def render(agent: str, state: State) -> str:
    """Return the file of a working memory."""
    value = {"schema": SCHEMA, "agent": agent, "digest": digest(state), **state_value(state)}
    return json.dumps(value, indent=1) + "\n"


def read(text: str) -> State:
    """Return the state of a file.

    Raises:
        BadRecord: It is no JSON, of a later schema, or not of the right shape.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"not JSON: {error}") from error
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise BadRecord(f"not of schema {SCHEMA}")
    try:
        return state_of({k: v for k, v in value.items() if k not in ("schema", "agent", "digest")})
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        raise BadRecord(f"not the shape of a working memory: {error}") from error


def state_of(value: Mapping[str, Any]) -> State:
    """Return a state from JSON values; what Python raises for a wrong shape passes."""
    task = dict(value["task"])
    for name in ("key_decisions", "open_loops"):
        task[name] = tuple(task[name])
    state = State(
        **{
            **value,
            "entries": tuple(Entry(**each) for each in value["entries"]),
            "graveyard": tuple(value["graveyard"]),
            "closed_goals": tuple(ClosedGoal(**each) for each in value["closed_goals"]),
            "task": Task(**task),
        }
    )
    _check(state)
    return state


def _check(state: State) -> None:
    """Refuse numbers and handles that the reducer could not count on."""
    numbers = [entry.number for entry in state.entries]
    dead = [int(handle[1:]) for handle in state.graveyard]
    if len({*numbers, *dead}) < len(numbers) + len(dead):
        raise ValueError("a handle stands there twice")
    if max([*numbers, *dead], default=0) > state.seq or state.turn < 0:
        raise ValueError("a handle is higher than the counter")
    state.uuid_of(0)


def event_value(event: Event) -> dict[str, Any]:
    """Return an event as JSON values, without what is empty."""
    value = {
        "code": event.code,
        "op": event.op,
        "operation": event.operation,
        "handle": event.handle,
        "entry": asdict(event.entry) if event.entry else None,
        "detail": event.detail,
        "reason": event.reason,
        "lines": list(event.lines),
    }
    return {name: each for name, each in value.items() if each not in ("", None, [])}


def event_of(value: Mapping[str, Any]) -> Event:
    """Return an event from JSON values.

    Raises:
        BadRecord: It is none.
    """
    try:
        words = dict(value)
        entry = words.pop("entry", None)
        lines = tuple(words.pop("lines", ()))
        event = Event(**words, entry=Entry(**entry) if entry else None, lines=lines)
    except (TypeError, AttributeError, ValueError) as error:
        raise BadRecord(f"no event: {error}") from error
    if event.code not in LEVELS:
        raise BadRecord(f"no known code: {event.code}")
    return event
