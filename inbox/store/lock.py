"""athenaeum's run lock: whoever writes queue files holds it (athenaeum-format §8)."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from inbox.errors import Busy, RepositoryRefused
from inbox.formats.visible import one_line
from inbox.store.place import PATIENCE

NAME = ".athenaeum.lock"


def held(root: Path) -> AbstractContextManager[None]:
    """Hold the run lock of a root.

    Raises:
        Busy: Somebody else holds it for longer than two seconds.
    """
    return held_file(root / NAME, "athenaeum is at work here")


@contextmanager
def held_file(path: Path, busy: str, patience: float = PATIENCE) -> Iterator[None]:
    """Hold a lock file; `busy` begins the sentence that says who else does.

    Raises:
        Busy: Somebody else holds it for longer than `patience` seconds.
    """
    descriptor = _taken(path, busy, patience)
    try:
        # A full disk must not stop a recovery; what the file says is for people only.
        with suppress(OSError):
            _sign(descriptor)
        yield
    finally:
        os.close(descriptor)


def _taken(path: Path, busy: str, patience: float) -> int:
    end = time.monotonic() + patience
    while (descriptor := _attempt(path)) is None:
        if time.monotonic() > end:
            raise Busy(f"{busy}: {holder(path)}. Try again when it is done.")
        time.sleep(0.05)
    return descriptor


def _attempt(path: Path) -> int | None:
    """Try once; a holder with `--force` replaces the file, so that the inode must still be its."""
    import fcntl  # not on every platform; without it nothing of athenaeum locks either

    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        descriptor = os.open(path, flags, 0o644)
    except OSError as error:
        raise RepositoryRefused(f"{path} cannot be locked: {error.strerror}.") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(descriptor).st_ino == path.stat().st_ino:
            return descriptor
    except (BlockingIOError, FileNotFoundError):
        pass
    except OSError as error:
        os.close(descriptor)
        raise RepositoryRefused(f"{path} cannot be locked: {error.strerror}.") from error
    os.close(descriptor)
    return None


def _sign(descriptor: int) -> None:
    """Write who holds it, as athenaeum does; information only, and left there afterwards."""
    now = datetime.now(UTC).isoformat()
    lines = (
        f"pid: {os.getpid()}\ntimestamp: {now}\nhost: {socket.gethostname()}\nheartbeat: {now}\n"
    )
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, lines.encode(), 0)


def holder(path: Path) -> str:
    """Return what the lock file says of its holder: `held by pid 7, since …`."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")[:2_000]
    except OSError:
        return "held by another process"
    said = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
    pid, since = said.get("pid", "?"), said.get("timestamp", "?")
    return one_line(f"held by pid {pid}, since {since}")


def busy(root: Path) -> str:
    """Return who holds the run lock at the moment; empty when nobody does."""
    path = root / NAME
    if not path.exists():
        return ""
    descriptor = _attempt(path)
    if descriptor is None:
        return holder(path)
    os.close(descriptor)
    return ""
