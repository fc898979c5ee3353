"""Where a plan is worked out: texts that change on the way, and the edits they come to."""

from __future__ import annotations

from collections.abc import Iterable

from inbox.domain.edit import Edit, Seen
from inbox.domain.item import Member
from inbox.domain.memory import Memory
from inbox.domain.snapshot import Snapshot
from inbox.formats import codecs, memory
from inbox.formats.header_yaml import Given
from inbox.formats.pieces import digest


class Desk:
    """The texts of one snapshot, and what has become of them. Lives for one `plan()`."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._texts: dict[str, str | None] = dict(snapshot.texts)
        self._touched: dict[str, None] = {}

    def text(self, path: str) -> str | None:
        """Return the present text of a file; None when there is none."""
        return self._texts.get(path)

    def put(self, path: str, text: str | None) -> None:
        """Give a file a new text; None removes it."""
        self._texts[path] = text
        self._touched[path] = None

    def lay(self, member: Member) -> Memory:
        """Return a member's memory; it joins the texts as the person saw it."""
        seen = member.require()
        self._texts.setdefault(seen.path, seen.text)
        return seen

    def set(self, path: str, key: str, value: Given) -> None:
        """Set one header entry of a memory."""
        self.put(path, memory.set_key(path, self._texts[path] or "", key, value))

    def drop(self, path: str, key: str) -> None:
        """Remove one header entry of a memory."""
        self.put(path, memory.remove_key(path, self._texts[path] or "", key))

    def add(self, path: str, key: str, value: Given) -> None:
        """Add an item to a list in a memory's header."""
        self.put(path, memory.add_item(path, self._texts[path] or "", key, value))

    def take(self, path: str, key: str, value: Given) -> None:
        """Remove an item from a list in a memory's header."""
        self.put(path, memory.remove_item(path, self._texts[path] or "", key, value))

    def write_raw(self, path: str, key: str, raw: str) -> None:
        """Set one header entry to a value as it is spelled, quotes and all."""
        self.put(path, memory.set_raw(path, self._texts[path] or "", key, raw))

    def edits(self) -> tuple[Edit, ...]:
        """Return what leads from the snapshot to the present texts, in order of touch."""
        return tuple(
            edit
            for path in self._touched
            for edit in codecs.between(path, self.snapshot.texts.get(path), self._texts[path])
        )


def seen(members: Iterable[Member]) -> tuple[Seen, ...]:
    """Return what the person looked at: the whole text of every member that resolves."""
    texts = {m.memory.path: m.memory.text for m in members if m.memory is not None}
    return tuple(Seen(path, digest(text)) for path, text in texts.items())
