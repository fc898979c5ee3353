"""The Anthropic API through its official client; nothing else in the program imports it.

The client's own retries are off: it obeys `retry-after: 120` with a sleep that nothing ends, and
ignores `retry-after: 0`. Waits here are capped and end at once when the run is stopped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING, Any

from inbox.errors import ServiceFailed
from inbox.model.asking import Answer, Budget, Question, Stop, Usage

if TYPE_CHECKING:
    from anthropic import Anthropic, APIError

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
LONGEST_WAIT = 30.0
"""Seconds between two tries; a service that asks for more is down for this run."""

_AGAIN = (408, 409, 429)
_SERVER = 500
"""The first status that is the service's own fault."""

_STOPS: dict[str, Stop] = {"refusal": "refused", "max_tokens": "cut off"}


@dataclass(slots=True)
class Claude:
    """One model of the API; the key and the address come from the environment."""

    id: str
    budget: Budget = field(default_factory=Budget)
    timeout: float = 60.0
    """Seconds for one try."""

    tries: int = 3
    pause: float = 2.0
    """Seconds before the second try, twice that before the third."""

    stopped: Event = field(default_factory=Event)
    """Set by whoever wants the run to end: a wait ends at once."""

    _client: Anthropic | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Refuse before anything is prepared, when nobody could be asked.

        Raises:
            ServiceFailed: There is no key.
        """
        if not any(os.environ.get(name) for name in KEYS):
            raise ServiceFailed(
                f"no model can be asked: {KEYS[0]} is not set. Everything but the model works."
            )

    def ask(self, question: Question) -> Answer:
        """Return the answer.

        Raises:
            LimitReached: The budget is spent.
            ServiceFailed: The service said no, or did not answer in any try.
        """
        left = self.tries
        while True:
            self.budget.spend_a_call()
            found = self._try(question)
            if isinstance(found, Answer):
                self.budget.note(found.usage)
                return found
            left -= 1
            if not left or not found.again or found.wait > LONGEST_WAIT:
                break
            if self.stopped.wait(found.wait or self.pause * 2 ** (self.tries - left - 1)):
                break
        raise ServiceFailed(f"{self.id} gave no answer: {found.words}.")

    def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _try(self, question: Question) -> Answer | _Failure:
        # 2 s and 88 MB; only what really asks pays for it.
        import anthropic

        try:
            return _answer(self._made(anthropic).messages.create(**_request(self.id, question)))
        except anthropic.APIError as error:
            return _failure(error)
        except json.JSONDecodeError:
            return _Failure("what came back is no JSON; is the address right?", again=True)

    def _made(self, anthropic: Any) -> Anthropic:
        if self._client is None:
            made: Anthropic = anthropic.Anthropic(max_retries=0, timeout=self.timeout)
            self._client = made
        return self._client


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why there is no answer."""

    words: str
    again: bool
    """Whether the same question may be answered later."""

    wait: float = 0.0
    """Seconds that the service asks for."""


def _request(model: str, question: Question) -> dict[str, Any]:
    from anthropic import transform_schema

    rules = {"type": "text", "text": question.rules, "cache_control": {"type": "ephemeral"}}
    # The API takes part of JSON Schema; the client writes the rest into the descriptions.
    form = {"type": "json_schema", "schema": transform_schema(dict(question.schema))}
    return {
        "model": model,
        "max_tokens": question.longest,
        "system": [rules],
        "messages": [{"role": role, "content": text} for role, text in question.said],
        "output_config": {"format": form},
    }


def _answer(message: object) -> Answer | _Failure:
    """Return the answer of a message; a page of a proxy comes back as a text."""
    content, usage = getattr(message, "content", None), getattr(message, "usage", None)
    if not isinstance(content, list) or usage is None:
        return _Failure("what came back is no message; is the address right?", again=False)
    texts = [part.text for part in content if getattr(part, "type", "") == "text"]
    return Answer(
        text="".join(texts),
        model=str(getattr(message, "model", "")),
        usage=Usage(
            fresh=usage.input_tokens or 0,
            answered=usage.output_tokens or 0,
            stored=usage.cache_creation_input_tokens or 0,
            kept=usage.cache_read_input_tokens or 0,
        ),
        stop=_STOPS.get(str(getattr(message, "stop_reason", "")), "complete"),
    )


def _failure(error: APIError) -> _Failure:
    status = getattr(error, "status_code", None)
    if status is None:
        return _Failure(f"no connection ({type(error).__name__})", again=True)
    headers = error.response.headers  # type: ignore[attr-defined]
    again = headers.get("x-should-retry") != "false" and (status in _AGAIN or status >= _SERVER)
    return _Failure(f"{status} {_said(error)}", again, _wait(headers))


def _said(error: APIError) -> str:
    """Return the sentence of the service, on one line."""
    body = error.body
    inner = body.get("error") if isinstance(body, Mapping) else None
    said = inner.get("message") if isinstance(inner, Mapping) else None
    return " ".join(str(said or error.message).split())[:300]


def _wait(headers: Mapping[str, str]) -> float:
    for name, unit in (("retry-after-ms", 1_000.0), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) / unit)
        except (KeyError, ValueError):
            continue
    return 0.0
