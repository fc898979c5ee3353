"""A question below many rows: what a batch would do, or what it could not do."""

from __future__ import annotations

from inbox.app.screens.dialogs import BORDER, Choose
from inbox.app.widgets.styled import Lines


class Review(Choose):
    """A menu below a list that may be long; `j` and `k` scroll it."""

    ROOM = 8
    """Rows that the question, the choices and the frame take."""

    def on_mount(self) -> None:
        for lines in self.query(Lines):
            room = max(1, self.app.size.height - self.ROOM)
            lines.styles.height = min(len(self._patch), room) + BORDER
            lines.show(self._patch)
