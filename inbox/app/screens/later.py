"""Items put off: for an hour, until tomorrow, for a week, until a day; and woken again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from inbox.app.keyboard import first_key
from inbox.app.screens.dialogs import AskLine, Choose
from inbox.app.spans import Span, said
from inbox.domain.batch import Refusal
from inbox.domain.item import Item, Snoozed
from inbox.errors import InboxError

if TYPE_CHECKING:
    from inbox.app.screens.inbox import InboxScreen

_TIMES = {"1": ("1h", "one hour"), "2": ("tomorrow", "tomorrow at six"), "3": ("1w", "a week")}
_DATE = "4"


class Later:
    """Snoozes the items of one screen; the state is the reviewer's own, and no commit is made."""

    def __init__(self, screen: InboxScreen) -> None:
        self._screen = screen

    def ask(self, items: Sequence[Item]) -> None:
        """Ask until when, or wake what is snoozed already."""
        asleep = {each.item.id for each in self._screen.pending.snoozed}
        if all(item.id in asleep for item in items):
            self._wake(items)
            return

        def chosen(key: str | None) -> None:
            if key == _DATE:
                question = "Until when? 2d, friday, 2030-12-31 or 2030-12-31T15:00"
                self._screen.app.push_screen(AskLine(question), given)
            elif key is not None:
                given(_TIMES[key][0])

        def given(text: str | None) -> None:
            if text:
                self._put_off(items, text)

        what = "Snooze this" if len(items) == 1 else f"Snooze {len(items)} items"
        choices = (*((key, words) for key, (_, words) in _TIMES.items()), (_DATE, "a day …"))
        self._screen.app.push_screen(Choose(f"{what} for how long?", choices), chosen)

    def _put_off(self, items: Sequence[Item], text: str) -> None:
        screen = self._screen

        def put_off() -> None:
            try:
                until = screen.inbox.until(text)
                found = screen.inbox.snooze(items, until)
            except InboxError as error:
                screen.app.call_from_thread(screen.warn, str(error))
            else:
                screen.app.call_from_thread(self._ended, found, until)

        screen.run_worker(put_off, thread=True, group="snooze")

    def _ended(self, found: Sequence[Snoozed | Refusal], until: datetime) -> None:
        see, wake = first_key("view.resting"), first_key("decide.snooze")
        self._tell(
            found, f"snoozed until {shown(until)}  ({see} shows what rests, {wake} wakes it)"
        )

    def _wake(self, items: Sequence[Item]) -> None:
        screen = self._screen

        def wake() -> None:
            try:
                found = screen.inbox.unsnooze(items)
            except InboxError as error:
                screen.app.call_from_thread(screen.warn, str(error))
            else:
                screen.app.call_from_thread(self._tell, found, "awake again")

        screen.run_worker(wake, thread=True, group="snooze")

    def _tell(self, found: Sequence[Snoozed | Refusal], words: str) -> None:
        screen = self._screen
        refused = [each for each in found if isinstance(each, Refusal)]
        done = [each for each in found if isinstance(each, Snoozed)]
        screen.queue.clear_marks()
        if done:
            count = f"{len(done)} items " if len(done) > 1 else ""
            screen.say((Span(" [ok] ", "ok"), *said(f"{count}{words}")))
        for each in refused[:1]:
            more = f" (and {len(refused) - 1} more)" if len(refused) > 1 else ""
            screen.warn(f"{each.item}: {each.reason}{more}")
        screen.load()


def shown(until: datetime) -> str:
    """Return a time as a person reads it: `2026-12-02 06:00`."""
    return until.isoformat(" ", "minutes")[:16]
