"""The log screen: past decisions, the commit of the chosen one, and taking it back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen

from inbox.app import draw_patch
from inbox.app.actions import BY_ID
from inbox.app.keyboard import first_key
from inbox.app.spans import Line, Span, ends, said
from inbox.app.widgets.bars import Bar
from inbox.app.widgets.cursor import CursorRows
from inbox.app.widgets.filter import FilterLine
from inbox.app.widgets.styled import Lines
from inbox.domain.outcome import Entry
from inbox.errors import InboxError
from inbox.formats.visible import one_line
from inbox.service import Inbox

MOST = 500
NONE_YET = "no decision has been made here yet"
MARGIN = 3
"""Cells of the padding and the scroll bar."""


class Decisions(CursorRows):
    """Decisions, newest first."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.entries: tuple[Entry, ...] = ()

    def show(self, entries: tuple[Entry, ...]) -> None:
        before = self.entry
        self.entries = entries
        place = entries.index(before) if before in entries else 0
        self.lay_out(len(entries), range(len(entries)), place)

    def line_at(self, row: int, width: int) -> Line:
        entry = self.entries[row]
        style = "dim" if entry.undone_by or entry.undoes else ""
        left = (Span("  "), *said(entry.subject, style))
        mark = "taken back" if entry.undone_by else ""
        when = entry.when[:16].replace("T", " ")
        right = (
            Span(f" {mark} ", "warn"),
            *said(f"{entry.author.partition(' <')[0]}  {when} ", "dim"),
        )
        return ends(left, right, width)

    @property
    def entry(self) -> Entry | None:
        """The decision under the cursor."""
        return None if self.chosen is None else self.entries[self.chosen]


def passing(entries: Iterable[Entry], text: str) -> tuple[Entry, ...]:
    """Return the decisions that hold every word of a text: what, when, by whom, of which kind."""
    words = text.casefold().split()
    return tuple(entry for entry in entries if all(word in _told(entry) for word in words))


def _told(entry: Entry) -> str:
    taken_back = "taken back" if entry.undone_by else ""
    what = (entry.subject, entry.item, entry.kind, entry.decision, entry.reason, taken_back)
    facts = (*what, entry.author, entry.when, entry.id)
    return " ".join(facts).casefold()


class LogScreen(Screen[str | None]):
    """Gives the id of the decision to take back, or nothing."""

    @dataclass
    class Read(Message):
        """The log has been read."""

        entries: tuple[Entry, ...]

    @dataclass
    class Patched(Message):
        """The commit of a decision has been read."""

        decision_id: str
        text: str

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(BY_ID[name].keys, action, show=False, id=name)
        for name, action in (
            ("app.back", "leave"),
            ("app.escape", "leave"),
            ("log.open", "leave"),
            ("move.down", "move(1)"),
            ("move.up", "move(-1)"),
            ("move.page_down", "page(1)"),
            ("move.page_up", "page(-1)"),
            ("move.first", "to(0)"),
            ("move.last", f"to({MOST})"),
            ("move.claims_down", "scroll(1)"),
            ("move.claims_up", "scroll(-1)"),
            ("undo.undo", "undo"),
            ("filter.open", "filter"),
        )
    ]
    AUTO_FOCUS = "#decisions"
    DEFAULT_CSS = """
    LogScreen {
        & #decisions { height: 1fr; border-top: solid $rule; border-title-color: $primary; }
        & #commit { height: 1fr; border-top: solid $rule; padding: 0 1; }
        & #commit { border-title-color: $text-dim; }
    }
    """

    def __init__(self, inbox: Inbox) -> None:
        super().__init__()
        self._inbox = inbox
        self._text = ""
        self._entries: tuple[Entry, ...] = ()
        self._filter = ""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Decisions(id="decisions")
            yield Lines(id="commit")
            yield FilterLine("keep, conflict, 2026-12, ada, taken back …", id="filter")
            yield Bar(id="log-hints")

    def on_mount(self) -> None:
        self.query_one("#commit", Lines).border_title = "Commit"
        line: list[Span] = []
        for word, *names in (
            ("move", "move.down", "move.up"),
            ("scroll", "move.claims_down", "move.claims_up"),
            ("filter", "filter.open"),
            ("take it back", "undo.undo"),
            ("back", "app.back"),
        ):
            keys = " ".join(map(first_key, names))
            line += [Span(f" {keys} ", "key"), Span(f"{word} ", "dim")]
        self.query_one("#log-hints", Bar).show(tuple(line))
        self.read()

    @work(thread=True, exclusive=True, group="log")
    def read(self) -> None:
        try:
            self.post_message(self.Read(self._inbox.log(MOST)))
        except InboxError as error:
            self.post_message(self.Patched("", str(error)))

    @work(thread=True, exclusive=True, group="commit-text")
    def look_up(self, decision_id: str) -> None:
        try:
            self.post_message(self.Patched(decision_id, self._inbox.patch(decision_id)))
        except InboxError as error:
            self.post_message(self.Patched(decision_id, str(error)))

    @on(Read)
    def show(self, event: Read) -> None:
        self._entries = event.entries
        self._show()

    def _show(self) -> None:
        """Show the decisions that pass the filter, and the commit of the one under the cursor."""
        decisions = self.query_one(Decisions)
        passed = passing(self._entries, self._filter)
        decisions.show(passed)
        some = f"  / {one_line(self._filter)}" if self._filter else ""
        decisions.border_title = Content(f"Decisions {len(passed)}{some}")
        if passed:
            self.show_chosen()
        else:
            nothing = "no decision passes the filter" if self._entries else NONE_YET
            self._text = nothing
            self._draw_commit()

    @on(FilterLine.Typed)
    @on(FilterLine.Closed)
    def filtered(self, event: FilterLine.Typed | FilterLine.Closed) -> None:
        event.stop()
        self._filter = event.text
        self._show()
        if isinstance(event, FilterLine.Closed):
            self.query_one(Decisions).focus()

    @on(Patched)
    def show_commit(self, event: Patched) -> None:
        entry = self.query_one(Decisions).entry
        if event.decision_id and entry is not None and event.decision_id != entry.id:
            return
        self._text = event.text
        self._draw_commit()

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw_commit)

    def _draw_commit(self) -> None:
        box = self.query_one("#commit", Lines)
        lines = draw_patch.commit(self._text, max(10, box.size.width - MARGIN))
        box.show(lines)

    @on(CursorRows.Moved)
    def show_chosen(self) -> None:
        entry = self.query_one(Decisions).entry
        if entry is not None:
            self.look_up(entry.id)

    def action_move(self, by: int) -> None:
        self.query_one(Decisions).move(by)

    def action_to(self, stop: int) -> None:
        self.query_one(Decisions).go_to(stop)

    def action_page(self, by: int) -> None:
        decisions = self.query_one(Decisions)
        decisions.move(by * decisions.page)

    def action_scroll(self, by: int) -> None:
        self.query_one("#commit", Lines).scroll_relative(y=by, animate=False)

    def action_filter(self) -> None:
        self.query_one(FilterLine).open(self._filter)

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_undo(self) -> None:
        entry = self.query_one(Decisions).entry
        if entry is not None:
            self.dismiss(entry.id)
