"""A reference in a queue file becomes a member: what it resolves to, its source, its status."""

from __future__ import annotations

from inbox.domain.item import Member
from inbox.domain.layout import Layout
from inbox.domain.memory import Memory
from inbox.domain.source import Source
from inbox.domain.status import Status
from inbox.formats import memory as memory_file
from inbox.policy.sources import source_of
from inbox.policy.status import statement_date, status_of
from inbox.store.repository import INDEX_PAGE, Repository

_NOWHERE = Source("", 9, "NONE", "the file is not there")


def no_memory(layout: Layout, path: str) -> str:
    """Return why a file below the root is never taken for a memory; empty when it may be one."""
    *folders, name = path.split("/")
    of_athenaeum = (layout.answers_dir, f"{layout.queue_dir}_") if layout.kind == "root" else ()
    if not name.endswith(".md"):
        return "it is no markdown file"
    if name == INDEX_PAGE or name.startswith("_") or path.startswith(of_athenaeum):
        return "it is a file of the queue or an index, and no memory"
    if any(part.startswith(".") for part in (*folders, name)):
        return "it is in a hidden place, and no memory"
    return ""


class Members:
    """Reads each file once for a whole listing."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._known: dict[str, Memory | str] = {}

    def named(self, ref: str, passage: str = "") -> Member:
        """Return the member that a queue file refers to."""
        path, problem = self._repository.resolve(ref)
        if path is not None and (problem := no_memory(self._repository.layout, path)):
            path = None
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
