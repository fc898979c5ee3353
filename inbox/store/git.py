"""The door to git: GitPython's `git`, with the surroundings that make it predictable."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from inbox.errors import RepositoryRefused
from inbox.formats.visible import visible

if TYPE_CHECKING:
    import git

_KEPT = ("GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG", "GIT_EDITOR")
_MOST_WORDS = 2_000
_PATIENCE = 0.1
"""Seconds between two questions whether a command is still wanted."""

STOPPED = -1
"""The status of a command that was ended because nobody waits for it."""

_ALWAYS = ("--literal-pathspecs", "-c", "i18n.commitEncoding=UTF-8")
"""Names are names, never patterns; and our messages are UTF-8, whatever the person writes."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one git process came to."""

    status: int
    out: bytes
    words: str
    """What it said on stderr (and on stdout, when it failed): safe to print, bounded."""


@dataclass(frozen=True, slots=True)
class Author:
    """Whose name is on the commits, in place of the one that git knows."""

    name: str
    address: str = ""
    """Empty is the one that git knows."""

    @property
    def environment(self) -> dict[str, str]:
        """The variables that tell git."""
        given = {"GIT_AUTHOR_NAME": self.name, "GIT_AUTHOR_EMAIL": self.address}
        return {name: value for name, value in given.items() if value}


class Git:
    """Runs git in the root; paths are relative to the root."""

    def __init__(self, root: Path, author: Author | None = None) -> None:
        self._root = root
        self._author = {} if author is None else author.environment
        # A caller's GIT_DIR or GIT_INDEX_FILE (a hook, an editor) would win over the path.
        for name in [n for n in os.environ if n.startswith("GIT_") and not n.startswith(_KEPT)]:
            del os.environ[name]

    @cached_property
    def _door(self) -> git.Git:
        try:
            import git  # costs 0.1 s, which `list` and `count` need not pay
        except ImportError as error:
            raise RepositoryRefused("git is not on the PATH; install it first.") from error
        return git.Git(str(self._root))

    def run(self, *args: str, writes: bool = False, stdin: bytes = b"") -> Result:
        """Run one command; a status other than 0 is a result, too.

        Raises:
            RepositoryRefused: It could not be started, or fed.
        """
        door = self._door
        from git import GitError

        try:
            with _feed(stdin) as feed:
                status, out, err = door.execute(
                    # GitPython falls back on the caller's folder when this one is gone.
                    ["git", "-C", str(self._root), *_ALWAYS, *args],
                    istream=feed,
                    with_extended_output=True,
                    with_exceptions=False,
                    stdout_as_string=False,
                    strip_newline_in_stdout=False,
                    env={"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "1" if writes else "0"}
                    | self._author,
                )
        except (OSError, GitError) as error:
            raise RepositoryRefused(f"git cannot be run in {self._root}: {error}") from error
        said = str(err).strip() or (bytes(out).decode("utf-8", "surrogateescape") if status else "")
        return Result(int(status), bytes(out), visible(said.strip()[:_MOST_WORDS]))

    def ask(self, *args: str, stdin: bytes = b"") -> bytes:
        """Run a reading command that has to work.

        Raises:
            RepositoryRefused: It did not.
        """
        result = self.run(*args, stdin=stdin)
        if result.status:
            raise RepositoryRefused(f"git {args[0]} failed: {result.words}")
        return result.out

    def until(self, stopped: Callable[[], bool], *args: str) -> Result:
        """Run one reading command that ends early, with status -1, when `stopped` says so.

        Raises:
            RepositoryRefused: It could not be started.
        """
        door = self._door
        from git import GitError

        try:
            process = door.execute(
                ["git", "-C", str(self._root), *_ALWAYS, *args],
                as_process=True,
                env={"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"},
            )
        except (OSError, GitError) as error:
            raise RepositoryRefused(f"git cannot be run in {self._root}: {error}") from error
        while not stopped():
            try:
                out, err = process.communicate(timeout=_PATIENCE)
            except subprocess.TimeoutExpired:
                continue
            said = err.decode("utf-8", "surrogateescape").strip()[:_MOST_WORDS]
            return Result(process.returncode, out, visible(said))
        process.kill()
        process.communicate()
        return Result(STOPPED, b"", "stopped")

    def stored(self, name: str) -> bytes:
        """Return a stored content by its object name; one git serves all calls.

        Raises:
            RepositoryRefused: It is not here.
        """
        try:
            _, _, _, content = self._door.get_object_data(name)
        except (ValueError, OSError) as error:
            raise RepositoryRefused(
                f"git has no object {name}; run `git fsck` and fetch what is missing."
            ) from error
        return content

    def close(self) -> None:
        """End the git that serves `stored`."""
        self._door.clear_cache()

    def with_paths(self, paths: Sequence[str], *args: str) -> Result:
        """Run a writing command on paths; they come from a file, so any number and name will do."""
        with tempfile.NamedTemporaryFile() as listed:
            listed.write(_listed(paths))
            listed.flush()
            return self.run(
                *args, f"--pathspec-from-file={listed.name}", "--pathspec-file-nul", writes=True
            )

    def commit(self, message: str, paths: Sequence[str]) -> Result:
        """Commit just these paths as they are in the work tree; hooks and signing are honoured."""
        with tempfile.NamedTemporaryFile() as written:
            written.write(message.encode("utf-8", "replace"))
            written.flush()
            words = ("commit", "--quiet", "--only", "--cleanup=verbatim", "-F", written.name)
            return self.with_paths(paths, *words)

    def forget(self, paths: Sequence[str]) -> Result:
        """Take paths out of the index again that were only announced."""
        words = ("update-index", "--force-remove", "-z", "--stdin")
        return self.run(*words, writes=True, stdin=_listed(paths))

    def apart(self) -> tuple[int, int] | None:
        """Return how many commits HEAD and its upstream have for themselves; None without one."""
        counted = self.run("rev-list", "--count", "--left-right", "HEAD...@{upstream}")
        if counted.status:
            return None
        here, there = counted.out.split()
        return int(here), int(there)

    def head(self) -> str:
        """Return the commit of HEAD; empty on a branch without commits."""
        result = self.run("rev-parse", "--verify", "--quiet", "HEAD")
        return result.out.decode().strip() if result.status == 0 else ""


@contextmanager
def _feed(stdin: bytes) -> Iterator[BinaryIO | None]:
    if not stdin:
        yield None
        return
    with tempfile.TemporaryFile() as feed:
        feed.write(stdin)
        feed.seek(0)
        yield cast(BinaryIO, feed)


def _listed(paths: Sequence[str]) -> bytes:
    return b"\0".join(os.fsencode(path) for path in paths)
