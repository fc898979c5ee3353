"""The palette of all commands: the action table once more, to be found by a word."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.types import IgnoreReturnCallbackType

from inbox.app.actions import ACTIONS, Action, shown


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
        for action in ACTIONS if hasattr(self.screen, "action_do") else ():
            run = partial(self.screen.run_action, f"do('{action.id}')")
            words = action.id.replace(".", " ").replace("_", " ")
            yield f"{words} ({shown(action.keys)}): {action.does}", run, action
