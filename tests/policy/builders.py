"""Memories and pairs, spelled out as a test needs them."""

from __future__ import annotations

from inbox.domain.decision import SideName
from inbox.domain.item import Block, Conflict, Member
from inbox.domain.memory import Memory, Problem, Value
from inbox.domain.verdict import Verdict
from inbox.policy.answers import Answer, AskPerson
from inbox.policy.pair import Pair, Side
from inbox.policy.sources import source_of
from inbox.policy.status import statement_date, status_of


def memory(path: str = "note.md", body: str = "", /, **header: Value) -> Memory:
    return Memory(path, body, header, body)


def unreadable(path: str, reason: str) -> Memory:
    return Memory(path, "", {}, "", Problem(4, 1, reason))


def exclusive(a: Memory, b: Memory, attribute: str = "tools.indent") -> Pair:
    """A pair of which the detector says that both give a value of one attribute."""
    return Pair(a=_side(a), b=_side(b), attribute=attribute, exclusive=True)


def loose(a: Memory, b: Memory) -> Pair:
    """A pair of which the detector says nothing more."""
    return Pair(a=_side(a), b=_side(b))


def swapped(pair: Pair) -> Pair:
    return Pair(
        a=pair.b,
        b=pair.a,
        attribute=pair.attribute,
        exclusive=pair.exclusive,
        decisions=pair.decisions,
    )


def mirrored(name: SideName | None) -> SideName | None:
    return {"a": "b", "b": "a"}.get(name or "")  # type: ignore[return-value]


def member(found: Memory | None, problem: str = "", passage: str = "") -> Member:
    if found is None:
        empty = Memory("gone.md", "")
        return Member("gone.md", None, None, source_of(empty), status_of(empty), "", "", problem)
    return Member(
        found.path,
        found.path,
        found,
        source_of(found),
        status_of(found),
        statement_date(found),
        passage or found.body,
        problem,
    )


def conflict(a: Member, b: Member, text: str = "", also: tuple[Member, ...] = ()) -> Conflict:
    return Conflict(
        id="q-1",
        title="indent",
        created="2026-03-01",
        question="Which?",
        conflict_type="prescriptive",
        description="",
        a=a,
        b=b,
        also=also,
        block=Block("_pending_questions.md", "block:1", 3, text),
    )


def _side(found: Memory) -> Side:
    return Side(memory=found, passage=found.body)


def named(answer: Answer) -> tuple[str, str]:
    """The rule that speaks and its action, `ask` where the person decides, or nothing."""
    match answer.says:
        case Verdict(action=action):
            return answer.rule, action
        case AskPerson():
            return answer.rule, "ask"
        case None:
            return "", ""
