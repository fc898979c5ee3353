"""The commands that say why: explain (rules and ranks) and history (what happened before)."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from inbox.cli import asjson
from inbox.cli.speaking import data, said
from inbox.domain.history import Event
from inbox.domain.item import Item
from inbox.domain.verdict import Verdict
from inbox.formats.visible import one_line, visible
from inbox.policy.answers import Answer, AskPerson
from inbox.policy.explained import Explained
from inbox.service import Inbox

_NAME = 20
"""Cells for the name of a rule; the longest has 19."""


def explain(inbox: Inbox, args: Namespace) -> int:
    """Say what each rule answers on an item, and how its sides rank step by step."""
    item = inbox.find(args.id)
    found = inbox.explained(item)
    if args.json:
        data(asjson.document(**_explained(item, found)))
    else:
        for line in _lines(item, found):
            data(line)
    return 0


def history(inbox: Inbox, args: Namespace) -> int:
    """List earlier decisions, removals and commits of what an item is about."""
    found = inbox.history(inbox.find(args.id))
    if args.json:
        data(asjson.document(history=[_past(row) for row in found]))
        return 0
    for row in found:
        data(_past_line(row))
    if not found:
        said("nothing is known of what this item is about.")
    return 0


def _explained(item: Item, found: Explained) -> asjson.Json:
    return {
        "id": item.id,
        "decided": found.decided,
        "proposal": asjson.verdict(item.proposal),
        "rule": asjson.verdict(item.rule),
        "only_a_person": found.asks or None,
        "rules": [
            {"rule": answer.rule, "says": _says(answer), "compared": answer.compared}
            for answer in found.answers
        ],
        "not_asked": list(found.unasked),
        "rank": [
            {name: getattr(step, name) for name in step.__dataclass_fields__}
            for step in (found.rank.steps if found.rank else ())
        ],
        "first": found.rank.winner if found.rank else None,
    }


def _says(answer: Answer) -> str:
    match answer.says:
        case Verdict(action=action):
            return action
        case AskPerson():
            return "ask a person"
        case None:
            return "silent"


def _lines(item: Item, found: Explained) -> Iterator[str]:
    yield f"{item.id}  {one_line(item.title)}"
    yield f"why: {one_line(found.decided)}"
    if found.answers:
        yield "\nrules, first that has an answer:"
    for answer in found.answers:
        yield f"  {answer.rule:<{_NAME}} {_says(answer):<14} {one_line(answer.compared)}"
    for name in found.unasked:
        yield f"  {name:<{_NAME}} not asked"
    if found.rank is not None:
        yield "\nrank, first step that differs:"
        for step in found.rank.steps:
            values = f"A {one_line(step.a)}, B {one_line(step.b)}"
            yield f"  {step.number} {step.name:<{_NAME - 2}} {step.outcome:<14} {values}"
            if step.why:
                yield f"    {one_line(step.why)}"
    if item.proposal is not None:
        yield "\nthe queue:"
        yield f"  {one_line(item.proposal.action)}: {visible(item.proposal.rationale)}"


def _past(row: Event) -> asjson.Json:
    return {
        name: list(value) if isinstance(value := getattr(row, name), tuple) else value
        for name in Event.__dataclass_fields__
    }


def _past_line(row: Event) -> str:
    when, who = row.when[:16].replace("T", " "), one_line(row.who.partition(" <")[0])
    where = f" {one_line(row.path)}" if row.path else ""
    lines = f":{row.where}" if row.lines else ""
    back = "undone " if row.taken_back else ""
    name = row.id[:7] if row.kind == "commit" else one_line(row.id)
    return f"{when:<16}  {name:<12}  {who}  {back}{one_line(row.what)}  [{row.about}{where}{lines}]"
