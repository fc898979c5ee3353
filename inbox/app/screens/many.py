"""Verbs on the marked items: all is shown first, `y` answers, then a commit each."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from inbox.app.draw_many import came_to, counted, planned
from inbox.app.keyboard import first_key
from inbox.app.screens.dialogs import PATCH_WIDTH, ask_line, choose
from inbox.app.screens.review import Review
from inbox.app.spans import Line, Span, said, wrap
from inbox.domain import decision as d
from inbox.domain.batch import Left, Made, Outcome, Planned, Refusal
from inbox.domain.item import Conflict, Item, Lone
from inbox.errors import InboxError, Refused
from inbox.service.proposals import nothing_to_accept

if TYPE_CHECKING:
    from inbox.app.screens.inbox import InboxScreen

DecisionFor = Callable[[Item], d.Decision]

_SIDES: dict[str, d.SideName] = {"1": "a", "2": "b"}


class Many:
    """Decides the marked items of one screen."""

    def __init__(self, screen: InboxScreen) -> None:
        self._screen = screen
        self._stop = threading.Event()
        self._running = False
        self._asks: dict[str, Callable[[Sequence[Item]], None]] = {
            "decide.accept": lambda items: self._look(items, self._accepted),
            "decide.one": lambda items: self._look(items, lambda item: _side(item, 1)),
            "decide.two": lambda items: self._look(items, lambda item: _side(item, 2)),
            "decide.both": self._both,
            "decide.no_conflict": lambda items: self._look(items, _no_conflict),
            "decide.reject": lambda items: self._look(items, lambda _: d.Reject()),
            "decide.contest": self._contest,
            "decide.uncontest": lambda items: self._look(items, lambda _: d.Uphold()),
            "decide.tombstone": self._tombstone,
        }

    @property
    def running(self) -> bool:
        return self._running

    def stop(self) -> bool:
        """Stop after the commit that is under way; say whether there was anything to stop."""
        if self._running:
            self._stop.set()
        return self._running

    def run(self, action_id: str, items: Sequence[Item]) -> None:
        """Do what a key stands for with all marked items."""
        if self._running:
            self._screen.warn(
                f"the last batch is not done yet; {first_key('app.escape')} stops it."
            )
        elif ask := self._asks.get(action_id):
            ask(items)
        else:
            self._screen.warn(
                f"this is done one by one; {first_key('app.escape')} takes the marks away."
            )

    # What is decided for each.

    def _accepted(self, item: Item) -> d.Decision:
        decision = self._screen.choices.accepting(self._screen.inbox, item)
        if decision is None:
            raise Refused(nothing_to_accept(item))
        return decision

    def _both(self, items: Sequence[Item]) -> None:
        def given(text: str) -> None:
            self._look(items, lambda item: _plain(item, d.RetainBoth(text)))

        question = f"Keep both, {len(items)} times. A line of context for all, or nothing:"
        ask_line(self._screen.app, question, given)

    def _contest(self, items: Sequence[Item]) -> None:
        sides = {"1": d.Contest("a"), "2": d.Contest("b"), "3": d.Contest("both")}

        def chosen(key: str) -> None:
            self._look(items, lambda item: _lone(item, d.Contest(), sides[key]))

        choices = (("1", "A"), ("2", "B"), ("3", "both"))
        choose(self._screen.app, "Contest which side of each?", choices, chosen)

    def _tombstone(self, items: Sequence[Item]) -> None:
        def chosen(key: str) -> None:
            side = d.Tombstone(_SIDES[key])
            self._look(items, lambda item: _lone(item, d.Tombstone(), side))

        if all(isinstance(item, Lone) for item in items):
            chosen("1")
        else:
            choices = (("1", "A"), ("2", "B"))
            choose(self._screen.app, "Tombstone which side of each?", choices, chosen)

    # Look, ask, commit. What runs on a thread calls back and touches no widget.

    def _look(self, items: Sequence[Item], decision_for: DecisionFor) -> None:
        screen = self._screen
        reason = screen.reason

        def look() -> None:
            try:
                found = screen.inbox.preview_all(items, decision_for, reason)
            except InboxError as error:
                screen.app.call_from_thread(screen.warn, str(error))
            else:
                screen.app.call_from_thread(self._ask, found, items)

        screen.say((Span(f" looking at {len(items)} items …", "dim"),))
        screen.run_worker(look, thread=True, exclusive=True, group="look")

    def _ask(self, found: tuple[Planned | Refusal, ...], items: Sequence[Item]) -> None:
        screen = self._screen
        screen.say(())
        ready = [each for each in found if isinstance(each, Planned)]
        lines = _wrapped(planned(found, {item.id: item for item in items}))
        question = _question(len(ready), len(found))
        choices = (("y", f"yes, {counted(len(ready), 'commit')}"),) if ready else ()

        def answered(key: str | None) -> None:
            if key == "y":
                self._start(ready, len(found) - len(ready))

        screen.app.push_screen(Review(question, choices, lines), answered)

    def _start(self, ready: Sequence[Planned], refused: int) -> None:
        screen = self._screen
        screen.reason = ""
        self._running = True
        self._stop.clear()
        screen.under_way(tuple(each.item.id for each in ready))
        count = 0

        def progress(_: Outcome) -> None:
            nonlocal count
            count += 1
            said_now = (
                f" .. {count} of {len(ready)}; {first_key('app.escape')} stops after this commit"
            )
            screen.app.call_from_thread(screen.say, (Span(said_now, "dim"),))

        def commit() -> None:
            with screen.committing:
                try:
                    outcomes = screen.inbox.decide_all(ready, progress, self._stop.is_set)
                except InboxError as error:
                    screen.app.call_from_thread(self._failed, error)
                else:
                    screen.app.call_from_thread(self._done, outcomes, refused)

        screen.run_worker(commit, thread=True, group="commit")

    def _failed(self, error: InboxError) -> None:
        self._running = False
        self._screen.batch_ended((), str(error))

    def _done(self, outcomes: tuple[Outcome, ...], refused: int) -> None:
        self._running = False
        kinds = Counter(type(outcome) for outcome in outcomes)
        not_done = kinds[Refusal] + refused
        words = [f"{kinds[Made]} decided"]
        words += [f"{not_done} not"] if not_done else []
        words += [f"{kinds[Left]} left"] if kinds[Left] else []
        made = tuple(outcome.item for outcome in outcomes if isinstance(outcome, Made))
        self._screen.batch_ended(made, "")
        undo = f"  ({first_key('undo.undo')} undoes the last)"
        self._screen.say((Span(" [ok] ", "ok"), *said(f"{', '.join(words)}{undo}")))
        failures = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
        if failures:
            lines = _wrapped(came_to(failures))
            self._screen.app.push_screen(Review("These were not decided:", (), lines))


def _question(ready: int, marked: int) -> str:
    if not ready:
        return "None of them can be decided like this."
    if ready < marked:
        return f"Decide {ready} of the {marked}, a commit each? The others cannot be, and stay."
    return f"Decide {counted(ready, 'item')}, a commit each?"


def _wrapped(lines: list[Line]) -> list[Line]:
    return [row for line in lines for row in wrap(line, PATCH_WIDTH)]


def _side(item: Item, number: int) -> d.Decision:
    if isinstance(item, Conflict) and item.options:
        return d.Pick(number)
    return d.Keep(_SIDES[str(number)])


def _plain(item: Item, decision: d.Decision) -> d.Decision:
    """Return a decision, unless the item is a choice between options.

    Raises:
        Refused: It is; the same word means another thing there.
    """
    if isinstance(item, Conflict) and item.options:
        raise Refused("this is a choice between options; answer it by itself.")
    return decision


def _no_conflict(item: Item) -> d.Decision:
    return _plain(item, d.NotAConflict())


def _lone(item: Item, alone: d.Decision, side: d.Decision) -> d.Decision:
    return alone if isinstance(item, Lone) else side
