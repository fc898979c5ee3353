"""Drives the program as a person does: presses keys, and reads what is on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from inbox.app.application import InboxApp
from inbox.app.queue_view import Row
from inbox.app.screens.inbox import InboxScreen
from inbox.app.widgets.queue import Queue
from inbox.app.widgets.styled import Lines
from inbox.config import Config
from inbox.service import Inbox

WIDE = (120, 36)
NARROW = (80, 24)


async def settled(pilot: Pilot[Any]) -> None:
    """Wait for the workers, and for the messages that they posted, which may start others."""
    quiet = 0
    while quiet < 2:
        await pilot.pause()
        busy = any(not worker.is_finished for worker in pilot.app.workers)
        quiet = 0 if busy else quiet + 1
        await asyncio.sleep(0.005 if busy else 0)


class Driver:
    """One running program."""

    def __init__(self, pilot: Pilot[Any], inbox: Inbox) -> None:
        self.pilot = pilot
        self.inbox = inbox
        first = pilot.app.screen
        assert isinstance(first, InboxScreen)
        self.screen = first
        self.screen.guard = 0

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, each when the one before has had its effect."""
        for key in keys:
            await self.pilot.press(key)
            await settled(self.pilot)

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait for what no worker of ours brings about: a toast, the list of the palette."""
        for _ in range(300):
            if holds():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"never came to be; on the screen:\n{self.text}")

    async def type(self, text: str) -> None:
        """Type letters and blanks."""
        await self.press(*("space" if letter == " " else letter for letter in text))

    async def on(self, title: str) -> None:
        """Put the cursor on the row of an item, or of the broken block with that reason."""
        queue = self.queue
        stop = next(n for n, at in enumerate(queue._stops) if _title(queue._rows[at]) == title)
        queue.go_to(stop)
        await settled(self.pilot)

    @property
    def queue(self) -> Queue:
        return self.screen.queue

    @property
    def title(self) -> str:
        """What the row under the cursor is called."""
        return _title(self.queue.row)

    @property
    def text(self) -> str:
        """Everything on the screen, with what stands under a dialog."""
        screen = self.pilot.app.screen
        strips = screen._compositor.render_strips()
        return "\n".join(strip.text for strip in strips)

    def sees(self, words: str) -> bool:
        """Whether some words are on the screen; blanks and line breaks count alike."""
        return " ".join(words.split()) in " ".join(self.text.split())

    @property
    def status(self) -> str:
        """What was said last in the lowest row."""
        return "".join(span.text for span in self.screen._said).strip()

    def box(self, name: str) -> str:
        """All lines of a box, also those that are scrolled out of sight."""
        lines = self.screen.query_one(f"#{name}", Lines).lines
        return "\n".join("".join(span.text for span in line) for line in lines)

    @property
    def commits(self) -> list[str]:
        """The subjects of all decisions, newest first."""
        return [entry.subject for entry in self.inbox.log()]


def _title(row: Row) -> str:
    if row.item is not None:
        return row.item.title
    return row.broken.reason if row.broken else ""


@asynccontextmanager
async def driving(
    inbox: Inbox,
    size: tuple[int, int] = WIDE,
    config: Config | None = None,
    *,
    toasts: bool = False,
) -> AsyncIterator[Driver]:
    """Run the program without a terminal and give the person at its keyboard.

    Toasts cover what else is to be seen, so they come only where they are asked for.
    """
    async with InboxApp(inbox, config).run_test(size=size, notifications=toasts) as pilot:
        await settled(pilot)
        yield Driver(pilot, inbox)
