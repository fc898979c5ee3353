"""The real client against a server on loopback: every way the service can answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing

import pytest

from inbox.errors import ServiceFailed
from inbox.model.asking import Answer, Budget, LimitReached, Prices, Question, Usage
from inbox.model.claude import Claude
from inbox.working import schema
from tests.model.messages_api import Says, Server, failure, message, serving

QUESTION = Question("Rules.", (("user", "What changes?"),), schema.document())

Asked = tuple[Answer | ServiceFailed, Server, Budget]
Ask = Callable[..., Asked]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Ask one question of a server that says some things in order."""

    def once(*says: Says, timeout: float = 20.0, tries: int = 3) -> Asked:
        with serving(list(says)) as server:
            monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
            monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
            model = Claude("claude-test", Budget(), timeout, tries, pause=0.001)
            try:
                return model.ask(QUESTION), server, model.budget
            except ServiceFailed as error:
                return error, server, model.budget
            finally:
                model.close()

    return once


def test_a_question_is_sent_with_cached_rules_and_the_form_of_the_answer(ask: Ask) -> None:
    answer, server, budget = ask(message('{"a": 1}'))
    assert answer == Answer('{"a": 1}', "claude-test", Usage(100, 20, 1_000, 3_000), "complete")
    (sent,) = server.requests
    (rules,) = sent["system"]
    assert (rules["text"], rules["cache_control"]) == ("Rules.", {"type": "ephemeral"})
    assert sent["messages"] == [{"role": "user", "content": "What changes?"}]
    form = sent["output_config"]["format"]
    assert form["type"] == "json_schema"
    assert form["schema"]["required"] == schema.document()["required"]
    assert "oneOf" not in str(form)
    assert (budget.calls, budget.usage) == (1, Usage(100, 20, 1_000, 3_000))


@pytest.mark.parametrize(("stop", "told"), [("max_tokens", "cut off"), ("refusal", "refused")])
def test_an_answer_that_is_cut_off_or_refused_says_so(ask: Ask, stop: str, told: str) -> None:
    answer, _, _ = ask(message('{"a', stop))
    assert isinstance(answer, Answer)
    assert answer.stop == told


def test_an_answer_without_text_is_empty(ask: Ask) -> None:
    answer, _, _ = ask(message("", "refusal"))
    assert isinstance(answer, Answer)
    assert answer.text == ""


@pytest.mark.parametrize(
    "says",
    [
        failure(429, "rate_limit_error"),
        failure(500),
        failure(502),
        failure(529, "overloaded_error"),
        Says("{", 200),
        Says({}, drop=True),
    ],
    ids=["429", "500", "502", "529", "cut JSON", "dropped"],
)
def test_what_may_pass_is_asked_again(ask: Ask, says: Says) -> None:
    answer, server, budget = ask(says, message("x"))
    assert isinstance(answer, Answer)
    assert (len(server.requests), budget.calls) == (2, 2)


@pytest.mark.parametrize(
    ("says", "why"),
    [
        (failure(400, "invalid_request_error"), "400 the service said invalid_request_error"),
        (failure(401, "authentication_error"), "401 the service said authentication_error"),
        (failure(404, "not_found_error"), "404 the service said not_found_error"),
        (failure(500, "api_error", **{"x-should-retry": "false"}), "500 the service said"),
        (failure(429, "rate_limit_error", **{"retry-after-ms": "120000"}), "429 the service"),
        (Says("<html>a proxy</html>"), "what came back is no message"),
        (Says("<html>a proxy</html>", 403), "403"),
        (Says({"hello": "there"}), "what came back is no message"),
    ],
    ids=range(8),
)
def test_what_will_not_pass_is_told_at_once(ask: Ask, says: Says, why: str) -> None:
    start = time.monotonic()
    error, server, _ = ask(says, message("x"))
    assert isinstance(error, ServiceFailed)
    assert why in str(error)
    assert str(error).startswith("claude-test gave no answer: ")
    assert len(server.requests) == 1
    assert time.monotonic() - start < 60


def test_a_service_that_stays_away_is_told_after_three_tries(ask: Ask) -> None:
    error, server, budget = ask(failure(529, "overloaded_error"))
    assert isinstance(error, ServiceFailed)
    assert "overloaded_error" in str(error)
    assert (len(server.requests), budget.calls, budget.usage) == (3, 3, Usage())


def test_a_service_that_takes_too_long_is_told(ask: Ask) -> None:
    error, _, _ = ask(Says({}, delay=0.5), timeout=0.2, tries=1)
    assert "no connection (APITimeoutError)" in str(error)


def test_a_wait_ends_when_the_run_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving([failure(529, "overloaded_error", **{"retry-after-ms": "25000"})]) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
        model = Claude("claude-test")
        model.stopped.set()
        start = time.monotonic()
        with pytest.raises(ServiceFailed, match="overloaded"), closing(model):
            model.ask(QUESTION)
        assert time.monotonic() - start < 20
        assert len(server.requests) == 1


def test_without_a_key_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ServiceFailed, match="ANTHROPIC_API_KEY is not set"):
        Claude("claude-test")


def test_a_spent_budget_stops_before_the_call() -> None:
    budget = Budget(most_calls=2)
    budget.spend_a_call()
    budget.spend_a_call()
    with pytest.raises(LimitReached, match="limit of 2 calls"):
        budget.spend_a_call()
    assert budget.calls == 2
    rich = Budget(most_usd=0.01, prices=Prices(1, 5))
    rich.spend_a_call()
    rich.note(Usage(fresh=10_000))
    assert rich.usd == pytest.approx(0.01)
    with pytest.raises(LimitReached, match=r"0\.01 USD"):
        rich.spend_a_call()


def test_cached_tokens_cost_a_tenth_and_storing_them_a_quarter_more() -> None:
    prices = Prices(read=1, answered=5)
    assert Usage(fresh=1_000_000).usd(prices) == pytest.approx(1)
    assert Usage(stored=1_000_000).usd(prices) == pytest.approx(1.25)
    assert Usage(kept=1_000_000).usd(prices) == pytest.approx(0.1)
    assert Usage(answered=1_000_000).usd(prices) == pytest.approx(5)
    assert Budget().usd is None
