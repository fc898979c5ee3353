"""The repository of one root, as the rest of the program sees it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import chain
from pathlib import Path
from posixpath import normpath

from inbox.domain.edit import Change, Edit, FileChange, WholeFile
from inbox.domain.layout import Layout
from inbox.domain.outcome import Done, Entry, Finding
from inbox.errors import DecidedElsewhere, Refused, RepositoryRefused, Stale
from inbox.formats import codecs
from inbox.formats.pieces import digest
from inbox.store import checks, files, lock, references, working
from inbox.store.claim_log import ClaimLog, claim_log, commits_on
from inbox.store.committing import Committing
from inbox.store.files import Found
from inbox.store.git import Author, Git
from inbox.store.history import History
from inbox.store.index import Index, unsaved
from inbox.store.layout import detect
from inbox.store.place import Place, locate
from inbox.store.record import Record

READ_ONLY = "this run only reads (--read-only, or read_only in the settings): every verb is off."
INDEX_PAGE = "MEMORY.md"

TRIES = 5
"""How often a change is lowered anew when somebody writes to its files at the same moment."""


class Repository:
    """Reads a root and makes commits in it. Git is the state; only the log is kept, by its head."""

    read_only = False
    """Whether this run makes no commit."""

    def __init__(self, root: Path, place: Place, author: Author | None = None) -> None:
        self.root = root
        self.layout: Layout = detect(root)
        self._place = place
        self._git = Git(root, author)
        prefix = root.relative_to(place.top).as_posix()
        index = Index(self._git, "" if prefix == "." else prefix)
        self._committing = Committing(root, place, self._git, index)
        self._index = index
        self._history = History(self._git, index, self.layout)
        self._decided: tuple[str, tuple[str, ...]] | None = None

    @classmethod
    def open(
        cls, root: Path, author: Author | None = None, *, read_only: bool = False
    ) -> Repository:
        """Return the repository of a folder; raise RepositoryRefused when there is none."""
        root = root.expanduser().resolve()
        repository = cls(root, locate(root), author)
        repository.read_only = read_only
        return repository

    # Reading: no git process.

    def look(self, path: str) -> Found:
        """Return a file's text, or why it cannot be used."""
        return files.look(self.root, path)

    def exists(self, path: str) -> bool:
        return os.path.lexists(self.root / path)

    def size(self, path: str) -> int:
        """Return the bytes of a file; 0 where there is none."""
        return (self.root / path).stat().st_size if (self.root / path).is_file() else 0

    def read(self, path: str) -> str | None:
        """Return a file's text, None where there is none.

        Raises:
            RepositoryRefused: Something is there that must not be read or written.
        """
        found = self.look(path)
        if found.problem not in ("", files.NOT_THERE):
            raise RepositoryRefused(f"{path}: {found.problem}; it is not read or written.")
        return found.text

    def resolve(self, ref: str) -> tuple[str | None, str]:
        """Return the path that a reference means, or None and why there is none."""
        return references.resolve(self.root, self.layout, ref)

    def named(self, path: str) -> tuple[str | None, str]:
        """Return the path below the root that a person means, or None and why there is none."""
        relative = normpath(path).removeprefix(f"{self.root}/")
        if self.look(relative).text is not None:
            return relative, ""
        return self.resolve(path)

    def memories(self) -> Iterator[str]:
        """Yield the paths of all memories in order; queue files and index pages are none."""
        for path in self._pages():
            name = path.rpartition("/")[2]
            if not name.startswith("_") and name != INDEX_PAGE:
                yield path

    def _pages(self) -> Iterator[str]:
        if self.layout.kind == "folder":
            yield from files.walk(self.root)
            return
        answers = self.layout.answers_dir
        for folder in (self.layout.ledger_dir, self.layout.queue_dir):
            for path in files.walk(self.root, folder):
                if not path.startswith((answers, f"{self.layout.queue_dir}_")):
                    yield path

    def mentioning(self, words: tuple[str, ...], *, index_only: bool = False) -> Iterator[str]:
        """Yield the memories and index pages whose text holds one of some words."""
        if not words:
            return
        wanted = [files.encoded(word) for word in words]
        for path in self._pages():
            if index_only and path.rpartition("/")[2] != INDEX_PAGE:
                continue
            raw = files.raw(self.root / path)
            if any(word in raw for word in wanted):
                yield path

    def matching(
        self, wanted: Callable[[str, bytes], bool], *, indexes: bool = False
    ) -> Iterator[str]:
        """Yield the memories, and with `indexes` the index pages, that a test of bytes picks."""
        for path in self._pages() if indexes else self.memories():
            if wanted(path, files.raw(self.root / path)):
                yield path

    def branch(self) -> str:
        return self._place.branch()

    def unpushed(self) -> tuple[int, int] | None:
        """Return how many commits are here only, and upstream only; None without an upstream."""
        return self._git.apart()

    def mark(self) -> str:
        """Return a token that changes when HEAD, a queue file or a working memory changes."""
        ours = (self.root / path for path in (*self.layout.sidecars, *working.watched(self.root)))
        return digest(" ".join(map(files.stamp, [*self._place.marks(), *ours])))

    # Git.

    def reviewer(self) -> str:
        """Return `Name <email>` of whoever commits here.

        Raises:
            RepositoryRefused: Git does not know.
        """
        return self._reviewer

    @cached_property
    def _reviewer(self) -> str:
        result = self._git.run("var", "GIT_AUTHOR_IDENT")
        if result.status:
            self._git.ask("rev-parse", "--git-dir")
            raise RepositoryRefused(
                "git does not know who you are; run `git config --global user.name NAME` and "
                "`git config --global user.email ADDRESS` first."
            )
        return files.decoded(result.out).rpartition(">")[0] + ">"

    def decision_id(self, *words: str) -> str:
        """Return the name of a decision made on the present head: 12 hex digits.

        The same decision on the same head has the same name, so that a dry run shows what the
        real run makes; after any commit the head is another.
        """
        return digest("\0".join([self._committing.head(), self.reviewer(), *words]))[:12]

    def needs_snapshot(self, paths: tuple[str, ...]) -> tuple[str, ...]:
        """Return those paths that are committed as found before a decision writes to them.

        Raises:
            Refused: What is staged of one differs from its text on disk.
            Busy: It does so because somebody else is committing.
        """
        [found] = self.snapshots_of([paths])
        if isinstance(found, Refused):
            raise found
        return found

    def snapshots_of(self, groups: Sequence[tuple[str, ...]]) -> list[tuple[str, ...] | Refused]:
        """Return `needs_snapshot` for many decisions from one look at the index."""
        found = self._snapshots(groups)
        refused = any(isinstance(each, Refused) for each in found)
        if refused and (self.root / lock.NAME).exists():
            # In the midst of another process's commit the index looks like a person's staging.
            with lock.held(self.root):
                found = self._snapshots(groups)
        return found

    def _snapshots(self, groups: Sequence[tuple[str, ...]]) -> list[tuple[str, ...] | Refused]:
        letters = self._committing.index.letters([*dict.fromkeys(chain.from_iterable(groups))])
        return [_unsaved(letters, paths) for paths in groups]

    def lowered(self, edits: Iterable[Edit]) -> tuple[FileChange, ...]:
        """Return what edits come to on the present files.

        Raises:
            Stale: One does not fit them.
        """
        edits = tuple(edits)
        tree = {path: self.read(path) for path in dict.fromkeys(edit.path for edit in edits)}
        after = codecs.applied(edits, tree)
        modes = {edit.path: edit.mode for edit in edits if isinstance(edit, WholeFile)}
        changes = (FileChange(path, tree[path], after[path], modes.get(path)) for path in tree)
        return tuple(change for change in changes if change.before != change.after)

    def apply(self, change: Change) -> Done:
        """Carry a change out: one commit, wholly or not at all.

        Raises:
            Busy: athenaeum or git holds a lock.
            Stale: Something the person looked at has changed.
            Refused: Part of what it touches is staged differently.
            RepositoryRefused: Git, a hook or the disk said no; everything is put back.
        """
        self.check_writable()
        with _disk_spoken_for(self.root):
            return self._applied(change)

    def check_writable(self) -> None:
        """Raise Refused when nothing may be written in this run."""
        if self.read_only:
            raise Refused(READ_ONLY)

    def _applied(self, change: Change) -> Done:
        self.reviewer()  # a commit would fail without one, after everything was written
        with lock.held(self.root):
            checks.hide_lock(self.root, self._place)
            if what := self._place.under_way():
                raise RepositoryRefused(f"{what}; nothing was written.")
            self._place.wait_for_index()
            recovered = self._committing.recover()
            done = self._committed(change, TRIES)
        notes = (recovered, *done.notes) if recovered else done.notes
        return Done(done.id, done.subject, done.commit, notes)

    def _committed(self, change: Change, tries: int) -> Done:
        """Compare, lower and commit; again when an agent added to a queue at just that moment.

        In a file of many entries what it wrote is another one, or lowering refuses the change.
        """
        self.compare(change)
        changes = self.lowered(change.edits)
        if not changes:
            raise Refused("there is nothing to change.")
        try:
            return self._committing.commit(change, changes)
        except Stale as stale:
            if tries == 1 or not codecs.codec_for(stale.path).ends_lines:
                raise
        return self._committed(change, tries - 1)

    def compare(self, change: Change) -> None:
        """Check that what the person looked at is there unchanged; raise Stale."""
        for seen in change.seen:
            text = self.look(seen.path).text
            if (None if text is None else digest(text)) != seen.digest:
                raise Stale(seen.path)
        for waits in change.waits:
            pieces = codecs.codec_for(waits.path).split(self.look(waits.path).text or "")
            if waits.key not in {piece.key for piece in pieces}:
                raise DecidedElsewhere(waits.path)
        for path in change.paths:
            if path.startswith(self.layout.answers_dir) and (
                other := checks.answer(self.root, path)
            ):
                raise DecidedElsewhere(other)

    def recover(self) -> str:
        """Finish or take back what a kill left half done; say which, or nothing.

        Raises:
            Busy: athenaeum or git holds a lock.
        """
        if self._committing.journal.read() is None:
            return ""
        with _disk_spoken_for(self.root), lock.held(self.root):
            self._place.wait_for_index()
            return self._committing.recover()

    def log(self, limit: int = 0) -> tuple[Entry, ...]:
        return self._history.entries(limit)

    def decisions(self) -> tuple[str, ...]:
        """Return the ids of the decisions in the log, newest first."""
        head = self._committing.head()
        if self._decided is None or self._decided[0] != head:
            self._decided = head, tuple(entry.id for entry in self._history.entries())
        return self._decided[1]

    def decisions_on(
        self, paths: tuple[str, ...], item: str, stopped: Callable[[], bool]
    ) -> tuple[Entry, ...]:
        """Return the decisions on an item, or on files of it, newest first."""
        touched = commits_on(self._git, paths, stopped)
        entries = () if stopped() else self.log()
        return tuple(each for each in entries if each.item == item or each.commit in touched)

    def claim_log(self, path: str, passage: str, stopped: Callable[[], bool]) -> ClaimLog:
        """Return the commits that touched the lines of a passage."""
        return claim_log(self._git, path, passage, stopped)

    def editor(self) -> str:
        """Return the command of the person's editor, in git's order.

        Raises:
            RepositoryRefused: Git knows none that works in this terminal.
        """
        result = self._git.run("var", "GIT_EDITOR")
        if result.status:
            raise RepositoryRefused(
                f"git names no editor ({result.words}); set `core.editor`, VISUAL or EDITOR."
            )
        return files.decoded(result.out).strip()

    def record(self) -> Record:
        """Return the commits of the inbox for a check; close it when that is done."""
        return Record(self._git, self._index, self._place.shallow())

    def patch(self, decision_id: str) -> str:
        """Return the commit of a decision as git shows it."""
        entry = self._history.named(decision_id)
        plain = ("--no-color", "--no-ext-diff", "--no-textconv", "--no-show-signature")
        return files.decoded(self._git.ask("show", *plain, "--pretty=medium", entry.commit))

    def undo_change(self, decision_id: str | None, new_id: str, reason: str) -> Change:
        """Return the change that takes a decision back; None is the reviewer's own last one.

        Raises:
            Refused: There is none, it is taken back already, or later edits overlap.
        """
        if decision_id is None:
            entry = self._history.last_of(self.reviewer())
        else:
            entry = self._history.named(decision_id)
        return self._taken_back(entry, new_id, reason)

    def redo_change(self, new_id: str, reason: str) -> Change:
        """Return the change that takes the reviewer's own last undo back.

        Raises:
            Refused: There is none, a decision came after it, or later edits overlap.
        """
        return self._taken_back(self._history.last_undo_of(self.reviewer()), new_id, reason)

    def _taken_back(self, entry: Entry, new_id: str, reason: str) -> Change:
        change = self._history.undo(entry, new_id, reason)
        try:
            self.lowered(change.edits)
        except Stale as stale:
            # Files that were there before `core.autocrlf` was set stand as git keeps them.
            plain = self._history.undo(entry, new_id, reason, filtered=False)
            if self._fits(plain):
                return plain
            raise self._history.overlap(entry, stale, change.edits) from stale
        return change

    def _fits(self, change: Change) -> bool:
        try:
            self.lowered(change.edits)
        except Stale:
            return False
        return True

    def findings(self) -> Iterator[Finding]:
        """Yield what stands in the way of a commit here."""
        yield from checks.findings(self.root, self._place, self._git)
        if self._committing.journal.read() is not None:
            todo = "the next decision finishes it or takes it back first"
            yield Finding("warn", "a decision was interrupted", todo)


@contextmanager
def _disk_spoken_for(root: Path) -> Iterator[None]:
    """Turn what the disk refuses into words; the journal, if there is one, ends it later."""
    try:
        yield
    except OSError as error:
        name = error.filename or root
        raise RepositoryRefused(
            f"{name}: {error.strerror}. Nothing is lost: the next command ends what was begun."
        ) from error


def _unsaved(letters: Mapping[str, str], paths: tuple[str, ...]) -> tuple[str, ...] | Refused:
    try:
        return unsaved(letters, paths)
    except Refused as error:
        return error
