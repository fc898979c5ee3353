"""One change becomes one commit, wholly or not at all (design R5, R17)."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from inbox.domain.edit import Change, FileChange, Message
from inbox.domain.outcome import Done
from inbox.errors import Refused, RepositoryRefused
from inbox.formats import trailers
from inbox.store import files
from inbox.store import journal as journals
from inbox.store.git import Git
from inbox.store.journal import Journal, JournalFile, Step
from inbox.store.place import Place

_UNTRACKED = "?!"


@dataclass(frozen=True, slots=True)
class Committing:
    """Writes and commits in one root; the run lock is held by the caller."""

    root: Path
    place: Place
    git: Git

    @property
    def journal(self) -> JournalFile:
        return JournalFile(self.place.folder)

    def recover(self) -> str:
        """Finish or take back a decision that a kill left half done; say which.

        While git's index is locked an orphaned git may still commit, so the caller has waited
        for it to be free.
        """
        journal = self.journal.read()
        if journal is None:
            return ""
        if self._commit_of(journal):
            self.git.with_paths(journal.paths, "reset", "--quiet", "HEAD")
            self.journal.drop()
            return f"decision {journal.id} was finished after an interruption"
        edited = journals.put_back(self.root, journal)
        self._unannounce(journal)
        self.journal.drop()
        kept = f"; {', '.join(edited)} was edited since and is left as it is" if edited else ""
        return f"decision {journal.id} was interrupted and is taken back{kept}"

    def commit(self, change: Change, changes: tuple[FileChange, ...]) -> Done:
        """Write the files and commit them.

        Raises:
            RepositoryRefused: Git, a hook or the disk said no; everything is put back.
        """
        notes = self._snapshot(change, [file.path for file in changes])
        journal = Journal(change.id, self.git.head(), tuple(map(self._step, changes)))
        said = self._written(journal, change.message)
        commit = self._commit_of(journal)
        if not commit:
            self._take_back(journal)
            kept = f" {notes[0]}." if notes else ""
            raise RepositoryRefused(f"git did not commit, everything is put back.{kept} {said}")
        notes += self._meddled(journal.paths)
        self.journal.drop()
        return Done(change.id, change.message.subject, commit, tuple(notes))

    def _step(self, change: FileChange) -> Step:
        file = self.root / change.path
        mode = stat.S_IMODE(file.stat().st_mode) if change.before is not None else None
        before, after = change.before, change.after
        return Step(
            change.path,
            None if before is None else files.encoded(before),
            None if after is None else files.encoded(after),
            mode,
        )

    def _written(self, journal: Journal, message: Message) -> str:
        """Write, announce, commit; return what git said when it refused."""
        try:
            self.journal.write(journal)
            journals.write_all(self.root, journal)
            if announced := self._announced(journal):
                return announced
            result = self.git.commit(trailers.render(message), journal.paths)
        except OSError as error:
            self._take_back(journal)
            name = error.filename or self.root
            raise RepositoryRefused(f"{name}: {error.strerror}; everything is put back.") from error
        return result.words

    def _announced(self, journal: Journal) -> str:
        """Tell git of new paths, for `commit --only` takes none that it does not know."""
        new = [
            step.path for step in journal.steps if step.before is None and step.after is not None
        ]
        if not new:
            return ""
        result = self.git.with_paths(new, "add", "--intent-to-add", "--force", "--sparse")
        return result.words if result.status else ""

    def _take_back(self, journal: Journal) -> None:
        journals.put_back(self.root, journal)
        self._unannounce(journal)
        self.journal.drop()

    def _unannounce(self, journal: Journal) -> None:
        """Take back the announcement of new paths; one that HEAD has is somebody's removal."""
        new = [path for path in journal.new if not self._in_head(path)]
        if new:
            self.git.forget(new)

    def _in_head(self, path: str) -> bool:
        return self.git.run("cat-file", "-e", f"HEAD:./{path}").status == 0

    def _commit_of(self, journal: Journal) -> str:
        """Return the commit that holds the decision; git's exit status is not the truth."""
        since = [f"{journal.base}..HEAD"] if journal.base else ["HEAD"]
        result = self.git.run("log", "-z", "--format=%H%n%B", *since, "--")
        for record in (
            result.out.decode("utf-8", "replace").split("\0") if not result.status else ()
        ):
            commit, _, body = record.partition("\n")
            if trailers.read(body).trailer("Inbox-Id") == journal.id:
                return commit
        return ""

    def _meddled(self, paths: Sequence[str]) -> list[str]:
        """Return a note when a hook changed what was committed; the index follows the commit."""
        if not list(self.states(paths)):
            return []
        self.git.with_paths(paths, "reset", "--quiet")
        names = ", ".join(path for path, _ in self.states(paths))
        return [f"a hook changed what was committed: {names}"] if names else []

    def states(self, paths: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the paths that differ from HEAD, with git's two letters (index, work tree)."""
        words = ("status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignored=matching")
        raw = self.git.ask(*words, "--no-renames", "--", *paths).decode("utf-8", "surrogateescape")
        below = f"{self.root.resolve().relative_to(self.place.top.resolve()).as_posix()}/"
        for entry in filter(None, raw.split("\0")):
            yield entry[3:].removeprefix("" if below == "./" else below), entry[:2]

    def unsaved(self, paths: Sequence[str]) -> tuple[str, ...]:
        """Return those paths whose text is in no commit yet.

        Raises:
            Refused: What is staged of one differs from its text on disk; a commit would lose it.
        """
        found = []
        for path, letters in self.states(paths):
            # " A" is a path that was only announced; its text is on disk alone.
            if letters[0] not in f" {_UNTRACKED}" and letters[1] != " ":
                raise Refused(
                    f"what you staged of {path} differs from the file; commit or unstage it first."
                )
            found.append(path)
        return tuple(path for path in paths if path in found)

    def _snapshot(self, change: Change, paths: Sequence[str]) -> list[str]:
        """Commit touched files that are untracked or changed exactly as they are (design R5)."""
        unsaved = self.unsaved(paths)
        if not unsaved:
            return []
        count = f"{len(unsaved)} file{'s' if len(unsaved) > 1 else ''}"
        message = Message(f"Snapshot: {count} as found", "", (("Inbox-Snapshot", change.id),))
        present = [path for path in unsaved if (self.root / path).exists()]
        self.git.with_paths(present, "add", "--intent-to-add", "--force", "--sparse")
        result = self.git.commit(trailers.render(message), unsaved)
        if result.status:
            fresh = [path for path, letters in self.states(unsaved) if letters == " A"]
            self.git.forget(fresh)
            raise RepositoryRefused(f"git did not commit the files as found. {result.words}")
        return [f"{count} as found went into a commit of their own first: {', '.join(unsaved)}"]
