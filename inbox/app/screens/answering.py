"""Answers to what has no two sides: questions, audits, rule proposals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inbox.app.screens.dialogs import choose
from inbox.domain import decision as d
from inbox.domain.item import Item, Notice
from inbox.formats.visible import one_line

if TYPE_CHECKING:
    from inbox.app.screens.editing import Editing
    from inbox.app.screens.inbox import InboxScreen

_RULE = {"1": "approve", "2": "reject"}
_CONFIRM, _OTHER = "1", "2"


class Answering:
    """Asks for the answer in the words that athenaeum reads."""

    def __init__(self, screen: InboxScreen, editing: Editing) -> None:
        self._screen = screen
        self._editing = editing

    def ask(self, item: Item) -> None:
        """Ask for an answer, or say why there is none to give."""
        likely = "approve" if isinstance(item, Notice) and item.kind == "rule" else "words"
        if off := self._screen.inbox.why_not(item, d.Answer(likely)):
            self._screen.warn(off)
            return
        match item:
            case Notice(kind="rule"):
                self._rule(item)
            case Notice(kind="audit"):
                self._audit(item)
            case _:
                self._editing.answer(item)

    def _rule(self, item: Notice) -> None:
        def chosen(key: str) -> None:
            self._screen.carry_out(item, d.Answer(_RULE[key]))

        choose(self._screen.app, "This rule:", tuple(_RULE.items()), chosen)

    def _audit(self, item: Notice) -> None:
        def chosen(key: str) -> None:
            if key == _CONFIRM:
                self._screen.carry_out(item, d.Answer("confirm"))
            else:
                self._editing.answer(item)

        said = one_line(item.verdict)
        choices = ((_CONFIRM, f"confirm: {said}"), (_OTHER, "overturn it, in your own words …"))
        choose(self._screen.app, f"The verdict was: {said}", choices, chosen)
