"""A file given another content so that nothing that somebody writes meanwhile is lost.

Agents append without a lock. Between a look at a file and a rename over it their words would
go with the old file, so the two files change places in one step, and what was displaced is
looked at afterwards: whatever it holds, nobody can have added to it unseen. A process that had
the old file open goes on writing to it; its descriptor is kept until the commit is made, and
what it gained by then is carried over.
"""

from __future__ import annotations

import ctypes
import errno
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from inbox.store import files

_HERE = -100
"""`AT_FDCWD` of Linux: names are relative to the working folder."""

_EXCHANGE = 2
"""`RENAME_EXCHANGE` of Linux, `RENAME_SWAP` of macOS."""

_CANNOT = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP)


class Moved(Exception):
    """The file does not hold what the caller has seen; it is as it was found."""


@dataclass(frozen=True, slots=True)
class Displaced:
    """A file that was replaced or removed, still open: what is written to it can be seen."""

    file: Path
    descriptor: int
    known: bytes


def put(
    file: Path, before: bytes | None, after: bytes | None, mode: int | None
) -> Displaced | None:
    """Make a file hold `after` instead of `before`; None is absent.

    Raises:
        Moved: It holds something else, or something came while it was written.
    """
    if _present(file) != before:
        raise Moved
    if after is None:
        return _removed(file, before)
    if before is None:
        _made(file, after, mode)
        return None
    if file.stat().st_nlink > 1:
        files.write(file, after, mode)
        return None
    return _replaced(file, before, after, mode)


def _present(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def _made(file: Path, after: bytes, mode: int | None) -> None:
    """Give a new file its name without taking it from another that came first."""
    with files.temporary(file, after, mode) as new:
        try:
            os.link(new, file)
        except FileExistsError as error:
            raise Moved from error
        except OSError:  # a file system without hard links
            if file.exists():
                raise Moved from None
            new.replace(file)
    files.sync_folder(file.parent)


def _replaced(file: Path, before: bytes, after: bytes, mode: int | None) -> Displaced:
    with files.temporary(file, after, mode) as new:
        if not exchange(new, file):
            return _renamed(file, new, before)
        displaced = _opened(file, new, before)
        if _content(displaced) != before:
            os.close(displaced.descriptor)
            _given_back(file, new, after)
            raise Moved
    files.sync_folder(file.parent)
    return displaced


def _renamed(file: Path, new: Path, before: bytes) -> Displaced:
    """Replace a file where two cannot change places: a rewrite in the last instant is lost."""
    displaced = _opened(file, file, before)
    if _content(displaced) != before or not _is_open(file, displaced):
        os.close(displaced.descriptor)
        raise Moved
    new.replace(file)
    files.sync_folder(file.parent)
    return displaced


def _is_open(file: Path, displaced: Displaced) -> bool:
    return file.stat().st_ino == os.fstat(displaced.descriptor).st_ino


def _given_back(file: Path, new: Path, after: bytes) -> None:
    """Undo an exchange that displaced more than was known; what came since then stays, too."""
    exchange(new, file)
    held = new.read_bytes()
    if held.startswith(after):
        _append(file, held[len(after) :])
    else:
        exchange(new, file)  # a rewrite of the whole file; it is the newest


def _removed(file: Path, before: bytes | None) -> Displaced | None:
    if before is None:
        return None
    aside = file.with_name(f"{files.temporary_name(file)}{secrets.token_hex(4)}{files.TEMPORARY}")
    file.rename(aside)
    displaced = _opened(file, aside, before)
    if _content(displaced) != before:
        os.close(displaced.descriptor)
        with _kept_when_taken(aside, file):
            os.link(aside, file)
        aside.unlink(missing_ok=True)
        raise Moved
    files.remove(aside)
    return displaced


@contextmanager
def _kept_when_taken(aside: Path, file: Path) -> Iterator[None]:
    """Keep a text under another name when somebody has made a new file of its name."""
    try:
        yield
    except FileExistsError:
        aside.rename(files.kept(file))


def _opened(file: Path, there: Path, known: bytes) -> Displaced:
    return Displaced(file, os.open(there, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW), known)


def _content(displaced: Displaced) -> bytes:
    with os.fdopen(os.dup(displaced.descriptor), "rb") as file:
        file.seek(0)
        return file.read()


def _append(file: Path, tail: bytes) -> None:
    """Append to a file as agents do: in one write, never into a new file."""
    if tail:
        descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW)
        try:
            os.write(descriptor, tail)
        finally:
            os.close(descriptor)


def carried(displaced: Iterable[Displaced]) -> list[str]:
    """Bring what was written to displaced files into those that stand there now; say where.

    Closes them. A file that the decision removed comes back whole: its memory was not done with.
    """
    return [said for each in displaced if (said := _carried(each))]


def _carried(displaced: Displaced) -> str:
    file, known = displaced.file, displaced.known
    try:
        held = _content(displaced)
    finally:
        os.close(displaced.descriptor)
    if held == known:
        return ""
    if not held.startswith(known):
        kept = files.kept(file)
        kept.write_bytes(held)
        return f"somebody rewrote the old {file.name} meanwhile; that text is in {kept.name}"
    if not file.exists():
        with suppress(Moved):
            _made(file, held, None)
        return f"somebody wrote to {file.name} while it was removed; it is there again, uncommitted"
    _append(file, held[len(known) :])
    return f"what somebody added to {file.name} meanwhile is kept, uncommitted"


def exchange(one: Path, other: Path) -> bool:
    """Let two files change places in one step; False where the system cannot.

    Raises:
        OSError: One of them is not there, or may not be renamed.
    """
    swapping = _swapping()
    if swapping is None:
        return False
    if swapping(os.fsencode(one), os.fsencode(other)) == 0:
        return True
    code = ctypes.get_errno()
    if code in _CANNOT:
        return False
    raise OSError(code, os.strerror(code), str(other))


@cache
def _swapping() -> Callable[[bytes, bytes], int] | None:
    """Return the system's call; Python has none for it."""
    system = ctypes.CDLL(None, use_errno=True)
    if linux := getattr(system, "renameat2", None):
        return lambda one, other: int(linux(_HERE, one, _HERE, other, _EXCHANGE))
    if mac := getattr(system, "renamex_np", None):
        return lambda one, other: int(mac(one, other, _EXCHANGE))
    return None
