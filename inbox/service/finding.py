"""Items by what a person calls them: an id, the beginning of one, the path of a memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from inbox.domain.batch import Refusal
from inbox.domain.item import Item, Lone, Pending, ids_of
from inbox.domain.memory import Memory
from inbox.errors import BadUsage, InboxError, Refused, UnknownItem
from inbox.service.members import Members, no_memory
from inbox.service.past import read_past
from inbox.service.pending import lone
from inbox.service.replaced import why_removed
from inbox.store.repository import Repository

SHORTEST_PREFIX = 4


class Finder:
    """Finds items among those that wait, and memories that no item is about."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def find(self, name: str, pending: Pending) -> Item:
        """Return one item; errors as in `Inbox.find`."""
        return self._find(_by_id(pending), name)

    def find_all(self, names: Iterable[str], pending: Pending) -> tuple[Item | Refusal, ...]:
        """Return an item or a refusal for each name; an item that is named twice comes once."""
        items = _by_id(pending)
        found: dict[str, Item | Refusal] = {}
        for name in names:
            try:
                item = self._find(items, name)
                found.setdefault(item.id, item)
            except InboxError as error:
                found.setdefault(name, Refusal.of(name, error))
        return tuple(found.values())

    def _find(self, items: Mapping[str, Item], name: str) -> Item:
        found = [items[name]] if name in items else []
        if not found and len(name) >= SHORTEST_PREFIX:
            like = (item for each, item in items.items() if each.startswith(name))
            found = list({item.id: item for item in like}.values())
        if len(found) > 1:
            raise BadUsage(
                f"{name!r} begins several ids: {', '.join(i.id for i in found)}; say more."
            )
        return found[0] if found else self.memory(name)

    def memory(self, path: str, by: str = "") -> Lone:
        """Return a memory as an item by itself; errors as in `Inbox.memory`."""
        members = Members(self._repository)
        past, _ = read_past(self._repository)
        found = lone(self._read(path, members), members, past)
        return replace(found, other=members.at(self._read(by, members).path)) if by else found

    def _read(self, path: str, members: Members) -> Memory:
        relative, problem = self._repository.named(path)
        if relative is None:
            if self._repository.exists(path):
                raise Refused(f"{path} cannot be used: {problem}.")
            if removed := why_removed(path, self._repository):
                raise Refused(removed)
            raise UnknownItem(path)
        if problem := no_memory(self._repository.layout, relative):
            raise Refused(f"{path} cannot be used: {problem}.")
        found = members.memory(relative)
        if isinstance(found, str):
            raise Refused(f"{path} cannot be used: {found}.")
        return found


def _by_id(found: Pending) -> dict[str, Item]:
    """Return all items by their ids; those of other blocks that it closes name an item, too."""
    return {each: item for item in (*found.everything, *found.settled) for each in ids_of(item)}
