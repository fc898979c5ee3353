"""Field by field: what of the other side's header goes into the side that is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inbox.app.screens.dialogs import choose
from inbox.domain.decision import SideName
from inbox.domain.item import Conflict
from inbox.errors import InboxError
from inbox.service import choosing

if TYPE_CHECKING:
    from inbox.app.screens.editing import Editing
    from inbox.app.screens.inbox import InboxScreen

MOST = 9
_ON = "g"
_SIDES: dict[str, SideName] = {"1": "a", "2": "b"}


class Fields:
    """Asks for a side, then for the fields to take; the editor shows what comes of it."""

    def __init__(self, screen: InboxScreen, editing: Editing) -> None:
        self._screen = screen
        self._editing = editing

    def ask(self, item: Conflict) -> None:
        """Ask which side is kept."""
        sides = (("1", "A"), ("2", "B"))
        question = "Keep which side, with fields of the other?"
        choose(self._screen.app, question, sides, lambda k: self._pick(item, _SIDES[k], ()))

    def _pick(self, item: Conflict, side: SideName, taken: tuple[str, ...]) -> None:
        """Ask for one more field, or one less, until the person goes on."""
        fields = choosing.choices(item, side)[:MOST]
        if not fields:
            self._screen.warn("the two headers differ in no field that could be taken.")
            return
        keys = {str(number): field.key for number, field in enumerate(fields, start=1)}
        rows = tuple(
            (
                number,
                f"[{'x' if field.key in taken else ' '}] {field.key}: "
                f"{field.mine or '(not there)'}  <-  {field.other or '(not there)'}",
            )
            for number, field in zip(keys, fields, strict=True)
        )

        def pressed(key: str) -> None:
            if key == _ON:
                self._go_on(item, side, taken)
            else:
                name = keys[key]
                without = tuple(each for each in taken if each != name)
                self._pick(item, side, without if name in taken else (*taken, name))

        question = f"Fields in which {side.upper()} differs; a digit takes the other's, or not:"
        choose(self._screen.app, question, (*rows, (_ON, "go on, and look at the text")), pressed)

    def _go_on(self, item: Conflict, side: SideName, taken: tuple[str, ...]) -> None:
        try:
            text = choosing.chosen(item, side, taken)
        except InboxError as error:
            self._screen.warn(str(error))
        else:
            self._editing.side_as(item, side, text)
