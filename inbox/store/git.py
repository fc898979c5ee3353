"""The door to git: GitPython's `git`, with the surroundings that make it predictable."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from inbox.errors import RepositoryRefused
from inbox.formats.visible import visible

if TYPE_CHECKING:
    import git

_KEPT = ("GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG", "GIT_SSH", "GIT_ASKPASS", "GIT_EXEC_PATH")
_MOST_WORDS = 2_000


@dataclass(frozen=True, slots=True)
class Result:
    """What one git process came to."""

    status: int
    out: bytes
    words: str
    """What it said on stderr (and on stdout, when it failed): safe to print, bounded."""


class Git:
    """Runs git in the root; `--literal-pathspecs` always, paths relative to the root."""

    def __init__(self, root: Path) -> None:
        self._root = root
        # A caller's GIT_DIR or GIT_INDEX_FILE (a hook, an editor) would win over the path.
        for name in [n for n in os.environ if n.startswith("GIT_") and not n.startswith(_KEPT)]:
            del os.environ[name]

    @cached_property
    def _door(self) -> git.Git:
        import git  # costs 0.1 s, which `list` and `count` need not pay

        return git.Git(str(self._root))

    def run(self, *args: str, writes: bool = False, stdin: bytes = b"") -> Result:
        """Run one command; a status other than 0 is a result, too."""
        with tempfile.TemporaryFile() as feed:
            feed.write(stdin)
            feed.seek(0)
            status, out, err = self._door.execute(
                ["git", "--literal-pathspecs", *args],
                istream=feed,
                with_extended_output=True,
                with_exceptions=False,
                stdout_as_string=False,
                strip_newline_in_stdout=False,
                env={"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "1" if writes else "0"},
            )
        said = str(err).strip() or (bytes(out).decode("utf-8", "surrogateescape") if status else "")
        return Result(int(status), bytes(out), visible(said.strip()[:_MOST_WORDS]))

    def ask(self, *args: str) -> bytes:
        """Run a reading command that has to work.

        Raises:
            RepositoryRefused: It did not.
        """
        result = self.run(*args)
        if result.status:
            raise RepositoryRefused(f"git {args[0]} failed: {result.words}")
        return result.out

    def with_paths(self, paths: Sequence[str], *args: str) -> Result:
        """Run a writing command on paths; they come from a file, so any number and name will do."""
        with tempfile.NamedTemporaryFile() as listed:
            listed.write(b"\0".join(os.fsencode(path) for path in paths))
            listed.flush()
            return self.run(
                *args, f"--pathspec-from-file={listed.name}", "--pathspec-file-nul", writes=True
            )

    def commit(self, message: str, paths: Sequence[str]) -> Result:
        """Commit just these paths as they are in the work tree; hooks and signing are honoured."""
        with tempfile.NamedTemporaryFile() as written:
            written.write(message.encode("utf-8", "surrogateescape"))
            written.flush()
            words = ("commit", "--quiet", "--only", "--cleanup=verbatim", "-F", written.name)
            return self.with_paths(paths, *words)

    def forget(self, paths: Sequence[str]) -> None:
        """Take paths out of the index again that were only announced."""
        listed = b"\0".join(os.fsencode(path) for path in paths)
        self.run("update-index", "--force-remove", "-z", "--stdin", writes=True, stdin=listed)

    def head(self) -> str:
        """Return the commit of HEAD; empty on a branch without commits."""
        result = self.run("rev-parse", "--verify", "--quiet", "HEAD")
        return result.out.decode().strip() if result.status == 0 else ""
