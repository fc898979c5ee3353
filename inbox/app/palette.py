"""The palette of all commands: the action table once more, to be found by a word."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.types import IgnoreReturnCallbackType

from inbox.app.actions import ACTIONS, Action
from inbox.app.keyboard import all_keys
from inbox.app.screens.inbox import InboxScreen


class Actions(Provider):
    """Offers every action of the table, with its keys."""

    async def discover(self) -> Hits:
        for label, call, action in self._calls():
            yield DiscoveryHit(label, call, action.does)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for label, call, action in self._calls():
            if score := matcher.match(label):
                yield Hit(score, matcher.highlight(label), call, action.does)

    def _calls(self) -> Iterator[tuple[str, IgnoreReturnCallbackType, Action]]:
        # On the log or in a dialog these would mean something else, or nothing.
        screen = self.screen
        if not isinstance(screen, InboxScreen):
            return
        for action in ACTIONS:
            if action.id == "palette.open":
                continue
            run = partial(screen.run_action, f"do('{action.id}')")
            words = action.id.replace(".", " ").replace("_", " ")
            yield f"{words} ({all_keys(action.id)}): {action.does}", run, action
