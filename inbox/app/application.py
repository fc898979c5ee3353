"""The Textual application: themes and the first screen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from inbox.app.actions import BY_ID
from inbox.app.keyboard import IN_USE, keyboard
from inbox.app.palette import Actions
from inbox.app.screens.inbox import InboxScreen
from inbox.app.screens.verbs import Verbs
from inbox.app.themes import ANSI_DARK, ANSI_LIGHT, DEFAULT, VARIABLES, own_themes, themes
from inbox.config import Config
from inbox.service import Inbox


class InboxApp(App[str]):
    """The whole program with a person in front of it; exits with its parting words."""

    TITLE = "athenaeum-inbox"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(BY_ID["palette.open"].keys, "command_palette", show=False, id="palette.open"),
    ]

    # Where a colour would show what is selected and there is none, the row is reversed, or
    # underlined: Textual forgets `reverse` when it draws an option.
    CSS = """
    Input > .input--placeholder { color: $text-dim; text-style: none; }
    Input:focus { background-tint: $foreground 0%; }
    CommandPalette > .command-palette--help-text { color: $text-dim; text-style: not bold; }
    CommandList > .option-list--option-highlighted { background: $panel; color: $foreground; }
    CommandList:ansi > .option-list--option-highlighted {
        background: $block-cursor-background; color: $block-cursor-foreground;
    }
    OptionList:nocolor > .option-list--option-highlighted { text-style: bold underline; }
    Input:nocolor > .input--cursor { text-style: reverse; }
    Input:nocolor > .input--selection { text-style: reverse; }
    TextArea:nocolor .text-area--cursor { text-style: reverse; }
    TextArea:nocolor .text-area--selection { text-style: reverse; }
    """

    COMMANDS = App.COMMANDS | {Actions}

    def __init__(self, inbox: Inbox, config: Config | None = None, own: Path | None = None) -> None:
        """Show an inbox; `own` is the folder of the person's own themes."""
        # Under NO_COLOR Textual makes a theme's colours grey, unless they are the terminal's.
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)
        self.inbox = inbox
        self.config = config or Config()
        for theme in (*themes(), *own_themes(own)):
            self.register_theme(theme)
        # Textual has taken the person's own choice from the environment.
        if self.config.theme or not os.environ.get("TEXTUAL_THEME"):
            self.theme = self.config.theme or DEFAULT
        board = keyboard(self.config)
        IN_USE.set(board)
        self.set_keymap(board.changed)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        theme = self.current_theme
        if not theme.ansi:
            return dict(VARIABLES)
        return dict(ANSI_DARK if theme.dark else ANSI_LIGHT)

    async def action_quit(self) -> None:
        first = self.screen_stack[0]
        if isinstance(first, InboxScreen):
            first.leave()

    def get_default_screen(self) -> InboxScreen:
        return InboxScreen(self.inbox, self.inbox.root, Verbs, self.config)
