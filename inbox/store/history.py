"""Decisions of the past, read from the log by their trailers, and how one is taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from inbox.domain.edit import Change, Edit, Message, WholeFile, inverse
from inbox.domain.layout import Layout
from inbox.domain.outcome import Entry
from inbox.errors import Refused, RepositoryRefused, Stale
from inbox.formats import codecs, trailers
from inbox.plan.own import own
from inbox.store.git import Git
from inbox.store.index import Index
from inbox.store.objects import LOG, RAW, Changed, changed_in, commits_in, texts

_FIELDS = ("%H", "%an <%ae>", "%aI", "%B")
SHORTEST_PREFIX = 4

UNDO = "undo"
REDO = "redo"

SHORT = 7
"""Digits of a commit that are enough for a person."""


@dataclass(frozen=True, slots=True)
class History:
    """The log of one root."""

    git: Git
    index: Index
    layout: Layout

    def entries(self, limit: int = 0) -> tuple[Entry, ...]:
        """Return decisions, newest first, with what each takes back and what took it back."""
        most = [f"--max-count={limit}"] if limit else []
        # The person's `grep.patternType` would read the pattern in another way.
        ours = ("--basic-regexp", "--grep=^Inbox-Id: ", f"--format={'%x00'.join(_FIELDS)}")
        below = ["--full-history", "HEAD", "--", "."] if self.index.prefix else ["HEAD", "--"]
        result = self.git.run(*LOG, *ours, *most, *below)
        if result.status:
            if not self.git.head():
                self.git.ask("rev-parse", "--git-dir")  # no commits, or no repository any more
                return ()
            raise RepositoryRefused(f"git log failed: {result.words}")
        found = result.out.decode("utf-8", "replace").split("\0")
        width = len(_FIELDS)
        rows = (found[at : at + width] for at in range(0, len(found) - width + 1, width))
        return tuple(_marked([entry for row in rows if (entry := _entry(*row)).id]))

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

    def last_undo_of(self, author: str) -> Entry:
        """Return an author's last undo that stands, as an editor's redo finds it.

        Raises:
            Refused: There is none, or the author has decided something since.
        """
        email = author.rpartition("<")[2]
        own = (e for e in self.entries() if e.author.rpartition("<")[2] == email)
        newer: Entry | None = None
        for entry in own:
            if entry.decision == UNDO and not entry.undone_by:
                if newer is None:
                    return entry
                raise Refused(
                    f"you have decided something since your last undo ({newer.id}); "
                    f"`undo {entry.id}` takes that undo back all the same."
                )
            if not entry.undoes and newer is None:
                newer = entry
        raise Refused("there is no undo of yours to redo; `log` lists what was taken back.")

    def undo(self, entry: Entry, new_id: str, reason: str, *, filtered: bool = True) -> Change:
        """Return the change that takes a decision back: its inverse, read from its commit.

        What takes an undo back is a redo, whichever verb asked for it.
        """
        if entry.undone_by:
            raise Refused(f"{entry.id} is taken back already, by {entry.undone_by}.")
        word = _reversal(entry)
        message = Message(
            f"{word.capitalize()}: {_decided(entry.subject)}",
            reason,
            (
                ("Inbox-Id", new_id),
                ("Inbox-Item", entry.item),
                ("Inbox-Kind", entry.kind),
                ("Inbox-Decision", word),
                ("Inbox-Decided-By", "human"),
                ("Inbox-Undoes", entry.id),
            ),
        )
        made = own(self.edits(entry.commit, filtered=filtered), _trailers(entry), self.layout)
        return Change(inverse(made), message)

    def edits(self, commit: str, *, filtered: bool = True) -> tuple[Edit, ...]:
        """Return what a commit did below the root, as edits of pieces.

        Raises:
            Refused: The commit before it is not here, or there are several.
        """
        changed = self._changed(commit)
        wanted = [
            (name, self.index.from_top(each.path))
            for each in changed
            for name in (each.before, each.after)
            if name
        ]
        read = iter(texts(self.git, wanted, filtered=filtered))
        found: list[Edit] = []
        for each in changed:
            before = next(read) if each.before else None
            after = next(read) if each.after else None
            edits = codecs.between(each.path, before, after)
            found += (_with_mode(edit, each.mode) for edit in edits)
        return tuple(found)

    def _changed(self, commit: str) -> list[Changed]:
        words = ("diff-tree", "-r", "-z", "--no-commit-id", *RAW, "--relative")
        changed = changed_in(self.git.ask(*words, commit))
        if changed:
            return changed
        # Where a shallow clone ends, git would show every file of the repository as new.
        if b"\nparent " in self.git.ask("cat-file", "commit", commit).partition(b"\n\n")[0]:
            raise Refused(
                f"{commit[:SHORT]} alone does not say what it changed: it is a merge, or this "
                "clone is shallow (`git fetch --unshallow` helps)."
            )
        return changed_in(self.git.ask(*words, "--root", commit))

    def overlap(self, entry: Entry, stale: Stale, edits: tuple[Edit, ...]) -> Refused:
        """Say which later commit changed what a decision would have to take back."""
        here = tuple(edit for edit in edits if edit.path == stale.path)
        who = self._first_unfit(entry.commit, here) or "an edit that is not committed"
        piece = f" ({stale.piece})" if stale.piece else ""
        return Refused(
            f"{entry.id} cannot be taken back: {stale.path}{piece} has changed since, by {who}. "
            "Take that back first."
        )

    def _first_unfit(self, commit: str, edits: tuple[Edit, ...]) -> str:
        """Return the first commit after another that leaves a file where edits do not fit."""
        path = edits[0].path
        named = "--format=%H%x00%s%x00"
        later = (f"{commit}..HEAD", "--", path)
        for each in commits_in(self.git.ask(*LOG, *RAW, named, "--reverse", *later)):
            names = [change.after for change in each.changed]
            wanted = [(name, self.index.from_top(path)) for name in names if name]
            text = texts(self.git, wanted)[0] if wanted else None
            try:
                codecs.applied(edits, {path: text})
            except Stale:
                return f"{each.id[:SHORT]} {each.body}"
        return ""


def _with_mode(edit: Edit, mode: int) -> Edit:
    """Return an edit that brings an executable file back as one."""
    return replace(edit, mode=mode) if isinstance(edit, WholeFile) else edit


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
        proposed=message.trailer("Inbox-Proposed"),
        decided_by=message.trailer("Inbox-Decided-By"),
    )


def _reversal(entry: Entry) -> str:
    """Return what taking an entry back is called."""
    return REDO if entry.decision == UNDO else UNDO


def _decided(subject: str) -> str:
    """Return the subject of the decision that a chain of undo and redo is about."""
    prefixes = (f"{UNDO.capitalize()}: ", f"{REDO.capitalize()}: ")
    while subject.startswith(prefixes):
        subject = subject.partition(": ")[2]
    return subject


def _trailers(entry: Entry) -> Message:
    """Return what a message says about which edits are its decision's."""
    rows = {
        "Inbox-Id": entry.id,
        "Inbox-Item": entry.item,
        "Inbox-Kind": entry.kind,
        "Inbox-Decision": entry.decision,
        "Inbox-Undoes": entry.undoes,
    }
    return Message(entry.subject, "", tuple(rows.items()))


def _marked(entries: list[Entry]) -> list[Entry]:
    """Mark what is taken back, and name undo and redo, from entries that are newest first.

    The last reversal of a decision says whether it holds; each takes the one before it back.
    """
    called: dict[str, str] = {}
    undone_by: dict[str, str] = {}
    chains: dict[str, list[Entry]] = {}
    chain_of: dict[str, list[Entry]] = {}
    for entry in reversed(entries):
        called[entry.id] = _called(entry, called)
        if entry.undoes:
            chain = chain_of.get(entry.undoes) or chains.setdefault(entry.undoes, [])
            chain_of[entry.id] = chain
            chain.append(entry)
    for decided, chain in chains.items():
        if called[chain[-1].id] == UNDO:
            undone_by[decided] = chain[-1].id
        for entry, later in pairwise(chain):
            if called[entry.id] != called[later.id]:
                undone_by[entry.id] = later.id
    return [
        replace(entry, decision=called[entry.id], undone_by=undone_by.get(entry.id, ""))
        for entry in entries
    ]


def _called(entry: Entry, older: dict[str, str]) -> str:
    """Return what an entry is: the undo of an undo is a redo, whatever its trailer says.

    The log of a shallow clone may lack what it takes back; then its trailer is believed.
    """
    if not entry.undoes or entry.undoes not in older:
        return entry.decision
    return REDO if older[entry.undoes] == UNDO else UNDO
