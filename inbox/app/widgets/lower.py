"""The lower box: the patch, the files after, the reasons, and what happened before."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.timer import Timer
from textual.widgets import ContentSwitcher

from inbox.app import draw_history, draw_patch, draw_result, draw_why
from inbox.app.spans import EMPTY, Line, Span, said, wrap
from inbox.app.view import View
from inbox.app.widgets.styled import Lines
from inbox.app.widgets.tabs import PAGES, Tabs
from inbox.domain.history import Event
from inbox.domain.item import Item, MergeProposal
from inbox.domain.outcome import Preview
from inbox.policy.explained import Explained

SLOW = 0.15
"""Seconds after which the patch of the item before goes, if the new one is not there yet."""

_OF_THE_COMMIT = ("patch", "result")


class Lower(Vertical):
    """Draws the page that is on show, and each other one when it is turned to."""

    DEFAULT_CSS = """
    Lower {
        & ContentSwitcher { height: 1fr; }
        & Lines { height: 100%; border-top: none; padding: 0 1; }
        & Lines:focus { border-top: none; }
    }
    """

    @dataclass
    class Wanted(Message):
        """What a page is made of is not known yet: the reasons, or the history."""

        item: Item
        page: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._item: Item | None = None
        self._explained: Explained | None = None
        self._view = View()
        self._preview: Preview | None = None
        self._why_not = ""
        self._past: tuple[Event, ...] | None = None
        self._turned = ""
        self._drawn: set[str] = set()
        self._width = 0
        self._waiting: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Tabs(id="tabs")
        with ContentSwitcher(initial=PAGES[0]):
            for page in PAGES:
                yield Lines(id=page)

    @property
    def page(self) -> str:
        """The page on show."""
        return self.query_one(ContentSwitcher).current or PAGES[0]

    @property
    def box(self) -> Lines:
        """The lines on show."""
        return self.query_one(f"#{self.page}", Lines)

    def show(self, item: Item, view: View, width: int) -> None:
        """Draw an item; the same one again keeps page and place."""
        same = self._item is not None and self._item.id == item.id
        self._item, self._view, self._width = item, view, width
        self._drawn.clear()
        self._explained = self._past = None
        if not same:
            self._preview, self._why_not = None, ""
            self._wait()
        self._to_page(self._turned or _usual(item))
        self._draw(keep_place=same)

    def see(self, view: View, width: int) -> None:
        """Draw the same in another way or at another width."""
        self._view, self._width = view, width
        self._drawn.clear()
        self._draw(keep_place=True)

    def _wait(self) -> None:
        """Leave the patch of the item before on show for a moment, so that nothing flickers."""
        if self._waiting is not None:
            self._waiting.stop()
        self._waiting = self.set_timer(SLOW, self._waited)

    def _waited(self) -> None:
        self.show_patch(self._preview, self._why_not)

    def show_patch(self, preview: Preview | None, why_not: str) -> None:
        """Draw what accepting the item would write, or why there is nothing to write."""
        if self._waiting is not None:
            self._waiting.stop()
            self._waiting = None
        self._preview, self._why_not = preview, why_not
        self._drawn -= {*_OF_THE_COMMIT}
        self._draw(keep_place=False)

    def show_reasons(self, explained: Explained) -> None:
        """Draw what stands behind the proposal on show."""
        self._explained = explained
        self._drawn.discard("why")
        self._draw(keep_place=False)

    def show_past(self, rows: tuple[Event, ...]) -> None:
        """Draw what happened before to the item on show."""
        self._past = rows
        self._drawn.discard("history")
        self._draw(keep_place=False)

    def turn(self, by: int) -> None:
        """Turn to another page, round and round; it stays until it is turned back."""
        self.turn_to(PAGES[(PAGES.index(self.page) + by) % len(PAGES)])

    @on(Tabs.Picked)
    def pick(self, event: Tabs.Picked) -> None:
        event.stop()
        self.turn_to(event.page)

    def turn_to(self, page: str) -> None:
        """Turn to one page."""
        had_focus = self.box.has_focus
        self._turned = "" if self._item is not None and page == _usual(self._item) else page
        self._to_page(page)
        if had_focus:
            self.box.focus()
        self._draw(keep_place=True)

    def _to_page(self, page: str) -> None:
        self.query_one(ContentSwitcher).current = page

    def tell(self) -> None:
        """Draw the title row; its rule is lit while the box has the focus."""
        lit = self.box.has_focus
        self.query_one(Tabs).tell(self.page, self._word(), self.size.width, focused=lit)

    def on_descendant_focus(self) -> None:
        self.tell()

    def on_descendant_blur(self) -> None:
        self.call_after_refresh(self.tell)

    def _word(self) -> Line:
        if self.page == "history":
            return said("…" if self._past is None else f"{len(self._past)} entries", "dim")
        if self._preview is None:
            return EMPTY
        count = len(self._preview.files)
        return (Span(f"{'1 file' if count == 1 else f'{count} files'}, applies", "dim"),)

    def _draw(self, *, keep_place: bool) -> None:
        page, item = self.page, self._item
        self.tell()
        if item is None or page in self._drawn:
            return
        if page in _OF_THE_COMMIT and self._waiting is not None:
            return
        known = {"why": self._explained, "history": self._past}
        if known.get(page, "") is None:
            self.post_message(self.Wanted(item, page))
        self._drawn.add(page)
        self.box.show(self._lines(page, item), keep_place=keep_place)

    def _lines(self, page: str, item: Item) -> list[Line]:
        width = self._width
        reading: list[Line] = [(Span("reading …", "dim"),)]
        if page == "why":
            known = self._explained
            return reading if known is None else draw_why.why(item, known, width)
        if page == "history":
            return reading if self._past is None else draw_history.history(self._past, width)
        if self._preview is None:
            return wrap(said(self._why_not, "dim"), width)
        if page == "result":
            return draw_result.result(item, self._preview, width, self._view)
        return draw_patch.patch(self._preview, width)


def _usual(item: Item) -> str:
    """Return the page that an item opens on."""
    return "result" if isinstance(item, MergeProposal) else "patch"
