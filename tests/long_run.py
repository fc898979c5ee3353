"""Long series against a model, by hand: `python -m tests.long_run [--decisions N] [--seed S]`.

The suite runs a small one; this is the full size, and prints what it did.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from inbox.domain import decision as d
from inbox.domain.edit import Edit, inverse
from inbox.domain.item import Conflict, Item, Lone, MergeProposal, Question
from inbox.errors import Refused, Stale
from inbox.formats import codecs
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.worlds import world

Texts = dict[str, str | None]

SIDES: tuple[d.SideName, ...] = ("a", "b")
UNDO_SHARE = 0.35
REFRESH = 40
"""Steps after which everything that waits is read anew; an item is looked up when it is stale."""


class Clock:
    """A clock that goes on by a minute at every look, so that no two stamps are the same."""

    def __init__(self) -> None:
        self.now = datetime(2026, 12, 1, 8, 0, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


def git(root: Path, *args: str) -> str:
    done = subprocess.run(["git", *args], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout


def founded(root: Path, files: dict[str, str]) -> Path:
    """Write a world and commit it."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "user.name", "Testy")
    git(root, "config", "user.email", "testy@example.com")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "start")
    return root


def choices(item: Item) -> list[d.Decision]:
    """Return decisions that may go with an item."""
    match item:
        case Conflict(options=options):
            found: list[d.Decision] = [d.NotAConflict(), d.RetainBoth("a line"), d.RetainBoth()]
            found += [d.AttributeBoth(), d.DeprecateBoth(), d.FileMerge(), d.Reject(), d.Contest()]
            for side in SIDES:
                found += [d.Keep(side), d.Correct(side), d.Forget(side), d.Scope(side)]
                found += [d.Tombstone(side), d.Contest(side)]
            picks = [d.Pick(number) for number in range(4)] if options else []
            return [*found, *picks, d.Pick(0, value="Another number.")]
        case MergeProposal():
            return [d.Approve(), d.Approve(), d.Reject(), d.NotAConflict()]
        case Question():
            return [d.Answer("As the crew says.")]
        case Lone():
            return [d.Uphold(), d.Tombstone(), d.Contest()]
        case _:
            return []


@dataclass(slots=True)
class Model:
    """What the tree should hold: texts by path, and how each decision is taken back."""

    texts: Texts
    made: dict[str, tuple[Edit, ...]] = field(default_factory=dict)

    def decide(self, name: str, edits: tuple[Edit, ...]) -> None:
        after = codecs.applied(edits, self.texts)
        self.made[name] = tuple(
            edit
            for path, text in after.items()
            for edit in codecs.between(path, self.texts.get(path), text)
        )
        self.texts |= after

    def fits(self, edits: tuple[Edit, ...]) -> bool:
        try:
            codecs.applied(edits, self.texts)
        except Stale:
            return False
        return True


@dataclass(slots=True)
class Series:
    """Random decisions and undos on one repository, and the same on the model."""

    inbox: Inbox
    model: Model
    chance: random.Random
    standing: list[str] = field(default_factory=list)
    waiting: dict[str, Item] = field(default_factory=dict)
    done: Counter[str] = field(default_factory=Counter)

    def step(self) -> None:
        if self.standing and self.chance.random() < UNDO_SHARE:
            self.undo(self.chance.choice(self.standing))
        else:
            self.decide()

    def decide(self) -> None:
        if not self.waiting or self.done.total() % REFRESH == 0:
            self.waiting = {item.id: item for item in self.inbox.pending().items}
        name = self.chance.choice(sorted(self.waiting))
        item = self.waiting[name]
        allowed = [each for each in choices(item) if not self.inbox.why_not(item, each)]
        if not allowed:
            del self.waiting[name]
            return
        decision = self.chance.choice(allowed)
        try:
            preview = self.inbox.preview(item, decision, self.chance.choice(("", "a reason")))
            made = self.inbox.apply(preview)
        except (Stale, Refused) as error:
            self.done[f"refused: {type(error).__name__}"] += 1
            self.waiting.pop(name)
            return
        self.model.decide(made.id, preview.change.edits)
        self.standing.append(made.id)
        self.done[preview.change.message.trailer("Inbox-Decision")] += 1
        self.waiting.pop(name)

    def undo(self, name: str) -> None:
        """Take one back here and in the model; both do it, or both refuse."""
        turned = inverse(self.model.made[name])
        if not self.model.fits(turned):
            with pytest.raises(Refused, match="has changed since"):
                self.inbox.undo(name)
            self.done["undo refused"] += 1
            return
        undone = self.inbox.undo(name)
        self.model.decide(undone.id, turned)
        self.standing.remove(name)
        self.done["undo"] += 1
        self.waiting.clear()


def pieces(path: str, text: str) -> list[str]:
    """Return the pieces of a file; the order of blocks and rows means nothing."""
    codec = codecs.codec_for(path)
    if not codec.ends_lines:
        return [text]
    split = (piece.text.strip("\r\n -") for piece in codec.split(text))
    return sorted(filter(None, split))


def differing(root: Path, texts: Texts) -> list[str]:
    """Return the paths at which a tree is not what the model says."""
    there = {path for path in git(root, "ls-files", "-z").split("\0") if path}
    wanted = {path for path, text in texts.items() if text is not None}
    found = [
        path
        for path in there & wanted
        if pieces(path, (root / path).read_bytes().decode("utf-8", "surrogateescape"))
        != pieces(path, texts[path] or "")
    ]
    return sorted([*found, *(there ^ wanted)])


def disagreements(inbox: Inbox) -> list[str]:
    """Return what `verify` says."""
    return [
        f"{each.commit[:7]} {each.id}: {each.expected} / {each.found}"
        for step in inbox.verify()
        for each in step.mismatches
    ]


def left_behind(root: Path) -> list[str]:
    """Return files of ours that nobody needs any more."""
    return [
        str(path)
        for path in root.rglob("*")
        if path.name.endswith(".inbox-tmp") or path.name == "journal.json"
    ]


def check(inbox: Inbox, texts: Texts) -> None:
    """Assert everything that must hold at the end of a series."""
    root = inbox.root
    assert differing(root, texts) == []
    assert git(root, "status", "--porcelain", "--untracked-files=all") == ""
    assert git(root, "diff-index", "--cached", "HEAD") == ""
    assert disagreements(inbox) == []
    assert left_behind(root) == []
    git(root, "fsck", "--strict", "--no-dangling", "--no-progress")


def series(root: Path, files: dict[str, str], seed: int) -> Series:
    """Return a series on a root that holds `files` in its first commit."""
    model = Model(dict(files))
    return Series(Inbox(Repository.open(root), Clock()), model, random.Random(seed))


def timed(said: str, act: Callable[[], object]) -> None:
    start = time.monotonic()
    act()
    print(f"{said}: {time.monotonic() - start:.1f} s", flush=True)


def run(decisions: int, memories: int, seed: int, room: Path) -> None:
    """Run the full size and print counts."""
    files = world(seed, memories)
    root = founded(room / "series", files)
    long = series(root, files, seed)

    def walk() -> None:
        while long.done.total() < decisions:
            long.step()
            if long.done.total() % 100 == 0:
                print(f"{long.done.total()} of {decisions} …", file=sys.stderr, flush=True)

    timed(f"{decisions} decisions and undos on {len(files)} files", walk)
    print(dict(long.done.most_common()))
    timed(
        "verify, fsck, tree and index against the model",
        lambda: check(long.inbox, long.model.texts),
    )
    print("the tree is the model's; verify, fsck and index are clean")


def at_once(items: int, processes: int, seed: int, room: Path) -> None:
    """Let many processes decide items at the same time, some of them the same; print counts."""
    from tests.concurrency import crowd  # it imports this module

    root = founded(room / "crowd", world(seed, items * 4))
    names = [item.id for item in Inbox.open(root).pending().items if item.id[0] in "qm"]
    picked = random.Random(seed).sample(names, items)
    made: list[crowd.Attempt] = []
    timed(
        f"{processes} processes on {items} items",
        lambda: made.extend(crowd.crowd(root, picked, processes, seed)),
    )
    counts = crowd.check(root, made)
    print(f"{len(made)} attempts: {dict(counts.most_common())}")
    assert counts["done"] == items
    print("each item is decided once, every refusal says why; verify and fsck are clean")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.long_run", description=__doc__)
    parser.add_argument("--decisions", type=int, default=1_000)
    parser.add_argument("--memories", type=int, default=2_000)
    parser.add_argument("--items", type=int, default=200, help="for 8 processes at once")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    os.environ["GIT_CONFIG_GLOBAL"] = os.environ["GIT_CONFIG_SYSTEM"] = os.devnull
    with tempfile.TemporaryDirectory() as room:
        at_once(args.items, 8, args.seed, Path(room))
        run(args.decisions, args.memories, args.seed, Path(room))
    return 0


if __name__ == "__main__":
    sys.exit(main())
