"""The copy menu: an id, a patch, a text or paths, by way of the terminal (OSC 52)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inbox.app import copies
from inbox.app.screens.dialogs import Choose
from inbox.app.spans import Span, said
from inbox.domain.item import Item
from inbox.errors import InboxError
from inbox.service import copied
from inbox.service.proposals import nothing_to_accept

if TYPE_CHECKING:
    from inbox.app.screens.inbox import InboxScreen

MOST = 64 * 1024
"""Bytes; terminals drop more of a clipboard, some far less (spec ux.md §6)."""

_CHOICES = (("i", "the id"), ("p", "the patch, as diff"), ("t", "the text"), ("f", "the paths"))


class Copying:
    """Asks what to copy, and says how far it came: a terminal gives no answer."""

    def __init__(self, screen: InboxScreen) -> None:
        self._screen = screen

    def ask(self) -> None:
        """Ask what to copy of the item under the cursor."""
        item = self._screen.item
        if item is None:
            self._screen.warn("there is no item here to copy from.")
            return

        def chosen(key: str | None) -> None:
            if key == "i":
                self._copy(item.id, "the id")
            elif key == "t":
                self._copy(copies.text_of(item), "the text")
            elif key == "f":
                self._copy(copies.paths_of(item), "the paths")
            elif key == "p":
                self._patch(item)

        self._screen.app.push_screen(Choose("Copy what?", _CHOICES), chosen)

    def _patch(self, item: Item) -> None:
        screen = self._screen
        decision = screen.choices.accepting(screen.inbox, item)
        if decision is None:
            screen.warn(nothing_to_accept(item))
            return
        reason = screen.reason

        def look() -> None:
            try:
                found = screen.inbox.preview(item, decision, reason)
            except InboxError as error:
                screen.app.call_from_thread(screen.warn, str(error))
            else:
                screen.app.call_from_thread(self._copy, copies.patch_of(found), "the patch")

        screen.run_worker(look, thread=True, exclusive=True, group="copy")

    def _copy(self, text: str, what: str) -> None:
        screen, size = self._screen, len(text.encode())
        if not text:
            screen.warn("there is no file behind this one.")
        elif size > MOST:
            self._into_a_file(text, f"{what}: {size // 1024} KB are too many for a terminal")
        else:
            screen.app.copy_to_clipboard(text)
            words = f"{what} sent to the terminal; tmux: `set-clipboard on`"
            screen.say((Span(" [ok] ", "ok"), *said(words)))

    def _into_a_file(self, text: str, why: str) -> None:
        try:
            file = copied.keep(text)
        except InboxError as error:
            self._screen.warn(str(error))
        else:
            self._screen.warn(f"{why}, they are in {file}")
