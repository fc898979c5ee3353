"""A memory on disk, and turns of it whose replies a test writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from inbox.errors import ServiceFailed
from inbox.formats.transcripts import Message
from inbox.service.working import Applied, Turn, WorkingMemory
from inbox.store.repository import Repository
from inbox.working.state import State
from tests.working import worlds as w

NOW = datetime(2026, 12, 1, 8, 0, 1, tzinfo=UTC)


def opened(root: Path, agent: str = "ada") -> WorkingMemory:
    return WorkingMemory(Repository.open(root), agent, lambda: NOW)


def said(text: str = "hello") -> tuple[Message, ...]:
    """Return three messages as `worlds.CONTEXT` has them."""
    return (Message("user", text), Message("assistant", "I look."), Message("tool", "found"))


@dataclass(slots=True)
class Scripted:
    """Says what a list says, in order; an exception is raised."""

    script: list[str | ServiceFailed]
    asked: list[tuple[State, tuple[Message, ...], int, tuple[str, ...]]] = field(
        default_factory=list
    )
    before: Callable[[], object] = lambda: None

    def replies(
        self, state: State, messages: Sequence[Message], turn: int, problems: Sequence[str]
    ) -> str:
        self.before()
        self.asked.append((state, tuple(messages), turn, tuple(problems)))
        answer = self.script.pop(0)
        if isinstance(answer, ServiceFailed):
            raise answer
        return answer


def reply(*deltas: w.Output, **task: Any) -> str:
    return json.dumps(w.output(deltas=list(deltas), **task))


def turned(memory: WorkingMemory, *deltas: w.Output, text: str = "", **task: Any) -> Applied:
    """Work a turn out on messages of its own."""
    messages = said(text or f"turn {memory.state().turn + 1}")
    return memory.update(Turn(messages), Scripted([reply(*deltas, **task)]))
