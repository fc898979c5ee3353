"""A reference in a queue file becomes a member: what it resolves to, its source, its status."""

from __future__ import annotations

from inbox.domain.item import Member
from inbox.domain.memory import Memory
from inbox.domain.source import Source
from inbox.domain.status import Status
from inbox.formats import memory as memory_file
from inbox.policy.sources import source_of
from inbox.policy.status import statement_date, status_of
from inbox.store.repository import Repository

_NOWHERE = Source("", 9, "NONE", "the file is not there")


class Members:
    """Reads each file once for a whole listing."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._known: dict[str, Memory | str] = {}

    def named(self, ref: str, passage: str = "") -> Member:
        """Return the member that a queue file refers to."""
        path, problem = self._repository.resolve(ref)
        if path is None:
            return Member(ref, None, None, _NOWHERE, Status.ACTIVE, "", passage, problem)
        return self.at(path, ref, passage)

    def at(self, path: str, ref: str = "", passage: str = "") -> Member:
        """Return the member at a path below the root."""
        memory = self.memory(path)
        if isinstance(memory, str):
            return Member(ref or path, None, None, _NOWHERE, Status.ACTIVE, "", passage, memory)
        return Member(
            ref=ref or path,
            path=path,
            memory=memory,
            source=source_of(memory),
            status=status_of(memory),
            date=statement_date(memory),
            passage=passage,
            problem=str(memory.problem or ""),
        )

    def memory(self, path: str) -> Memory | str:
        """Return the memory at a path, or why it cannot be read."""
        if path not in self._known:
            found = self._repository.look(path)
            self._known[path] = (
                found.problem if found.text is None else memory_file.read(path, found.text)
            )
        return self._known[path]
