"""What the person has chosen about items that are not decided yet."""

from __future__ import annotations

from dataclasses import dataclass, field

from inbox.domain.decision import Approve, Decision
from inbox.domain.item import Item
from inbox.service import Inbox

Draft = tuple[str, str]
"""The id of an item, and which of its texts: `a`, `b`, `draft` or `answer`."""


@dataclass
class Choices:
    """Kept while the screen is open, by item: they are no decisions and are not written down."""

    left_out: dict[str, frozenset[str]] = field(default_factory=dict)
    """Merge sources that stay as they are, by path."""

    texts: dict[Draft, tuple[str, str]] = field(default_factory=dict)
    """What was there and what the person made of it, until the commit is made: a refusal loses
    no typing."""

    def out_of(self, item: Item) -> frozenset[str]:
        return self.left_out.get(item.id, frozenset())

    def turn(self, item: Item, path: str) -> bool:
        """Leave a source out, or take it in again; return whether it is out."""
        self.left_out[item.id] = self.out_of(item) ^ {path}
        return path in self.left_out[item.id]

    def approve(self, item: Item, draft: str | None = None) -> Approve:
        """Return the approval of a merge with the sources left out."""
        return Approve(draft, tuple(sorted(self.out_of(item))))

    def accepting(self, inbox: Inbox, item: Item) -> Decision | None:
        """Return what accepting an item does, with what was chosen about it."""
        decision = inbox.proposed(item)
        return self.approve(item) if isinstance(decision, Approve) else decision

    def forget(self, item: Item) -> None:
        """Drop what was chosen about an item that is decided."""
        self.left_out.pop(item.id, None)
        for draft in [draft for draft in self.texts if draft[0] == item.id]:
            del self.texts[draft]
