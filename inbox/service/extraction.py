"""From messages to a new state: ask for a reply, read it, reduce it; nothing here writes."""

from __future__ import annotations

import secrets as chance
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from inbox.domain.memory import Memory
from inbox.errors import ServiceFailed
from inbox.formats import secrets
from inbox.formats.transcripts import Message
from inbox.model.asking import LimitReached, Model, Question
from inbox.policy import removed
from inbox.policy.removed import Removals
from inbox.working import prompt, reply, schema
from inbox.working.events import Event
from inbox.working.operations import Context, Refusal, Screen
from inbox.working.reducer import reduce
from inbox.working.state import State

TRIES = 2
"""How often a model is asked for one turn; the second time with what was wrong."""


class Extractor(Protocol):
    """Whoever answers for a turn."""

    def replies(
        self, state: State, messages: Sequence[Message], turn: int, problems: Sequence[str]
    ) -> str:
        """Return the text of a reply; with problems, after one that could not be used.

        Raises:
            ServiceFailed: There is none.
        """
        ...


@dataclass(slots=True)
class Asked:
    """A model, which is asked again once."""

    model: Model
    _said: list[tuple[Any, str]] | None = None

    def replies(
        self, state: State, messages: Sequence[Message], turn: int, problems: Sequence[str]
    ) -> str:
        if self._said is None or not problems:
            fence = chance.token_hex(6).upper()
            self._said = [("user", prompt.turn_text(state, messages, turn, fence))]
        else:
            self._said.append(("user", prompt.again(problems)))
        question = Question(prompt.RULES, tuple(self._said), schema.document())
        answer = self.model.ask(question)
        if answer.stop == "refused":
            raise ServiceFailed(f"{answer.model} declined to answer.")
        self._said.append(("assistant", answer.text or "(nothing)"))
        return answer.text


@dataclass(frozen=True, slots=True)
class Given:
    """A reply that the caller has got already; there is no second one."""

    text: str

    def replies(
        self, _state: State, _messages: Sequence[Message], _turn: int, problems: Sequence[str]
    ) -> str:
        if problems:
            raise ServiceFailed("the reply that was given cannot be used.")
        return self.text


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a turn came to."""

    state: State
    events: tuple[Event, ...]
    failure: str = ""
    """Why there is no usable reply; the state is as it was then."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What may be stored, and how much."""

    screen: Screen
    redact: bool = False
    """Whether a secret is cut out of an entry, which is refused otherwise."""


def extracted(
    state: State, messages: Sequence[Message], turn: int, terms: Terms, by: Extractor
) -> Extracted:
    """Return the state after a turn, or the same one with what went wrong."""
    # What is sent leaves the machine, and what is stored stays: no secret does either.
    clean = tuple(replace(each, text=secrets.redacted(each.text)) for each in messages)
    problems: tuple[str, ...] = ()
    for _ in range(TRIES):
        try:
            text = by.replies(state, clean, turn, problems)
        except LimitReached:
            raise
        except ServiceFailed as failure:
            said = "; ".join(problems) or str(failure)
            return _failed(state, said)
        found, problems = _read(text)
        if found is not None:
            return _reduced(state, found, turn, terms, clean)
    return _failed(state, "; ".join(problems))


def _read(text: str) -> tuple[Mapping[str, Any] | None, tuple[str, ...]]:
    try:
        found = reply.read(text)
        problems = schema.envelope_problems(found)
    except reply.BadReply as error:
        return None, (str(error),)
    except RecursionError:
        return None, ("nested too deeply",)
    return (None, problems) if problems else (found, ())


def _failed(state: State, why: str) -> Extracted:
    why = secrets.redacted(why)[:500]
    return Extracted(state, (Event(code="extraction_failed", detail=why),), why)


def _reduced(
    state: State,
    output: Mapping[str, Any],
    turn: int,
    terms: Terms,
    messages: Sequence[Message],
) -> Extracted:
    cleaned, redactions = _without_secrets(output, terms)
    roles = tuple(each.role for each in messages)
    after, log = reduce(state, cleaned, turn, context=Context(roles, terms.screen))
    return Extracted(after, tuple(map(_clean_event, (*redactions, *log))))


def _without_secrets(
    output: Mapping[str, Any], terms: Terms
) -> tuple[Mapping[str, Any], tuple[Event, ...]]:
    """Return a reply whose task holds no secret; its entries neither, when they are redacted.

    The task is one text for the whole turn and cannot be refused for a part of it.
    """
    found: dict[str, Any] = {}
    events: list[Event] = []
    for name, value in output.items():
        if name == "deltas":
            found[name], told = _deltas(value, redact=terms.redact)
            events += told
            continue
        found[name] = _redacted(value)
        if found[name] != value:
            events.append(Event(code="secret_redacted", detail=f"in {name}"))
    return found, tuple(events)


def _deltas(value: object, *, redact: bool) -> tuple[object, list[Event]]:
    if not redact or not isinstance(value, list):
        return value, []
    found = [_redacted(each) for each in value]
    changed = (at for at, (old, new) in enumerate(zip(value, found, strict=True)) if old != new)
    return found, [Event(code="secret_redacted", op=at, detail="in an entry") for at in changed]


def _redacted(value: Any) -> Any:
    match value:
        case str():
            return secrets.redacted(value)
        case list():
            return [_redacted(each) for each in value]
        case dict():
            return {key: _redacted(each) for key, each in value.items()}
        case _:
            return value


def _clean_event(event: Event) -> Event:
    """Return an event of the log; its words quote what an operation said, refused or not."""
    return replace(
        event,
        handle=event.handle if len(event.handle) <= 36 else "",  # noqa: PLR2004 (a UUID)
        detail=secrets.redacted(event.detail),
        reason=secrets.redacted(event.reason),
    )


def screen(removals: Removals) -> Screen:
    """Return what says why a text may not be stored: it holds a secret, or was removed before."""

    def said(text: str) -> Refusal | None:
        if not text:
            return None
        if kinds := secrets.kinds(text):
            return Refusal("secret_refused", f"it looks like a secret ({', '.join(kinds)})")
        rows = () if removals.empty else removed.matching(Memory("", text, {}, text), "", removals)
        return Refusal("removed_before", removed.said(rows)) if rows else None

    return said


Make = Callable[[], Extractor]
