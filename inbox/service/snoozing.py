"""Items that are put off: kept apart from what waits, and told when they end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from inbox.domain.batch import Refusal
from inbox.domain.item import Item, Pending, Snoozed
from inbox.errors import Refused
from inbox.policy.snoozing import Snooze, rests, shown
from inbox.store.snoozes import SnoozeFile, Snoozes


@dataclass(frozen=True, slots=True)
class Snoozing:
    """The snoozes of one reviewer in one root."""

    file: SnoozeFile

    def apart(self, found: Pending, now: datetime) -> Pending:
        """Return what waits without what rests; that stands beside it, the next to end first."""
        snoozes = self.file.read()
        if not snoozes:
            return found
        resting, waiting = [], []
        for item in found.items:
            until = _until(snoozes, item, now)
            if until is None:
                waiting.append(item)
            else:
                resting.append(Snoozed(item, until))
        resting.sort(key=lambda each: each.until)
        return replace(found, items=tuple(waiting), snoozed=tuple(resting))

    def put_off(
        self, items: Iterable[Item], until: datetime, found: Pending, now: datetime
    ) -> tuple[Snoozed | Refusal, ...]:
        """Snooze items; one that does not wait is refused."""
        waiting = {item.id for item in found.everything}
        told = tuple(
            Snoozed(item, until)
            if item.id in waiting
            else Refusal.of(
                item.id, Refused("it does not wait for you; there is nothing to put off.")
            )
            for item in items
        )
        new = {
            each.item.id: Snooze(each.item.id, until, shown(each.item))
            for each in told
            if isinstance(each, Snoozed)
        }
        if new:
            self.file.update(lambda snoozes: snoozes | new, now)
        return told

    def wake(
        self, items: Iterable[Item], found: Pending, now: datetime
    ) -> tuple[Snoozed | Refusal, ...]:
        """End the snoozes of items; one that is not snoozed is refused."""
        resting = {each.item.id: each for each in found.snoozed}
        told = tuple(
            resting.get(item.id) or Refusal.of(item.id, Refused("it is not snoozed."))
            for item in items
        )
        gone = {each.item.id for each in told if isinstance(each, Snoozed)}
        if gone:
            self.file.update(lambda kept: {k: s for k, s in kept.items() if k not in gone}, now)
        return told

    def mark(self, now: datetime) -> str:
        """Return a text that changes when something is snoozed, or a snooze ends."""
        snoozes = self.file.read().values()
        return repr(sorted((s.id, s.until.isoformat(), s.text) for s in snoozes if s.until > now))


def _until(snoozes: Snoozes, item: Item, now: datetime) -> datetime | None:
    return rests(snoozes, item.id, lambda: shown(item), now)
