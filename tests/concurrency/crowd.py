"""Processes that work on one root at the same time; each prints what became of its attempts.

`python -m tests.concurrency.crowd decide ROOT SEED ITEM...` decides items as a person would;
`append ROOT PAUSE SECONDS` and `rewrite ...` write as agents do, without a lock and with it.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from inbox.domain import decision as d
from inbox.domain.item import Conflict, Item, MergeProposal
from inbox.errors import Busy, InboxError
from inbox.service import Inbox
from inbox.store import lock
from tests.long_run import disagreements, git, left_behind

TOP = Path(__file__).parents[2]
MOST_LOOKS = 60


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one process came to with one item."""

    item: str
    outcome: str
    """`done`, or the name of the error."""

    said: str
    id: str = ""


def closings(item: Item) -> list[d.Decision]:
    """Return decisions that close an item."""
    match item:
        case Conflict():
            return [d.Keep("a"), d.Keep("b"), d.NotAConflict(), d.RetainBoth("so"), d.Forget("a")]
        case MergeProposal():
            return [d.Approve(), d.Reject()]
        case _:
            return [d.Answer("As the crew says.")]


def attempts(inbox: Inbox, name: str, chance: random.Random) -> Iterator[Attempt]:
    """Decide an item; wait while somebody else is at it, look again when it has changed."""
    for _ in range(MOST_LOOKS):
        made = _attempt(inbox, name, chance)
        if made.outcome != "Busy":
            yield made
        if made.outcome not in ("Busy", "Stale"):
            return
    yield Attempt(name, "Busy", "waited in vain")


def _attempt(inbox: Inbox, name: str, chance: random.Random) -> Attempt:
    try:
        item = inbox.find(name)
        allowed = [each for each in closings(item) if not inbox.why_not(item, each)]
        if not allowed:
            return Attempt(name, "off", inbox.why_not(item, closings(item)[0]))
        preview = inbox.preview(item, chance.choice(allowed))
        time.sleep(chance.random() / 20)  # a person looks at it
        return Attempt(name, "done", "", inbox.apply(preview).id)
    except InboxError as error:
        return Attempt(name, type(error).__name__, str(error))


def decide(root: Path, seed: int, names: Sequence[str]) -> None:
    chance, inbox = random.Random(seed), Inbox.open(root)
    for name in chance.sample(names, len(names)):
        for made in attempts(inbox, name, chance):
            print(json.dumps([made.item, made.outcome, made.said, made.id]), flush=True)


BLOCK = (
    '\n---\n\n## [2026-12-01] Entity: "{0}" (from agent-raised)\n- [ ] {0}?\n\n'
    "**Description**: {0}.\n"
)
MERGE = (
    '\n---\n\n## [2026-12-01] Merge: "{0}"\n- [ ] Approve this merge? Sources: x\n\n'
    "**Sources**:\n- x.md\n**Draft**:\n```markdown\n{0}\n```\n"
)


def written(root: Path, who: str, number: int) -> Iterator[tuple[Path, str]]:
    """Yield what an agent writes in its n-th round: a file, and what it adds to it."""
    yield root / "wiki/_pending_questions.md", BLOCK.format(f"{who}-{number}.")
    yield root / "wiki/_pending_merges.md", MERGE.format(f"{who}-{number}.")
    memories = sorted((root / "raw/auto-memory").rglob("*_*.md"))
    if memories:
        yield random.Random(number).choice(memories), f"\nAdded by {who}-{number}.\n"


def append(root: Path, pause: float, seconds: float) -> None:
    """Append without a lock, as an agent with a shell does."""
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        number += 1
        for path, text in written(root, "appended", number):
            try:
                descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
            except FileNotFoundError:
                continue
            os.write(descriptor, text.encode())
            os.close(descriptor)
            print(json.dumps([path.name, text]), flush=True)
        time.sleep(pause)


def rewrite(root: Path, pause: float, seconds: float) -> None:
    """Read, add, replace the file, under the run lock: athenaeum's way."""
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        number += 1
        try:
            with lock.held(root):
                for path, text in written(root, "rewritten", number):
                    new = path.with_name(f"{path.name}.{number}.tmp")
                    new.write_bytes(path.read_bytes() + text.encode())
                    new.replace(path)
                    print(json.dumps([path.name, text]), flush=True)
        except Busy:
            continue
        time.sleep(pause)


def started(*words: object) -> subprocess.Popen[str]:
    """Start one of the above in a process of its own."""
    command = [sys.executable, "-m", "tests.concurrency.crowd", *map(str, words)]
    return subprocess.Popen(command, cwd=TOP, stdout=subprocess.PIPE, text=True)


def rows(process: subprocess.Popen[str]) -> list[list[str]]:
    """Return what a process printed, once it has ended well."""
    out, _ = process.communicate()
    assert process.returncode == 0, process.args
    return [json.loads(line) for line in out.splitlines()]


def shares(names: Sequence[str], processes: int, chance: random.Random) -> list[list[str]]:
    """Return the items of each process; every second item is given to two of them."""
    dealt: list[list[str]] = [[] for _ in range(processes)]
    for at, name in enumerate(names):
        for share in chance.sample(dealt, 1 + at % 2):
            share.append(name)
    return dealt


def crowd(root: Path, names: Sequence[str], processes: int, seed: int) -> list[Attempt]:
    """Let some processes decide items at the same time."""
    dealt = shares(names, processes, random.Random(seed))
    at_work = [started("decide", root, seed + at, *share) for at, share in enumerate(dealt)]
    return [Attempt(*row) for process in at_work for row in rows(process)]


WORDS = {
    "Stale": "changed since you looked",
    "DecidedElsewhere": "decided elsewhere",
    "UnknownItem": "nothing that waits is called",
    "off": "waits for `athenaeum ingest-answers`",
    "Busy": "waited in vain",
}


def check(root: Path, made: Sequence[Attempt]) -> Counter[str]:
    """Assert that nothing was decided twice and nothing was lost; return the counts."""
    counts = Counter(each.outcome for each in made)
    done = [each for each in made if each.outcome == "done"]
    assert len({each.item for each in done}) == len(done), "an item was decided twice"
    for each in made:
        assert each.outcome == "done" or WORDS[each.outcome] in each.said, each
    ids = git(root, "log", "--format=%(trailers:key=Inbox-Id,valueonly)").split()
    assert sorted(ids) == sorted(each.id for each in done)
    assert git(root, "rev-list", "--min-parents=2", "HEAD") == ""
    inbox = Inbox.open(root)
    assert disagreements(inbox) == []
    assert left_behind(root) == []
    git(root, "fsck", "--strict", "--no-dangling", "--no-progress")
    return counts


def main() -> None:
    act, root, *words = sys.argv[1:]
    if act == "decide":
        decide(Path(root), int(words[0]), words[1:])
    else:
        {"append": append, "rewrite": rewrite}[act](Path(root), float(words[0]), float(words[1]))


if __name__ == "__main__":
    main()
