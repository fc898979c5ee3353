"""What plans want to know of the repository, each file read once."""

from __future__ import annotations

from inbox.domain.snapshot import Needs
from inbox.plan.links import Bearing, bearing
from inbox.store import files
from inbox.store.repository import Repository


class Reader:
    """Reads for one decision, or for the previews of many; it never sees a file change.

    With `known` it looks for no further pages: those that were found for a preview will do.
    """

    def __init__(self, repository: Repository, known: tuple[str, ...] | None = None) -> None:
        self._repository = repository
        self._known = known
        self._texts: dict[str, str | None] = {}
        self._index_pages: dict[str, str] | None = None
        self._bearings: dict[str, Bearing] | None = None

    def text(self, path: str) -> str | None:
        """Return a file's text, None where there is none; errors as in `Repository.read`."""
        if path not in self._texts:
            self._texts[path] = self._repository.read(path)
        return self._texts[path]

    def paths(self, wanted: Needs) -> tuple[str, ...]:
        """Return the files that a plan wants, each once."""
        if self._known is not None:
            return self._known
        pages = self._pointing(wanted.pointers) if wanted.pointers else []
        linking = self._linking(wanted.slugs) if wanted.slugs else []
        return tuple(dict.fromkeys([*wanted.paths, *pages, *linking]))

    def _pointing(self, words: tuple[str, ...]) -> list[str]:
        """Return the index pages whose text holds one of some words."""
        if self._index_pages is None:
            pages = self._repository.mentioning(("",), index_only=True)
            self._index_pages = {page: self._repository.look(page).text or "" for page in pages}
        return [
            page for page, text in self._index_pages.items() if any(word in text for word in words)
        ]

    def _linking(self, slugs: tuple[str, ...]) -> list[str]:
        """Return the memories and index pages that have to do with some slugs."""
        if self._bearings is None:
            self._bearings = found = {}

            def note(path: str, raw: bytes) -> bool:
                found[path] = bearing(path, files.decoded(raw))
                return False

            # Nothing is picked: what each says is noted on the way, and its text let go.
            list(self._repository.matching(note, indexes=True))
        return [path for path, each in self._bearings.items() if each.concerns(slugs)]
