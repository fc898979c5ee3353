"""Which edits of a commit are its decision's, and which merely arrived while it was made.

An agent that appends to a queue or a ledger takes no lock. What it writes between our rename
and git's look at the file goes into the commit of the decision, and must outlive its undo.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable

from inbox.domain.edit import LEADER, Edit, Message, PassageEdit, PieceEdit
from inbox.domain.layout import Layout
from inbox.formats import candidates, merges, questions

_NAMED = ("inbox_id", "id")
"""Where a row of the settled ledger, or of the tombstones, bears the decision's name."""


_BODIES_STAY = re.compile(
    r"(keep|scope)_[ab]|attribute_both|deprecate_both|not_a_conflict|contest|uphold|reject"
    r"|supersede|deprecate|restore|exception|verify|layer"
)
"""The decisions that change no body; a line at the end of one is an agent's."""


def own(edits: Iterable[Edit], message: Message, layout: Layout) -> tuple[Edit, ...]:
    """Return the edits of a commit that its decision made."""
    edits = tuple(edits)
    marked = {edit.path for edit in edits if isinstance(edit, PieceEdit) and edit.key[:3] == "fm:"}
    return tuple(
        edit
        for edit in edits
        if not _arrived(edit, message, layout) and not _grown(edit, message, marked)
    )


def _grown(edit: Edit, message: Message, marked: Collection[str]) -> bool:
    """Whether lines came to the end of a memory in whose header the decision left its marks."""
    stays = _BODIES_STAY.fullmatch(message.trailer("Inbox-Decision")) is not None
    return stays and edit.path in marked and is_appended(edit)


def is_appended(edit: Edit) -> bool:
    """Whether an edit adds lines at the end of a body and does nothing else."""
    return isinstance(edit, PassageEdit) and not edit.old and not edit.trail


def _arrived(edit: Edit, message: Message, layout: Layout) -> bool:
    if not isinstance(edit, PieceEdit) or edit.old is not None or edit.new is None:
        return False
    return edit.key not in (LEADER, "tail") and arrived(edit.path, edit.new, message, layout)


def arrived(path: str, text: str, message: Message, layout: Layout) -> bool:
    """Whether a block or row that came with a decision's commit is not the decision's."""
    if path in (layout.settled, layout.tombstones):
        # An undo that is taken back brings rows of the decision before it.
        return not message.trailer("Inbox-Undoes") and not _bears(text, message)
    if path == layout.candidates:
        return candidates.id_of(text) != message.trailer("Inbox-Item")
    if path not in (layout.questions, layout.merges):
        return False
    files_a_merge = path == layout.merges and message.trailer("Inbox-Kind") != "merge"
    if files_a_merge and message.trailer("Inbox-Decision") in (
        "propose_merge",
        "merge",
        "undo",
        "redo",
    ):
        return False
    return block_id(text) != message.trailer("Inbox-Item").partition("-")[2]


def _bears(row: str, message: Message) -> bool:
    value = _read(row)
    return message.trailer("Inbox-Id") in [value.get(key) for key in _NAMED]


def _read(row: str) -> dict[str, object]:
    try:
        value = json.loads(row)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def block_id(text: str) -> str:
    """Return athenaeum's id of a block, its separator aside; empty when it cannot be read."""
    lines = text.splitlines(keepends=True)
    start = next((at for at, line in enumerate(lines) if line.strip() not in ("", "---")), None)
    if start is None:
        return ""
    own_text = "".join(lines[start:]).rstrip()
    readings = (merges.parse(own_text), questions.parse(own_text))
    return next((said.id for said in readings if not isinstance(said, str)), "")
