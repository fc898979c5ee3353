"""Changes by hand, and everything about a work tree that a decision may not disturb."""

from __future__ import annotations

import os
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

from inbox.domain.edit import Change, Edit, Message, Seen
from inbox.domain.outcome import Done
from inbox.formats import codecs
from inbox.formats.pieces import digest
from inbox.store.repository import Repository
from tests.conftest import git

NAME = "0123456789ab"
OTHER = "ba9876543210"

PORT = "---\nname: port\n---\nThe port is 4711.\n"
PORT_NEW = "---\nname: port\n---\nThe port is 4712.\n"
OLD = "---\nname: old\n---\nAn old page.\n"
NEW = "---\nname: new\n---\nA new page.\n"
LINES = "".join(f"{number}\n" for number in range(1, 10))

Texts = dict[str, tuple[str | None, str | None]]
"""Texts before and after by path; None where the file is not there."""

TURN: Texts = {
    "port.md": (PORT, PORT_NEW),
    "old.md": (OLD, None),
    "deep/er/new.md": (None, NEW),
}
"""A decision with a file changed, one removed and one made."""


def change(
    texts: Texts, *, name: str = NAME, reason: str = "", seen: tuple[str, ...] = ()
) -> Change:
    edits: list[Edit] = []
    for path, (before, after) in texts.items():
        edits += codecs.between(path, before, after)
    trailers = (
        ("Inbox-Id", name),
        ("Inbox-Item", "q-1"),
        ("Inbox-Kind", "conflict"),
        ("Inbox-Decision", "keep_a"),
        ("Inbox-Decided-By", "human"),
    )
    looked = tuple(
        Seen(path, None if (text := texts[path][0]) is None else digest(text)) for path in seen
    )
    return Change(tuple(edits), Message("Keep A: port (user over api)", reason, trailers), looked)


def apply(root: Path, texts: Texts, *, name: str = NAME, reason: str = "") -> Done:
    return Repository.open(root).apply(change(texts, name=name, reason=reason))


def undo(root: Path, name: str | None = None, new: str = OTHER, reason: str = "") -> Done:
    repository = Repository.open(root)
    return repository.apply(repository.undo_change(name, new, reason))


@dataclass(frozen=True, slots=True)
class Everything:
    """What must be as before when a decision did not happen."""

    head: str
    status: str
    index: str
    files: dict[str, tuple[bytes, int]]
    folders: frozenset[str]


def everything(root: Path) -> Everything:
    files, folders = {}, set()
    for here, below, names in os.walk(root):
        below[:] = [name for name in below if name != ".git"]
        folders |= {os.path.relpath(f"{here}/{name}", root) for name in below}
        for name in names:
            file = Path(here, name)
            if name not in (".git", ".athenaeum.lock") and stat.S_ISREG(file.lstat().st_mode):
                held = file.read_bytes(), stat.S_IMODE(file.stat().st_mode)
                files[os.path.relpath(file, root)] = held
    return Everything(
        head=head(root),
        status=status(root),
        index=git(root, "ls-files", "--stage", "-z"),
        files=files,
        folders=frozenset(folders),
    )


def head(root: Path) -> str:
    branch = root / ".git/refs/heads/main"
    if branch.is_file() and (root / ".git/HEAD").read_text() == "ref: refs/heads/main\n":
        return branch.read_text().strip()  # asked thousands of times
    done = subprocess.run(
        ["git", "rev-parse", "--verify", "--quiet", "HEAD"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()


def status(root: Path) -> str:
    said = git(root, "status", "--porcelain", "-z", "--untracked-files=all")
    return said.replace("?? .athenaeum.lock\0", "")


def with_foreign_work(root: Path) -> Path:
    """Leave files in every state that a person may have left them in."""
    (root / "staged.md").write_text("staged\n")
    (root / "brand.md").write_text("staged and new\n")
    (root / "half.md").write_text(LINES.replace("1\n", "one\n"))
    git(root, "add", "staged.md", "half.md", "brand.md")
    git(root, "rm", "-q", "--cached", "unlisted.md")
    (root / "half.md").write_text(LINES.replace("1\n", "one\n").replace("9\n", "nine\n"))
    (root / "loose.md").write_text("changed, not staged\n")
    (root / "fresh.md").write_text("untracked\n")
    (root / "missing.md").unlink()
    git(root, "add", "--intent-to-add", "fresh.md")
    (root / "bare.md").write_text("untracked\n")
    return root


FILES: dict[str, str | bytes] = {
    "port.md": PORT,
    "old.md": OLD,
    "staged.md": "s\n",
    "half.md": LINES,
    "loose.md": "l\n",
    "unlisted.md": "u\n",
    "missing.md": "m\n",
}


def hook(root: Path, name: str, script: str) -> None:
    folder = Path(git(root, "rev-parse", "--path-format=absolute", "--git-path", "hooks").strip())
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


def committed(root: Path, path: str, revision: str = "HEAD") -> str | None:
    """Return the bytes of a path in a commit as Latin-1, None where it has none."""
    done = subprocess.run(
        ["git", "cat-file", "blob", f"{revision}:./{path}"],
        cwd=root,
        capture_output=True,
        check=False,
    )
    return None if done.returncode else done.stdout.decode("latin-1")


def messages(root: Path) -> list[str]:
    return git(root, "log", "-z", "--format=%B").rstrip("\0").split("\0")


def leftovers(root: Path) -> list[str]:
    """Return journals and temporary files that are still there."""
    return [
        str(file.relative_to(root))
        for file in root.rglob("*")
        if file.name.endswith(".inbox-tmp") or file.name == "journal.json"
    ]
