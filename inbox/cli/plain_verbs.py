"""The verbs of the line mode: which are on for an item, and what each asks before it decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from inbox.cli import astext
from inbox.cli.deciding import given_text
from inbox.domain import decision as d
from inbox.domain.item import Conflict, Item, Lone, MergeProposal
from inbox.domain.status import Status
from inbox.errors import Refused
from inbox.formats.visible import one_line
from inbox.service import Inbox
from inbox.service.proposals import decision_for, nothing_to_accept


class Talk(Protocol):
    """The person at the other end, who answers in lines."""

    def say(self, text: str) -> None: ...

    def ask(self, question: str) -> str:
        """Return the answer.

        Raises:
            GivenUp: It is an empty line.
            EOFError: The input has ended.
        """
        ...


class GivenUp(Exception):
    """The person answered a question with an empty line, which goes back."""


Asked = tuple[Item, d.Decision]
"""What is decided, about which item; upholding a side is about that memory alone."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb; the numbers are the digits of the screen, and never move."""

    number: int
    letter: str
    word: str
    off: Callable[[Inbox, Item], str]
    """Why the verb is off for an item, in one sentence; empty when it is on."""

    ask: Callable[[Inbox, Item, Talk], Asked]

    def called(self, answer: str) -> bool:
        """Whether an answer means this verb: its number, its letter or its word."""
        return answer in (str(self.number), self.letter, self.word)


def on(verbs: Iterable[Verb], inbox: Inbox, item: Item) -> Iterator[Verb]:
    """Yield those of some verbs that can be carried out on an item."""
    return (verb for verb in verbs if not verb.off(inbox, item))


def tried(tries: Callable[[Item], tuple[d.Decision, ...]]) -> Callable[[Inbox, Item], str]:
    """Return what says why none of some decisions is possible; one that is will do."""

    def off(inbox: Inbox, item: Item) -> str:
        reasons = [inbox.why_not(item, decision) for decision in tries(item)]
        return reasons[0] if all(reasons) else ""

    return off


def said(verb: Verb, item: Item) -> str:
    """Return a verb as the list of verbs has it."""
    return f"{verb.number}. {_meaning(verb, item)} ({verb.letter or verb.word})"


def _meaning(verb: Verb, item: Item) -> str:
    options = item.options if isinstance(item, Conflict) else ()
    if options and verb.number in range(len(options) + 2):
        names = ("neither", *map(one_line, options), "both")
        return f"answer: {names[verb.number]}"
    if verb.word == "accept":
        return f"accept what is proposed: {astext.proposed(item)}"
    return _MEANINGS.get(verb.word, verb.word)


_MEANINGS = {
    "keep a": "keep A",
    "keep b": "keep B",
    "both": "keep both",
    "none": "not a conflict, or no duplicates",
    "edit": "give the surviving side, or the draft, the text of a file",
    "answer": "answer in words",
    "contest": "mark as disputed",
    "uphold": "it holds after all",
    "tombstone": "remove it and block its return",
    "merge": "propose a merge of the two sides",
    "narrow": "narrow a side, so that both hold",
    "supersede": "supersede it by another memory",
    "deprecate": "retire it on purpose",
    "restore": "put it in force again",
    "except": "say where it does not apply",
    "verify": "you have checked it",
    "layer": "L1 is always injected, L2 is ordinary",
    "repair": "repair its header",
}


def _opinions(item: Item) -> dict[str, d.Decision]:
    said_by = {"queue": item.proposal, "rule": item.rule}
    found = {who: decision_for(item, verdict) for who, verdict in said_by.items() if verdict}
    return {who: decision for who, decision in found.items() if decision is not None}


def _why_not_accept(inbox: Inbox, item: Item) -> str:
    found = _opinions(item) if isinstance(item, Conflict | MergeProposal) else {}
    if not found:
        return nothing_to_accept(item)
    reasons = [inbox.why_not(item, decision) for decision in found.values()]
    return reasons[0] if all(reasons) else ""


def _accept(inbox: Inbox, item: Item, talk: Talk) -> Asked:
    decision = inbox.proposed(item)
    if decision is None:
        found = _opinions(item)
        if len(found) == 1:
            raise Refused(nothing_to_accept(item))
        decision = found[one_of(talk, "Queue and rule differ. Follow which", tuple(found))]
    return item, decision


def _digit(item: Item, number: int) -> d.Decision:
    if isinstance(item, Conflict) and item.options:
        return d.Pick(number)
    digits: dict[int, d.Decision] = {
        0: d.NotAConflict(),
        1: d.Keep("a"),
        2: d.Keep("b"),
        3: d.RetainBoth(),
    }
    return digits[number]


def _numbered(number: int) -> Callable[[Inbox, Item, Talk], Asked]:
    def ask(_: Inbox, item: Item, talk: Talk) -> Asked:
        match _digit(item, number):
            case d.Pick(0):
                question = "What holds instead? An empty line contests both."
                return item, d.Pick(0, value=maybe(talk, question))
            case d.RetainBoth():
                question = "A line of context for both of them; an empty line is none."
                return item, d.RetainBoth(maybe(talk, question))
            case decision:
                return item, decision

    return ask


def maybe(talk: Talk, question: str) -> str:
    """Ask for what may be left out; an empty line leaves it out."""
    try:
        return talk.ask(question)
    except GivenUp:
        return ""


def one_of(talk: Talk, question: str, choices: tuple[str, ...]) -> str:
    """Ask for one of some words, in small letters, until one is given."""
    while True:
        answer = talk.ask(f"{question}: {', '.join(choices)}? An empty line goes back.").lower()
        if answer in choices:
            return answer
        talk.say(f"that is none of {', '.join(choices)}.")


SIDES: dict[str, d.SideName] = {"a": "a", "b": "b"}


def side(
    inbox: Inbox, item: Item, talk: Talk, verb: Callable[[d.SideName], d.Decision]
) -> d.SideName:
    """Ask which side, of those on which a verb is on; a memory by itself is side A."""
    if not isinstance(item, Conflict):
        return "a"
    open_sides = tuple(name for name, side in SIDES.items() if not inbox.why_not(item, verb(side)))
    return SIDES[one_of(talk, "Which side", open_sides)]


def _tombstone(inbox: Inbox, item: Item, talk: Talk) -> Asked:
    decision = d.Tombstone(side(inbox, item, talk, d.Tombstone))
    talk.say(astext.preview(inbox.preview(item, decision)))
    if talk.ask("Remove it and block its return? Type y; undo can take it back.") != "y":
        raise GivenUp
    return item, decision


def _contest(_: Inbox, item: Item, talk: Talk) -> Asked:
    if not isinstance(item, Conflict):
        return item, d.Contest()
    contests = {"a": d.Contest("a"), "b": d.Contest("b"), "both": d.Contest("both")}
    return item, contests[one_of(talk, "Contest which side", tuple(contests))]


def _disputed(item: Item) -> dict[str, str]:
    """Return the references of the sides that are contested, by letter."""
    if not isinstance(item, Conflict):
        return {}
    sides = {"a": item.a, "b": item.b}
    return {k: m.path or m.ref for k, m in sides.items() if m.status is Status.CONTESTED}


def _uphold(inbox: Inbox, item: Item, talk: Talk) -> Asked:
    if isinstance(item, Lone):
        return item, d.Uphold()
    sides = _disputed(item)
    return inbox.memory(sides[one_of(talk, "Uphold which side", tuple(sides))]), d.Uphold()


def _edit(inbox: Inbox, item: Item, talk: Talk) -> Asked:
    if isinstance(item, MergeProposal):
        return item, d.Approve(_file(talk))
    winner = item.proposal.winner if item.proposal else ""
    name = SIDES.get(winner) or side(inbox, item, talk, lambda name: d.Edit(name, ""))
    return item, d.Edit(name, _file(talk))


def _file(talk: Talk) -> str:
    return given_text(talk.ask("Which file holds the new text? An empty line goes back."))


def _answer(_: Inbox, item: Item, talk: Talk) -> Asked:
    talk.say("Your answer, as many lines as you like; a line with only a dot ends it.")
    lines: list[str] = []
    while (line := maybe(talk, "")) != ".":
        lines.append(line)
    return item, d.Answer("\n".join(lines))


def _edits(item: Item) -> tuple[d.Decision, ...]:
    if isinstance(item, MergeProposal):
        return (d.Approve(item.draft),)
    return (d.Edit("a", ""), d.Edit("b", ""))


def _contests(item: Item) -> tuple[d.Decision, ...]:
    both = (d.Contest("b"), d.Contest("both")) if isinstance(item, Conflict) else ()
    return (d.Contest("a"), *both)


def _tombstones(item: Item) -> tuple[d.Decision, ...]:
    other = (d.Tombstone("b"),) if isinstance(item, Conflict) else ()
    return (d.Tombstone("a"), *other)


def _why_not_uphold(inbox: Inbox, item: Item) -> str:
    if isinstance(item, Conflict):
        return "" if _disputed(item) and not inbox.read_only else "neither side is contested here."
    return inbox.why_not(item, d.Uphold())


def _on_digit(number: int, word: str) -> Verb:
    off = tried(lambda item: (_digit(item, number),))
    return Verb(number, "", word, off, _numbered(number))


def _reject(_: Inbox, item: Item, __: Talk) -> Asked:
    return item, d.Reject()


VERBS: tuple[Verb, ...] = (
    _on_digit(1, "keep a"),
    _on_digit(2, "keep b"),
    _on_digit(3, "both"),
    _on_digit(0, "none"),
    Verb(4, "a", "accept", _why_not_accept, _accept),
    Verb(5, "x", "reject", tried(lambda _: (d.Reject(),)), _reject),
    Verb(6, "e", "edit", tried(_edits), _edit),
    Verb(7, "i", "answer", tried(lambda _: (d.Answer("words"),)), _answer),
    Verb(8, "c", "contest", tried(_contests), _contest),
    Verb(9, "C", "uphold", _why_not_uphold, _uphold),
    Verb(10, "t", "tombstone", tried(_tombstones), _tombstone),
)
