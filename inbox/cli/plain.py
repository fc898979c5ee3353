"""The line mode: one item at a time in plain lines, for screen readers and dumb terminals.

No box, no colour, no cursor movement: each line is said once, and stays.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from inbox.cli import astext
from inbox.cli.plain_more import ALL, MORE
from inbox.cli.plain_verbs import VERBS, GivenUp, Talk, Verb, on, said
from inbox.cli.snoozing import when
from inbox.cli.speaking import data, flush
from inbox.config import Config
from inbox.domain.batch import Refusal
from inbox.domain.item import Item, Pending, kind_of
from inbox.domain.outcome import Done
from inbox.errors import InboxError
from inbox.formats.visible import one_line
from inbox.policy.ages import age_days
from inbox.policy.filters import Filter, matches, parse
from inbox.policy.ordering import ORDERS, Order, known, ordered
from inbox.service import Inbox
from inbox.service.proposals import nothing_to_accept

PAST = 20
"""Decisions that `log` tells."""


class Terminal:
    """A person who reads stdout and types lines."""

    def say(self, text: str) -> None:
        data(text)

    def ask(self, question: str) -> str:
        if question:
            data(question)
        print("> ", end="")
        flush()
        line = sys.stdin.readline()
        if not line:
            data("")
            raise EOFError
        if not (answer := line.strip()):
            raise GivenUp
        return answer


@dataclass(slots=True)
class Plain:
    """One run: the queue as it was read last, and where in it the person is."""

    inbox: Inbox
    talk: Talk
    config: Config
    pending: Pending = field(default_factory=lambda: Pending(()))
    """What waits and passes the filter, in the order that the person chose."""

    wanted: Filter = field(default_factory=Filter)
    order: Order = "oldest"
    at: int = 0
    reason: str = ""
    decided: int = 0

    def run(self) -> None:
        """Show items and do what the person says, until they leave."""
        self._read_again()
        self.tell_place()
        try:
            while self._step():
                continue
        except EOFError:
            self.talk.say("the input has ended.")
        self.talk.say(f"{self.decided} decided, {len(self.pending.items)} left")

    def _step(self) -> bool:
        """Do one thing; return whether to go on."""
        try:
            answer = self.talk.ask("What now? A verb, or help.")
            return self._do(answer)
        except GivenUp:
            self.talk.say("nothing was done.")
        except InboxError as error:
            self.talk.say(str(error))
        return True

    def _do(self, answer: str) -> bool:
        word, _, rest = answer.partition(" ")
        if answer in ("quit", "q"):
            return False
        if verb := next((verb for verb in ALL if verb.called(answer)), None):
            self._decide(verb)
        elif command := COMMANDS.get(SHORT.get(word, word)):
            command.run(self, rest.strip())
        else:
            self.talk.say(f"{answer!r} is no verb; help lists them.")
        return True

    @property
    def item(self) -> Item | None:
        return self.pending.items[self.at] if self.pending.items else None

    # Telling.

    def tell_place(self, _: str = "") -> None:
        """Tell the item again, with its verbs."""
        item = self.item
        if item is None:
            self.talk.say("Nothing passes the filter." if self.wanted else "Nothing waits.")
            self._tell_broken()
            return
        age = age_days(item, self.inbox.today())
        old = "" if age is None else f", {age} {'day' if age == 1 else 'days'} old"
        count = len(self.pending.items)
        self.talk.say(
            f"\nItem {self.at + 1} of {count}: {one_line(item.title)}. {kind_of(item)}{old}. "
            f"Id {one_line(item.id)}."
        )
        _, *lines = astext.item_of(item, self.inbox.today())
        for line in lines:
            self.talk.say(line)
        self.tell_verbs()

    def tell_verbs(self, _: str = "") -> None:
        """Tell what can be decided about the item."""
        item = self.item
        if item is None:
            return
        found = list(on(VERBS, self.inbox, item))
        self.talk.say("\nVerbs (more tells the rarer ones):" if found else "\nNo verb is on here.")
        for verb in found:
            self.talk.say(said(verb, item))

    def tell_more(self, _: str = "") -> None:
        """Tell the rarer verbs."""
        item = self.item
        found = list(on(MORE, self.inbox, item)) if item is not None else []
        for verb in found:
            self.talk.say(said(verb, item) if item else "")
        if not found:
            self.talk.say("there is no more to do here.")

    def tell_patch(self, _: str = "") -> None:
        """Tell the commit that accepting the item would make."""
        item = self.item
        if item is None:
            self.talk.say("Nothing waits.")
        elif (decision := self.inbox.proposed(item)) is None:
            self.talk.say(nothing_to_accept(item))
        else:
            self.talk.say(astext.preview(self.inbox.preview(item, decision, self.reason)))

    def tell_list(self, _: str = "") -> None:
        """Tell all items, a line each."""
        for at, item in enumerate(self.pending.items, start=1):
            here = ", here" if at - 1 == self.at else ""
            self.talk.say(f"{at} of {len(self.pending.items)}: {one_line(item.title)}{here}")
        self._tell_broken()

    def _tell_broken(self) -> None:
        for broken in self.pending.broken:
            where = f"{broken.path}, line {broken.line}"
            self.talk.say(f"cannot be read: {one_line(where)}: {one_line(broken.reason)}")

    def tell_log(self, _: str = "") -> None:
        """Tell the last decisions, newest first."""
        entries = self.inbox.log(PAST)
        for entry in entries:
            self.talk.say(astext.entry(entry))
        if not entries:
            self.talk.say("no decision has been made here yet.")

    def tell_help(self, _: str = "") -> None:
        """Tell what can be typed."""
        self.talk.say("A verb by its number, its letter or its word; numbers never move.")
        letters = {name: letter for letter, name in SHORT.items()}
        for name, command in COMMANDS.items():
            letter = f" ({letters[name]})" if name in letters else ""
            self.talk.say(f"{name}{letter}: {command.does}")
        self.talk.say("quit (q): leave")

    # Moving.

    def go(self, by: int) -> None:
        """Go to another item and tell it; not past an end."""
        to = self.at + by
        if 0 <= to < len(self.pending.items):
            self.at = to
            self.tell_place()
        else:
            self.talk.say("there is no item after this one." if by > 0 else "this is the first.")

    def go_to(self, which: str) -> None:
        """Go to an item by its id, or by its place in the list."""
        names = [item.id for item in self.pending.items]
        if which in names:
            self.at = names.index(which)
        elif which.isdecimal() and 0 < int(which) <= len(names):
            self.at = int(which) - 1
        else:
            self.talk.say(f"{which!r} is no item; list tells them.")
            return
        self.tell_place()

    def read(self, _: str = "") -> None:
        """Read everything again."""
        self._read_again()
        self.tell_place()

    def _read_again(self) -> None:
        here = self.item
        found, today = self.inbox.pending(), self.inbox.today()
        shown = (item for item in found.items if matches(self.wanted, item, today))
        self.pending = replace(found, items=ordered(shown, self.order))
        names = [item.id for item in self.pending.items]
        if here is not None and here.id in names:
            self.at = names.index(here.id)
        self.at = max(0, min(self.at, len(names) - 1))

    def filter_by(self, text: str) -> None:
        """Show only what a filter lets through; without one everything."""
        self.wanted = parse(text)
        self.talk.say(f"filter: {one_line(text)}" if text else "no filter")
        self.read()

    def filter_saved(self, name: str) -> None:
        """Take a filter of the settings by its name; without a name tell them."""
        if name in self.config.filters:
            self.filter_by(self.config.filters[name].text)
            return
        for each, kept in self.config.filters.items():
            self.talk.say(one_line(f"{each}: {kept.text}"))
        if not self.config.filters:
            self.talk.say("no filter is saved; `[filters]` in the settings names some.")

    def order_by(self, name: str) -> None:
        """Choose which item comes first."""
        if (order := known(name)) is None:
            self.talk.say(f"order NAME, one of {', '.join(ORDERS)}; now {self.order}.")
            return
        self.order = order
        self.read()

    # Deciding.

    def _decide(self, verb: Verb) -> None:
        item = self.item
        if item is None:
            self.talk.say("there is no item here to decide.")
            return
        if off := verb.off(self.inbox, item):
            self.talk.say(off)
            return
        about, decision = verb.ask(self.inbox, item, self.talk)
        done = self.inbox.decide(about, decision, self.reason)
        self.reason = ""
        self.decided += 1
        self.talk.say(f"done: {one_line(done.subject)} ({done.commit[:7]}); undo takes it back")
        for note in done.notes:
            self.talk.say(note)
        self._read_again()
        self.tell_place()

    def give_reason(self, text: str) -> None:
        """Keep a reason for the next decision."""
        self.reason = text or self.talk.ask("The reason for the next decision:")
        self.talk.say(f"reason for the next decision: {one_line(self.reason)}")

    def snooze(self, text: str) -> None:
        """Put the item off; no commit is made."""
        item = self.item
        if item is None:
            self.talk.say("there is no item here to put off.")
            return
        until = self.inbox.until(text or self.talk.ask("Until when? 1h, tomorrow, 1w, or a day."))
        [found] = self.inbox.snooze((item,), until)
        if isinstance(found, Refusal):
            self.talk.say(found.reason)
            return
        self.talk.say(f"done: put off until {when(until)}")
        self._read_again()
        self.tell_place()

    def redo(self, _: str = "") -> None:
        """Take your own last undo back."""
        self._told(self.inbox.redo())

    def undo(self, decision_id: str) -> None:
        """Take a decision back, your own last one when none is named."""
        self._told(self.inbox.undo(decision_id or None))

    def _told(self, done: Done) -> None:
        self.talk.say(f"done: {one_line(done.subject)} ({done.commit[:7]})")
        for note in done.notes:
            self.talk.say(note)
        self._read_again()
        self.tell_place()


@dataclass(frozen=True, slots=True)
class Command:
    """What is no verb, with its words for help."""

    run: Callable[[Plain, str], None]
    does: str


COMMANDS = {
    "show": Command(Plain.tell_place, "tell the item again"),
    "verbs": Command(Plain.tell_verbs, "tell what can be decided about it"),
    "patch": Command(Plain.tell_patch, "tell what accepting it would write"),
    "next": Command(lambda plain, _: plain.go(1), "the next item"),
    "back": Command(lambda plain, _: plain.go(-1), "the item before"),
    "go": Command(Plain.go_to, "go ID, or go NUMBER of the list"),
    "list": Command(Plain.tell_list, "tell all items, a line each"),
    "more": Command(Plain.tell_more, "tell the rarer verbs"),
    "filter": Command(Plain.filter_by, "filter WORDS, as `list --filter`; alone shows all"),
    "saved": Command(Plain.filter_saved, "saved NAME takes a filter of your settings"),
    "order": Command(Plain.order_by, f"order NAME: {', '.join(ORDERS)}"),
    "snooze": Command(Plain.snooze, "put it off: snooze 1h, tomorrow, 1w, DATE"),
    "reason": Command(Plain.give_reason, "reason TEXT, for the next decision"),
    "undo": Command(Plain.undo, "take your last decision back; undo ID takes another"),
    "redo": Command(Plain.redo, "take your last undo back"),
    "log": Command(Plain.tell_log, "tell past decisions, with their ids"),
    "reload": Command(Plain.read, "read everything again"),
    "help": Command(Plain.tell_help, "tell this"),
}
SHORT = {
    "p": "patch",
    "n": "next",
    "N": "back",
    "r": "reason",
    "s": "snooze",
    "f": "saved",
    "/": "filter",
    "o": "order",
    ".": "more",
    "u": "undo",
    "z": "undo",
    "Z": "redo",
    "L": "log",
    "R": "reload",
    "?": "help",
}
"""The keys of the screen for the same."""


def run(inbox: Inbox, config: Config) -> int:
    """Go through the queue in plain lines; return the exit status."""
    order = known(config.order) or "oldest"
    Plain(inbox, Terminal(), config, order=order).run()
    return 0
