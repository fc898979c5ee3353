"""Decisions of the past, read from the log by their trailers, and how one is taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from inbox.domain.edit import Change, Edit, Message, Tree, inverse
from inbox.domain.outcome import Entry
from inbox.errors import Refused, Stale
from inbox.formats import codecs, trailers
from inbox.store.files import decoded
from inbox.store.git import Git

_FIELDS = 4
SHORTEST_PREFIX = 4


@dataclass(frozen=True, slots=True)
class History:
    """The log of one root."""

    git: Git

    def entries(self, limit: int = 0) -> tuple[Entry, ...]:
        """Return decisions, newest first, with what each takes back and what took it back."""
        if not self.git.head():
            return ()
        raw = self.git.ask(
            "log", "-z", "--grep=^Inbox-Id: ", "--format=%H%x00%an <%ae>%x00%aI%x00%B", "HEAD", "--"
        )
        fields = raw.decode("utf-8", "replace").split("\0")
        rows = (fields[at : at + _FIELDS] for at in range(0, len(fields) - _FIELDS + 1, _FIELDS))
        found = _marked([entry for row in rows if (entry := _entry(*row)).id])
        return tuple(found[:limit] if limit else found)

    def named(self, decision_id: str) -> Entry:
        """Return a decision by its id, or by an unambiguous beginning of it.

        Raises:
            Refused: There is none, or there are several.
        """
        entries = self.entries()
        exact = [entry for entry in entries if entry.id == decision_id]
        like = [entry for entry in entries if entry.id.startswith(decision_id)]
        found = exact or (like if len(decision_id) >= SHORTEST_PREFIX else [])
        if len(found) != 1:
            many = "several decisions begin like" if found else "no decision is called"
            raise Refused(f"{many} {decision_id!r}; `athenaeum-inbox log` lists them.")
        return found[0]

    def last_of(self, author: str) -> Entry:
        """Return an author's last decision that is not taken back.

        Raises:
            Refused: There is none.
        """
        email = author.rpartition("<")[2]
        for entry in self.entries():
            own = entry.author.rpartition("<")[2] == email
            if own and not entry.undone_by and not entry.undoes:
                return entry
        raise Refused("there is no decision of yours to take back; `log` lists those of others.")

    def undo(self, entry: Entry, new_id: str, reason: str) -> Change:
        """Return the change that takes a decision back: its inverse, read from its commit."""
        if entry.undone_by:
            raise Refused(f"{entry.id} is taken back already, by {entry.undone_by}.")
        message = Message(
            f"Undo: {entry.subject}",
            reason,
            (
                ("Inbox-Id", new_id),
                ("Inbox-Item", entry.item),
                ("Inbox-Kind", entry.kind),
                ("Inbox-Decision", "undo"),
                ("Inbox-Decided-By", "human"),
                ("Inbox-Undoes", entry.id),
            ),
        )
        return Change(inverse(self.edits(entry.commit)), message)

    def edits(self, commit: str) -> tuple[Edit, ...]:
        """Return what a commit did, as edits of pieces."""
        raw = self.git.ask(
            "diff-tree",
            "-r",
            "-z",
            "--root",
            "--no-commit-id",
            "--no-renames",
            "--name-only",
            "--relative",
            commit,
        )
        paths = [path for path in decoded(raw).split("\0") if path]
        before, after = self.tree(f"{commit}^", paths), self.tree(commit, paths)
        return tuple(e for path in paths for e in codecs.between(path, before[path], after[path]))

    def tree(self, revision: str, paths: list[str]) -> Tree:
        """Return the texts of some paths in a commit, with the work tree's filters applied."""
        return {path: self._text(revision, path) for path in paths}

    def _text(self, revision: str, path: str) -> str | None:
        result = self.git.run("cat-file", "--filters", f"{revision}:./{path}")
        return None if result.status else decoded(result.out)

    def overlap(self, entry: Entry, stale: Stale) -> Refused:
        """Say which later commit changed what a decision would have to take back."""
        later = self.git.run(
            "log", "-1", "--format=%h %s", f"{entry.commit}..HEAD", "--", stale.path
        )
        who = later.out.decode("utf-8", "replace").strip() or "an edit that is not committed"
        piece = f" ({stale.piece})" if stale.piece else ""
        return Refused(
            f"{entry.id} cannot be taken back: {stale.path}{piece} has changed since, by {who}. "
            "Take that back first."
        )


def _entry(commit: str, author: str, when: str, body: str) -> Entry:
    message = trailers.read(body)
    return Entry(
        id=message.trailer("Inbox-Id"),
        item=message.trailer("Inbox-Item"),
        kind=message.trailer("Inbox-Kind"),
        decision=message.trailer("Inbox-Decision"),
        subject=message.subject,
        reason=message.reason,
        commit=commit.strip(),
        author=author,
        when=when,
        undoes=message.trailer("Inbox-Undoes"),
    )


def _marked(entries: list[Entry]) -> list[Entry]:
    """Mark what is taken back; an undo that was taken back itself does not count."""
    undone_by: dict[str, str] = {}
    marked = []
    for entry in entries:
        by = undone_by.get(entry.id, "")
        if entry.undoes and not by:
            undone_by.setdefault(entry.undoes, entry.id)
        marked.append(replace(entry, undone_by=by))
    return marked
