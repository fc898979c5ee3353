"""What must hold when the next program starts, after a kill or a disk that failed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path

from inbox.store import lock
from inbox.store.repository import Repository
from tests.conftest import git
from tests.kills.deeds import SCOPE, UNSAVED, Deed, Parts, inbox
from tests.store import builders as b

States = Mapping[tuple[str, ...], b.Everything]
"""What the root is when some parts of a deed are there, in their order."""


def states(deed: Deed, root: Path, room: Path) -> States:
    """Do every choice of parts of a deed on a copy; return everything about each.

    A root that equals one of these has a queue that can be read.
    """
    found = {}
    for parts in _choices(deed):
        copy = room / "whole"
        os.system(f"cp -a '{root}' '{copy}'")
        deed.done(copy, parts)
        found[parts] = b.everything(copy)
        if (copy / SCOPE).is_dir():
            _queue_is_whole(copy, parts)
        os.system(f"rm -rf '{copy}'")
    assert len({state.head for state in found.values()}) == len(found)
    return found


def _choices(deed: Deed) -> Iterator[tuple[str, ...]]:
    for count in range(len(deed.parts) + 1):
        yield from combinations(deed.parts, count)


def settled(deed: Deed, root: Path, whole: States, at: str) -> Parts:
    """Start anew; return which parts are there, each of them wholly."""
    Repository.open(root).recover()
    found = b.everything(root)
    if deed is UNSAVED and found.head not in {state.head for state in whole.values()}:
        found = _without_snapshot(root, whole[()])
    [parts] = [parts for parts, state in whole.items() if state.head == found.head]
    assert found == whole[parts], f"{deed.name}, {at}: {parts} of it, and not wholly"
    assert lock.busy(root) == "", at
    assert [*(root / ".git").rglob("*.lock")] == [], at
    assert not (root / ".git/athenaeum-inbox/journal.json").exists(), at
    if b.leftovers(root):
        # A journal that was not whole yet is swept by the next decision; nobody reads it.
        b.apply(root, {"another.md": (None, b.NEW)}, name="f" * 12)
        assert b.leftovers(root) == [], at
    return parts


def _queue_is_whole(root: Path, parts: Parts) -> None:
    pending = inbox(root).pending()
    assert pending.broken == ()
    waiting = [item.title for item in pending.items if item.id[0] in "qm"]
    assert sorted(waiting) == sorted({"ab", "cd", "both"} - {*parts})


def _without_snapshot(root: Path, before: b.Everything) -> b.Everything:
    """Take back the commit of the files as found: it may stay, for it lost nothing."""
    assert git(root, "log", "-1", "--format=%s").startswith("Snapshot: 2 files as found")
    assert git(root, "rev-parse", "HEAD~").strip() == before.head
    git(root, "reset", "-q", "--soft", "HEAD~")
    git(root, "rm", "-q", "--cached", "bare.md")
    git(root, "reset", "-q", "--", "loose.md")
    return b.everything(root)
