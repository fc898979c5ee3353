"""The help screen: every key of the action table, filtered as you type."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from inbox.app.actions import ACTIONS
from inbox.app.keyboard import all_keys
from inbox.app.spans import EMPTY, Line, Span
from inbox.app.widgets.styled import Lines

_KEYS = 20


class HelpScreen(ModalScreen[None]):
    """What each key does; typing searches, Esc goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", "Back", show=False),
        Binding("down", "scroll(1)", "Down", show=False),
        Binding("up", "scroll(-1)", "Up", show=False),
    ]
    DEFAULT_CSS = """
    HelpScreen {
        align: center middle;
        & > Vertical {
            width: 78;
            max-width: 96%;
            height: 90%;
            padding: 0 1;
            background: $surface;
            border: round $primary;
            border-title-color: $primary;
        }
        & Lines { height: 1fr; background: $surface; }
        & Input, & Input:focus { border: none; height: 1; padding: 0; background: $panel; }
    }
    """

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = "Keys: type to search, Esc goes back"
            yield Input(placeholder="search")
            yield Lines()

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        self.query_one(Lines).show(rows(""))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.query_one(Lines).show(rows(event.value))

    def action_scroll(self, by: int) -> None:
        self.query_one(Lines).scroll_relative(y=by, animate=False)


def rows(wanted: str) -> list[Line]:
    """Return the actions that hold a word, in groups."""
    lines: list[Line] = []
    group = ""
    for action in ACTIONS:
        keys = all_keys(action.id)
        if wanted.lower() not in f"{keys} {action.does} {action.hint} {action.group}".lower():
            continue
        if action.group != group:
            group = action.group
            lines += [EMPTY] if lines else []
            lines.append((Span(group.upper(), "group"),))
        lines.append((Span(f"  {keys:<{_KEYS}}", "key"), Span(action.does)))
    return lines or [(Span("no key does that", "dim"),)]
