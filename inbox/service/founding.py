"""Making a repository: for the demo, and for a folder of memories that has none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from pathlib import Path

from inbox.service.inbox import Inbox
from inbox.store.founding import commit_all, create, lend_identity, write_all
from inbox.store.repository import Repository


def found(root: Path, files: Callable[[date], Mapping[str, str]], subject: str) -> Inbox:
    """Write files into a new repository, commit them, and return its inbox."""
    root = root.expanduser().resolve()
    create(root)
    lend_identity(root)
    write_all(root, files(datetime.now().astimezone().date()))
    commit_all(root, subject)
    return Inbox(Repository.open(root))


def adopt(root: Path) -> str:
    """Make a folder a repository with a first commit; return what was done in a sentence.

    Raises:
        RepositoryRefused: It is one already, or git has no identity to commit with.
    """
    root = root.expanduser().resolve()
    create(root)
    count = commit_all(root, "Memories as found")
    files = "1 file is" if count == 1 else f"{count} files are"
    return f"{root} is a git repository now; {files} in its first commit."
