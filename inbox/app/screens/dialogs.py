"""Small questions: a choice by key, a yes, a line of text, a whole text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static, TextArea

from inbox.app.spans import Line
from inbox.app.widgets.styled import Lines
from inbox.formats.visible import one_line, visible

PATCH_WIDTH = 71
"""Cells of a row of a patch in a dialog."""

MOST_PATCH = 11
BORDER = 1
"""The row below a patch."""

_SCROLLS = {"j": 1, "down": 1, "k": -1, "up": -1}
_CSS = """
    align: center middle;
    & > Vertical {
        width: 76;
        max-width: 96%;
        height: auto;
        max-height: 90%;
        padding: 0 1;
        background: $surface;
        border: round $primary;
    }
    & Static { height: auto; }
    & .hint { color: $text-dim; }
    & .error { color: $error; }
"""


def _static(text: str, classes: str = "") -> Static:
    return Static(Content(visible(text)), classes=classes, markup=False)


class Choose(ModalScreen[str | None]):
    """A menu: one key for each choice, Esc for none."""

    DEFAULT_CSS = f"""Choose {{{_CSS}
        & Lines {{ background: $surface; border-bottom: solid $rule; }}
    }}"""

    def __init__(
        self, question: str, choices: tuple[tuple[str, str], ...], patch: Sequence[Line] = ()
    ) -> None:
        """Ask with `choices` as pairs of a key and what it means, below a patch."""
        super().__init__()
        self._patch = list(patch)
        self._question = question
        self._choices = choices

    def compose(self) -> ComposeResult:
        with Vertical():
            if self._patch:
                yield Lines()
            yield _static(self._question)
            for key, meaning in self._choices:
                yield _static(f"  {key}  {one_line(meaning)}")
            yield _static("Esc: none of these", "hint")

    def on_mount(self) -> None:
        for lines in self.query(Lines):
            lines.styles.height = min(len(self._patch), MOST_PATCH) + BORDER
            lines.show(self._patch)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        pressed = event.character or ""
        if event.key == "escape":
            self.dismiss(None)
        elif event.key in _SCROLLS:
            for lines in self.query(Lines):
                lines.scroll_relative(y=_SCROLLS[event.key], animate=False)
        elif pressed in [key for key, _ in self._choices]:
            self.dismiss(pressed)


class AskLine(ModalScreen[str | None]):
    """One line of text; Enter gives it, Esc gives nothing."""

    DEFAULT_CSS = f"AskLine {{{_CSS}}}"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Leave", show=False)]

    def __init__(self, question: str, value: str = "") -> None:
        super().__init__()
        self._question = question
        self._value = value

    def compose(self) -> ComposeResult:
        with Vertical():
            yield _static(self._question)
            yield Input(self._value, select_on_focus=False)
            yield _static("Enter: go on   Esc: back", "hint")

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value)

    def action_leave(self) -> None:
        self.dismiss(None)


def choose(
    app: App[Any], question: str, choices: tuple[tuple[str, str], ...], then: Callable[[str], None]
) -> None:
    """Ask for one of some keys, and go on with it; Esc ends it there."""

    def chosen(key: str | None) -> None:
        if key is not None:
            then(key)

    app.push_screen(Choose(question, choices), chosen)


def ask_line(app: App[Any], question: str, then: Callable[[str], None], value: str = "") -> None:
    """Ask for a line of text, and go on with it; Esc ends it there."""

    def given(text: str | None) -> None:
        if text is not None:
            then(text)

    app.push_screen(AskLine(question, value), given)


class AskText(ModalScreen[str | None]):
    """A whole text; ctrl+s saves it, Esc asks when it was changed."""

    DEFAULT_CSS = f"""AskText {{{_CSS}
        & > Vertical {{ width: 96%; height: 90%; }}
        & TextArea {{
            height: 1fr;
            scrollbar-size-vertical: 1;
            scrollbar-background: $surface;
            scrollbar-color: $panel;
        }}
        & TextArea, & TextArea:focus {{ border: none; padding: 0; }}
    }}"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "Save", show=False),
        Binding("escape", "leave", "Leave", show=False, priority=True),
    ]

    def __init__(self, question: str, text: str, check: Callable[[str], str]) -> None:
        """Edit `text`; `check` says what is wrong with a text, or nothing."""
        super().__init__()
        self._question = question
        self._text = text
        self._check = check

    def compose(self) -> ComposeResult:
        with Vertical():
            yield _static(self._question)
            yield TextArea(self._text, soft_wrap=True, tab_behavior="indent")
            yield _static("", "error")
            yield _static("ctrl+s: save   ctrl+z: undo   Esc: back", "hint")

    def on_mount(self) -> None:
        area = self.query_one(TextArea)
        area.cursor_blink = False
        area.focus()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        problem = self._check(event.text_area.text)
        self.query_one(".error", Static).update(Content(visible(problem)))

    def action_save(self) -> None:
        text = self.query_one(TextArea).text
        problem = self._check(text)
        self.query_one(".error", Static).update(Content(visible(problem)))
        if not problem:
            self.dismiss(text)

    def action_leave(self) -> None:
        if self.query_one(TextArea).text == self._text:
            self.dismiss(None)
            return
        choices = (("s", "save it"), ("d", "drop the change"))
        self.app.push_screen(Choose("The text has changed.", choices), self._left)

    def _left(self, choice: str | None) -> None:
        if choice == "d":
            self.dismiss(None)
        elif choice == "s":
            self.action_save()
