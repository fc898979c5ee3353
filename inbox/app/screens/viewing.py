"""Keys that change how an item is shown, and which sources of a merge are meant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from inbox.app.draw_merge import named
from inbox.app.screens.inbox import InboxScreen
from inbox.app.spans import Span, said
from inbox.app.view import SAID, View, in_context
from inbox.domain.item import MergeProposal


class Viewing:
    """The keys of the item's boxes."""

    def __init__(self, screen: InboxScreen) -> None:
        self._screen = screen

    def keys(self) -> dict[str, Callable[[], None]]:
        """Return what each action does, by its id."""
        return {
            "view.next": lambda: self._turn(1),
            "view.previous": lambda: self._turn(-1),
            "view.diff": lambda: self._mode(View.turned),
            "view.wrap": self._wrap,
            "view.maximize": self._maximize,
            "view.context_less": lambda: self._context(-1),
            "view.context_more": lambda: self._context(1),
            "merge.next": lambda: self._page(1),
            "merge.previous": lambda: self._page(-1),
        }

    def _turn(self, by: int) -> None:
        if self._screen.item is not None:
            self._screen.pane.lower.turn(by)

    def _mode(self, change: Callable[[View], View]) -> None:
        if self._screen.item is not None:
            self._say(SAID[self._screen.pane.see(change).mode])

    def _context(self, by: int) -> None:
        if self._screen.item is not None:
            view = self._screen.pane.see(lambda view: view.widened(by))
            self._say(in_context(view.context))

    def _wrap(self) -> None:
        if self._screen.item is not None:
            view = self._screen.pane.see(lambda view: replace(view, wraps=not view.wraps))
            self._say("long lines go on below" if view.wraps else "long lines are cut")

    def _maximize(self) -> None:
        """Show the focused box alone; without a focus the claims."""
        screen, pane = self._screen, self._screen.pane
        if screen.alone:
            screen.show_alone("")
        elif screen.focused is screen.queue:
            screen.show_alone("queue")
        else:
            screen.show_alone("lower" if screen.focused is pane.lower.box else "claims")

    def _page(self, by: int) -> None:
        item = self._screen.item
        at = self._screen.pane.page_source(by) if item is not None else None
        if at is None or not isinstance(item, MergeProposal):
            self._screen.warn("there are no pages here; a merge has one for each source.")
        else:
            self._say(f"source {at} of {len(item.sources)}: {named(item.sources[at - 1])}")

    def leave_out(self, item: MergeProposal) -> None:
        """Leave the source on show out of a merge, or take it in again."""
        screen = self._screen
        if item.sources:
            name = named(item.sources[screen.pane.view.source])
            out = screen.choices.turn(item, name)
            screen.show_item()
            self._say(f"{'left out' if out else 'taken in'}: {name}")

    def _say(self, text: str) -> None:
        self._screen.say((Span(" "), *said(text, "dim")))
