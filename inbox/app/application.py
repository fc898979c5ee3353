"""The Textual application: themes and the first screen."""

from __future__ import annotations

import os
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from inbox.app.palette import Actions
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

    COMMANDS = App.COMMANDS | {Actions}

    def __init__(self, inbox: Inbox) -> None:
        super().__init__()
        self.inbox = inbox
        for theme in themes():
            self.register_theme(theme)
        # Textual has taken the person's own choice from the environment.
        if not os.environ.get("TEXTUAL_THEME"):
            self.theme = DEFAULT

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(VARIABLES)

    async def action_quit(self) -> None:
        first = self.screen_stack[0]
        if isinstance(first, InboxScreen):
            first.leave()

    def get_default_screen(self) -> InboxScreen:
        return InboxScreen(self.inbox, self.inbox.root, Verbs)
