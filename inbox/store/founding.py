"""A new repository, and its first commit."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from inbox.errors import RepositoryRefused
from inbox.store import files
from inbox.store.git import Git


def create(root: Path) -> None:
    """Make a folder a git repository.

    Raises:
        RepositoryRefused: It is one already.
    """
    if (root / ".git").exists():
        raise RepositoryRefused(f"{root} is a git repository already; open it as it is.")
    root.mkdir(parents=True, exist_ok=True)
    Git(root).ask("init", "--quiet", "--initial-branch=main")


def write_all(root: Path, texts: Mapping[str, str]) -> None:
    """Write the files of a new repository."""
    for path, text in texts.items():
        files.write(root / path, files.encoded(text))


def lend_identity(root: Path) -> None:
    """Give a repository an author of its own where the machine has none to offer."""
    git = Git(root)
    if git.run("var", "GIT_AUTHOR_IDENT").status:
        git.ask("config", "user.name", "You")
        git.ask("config", "user.email", "you@localhost")


def commit_all(root: Path, subject: str) -> int:
    """Commit all that is in a new repository; return how many files that is.

    Raises:
        RepositoryRefused: Git has no identity, or a hook refuses.
    """
    git = Git(root)
    git.ask("add", "--all", "--", ".")
    git.ask("commit", "--quiet", "--allow-empty", "-m", subject)
    return git.ask("ls-files", "-z").count(b"\0")
