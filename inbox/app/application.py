"""The Textual application: themes and the first screen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from inbox.app.screens.inbox import InboxScreen
from inbox.app.screens.verbs import Verbs
from inbox.app.themes import DEFAULT, VARIABLES, themes
from inbox.service import Inbox


class InboxApp(App[str]):
    """The whole program with a person in front of it; exits with its parting words."""

    TITLE = "athenaeum-inbox"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("colon", "command_palette", "All commands", show=False, id="palette.open"),
    ]

    def __init__(self, inbox: Inbox) -> None:
        super().__init__()
        self.inbox = inbox
        for theme in themes():
            self.register_theme(theme)
        self.theme = DEFAULT

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(VARIABLES)

    def get_default_screen(self) -> InboxScreen:
        return InboxScreen(self.inbox, self.inbox.root, Verbs)
