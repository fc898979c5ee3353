"""athenaeum carries answers out while a person decides: one lock, and no block is lost."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path

import pytest

from inbox.domain.decision import Answer
from inbox.errors import Busy
from inbox.formats import queue
from inbox.plan.own import block_id
from inbox.service import Inbox
from inbox.store import lock
from tests.conftest import git
from tests.interop.conftest import Athenaeum
from tests.interop.test_athenaeum import DECISIONS

HELD = 75
"""athenaeum's exit status when somebody else holds the run lock."""

FILES = ("_pending_questions", "_pending_merges")


def ingested(athenaeum: Athenaeum, root: Path) -> tuple[int, str]:
    done = subprocess.run(
        [athenaeum.python, "-m", "athenaeum.cli", "ingest-answers", "--path", str(root)],
        env={"PATH": "/usr/bin:/bin", "HOME": str(athenaeum.home), "LANG": "C.UTF-8"},
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stderr.decode()


def blocks(root: Path) -> list[str]:
    """Return the id of every block, open or archived."""
    names = [f"wiki/{name}{end}.md" for name in FILES for end in ("", "_archive")]
    found = ((name, root / name) for name in names if (root / name).exists())
    return sorted(
        block_id(block.text)
        for name, path in found
        for block in queue.blocks(name, path.read_text())
    )


def test_athenaeum_waits_while_we_hold_the_lock(athenaeum: Athenaeum, sample: Path) -> None:
    with lock.held(sample):
        assert ingested(athenaeum, sample)[0] == HELD
    assert ingested(athenaeum, sample)[0] == 0


def test_no_block_is_lost_while_both_are_at_work(athenaeum: Athenaeum, sample: Path) -> None:
    before = blocks(sample)
    Inbox.open(sample).decide(Inbox.open(sample).find("q-5bb570739bc9"), Answer("As they say."))
    runs: list[tuple[int, str]] = []
    done = threading.Event()

    def librarian() -> None:
        while not done.is_set() or len(runs) < 3:
            runs.append(ingested(athenaeum, sample))

    beside = threading.Thread(target=librarian)
    beside.start()
    inbox = Inbox.open(sample)
    left = dict(DECISIONS)
    try:
        while left:
            name, decision = next(iter(left.items()))
            try:
                inbox.decide(inbox.find(name), decision)
            except Busy:
                continue
            del left[name]
    finally:
        done.set()
        beside.join()
    assert blocks(sample) == before
    assert [run for run in runs if run[0] not in (0, HELD)] == []
    assert [each for step in inbox.verify() for each in step.mismatches] == []
    assert {entry.item for entry in inbox.log()} == {*DECISIONS, "q-5bb570739bc9"}
    git(sample, "fsck", "--strict", "--no-dangling", "--no-progress")


def test_we_name_athenaeum_while_it_holds_the_lock(athenaeum: Athenaeum, sample: Path) -> None:
    code = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "import fcntl, os\n"
        "fd = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o644)\n"
        "fcntl.flock(fd, fcntl.LOCK_EX)\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    command = [athenaeum.python, "-c", code, str(sample / lock.NAME)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        inbox = Inbox.open(sample)
        name, decision = next(iter(DECISIONS.items()))
        with pytest.raises(Busy, match="athenaeum is at work here"):
            inbox.decide(inbox.find(name), decision)
        holder.communicate()
    inbox.decide(inbox.find(name), decision)
