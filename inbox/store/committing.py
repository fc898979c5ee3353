"""One change becomes one commit, wholly or not at all (design R5, R17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from inbox.domain.edit import Change, FileChange, Message
from inbox.domain.outcome import Done
from inbox.errors import InboxError, Refused, RepositoryRefused, Unwritable
from inbox.formats import codecs, trailers
from inbox.store import files, swap
from inbox.store import journal as journals
from inbox.store.git import Git, Result
from inbox.store.index import UNTRACKED, Index, unsaved
from inbox.store.journal import Journal, JournalFile
from inbox.store.objects import LOG, RAW, WITH_BODY, Commit, commits_in, name_of, texts
from inbox.store.place import Place
from inbox.store.swap import Displaced

Names = Mapping[str, str]
"""Object names by path below the root; empty where the path is gone."""


@dataclass(frozen=True, slots=True)
class Committing:
    """Writes and commits in one root; the run lock is held by the caller."""

    root: Path
    place: Place
    git: Git
    index: Index

    @property
    def journal(self) -> JournalFile:
        return JournalFile(self.place.folder)

    def head(self) -> str:
        """Return the commit of HEAD; empty on a branch without commits."""
        known = self.place.head()
        return self.git.head() if known is None else known

    def recover(self) -> str:
        """Finish or take back a decision that a kill left half done; say which.

        While git's index is locked an orphaned git may still commit, so the caller has waited
        for it to be free.
        """
        journal = self.journal.read()
        if journal is None:
            return ""
        if made := self._made(journal):
            planned = _planned(journal, made)
            self._must(self.index.follow([*planned, *self._held(made)], made.id, planned))
            self.journal.drop()
            return f"decision {journal.id} was finished after an interruption"
        edited = journals.put_back(self.root, journal)
        self._must(self.index.forget(journal.announced))
        self.journal.drop()
        kept = f"; {', '.join(edited)} was edited since and is left as it is" if edited else ""
        return f"decision {journal.id} was interrupted and is taken back{kept}"

    def _must(self, mended: Result) -> None:
        """Keep the journal while the index cannot be mended; the next start tries again."""
        if mended.status:
            raise RepositoryRefused(f"an interrupted decision cannot be ended yet: {mended.words}")

    def commit(self, change: Change, changes: tuple[FileChange, ...]) -> Done:
        """Write the files and commit them.

        Raises:
            Refused: What is staged of a file differs from its text on disk.
            Stale: A file has changed while this was under way.
            Busy: Git's index is locked; everything is put back.
            RepositoryRefused: Git, a hook or the disk said no; everything is put back.
        """
        paths = [file.path for file in changes]
        letters = self.index.letters(paths)
        found = unsaved(letters, paths)
        fresh = [path for path in found if letters[path][0] in UNTRACKED]
        journal = self._journal(change.id, changes, fresh)
        displaced: list[Displaced] = []
        try:
            done = self._carried_out(change, journal, (found, fresh), displaced)
        finally:
            # Whether it came about or not: what was written to a file in the meantime stays.
            late = swap.carried(displaced)
        return Done(done.id, done.subject, done.commit, (*done.notes, *late))

    def _carried_out(
        self,
        change: Change,
        journal: Journal,
        unsaved: tuple[Sequence[str], Sequence[str]],
        displaced: list[Displaced],
    ) -> Done:
        notes: list[str] = []
        said = ""
        try:
            self.journal.write(journal)
            notes += self._snapshot(change.id, *unsaved)
            said = self._written(journal, change.message, displaced)
        except KeyboardInterrupt:
            if not self.place.index_is_locked():
                self.recover()
            raise
        except (OSError, InboxError) as error:
            # The commit may be there all the same: what failed can be git's tidying, or ours.
            if self._made(journal) is None:
                self._take_back(journal)
                raise _in_words(error, self.root) from error
        return self._concluded(journal, change.message, notes, said)

    def _concluded(self, journal: Journal, message: Message, notes: list[str], said: str) -> Done:
        made = self._made(journal)
        if made is None:
            self._take_back(journal)
            kept = f" {notes[0]}." if notes else ""
            raise RepositoryRefused(f"git did not commit, everything is put back.{kept} {said}")
        try:
            notes += self._meddled(journal, made)
            self.journal.drop()
        except (OSError, RepositoryRefused) as error:
            notes.append(f"it is committed, and the next command tidies up ({error})")
        return Done(journal.id, message.subject, made.id, tuple(notes))

    def _journal(
        self, decision_id: str, changes: Sequence[FileChange], fresh: Sequence[str]
    ) -> Journal:
        steps = tuple(journals.step_for(self.root, each, *_encoded(each)) for each in changes)
        new = [step.path for step in steps if step.before is None and step.after is not None]
        if left_out := self.index.left_out(new):
            raise Refused(
                f"{left_out[0]} is committed and not checked out here (git sparse-checkout)."
            )
        folders = journals.missing_folders(self.root, new)
        return Journal(decision_id, self.head(), steps, (*fresh, *new), folders)

    def _snapshot(self, decision_id: str, found: Sequence[str], fresh: Sequence[str]) -> list[str]:
        """Commit touched files that are untracked or changed exactly as they are (design R5)."""
        if not found:
            return []
        count = f"{len(found)} file{'s' if len(found) > 1 else ''}"
        message = Message(f"Snapshot: {count} as found", "", (("Inbox-Snapshot", decision_id),))
        base = self.head()
        said = self._announced(fresh) or self.git.commit(trailers.render(message), found).words
        if self.head() == base:
            raise RepositoryRefused(f"git did not commit the files as found. {said}")
        # A hook that rewrites files leaves the index behind; without one this does nothing.
        self.git.with_paths(found, "reset", "--quiet")
        return [f"{count} as found went into a commit of their own first: {', '.join(found)}"]

    def _written(self, journal: Journal, message: Message, displaced: list[Displaced]) -> str:
        """Write, announce, commit; return what git said.

        New files come first: what stands in the others from our rename to git's look at them
        is committed, so that time is kept short.
        """
        new = [step for step in journal.steps if step.before is None]
        journals.write_all(self.root, new, displaced)
        announced = [step.path for step in new if step.path in journal.announced]
        if complaint := self._announced(announced):
            return complaint
        others = [step for step in journal.steps if step.before is not None]
        journals.write_all(self.root, others, displaced)
        return self.git.commit(trailers.render(message), journal.paths).words

    def _announced(self, new: Sequence[str]) -> str:
        """Tell git of new paths; return what it said when it refused."""
        if not new:
            return ""
        result = self.index.announce(new)
        return (result.words or "git add failed") if result.status else ""

    def _take_back(self, journal: Journal) -> None:
        """Put the files back at once; the index when it is free.

        Raises:
            Busy: It is not; what is left is done by the next start.
            RepositoryRefused: The disk refuses even that.
        """
        try:
            journals.put_back(self.root, journal)
            if not journal.announced:
                self.journal.drop()
            self.place.wait_for_index()
            self._must(self.index.forget(journal.announced))
            self.journal.drop()
        except OSError as error:
            raise RepositoryRefused(
                f"{error.filename or self.root}: {error.strerror}; not all could be put back. "
                "The next command tries again."
            ) from error

    def _made(self, journal: Journal) -> Commit | None:
        """Return the commit that holds the decision; git's exit status is not the truth.

        Raises:
            RepositoryRefused: Git cannot say; the journal stays for the next start.
        """
        if self.head() == journal.base:
            return None
        since = [f"{journal.base}..HEAD"] if journal.base else ["HEAD"]
        result = self.git.run(*LOG, *RAW, WITH_BODY, *since, "--")
        if result.status:
            ours = ("--basic-regexp", f"--grep=^Inbox-Id: {journal.id}$")
            raw = self.git.ask(*LOG, *RAW, WITH_BODY, *ours, "HEAD", "--")
        else:
            raw = result.out
        found = [
            commit
            for commit in commits_in(raw)
            if trailers.read(commit.body).trailer("Inbox-Id") == journal.id
        ]
        return found[0] if found else None

    def _held(self, made: Commit) -> dict[str, str]:
        return {self.index.here(each.path): each.after for each in made.changed}

    def _meddled(self, journal: Journal, made: Commit) -> list[str]:
        """Return a note on what was committed otherwise than planned; the index follows the commit.

        A queue may only have gained what an agent added between our rename and git's look at it.
        """
        planned, held = _planned(journal, made), self._held(made)
        if planned == held:
            return []
        changed = self._differing(journal, made)
        more = [path for path in held if path not in planned]
        if changed:
            self.git.with_paths(changed, "reset", "--quiet")
        if more:
            self.index.follow(more, made.id, {})
        grown = [path for path in changed if codecs.codec_for(path).ends_lines]
        names = ", ".join([*(path for path in changed if path not in grown), *more])
        said = [f"a hook changed what was committed: {names}"] if names else []
        if grown:
            said.append(f"a hook or an agent added to what was committed: {', '.join(grown)}")
        return said

    def _differing(self, journal: Journal, made: Commit) -> list[str]:
        """Return the paths that the commit holds otherwise than planned, line ends aside."""
        tree = self.index.tree(made.id, journal.paths)
        kept = [path for path in journal.paths if path in tree]
        read = texts(self.git, [(tree[path], self.index.from_top(path)) for path in kept])
        stored = {path: files.encoded(text) for path, text in zip(kept, read, strict=True)}
        return [step.path for step in journal.steps if stored.get(step.path) != step.after]


def _in_words(error: OSError | InboxError, root: Path) -> InboxError:
    if isinstance(error, InboxError):
        return error
    name = error.filename or root
    return RepositoryRefused(f"{name}: {error.strerror}; everything is put back.")


def _encoded(change: FileChange) -> tuple[bytes | None, bytes | None]:
    """Return the bytes before and after.

    Raises:
        Unwritable: The text holds half a surrogate pair, as JSON can; no file can.
    """
    try:
        before, after = (
            None if text is None else files.encoded(text) for text in (change.before, change.after)
        )
    except UnicodeEncodeError as error:
        raise Unwritable(change.path, "the text holds half a character") from error
    return before, after


def _planned(journal: Journal, made: Commit) -> Names:
    return {
        step.path: "" if step.after is None else name_of(step.after, made.id)
        for step in journal.steps
    }
