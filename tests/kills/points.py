"""Every instant at which a process can die or the disk can fail, one by one.

An instant is a call that touches the world: a file opened to be written, half of a write, a
rename, an exchange, a link, an fsync, a removal, a mode, a lock, a git process. Between two of
them only our own memory changes, so that an end in front of each, and one behind the last,
are all there are.
"""

from __future__ import annotations

import fcntl
import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from inbox.store import swap
from inbox.store.git import Git

KILLED = 9
MOST = 2_000

At = Callable[[str], None]
"""Told the name of each instant right before it; it may end the process or raise."""

_CALLS: list[tuple[object, str]] = [
    (os, "fsync"),
    (os, "fchmod"),
    (os, "ftruncate"),
    (os, "pwrite"),
    (fcntl, "flock"),
    (Path, "replace"),
    (Path, "unlink"),
    (Path, "mkdir"),
    (Path, "rmdir"),
    (Path, "rename"),
    (os, "link"),
    (os, "write"),
    (swap, "exchange"),
    (Git, "run"),
]
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class _Halves:
    """A file whose every write is two, with an instant between them."""

    def __init__(self, file: Any, at: At) -> None:
        self._file, self._at = file, at

    def __enter__(self) -> _Halves:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, content: Any) -> None:
        half = len(content) // 2
        self._file.write(content[:half])
        self._file.flush()
        self._at("half a write")
        self._file.write(content[half:])


@contextmanager
def watched(at: At) -> Iterator[None]:
    """Call `at` in front of everything that touches the world."""
    with pytest.MonkeyPatch.context() as patch:
        for owner, name in _CALLS:
            patch.setattr(owner, name, _telling(getattr(owner, name), name, at))
        patch.setattr(os, "open", _opening(os.open, at))
        patch.setattr(os, "fdopen", _halving(os.fdopen, at))
        patch.setattr(Path, "open", _halving(Path.open, at))
        yield


def _telling(real: Callable[..., Any], name: str, at: At) -> Callable[..., Any]:
    def told(*args: Any, **words: Any) -> Any:
        at(name)
        return real(*args, **words)

    return told


def _opening(real: Callable[..., Any], at: At) -> Callable[..., Any]:
    def told(path: Any, flags: int, *args: Any, **words: Any) -> Any:
        if flags & _WRITING:
            at("open")
        return real(path, flags, *args, **words)

    return told


def _halving(real: Callable[..., Any], at: At) -> Callable[..., Any]:
    def told(what: Any, mode: str = "r", *args: Any, **words: Any) -> Any:
        if not {*mode} & {*"wa+x"}:
            return real(what, mode, *args, **words)
        if not isinstance(what, int):
            at("open")
        return _Halves(real(what, mode, *args, **words), at)

    return told


class Counter:
    """Lets instants pass and does something at the n-th after a beginning."""

    def __init__(
        self, number: int, then: Callable[[str], None], begun: Callable[[], bool] = lambda: True
    ) -> None:
        self.left, self.then, self.begun = number, then, begun

    def __call__(self, name: str) -> None:
        self.left -= self.begun()
        if self.left == 0:
            self.then(name)


def _die(_: str) -> None:
    os._exit(KILLED)


def dying(
    real: Callable[..., Any] | None, when: Callable[..., bool] = lambda *_: True
) -> Callable[..., Any]:
    """Return a function that ends the process behind the real one, or instead of none."""

    def told(*args: Any) -> Any:
        made = real(*args) if real else None
        if when(*args):
            os._exit(KILLED)
        return made

    return told


def killed(
    act: Callable[[], object], number: int, begun: Callable[[], bool] = lambda: True
) -> bool:
    """Act in a process of its own that dies at the n-th instant; False when it lived on.

    Instants count from when `begun` says so.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a thread of the test runner cannot be in our locks
        child = os.fork()
    if child == 0:
        with suppress(BaseException), watched(Counter(number, _die, begun)):
            act()
            os._exit(0)
        os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in {0, KILLED}, f"instant {number}: the act itself failed ({status})"
    return status == KILLED


def afresh(root: Path, numbers: range) -> Iterator[int]:
    """Yield each number with the root as it was at the start."""
    first = root.with_name("as it was")
    os.system(f"cp -a '{root}' '{first}'")
    for number in numbers:
        yield number
        os.system(f"rm -rf '{root}' && cp -a '{first}' '{root}'")
