"""Files below the root: read without following links, written so that a kill leaves no half."""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from inbox.formats.pieces import digest

LARGEST_SIDECAR = 256 * 1024 * 1024
"""Bytes; queue files are known to reach tens of megabytes before somebody looks."""

LARGEST_MEMORY = 8 * 1024 * 1024
"""Bytes; athenaeum itself takes 5 MB at most for a raw file."""

TEMPORARY = ".inbox-tmp"
_LONG_NAME = 40
"""Characters of a name that fit into that of a temporary file, whatever bytes they take."""

KEPT = ".inbox-kept"
"""How the name of a text ends that could not be carried over into the file it was meant for."""

NOT_THERE = "the file is not there"
"""The problem of a file that is absent where one could be."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file's text, or why it cannot be used."""

    text: str | None
    problem: str = ""


def look(root: Path, path: str) -> Found:
    """Read a file below the root; a link, a device or a path that leads out is a problem."""
    if problem := misplaced(root, path):
        return Found(None, problem)
    name = path.rpartition("/")[2]
    largest = LARGEST_SIDECAR if name.startswith("_") else LARGEST_MEMORY
    try:
        descriptor = os.open(
            root / path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        )
    except OSError as error:
        return Found(None, _said(error))
    try:
        return _read(descriptor, largest)
    except OSError as error:
        return Found(None, _said(error))
    finally:
        os.close(descriptor)


def _read(descriptor: int, largest: int) -> Found:
    state = os.fstat(descriptor)
    if not stat.S_ISREG(state.st_mode):
        return Found(None, "not a regular file")
    if state.st_size > largest:
        return Found(None, f"{state.st_size} bytes, more than the {largest} that are read")
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        return Found(decoded(file.read(largest)))


def _said(error: OSError) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return NOT_THERE
    return f"cannot be read: {error.strerror}"


def decoded(raw: bytes) -> str:
    """Return bytes as text that can be written back as it was."""
    return raw.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """Return the bytes of a text from `decoded`."""
    return text.encode("utf-8", "surrogateescape")


def misplaced(root: Path, path: str) -> str:
    """Return why a path must not be opened: it leads out, over a link, or into another repo."""
    parts = path.split("/")
    if path.startswith("/") or ".." in parts:
        return "outside the root"
    # Two spellings of one path would pass for two files, each with its own text.
    if "" in parts or "." in parts or not _nameable(path):
        return "no name of a file"
    if any(part.lower() == ".git" for part in parts):
        return "inside the repository's own folder"
    here = str(root)
    for at, part in enumerate(parts):
        here = f"{here}/{part}"
        if os.path.islink(here):
            return "a symbolic link"
        if at < len(parts) - 1 and os.path.lexists(f"{here}/.git"):
            return f"inside another repository ({'/'.join(parts[: at + 1])})"
    return ""


def _nameable(path: str) -> bool:
    """Whether the system has a name for a path; half a surrogate pair from JSON has none."""
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        return False


def write(file: Path, content: bytes, mode: int | None = None) -> None:
    """Write a file whole or not at all; mode and hard links stay.

    A file with several names is written in place, for a rename would leave the other names
    with the old text; its old bytes are in the journal by then.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    state = file.stat() if file.exists() else None
    if state is not None and state.st_nlink > 1:
        with file.open("r+b") as same:
            same.write(content)
            same.truncate()
            same.flush()
            os.fsync(same.fileno())
        return
    with temporary(file, content, mode) as new:
        new.replace(file)
    sync_folder(file.parent)


@contextmanager
def temporary(file: Path, content: bytes, mode: int | None = None) -> Iterator[Path]:
    """Give a content, safe on the disk, a name beside a file; what is left there goes at the end.

    Without a mode it gets that of the file.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    kept = stat.S_IMODE(file.stat().st_mode) if file.exists() else None
    descriptor, name = tempfile.mkstemp(TEMPORARY, temporary_name(file), file.parent)
    try:
        with os.fdopen(descriptor, "wb") as new:
            os.fchmod(descriptor, next(m for m in (mode, kept, 0o644) if m is not None))
            new.write(content)
            new.flush()
            os.fsync(descriptor)
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def temporary_name(file: Path) -> str:
    """Return how the name of a temporary file begins; it tells which file it belongs to."""
    long = len(file.name) > _LONG_NAME
    return f".{file.name[:_LONG_NAME]}{digest(file.name) if long else ''}."


def kept(file: Path) -> Path:
    """Return a free name for a text that was meant for a file."""
    return file.with_name(f"{file.name}.{secrets.token_hex(4)}{KEPT}")


def remove(file: Path) -> None:
    """Remove a file for good before the next step."""
    file.unlink(missing_ok=True)
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Make a rename or removal in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sweep(folder: Path) -> None:
    """Remove temporary files that a killed process left in a folder."""
    if folder.is_dir():
        for entry in list(os.scandir(folder)):
            ours = entry.name.endswith(TEMPORARY) and entry.name.startswith(".")
            if ours and entry.is_file(follow_symlinks=False):
                Path(entry.path).unlink()


def walk(root: Path, folder: str = "") -> Iterator[str]:
    """Yield the markdown files below a folder in order: no links, dot-folders, other repos."""
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        if path.endswith(".md"):
            yield path
        else:
            waiting += reversed(_inside(root, path))


def _inside(root: Path, folder: str) -> list[str]:
    """Return the sub-folders, with a final slash, and the markdown files of a folder."""
    try:
        entries = sorted(os.scandir(root / folder), key=lambda entry: entry.name)
    except OSError:
        return []
    found = []
    for entry in entries:
        if entry.name.startswith(".") or entry.is_symlink():
            continue
        if entry.is_dir():
            if not os.path.lexists(f"{entry.path}/.git"):
                found.append(f"{folder}{entry.name}/")
        elif entry.name.endswith(".md") and entry.is_file():
            found.append(f"{folder}{entry.name}")
    return found


def raw(file: Path) -> bytes:
    """Return the bytes of a memory to look for words in; none when it is too large or gone."""
    try:
        return file.read_bytes() if file.stat().st_size <= LARGEST_MEMORY else b""
    except OSError:
        return b""


def stamp(path: Path) -> str:
    """Return a token that changes when a file does."""
    try:
        state = path.stat()
    except OSError:
        return "-"
    return f"{state.st_mtime_ns}:{state.st_size}:{state.st_ino}"
