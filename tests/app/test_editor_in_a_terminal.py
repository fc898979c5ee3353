"""The person's own editor in a real terminal, which two programs share in turn (BR-15)."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.conftest import MakeRepo, git
from tests.service.conftest import MEMORY, block

SIDE = "raw/auto-memory/s/project_a.md"
PATIENCE = 120
"""Seconds after which a test gives up on a program that shows nothing."""


class Terminal:
    """A terminal with one program in it; what it wrote is kept."""

    def __init__(self, process: int, descriptor: int) -> None:
        self.process, self.descriptor = process, descriptor
        self.written = b""

    def sized(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, key: str, came: Callable[[], object]) -> int:
        """Press a key until it has come to something; return how much was written before.

        A key right behind a new screen counts for nothing, for nobody can have meant it.
        """
        since = len(self.written)
        pressed = 0.0

        def done() -> object:
            nonlocal pressed
            found = came()
            if not found and time.monotonic() > pressed + 1:
                pressed = time.monotonic()
                os.write(self.descriptor, key.encode())
            return found

        self.until(done, since)
        return since

    def until(self, true: Callable[[], object], since: int = 0) -> str:
        """Read until something holds; return what was written since."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, self.written[since:][-2_000:]
            if select.select([self.descriptor], [], [], 0.05)[0]:
                with suppress(OSError):  # it has ended
                    self.written += os.read(self.descriptor, 65_536)
        return self.written[since:].decode("utf-8", "replace")

    def shows(self, words: str, since: int = 0) -> str:
        return self.until(lambda: words in plain(self.written[since:]), since)


def plain(written: bytes) -> str:
    """Return what was written without colours."""
    return re.sub(r"\x1b\[[\d;]*m", "", written.decode("utf-8", "replace"))


@contextmanager
def terminal(root: Path, editor: str, rows: int, columns: int) -> Iterator[Terminal]:
    process, descriptor = pty.fork()
    if process == 0:
        # Python's readline puts COLUMNS and LINES into the environment; here the terminal says.
        sized = {"COLUMNS", "LINES"}
        kept = {name: value for name, value in os.environ.items() if name not in sized}
        known = {**kept, "TERM": "xterm-256color", "GIT_EDITOR": editor}
        command = [sys.executable, "-m", "inbox", "--repo", str(root)]
        os.execve(sys.executable, command, known)
    opened = Terminal(process, descriptor)
    opened.sized(rows, columns)
    try:
        yield opened
    finally:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(process, 0)
        os.close(descriptor)


@pytest.fixture
def root(make_repo: MakeRepo) -> Path:
    names = ("s/project_a.md", "s/project_b.md")
    return make_repo(
        {
            "athenaeum.yaml": "{}\n",
            SIDE: MEMORY.format("a", "user:ann"),
            "raw/auto-memory/s/project_b.md": MEMORY.format("b", "claude:s"),
            "wiki/_pending_questions.md": "# Pending Questions\n" + block(*names),
        }
    )


def rows_painted(written: bytes) -> set[int]:
    """Return the rows that were written to by name."""
    return {int(row) for row in re.findall(rb"\x1b\[(\d+);\d+H", written)}


@pytest.mark.reported("BR-15")
def test_all_is_painted_anew_in_the_new_size_when_the_editor_ends(
    root: Path, tmp_path: Path
) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    script = tmp_path / "editor"
    wait = f"while [ ! -f {go} ]; do sleep 0.05; done"
    script.write_text(f'#!/bin/sh\n: > {begun}\n{wait}\necho edited >> "$1"\n')
    script.chmod(0o755)
    with terminal(root, str(script), 24, 80) as screen:
        screen.shows("thing")
        since = screen.press("E", begun.exists)
        screen.sized(40, 120)
        go.touch()
        screen.shows("Edit and keep A", since)
        screen.until(lambda: rows_painted(screen.written[since:]) >= {*range(1, 41)})
        assert (root / SIDE).read_text().endswith("edited\n")
        screen.press("z", lambda: "Undo" in git(root, "log", "-1", "--format=%s"))
        screen.press("q", lambda: os.waitpid(screen.process, os.WNOHANG)[0])
    assert (root / SIDE).read_text() == MEMORY.format("a", "user:ann")
