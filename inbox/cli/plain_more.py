"""The rarer verbs of the line mode: those of one memory by itself, and narrowing a side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import get_args

from inbox.cli.lifecycle import place
from inbox.cli.plain_verbs import SIDES, VERBS, Asked, Talk, Verb, maybe, one_of, tried
from inbox.domain import decision as d
from inbox.domain.item import Conflict, Item, members_of
from inbox.errors import InboxError
from inbox.service import Inbox

NO_MEMORY = "there is no memory here to do more with."

_Ask = Callable[[Talk], d.Decision]


@dataclass(frozen=True, slots=True)
class _Alone:
    """A verb about one memory by itself, of those that an item names."""

    example: d.Decision
    """Says for which memories the verb is on; the text of it does not matter."""

    decision: _Ask
    by: str = ""
    """What to ask for another memory, where one takes its place."""

    def off(self, inbox: Inbox, item: Item) -> str:
        """Return why the verb is off for every memory of an item; empty when it is on."""
        reasons = [self._why_not(inbox, path) for path in _paths(item)]
        return next((reason for reason in reasons), NO_MEMORY) if all(reasons) else ""

    def _why_not(self, inbox: Inbox, path: str) -> str:
        try:
            alone = inbox.memory(path, by=path if self.by else "")
        except InboxError as error:
            return str(error)
        # Whatever memory comes to its place is not known yet, so that alone keeps it from nothing.
        return "" if self.by and not inbox.read_only else inbox.why_not(alone, self.example)

    def ask(self, inbox: Inbox, item: Item, talk: Talk) -> Asked:
        """Ask which memory, and what else is missing."""
        paths = tuple(path for path in _paths(item) if not self._why_not(inbox, path))
        path = paths[0]
        if len(paths) > 1:
            for number, each in enumerate(paths, start=1):
                talk.say(f"{number}. {each}")
            numbers = tuple(map(str, range(1, len(paths) + 1)))
            path = paths[int(one_of(talk, "Which memory", numbers)) - 1]
        other = talk.ask(self.by) if self.by else ""
        return inbox.memory(path, by=other), self.decision(talk)


def _paths(item: Item) -> tuple[str, ...]:
    """Return the paths of the memories that an item names, each once."""
    return tuple(dict.fromkeys(m.path for m in members_of(item) if m.path is not None))


def _alone(number: int, word: str, about: _Alone) -> Verb:
    return Verb(number, "", word, about.off, about.ask)


def _always(decision: d.Decision) -> _Alone:
    return _Alone(decision, lambda _: decision)


def _except(talk: Talk) -> d.Decision:
    return d.Except(talk.ask("Where does it not apply? project:NAME, path:src/**, or a phrase."))


def _layer(talk: Talk) -> d.Decision:
    layers = {name.lower(): name for name in get_args(d.Layer)}
    return d.SetLayer(layers[one_of(talk, "Which layer", tuple(layers))])


def _merge(_: Inbox, item: Item, __: Talk) -> Asked:
    return item, d.FileMerge()


def _narrow(_: Inbox, item: Item, talk: Talk) -> Asked:
    name = SIDES[one_of(talk, "Which side", tuple(SIDES))]
    how = one_of(talk, "Narrow it how", ("until", "place", "unless"))
    if how == "until":
        question = "Until which day, like 2030-12-31? An empty line is the day before the other."
        return item, d.Scope(name, d.Window(maybe(talk, question) or None))
    if how == "unless":
        return item, d.Scope(name, d.Unless(talk.ask("Unless what? project:NAME or path:src/**.")))
    where = talk.ask("Where does it hold? org=NAME, locale=sv-SE or project:NAME.")
    return item, d.Scope(name, place(where))


_LIKELY: tuple[d.Narrowing, ...] = (
    d.Window(),
    d.Window("1970-01-01"),
    d.Within("project", "other"),
    d.Unless("project:other"),
)
"""Tried to see whether a side can be narrowed at all; the person says how."""


def _narrowings(item: Item) -> tuple[d.Decision, ...]:
    sides: tuple[d.SideName, ...] = ("a", "b") if isinstance(item, Conflict) else ("a",)
    return tuple(d.Scope(name, to) for name in sides for to in _LIKELY)


MORE: tuple[Verb, ...] = (
    Verb(11, "M", "merge", tried(lambda _: (d.FileMerge(),)), _merge),
    Verb(12, "", "narrow", tried(_narrowings), _narrow),
    _alone(
        13,
        "supersede",
        _Alone(d.Supersede(), lambda _: d.Supersede(), "By which memory? Its path below the root."),
    ),
    _alone(14, "deprecate", _always(d.Deprecate())),
    _alone(15, "restore", _always(d.Restore())),
    _alone(16, "except", _Alone(d.Except("project:other"), _except)),
    _alone(17, "verify", _always(d.VerifyMemory())),
    _alone(18, "layer", _Alone(d.SetLayer("L1"), _layer)),
    _alone(19, "repair", _always(d.Repair())),
)
ALL = (*VERBS, *MORE)
