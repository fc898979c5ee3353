"""The commits of the inbox with the texts they found and left, one at a time.

Memory is bounded by the texts of one commit: the names of all commits are kept, their diffs
are asked for some hundred at a time, and one `cat-file --batch` gives the texts.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from inbox.domain.edit import FileChange
from inbox.domain.record import Recorded
from inbox.formats import trailers
from inbox.store.files import decoded
from inbox.store.git import Git
from inbox.store.index import Index
from inbox.store.objects import LOG, RAW, WITH_BODY, Commit, commits_in

_AT_ONCE = 250
"""Commits whose diffs are read by one git."""

_KEPT = 16
"""Texts that are kept: what one commit left in the queue files, the next one finds there."""


@dataclass(frozen=True, slots=True)
class Named:
    """A commit that bears a trailer of the inbox."""

    commit: str
    id: str
    """Its `Inbox-Id`; empty for a commit of files as found."""

    snapshot: str
    """The decision that files were committed for as found; empty for any other commit."""

    undoes: str
    alone: bool
    """Whether git cannot say what it changed: it is a merge, or a shallow clone ends here."""


@dataclass(slots=True)
class Record:
    """Reads the log of one root."""

    git: Git
    index: Index
    shallow: frozenset[str] = frozenset()
    """The commits at which a shallow clone ends."""

    _texts: OrderedDict[str, str] = field(default_factory=OrderedDict)

    def named(self, since: str = "") -> list[Named]:
        """Return all commits of ours, or those after a revision, the oldest first.

        Raises:
            RepositoryRefused: There is no such revision.
        """
        if not self.git.head():
            return []
        span = f"{since}..HEAD" if since else "HEAD"
        ours = ("--basic-regexp", "--grep=^Inbox-", "--format=%H%x00%P%x00%B")
        order = ("--reverse", "--topo-order", "--full-history")
        below = ["."] if self.index.prefix else []
        raw = self.git.ask(*LOG, *ours, *order, "--end-of-options", span, "--", *below)
        tokens = raw.decode("utf-8", "replace").split("\0")
        rows = zip(tokens[::3], tokens[1::3], tokens[2::3], strict=False)
        found = (self._named(*row) for row in rows)
        return [each for each in found if each.id or each.snapshot]

    def _named(self, commit: str, parents: str, body: str) -> Named:
        message = trailers.read(body)
        commit = commit.strip()
        return Named(
            commit,
            message.trailer("Inbox-Id"),
            message.trailer("Inbox-Snapshot"),
            message.trailer("Inbox-Undoes"),
            alone=" " in parents or commit in self.shallow,
        )

    def close(self) -> None:
        """End the git that gives the texts."""
        self.git.close()

    def outlines(self, commits: Sequence[str]) -> Iterator[Commit]:
        """Yield commits with the names of the texts they changed, in the order given."""
        words = (*LOG, *RAW, WITH_BODY, "--root", "--no-walk=unsorted", "--stdin")
        for at in range(0, len(commits), _AT_ONCE):
            asked = "".join(f"{name}\n" for name in commits[at : at + _AT_ONCE])
            yield from commits_in(self.git.ask(*words, stdin=asked.encode()))

    def filled(self, outline: Commit) -> Recorded:
        """Return a commit with its texts.

        Raises:
            RepositoryRefused: One of them is not here.
        """
        files = (
            FileChange(self.index.here(each.path), self._text(each.before), self._text(each.after))
            for each in outline.changed
            if each.before != each.after
        )
        odd = (self.index.here(each.path) for each in outline.changed if each.odd)
        return Recorded(outline.id, trailers.read(outline.body), tuple(files), tuple(odd))

    def _text(self, name: str) -> str | None:
        if not name:
            return None
        if name not in self._texts:
            self._texts[name] = decoded(self.git.stored(name))
            while len(self._texts) > _KEPT:
                self._texts.popitem(last=False)
        self._texts.move_to_end(name)
        return self._texts[name]
