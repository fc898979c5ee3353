"""Values as text for a terminal; every word from a file goes through `visible`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from inbox.domain.item import (
    Block,
    Candidate,
    Conflict,
    Item,
    Lone,
    Member,
    MergeProposal,
    Notice,
    Pending,
    Question,
    Review,
    kind_of,
)
from inbox.domain.outcome import Entry, Finding, Preview
from inbox.domain.record import Mismatch
from inbox.domain.verdict import Verdict
from inbox.formats import trailers
from inbox.formats.diff import unified
from inbox.formats.visible import one_line, visible
from inbox.policy.ages import age_days


def row(item: Item, today: date) -> str:
    """Return an item on one line: id, kind, age, confidence, proposal, title."""
    age = age_days(item, today)
    sure = item.proposal.confidence if item.proposal else None
    return (
        f"{item.id:<20} {kind_of(item):<10} "
        f"{'' if age is None else f'{age}d':>5} {'' if sure is None else f'{sure:.2f}':>4}  "
        f"{proposed(item):<24} {one_line(item.title)}"
    ).rstrip()


def proposed(item: Item) -> str:
    """Return the action that is proposed; two, when queue and rule differ."""
    said = [one_line(v.action) for v in (item.proposal, item.rule) if v is not None]
    return " or ".join(dict.fromkeys(said))


def listing(found: Pending, today: date) -> Iterator[str]:
    """Yield the items, a line each."""
    for item in found.items:
        yield row(item, today)


def item_of(item: Item, today: date) -> Iterator[str]:
    """Yield everything about one item."""
    yield row(item, today)
    for flag in item.flags:
        yield f"! {one_line(flag)}"
    yield from _verdicts(item)
    match item:
        case Conflict():
            yield from _conflict(item)
        case MergeProposal():
            yield from _merge(item)
        case Question():
            yield from _question(item)
        case Lone():
            yield from _member("memory", item.member)
        case Candidate():
            yield from _candidate(item)
        case Review() | Notice():
            yield from _told(item)


def _question(item: Question) -> Iterator[str]:
    yield ""
    yield visible(item.question)
    yield visible(item.description)
    yield from _twins(item.twins)


def _told(item: Review | Notice) -> Iterator[str]:
    yield ""
    yield visible(item.text)
    if isinstance(item, Notice):
        yield f"To do: {item.todo}"
        return
    if item.acts:
        yield f"accept: {one_line(item.acts)}"
    yield f"reject: {one_line(item.rests)}"


def _candidate(item: Candidate) -> Iterator[str]:
    yield f"<{item.source.badge}>  {one_line(item.source.written)}"
    yield f"becomes: {item.type}" + (f" in {one_line(item.scope)}" if item.scope else "")
    yield f"made by: {one_line(item.made_by)}"
    if item.evidence:
        yield f"evidence: {one_line(item.evidence)}"
    yield ""
    yield visible(item.text)


def _verdicts(item: Item) -> Iterator[str]:
    for verdict in (item.proposal, item.rule):
        if verdict is not None:
            yield _verdict(verdict)
    if item.person:
        yield f"only you can say: {one_line(item.person)}"
    if item.proposal and item.rule and item.proposal.action != item.rule.action:
        yield "! the rule disagrees with the queue"


def _verdict(verdict: Verdict) -> str:
    sure = "" if verdict.confidence is None else f" ({verdict.confidence:.2f})"
    who = "the queue proposes" if verdict.decided_by == "queue" else f"{verdict.decided_by} says"
    return f"{one_line(who)} {one_line(verdict.action)}{sure}: {one_line(verdict.rationale)}"


def _conflict(item: Conflict) -> Iterator[str]:
    yield ""
    yield visible(item.question)
    for number, option in enumerate(item.options, start=1):
        yield f"  {number} {one_line(option)}"
    if item.options:
        yield f"  {len(item.options) + 1} both"
        yield "  0 neither"
    yield from _member("A", item.a)
    yield from _member("B", item.b)
    for member in item.also:
        yield from _member("also", member)
    yield from _twins(item.twins)


def _twins(twins: tuple[Block, ...]) -> Iterator[str]:
    """Yield the other blocks of an id, as they stand in the queue."""
    for twin in twins:
        yield ""
        yield f"The same id in {visible(twin.path)}, line {twin.line}:"
        yield visible(twin.text)


def _merge(item: MergeProposal) -> Iterator[str]:
    yield ""
    yield f"{item.write_kind}: {visible(item.target_path) or '(no file name)'}"
    for source in item.sources:
        yield from _member("source", source)
    yield ""
    yield "Draft:"
    yield visible(item.draft)
    yield from _twins(item.twins)


def _member(label: str, member: Member) -> Iterator[str]:
    where = visible(member.path or member.ref)
    told = ", ".join(one_line(text) for text in (member.source.written, member.date) if text)
    yield ""
    yield "  ".join(text for text in (label, f"<{member.source.badge}>", told, where) if text)
    if member.source.tier == 9:  # noqa: PLR2004
        yield f"   tier 9: {one_line(member.source.reason)}"
    if member.status != "active":
        yield f"   {member.status}"
    if member.problem:
        yield f"   ! {one_line(member.problem)}"
    if member.memory is None and member.passage:
        yield f'   quoted: "{one_line(member.passage)}"'
    if member.memory:
        yield "\n".join(f"   {line}" for line in visible(member.memory.body.strip()).split("\n"))


def preview(found: Preview) -> str:
    """Return the unified diff and the commit message, as the real run makes them."""
    first = "".join(f"first committed as found: {visible(path)}\n" for path in found.snapshot)
    first += "".join(f"! {one_line(note)}\n" for note in found.notes)
    message = trailers.render(found.change.message)
    return f"{first}{visible(unified(found.files))}\n{visible(message)}"


def entry(found: Entry) -> str:
    """Return one decision of the log on a line."""
    taken_back = "redone " if found.decision == "undo" else "undone "
    mark = taken_back if found.undone_by else ""
    when, who = found.when[:16].replace("T", " "), one_line(found.author)
    return f"{found.id}  {when}  {who}  {mark}{one_line(found.subject)}"


def finding(found: Finding) -> str:
    """Return one line of `doctor`, and what to do below it."""
    todo = f"\n      {visible(found.todo)}" if found.todo else ""
    return f"{found.level:<5} {one_line(found.what)}{todo}"


def mismatch(found: Mismatch) -> str:
    """Return one line of `verify`, and what was found below it."""
    head = f"{found.commit[:7]}  {one_line(found.id)}  expected {one_line(found.expected)}"
    return f"{head}\n{'':9}found {one_line(found.found)}"
