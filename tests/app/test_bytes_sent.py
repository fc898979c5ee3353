"""What the program sends to a terminal, which may be at the other end of a slow line."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from inbox.service import Inbox
from tests.app.driver import WIDE

ONE_KEY = 40_000
"""Bytes for one `j`: at one megabit a second a third of a second."""

QUIET = 3.0
"""Seconds without a byte after which everything has been drawn, on a busy machine too."""

PATIENCE = 60.0


@contextmanager
def terminal(root: Path, size: tuple[int, int]) -> Iterator[int]:
    """Run the program on a terminal of its own; give the end at which a person sits."""
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    env = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    command = [sys.executable, "-m", "inbox", "--repo", str(root)]
    with subprocess.Popen(command, stdin=there, stdout=there, stderr=there, env=env) as program:
        os.close(there)
        try:
            yield here
        finally:
            program.kill()
            os.close(here)


def sent(end: int, quiet: float = QUIET) -> bytes:
    """Return what comes until nothing has come for some seconds."""
    found = b""
    while select.select([end], [], [], quiet)[0]:
        found += os.read(end, 65_536)
    return found


def shown(end: int, words: bytes) -> None:
    """Wait until some words have been drawn, and all that follows."""
    found, limit = b"", time.monotonic() + PATIENCE
    while words not in found and time.monotonic() < limit:
        found += sent(end, 0.2)
    assert words in found
    sent(end)


def test_one_key_sends_little_and_rest_sends_nothing(
    demo: Inbox, capsys: pytest.CaptureFixture[str]
) -> None:
    with terminal(demo.root, WIDE) as end:
        shown(end, b"altitude-survey")
        os.write(end, b"j")
        assert select.select([end], [], [], PATIENCE)[0]
        one = len(sent(end))
        # Two looks at the disk fall into this time.
        at_rest = len(sent(end, 4.5))
    with capsys.disabled():
        print(f"\nbytes at {WIDE[0]}x{WIDE[1]}: {one:,} for one `j`, {at_rest} at rest")
    assert 0 < one < ONE_KEY
    assert at_rest == 0
