"""The working-memory screen: what an agent works by, and one key to keep it or bring it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen

from inbox.app import draw_working
from inbox.app.draw_working import Shown, Stop
from inbox.app.spans import Line, Span, said
from inbox.app.widgets.bars import Bar
from inbox.app.widgets.cursor import CursorRows
from inbox.app.widgets.styled import Lines
from inbox.errors import InboxError
from inbox.formats.visible import one_line
from inbox.service import Inbox

MOST = 10_000
MARGIN = 3
"""Cells of the padding and the scroll bar."""

EVERY = 2.0
"""Seconds between two looks at the disk; an agent writes whenever a turn ends."""

_KEYS = (
    *(("j k", "move"), ("p", "pin"), ("r", "restore"), ("o", "promote")),
    *(("J K", "scroll"), ("Tab", "next agent"), ("q", "back")),
)


class Entries(CursorRows):
    """Entries, and below them those that have left."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.rows: tuple[Stop, ...] = ()

    def show(self, rows: tuple[Stop, ...]) -> None:
        """Show rows; the cursor stays on its entry, or near where it was."""
        before, place = self.stop, self.place
        self.rows = rows
        places = [at for at, row in enumerate(rows) if not row.heading]
        same = [n for n, at in enumerate(places) if before and _name(rows[at]) == _name(before)]
        self.lay_out(len(rows), places, same[0] if same else place)

    def line_at(self, row: int, width: int) -> Line:
        return draw_working.row(self.rows[row], width)

    @property
    def stop(self) -> Stop | None:
        """The row under the cursor."""
        return None if self.chosen is None else self.rows[self.chosen]


def _name(stop: Stop) -> str:
    if stop.entry is not None:
        return stop.entry.id
    return f"left {stop.left.handle}" if stop.left else ""


class WorkingScreen(Screen[None]):
    """The memories of all agents, one at a time."""

    @dataclass
    class Read(Message):
        """A memory has been read, after a change of it when something was said."""

        shown: Shown
        told: str = ""

    @dataclass
    class Failed(Message):
        """It did not work."""

        text: str

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,W", "leave", "Back", show=False),
        Binding("j,down", "move(1)", "Down", show=False),
        Binding("k,up", "move(-1)", "Up", show=False),
        Binding("ctrl+d,pagedown", "page(1)", "Page down", show=False),
        Binding("ctrl+u,pageup", "page(-1)", "Page up", show=False),
        Binding("g,home", "to(0)", "First", show=False),
        Binding("G,end", f"to({MOST})", "Last", show=False),
        Binding("J", "scroll(1)", "Scroll the lower box", show=False),
        Binding("K", "scroll(-1)", "Scroll the lower box", show=False),
        Binding("p", "pin", "Pin, or take the pin away", show=False),
        Binding("r", "restore", "Bring back what has left", show=False),
        Binding("o", "promote", "File a candidate", show=False),
        Binding("tab", "agent(1)", "Next agent", show=False),
        Binding("shift+tab", "agent(-1)", "The agent before", show=False),
        Binding("R", "read", "Read again", show=False),
    ]
    AUTO_FOCUS = "#entries"
    DEFAULT_CSS = """
    WorkingScreen {
        & #entries { height: 1fr; border-top: solid $rule; border-title-color: $primary; }
        & #below { height: 1fr; border-top: solid $rule; padding: 0 1; }
        & #below { border-title-color: $text-dim; }
    }
    """

    def __init__(self, inbox: Inbox) -> None:
        super().__init__()
        self._inbox = inbox
        self._agent = ""
        self._shown: Shown | None = None

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Entries(id="entries")
            yield Lines(id="below")
            yield Bar(id="working-hints")
            yield Bar(id="working-status")

    def on_mount(self) -> None:
        line = [
            span for key, word in _KEYS for span in (Span(f" {key} ", "key"), Span(word, "dim"))
        ]
        self.query_one("#working-hints", Bar).show(tuple(line))
        self.read()
        self.set_interval(EVERY, self.read)

    @work(thread=True, exclusive=True, group="working")
    def read(self) -> None:
        """Read the memory of the chosen agent, or of the first one."""
        try:
            self.post_message(self.Read(self._look()))
        except InboxError as error:
            self.post_message(self.Failed(str(error)))

    def _look(self) -> Shown:
        agents = self._inbox.agents()
        name = self._agent or next(iter(agents), "")
        memory = self._inbox.working(name)
        rows, _ = memory.rows()
        return Shown(memory.agent, agents, memory.state(), memory.left(), rows)

    @work(thread=True, group="working-change")
    def _change(self, change: Callable[[], str]) -> None:
        """Do what a person wants and read what came of it; `change` says that in words."""
        try:
            told = change()
            self.post_message(self.Read(self._look(), told))
        except InboxError as error:
            self.post_message(self.Failed(str(error)))

    @on(Read)
    def show(self, event: Read) -> None:
        if event.told:
            self._say(event.told, "ok")
        if event.shown == self._shown:
            return
        self._shown = event.shown
        self._draw()

    @on(Failed)
    def report(self, event: Failed) -> None:
        self._say(f"! {event.text}", "warn")

    def _say(self, text: str, style: str) -> None:
        self.query_one("#working-status", Bar).show((Span(" "), *said(text, style)))

    def _draw(self) -> None:
        assert self._shown is not None
        entries, shown = self.query_one(Entries), self._shown
        others = [each for each in shown.agents if each != shown.agent]
        more = f"  (Tab: {', '.join(others)})" if others else ""
        title = f"Working memory of {shown.agent}, turn {shown.state.turn}{more}"
        entries.border_title = Content(one_line(title))
        entries.show(draw_working.stops(shown))
        self._draw_below()

    @on(CursorRows.Moved)
    def show_chosen(self) -> None:
        self._draw_below()

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw_below)

    def _draw_below(self) -> None:
        if self._shown is None:
            return
        box = self.query_one("#below", Lines)
        box.border_title = "Entry, task, last changes"
        width = max(10, box.size.width - MARGIN)
        stop = self.query_one(Entries).stop
        lines = draw_working.below(self._shown, stop, width)
        empty = not self._shown.agents
        box.show(draw_working.nothing(self._shown.agents) if empty else lines)

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_move(self, by: int) -> None:
        self.query_one(Entries).move(by)

    def action_to(self, stop: int) -> None:
        self.query_one(Entries).go_to(stop)

    def action_page(self, by: int) -> None:
        entries = self.query_one(Entries)
        entries.move(by * entries.page)

    def action_scroll(self, by: int) -> None:
        self.query_one("#below", Lines).scroll_relative(y=by, animate=False)

    def action_read(self) -> None:
        self.read()

    def action_agent(self, by: int) -> None:
        """Go to the next agent."""
        if self._shown is None or not self._shown.agents:
            return
        agents = self._shown.agents
        at = agents.index(self._shown.agent) if self._shown.agent in agents else 0
        self._agent = agents[(at + by) % len(agents)]
        self.read()

    # What a person does.

    def action_pin(self) -> None:
        """Pin the entry under the cursor, or take its pin away."""
        stop, memory = self.query_one(Entries).stop, self._inbox.working(self._whose)
        if stop is None or stop.entry is None:
            self._say("! only an entry that is there can be pinned; r restores one.", "warn")
            return
        entry = stop.entry

        def change() -> str:
            memory.pin(entry.id, pinned=not entry.pinned)
            return (
                f"{entry.id} is {'free again' if entry.pinned else 'pinned: no model lets it go'}"
            )

        self._change(change)

    def action_restore(self) -> None:
        """Bring back the entry under the cursor, when it has left."""
        stop, memory = self.query_one(Entries).stop, self._inbox.working(self._whose)
        if stop is None or stop.left is None:
            self._say("! this entry is there; what has left stands below.", "warn")
            return
        handle = stop.left.handle

        def change() -> str:
            events = memory.restore(handle).events
            gone = [event.handle for event in events if event.code == "evicted"]
            back = next(event.handle for event in events if event.code == "restored")
            return f"{handle} is back as {back}" + (f"; {gone[0]} made room" if gone else "")

        self._change(change)

    def action_promote(self) -> None:
        """File the entry under the cursor as a candidate."""
        stop, promoting = self.query_one(Entries).stop, self._inbox.promoting(self._whose)
        if stop is None or stop.entry is None:
            self._say("! only an entry that is there can be promoted; r restores one.", "warn")
            return
        handle = stop.entry.id

        def change() -> str:
            done = promoting.file(handle, promoting.preview(handle))
            return (
                f"{handle} waits in the inbox as a candidate  {done.commit[:7]}  (z undoes there)"
            )

        self._change(change)

    @property
    def _whose(self) -> str:
        return self._shown.agent if self._shown else self._agent
