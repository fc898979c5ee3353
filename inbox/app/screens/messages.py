"""What workers tell the screen. They post these and touch no widget."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from inbox.app.widgets.bars import Facts
from inbox.domain.decision import Decision
from inbox.domain.history import Event
from inbox.domain.item import Item, Pending
from inbox.domain.outcome import Done, Preview
from inbox.errors import InboxError
from inbox.policy.explained import Explained


@dataclass
class Loaded(Message):
    """The queue has been read."""

    pending: Pending
    facts: Facts
    """What the top row says, but for the folder."""

    mark: str


@dataclass
class Marked(Message):
    """What the head and the queue files are like now."""

    mark: str


@dataclass
class Previewed(Message):
    """The commit that accepting an item would make is worked out, or why there is none."""

    item_id: str
    preview: Preview | None
    why_not: str = ""


@dataclass
class Reasoned(Message):
    """What stands behind the proposal for an item is known."""

    item_id: str
    explained: Explained


@dataclass
class Remembered(Message):
    """What happened before to an item is known."""

    item_id: str
    past: tuple[Event, ...]


@dataclass
class Looked(Message):
    """The commit of a decision that needs a yes is worked out."""

    item: Item
    decision: Decision
    preview: Preview


@dataclass
class Committed(Message):
    """A decision is in the repository."""

    done: Done
    item: Item | None = None


@dataclass
class Failed(Message):
    """A worker met an error that the person can do something about."""

    error: InboxError
    item: Item | None = None
    reason: str = ""
    """What the person gave as a reason, kept for another try."""

    reading: bool = False
    """Whether the queue could not be read; then it is not read again at once."""
