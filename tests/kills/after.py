"""What must hold when the next program starts, after a kill or a disk that failed."""

from __future__ import annotations

import os
from pathlib import Path

from inbox.store import lock
from inbox.store.repository import Repository
from tests.conftest import git
from tests.kills.deeds import Deed, inbox, knowledge
from tests.store import builders as b

States = tuple[b.Everything, ...]
"""What the root is before the first step and after each."""


def states(deed: Deed, root: Path, room: Path) -> States:
    """Do a deed on a copy; return everything about it before the first step and after each."""
    copy = room / "whole"
    os.system(f"cp -a '{root}' '{copy}'")
    found = [b.everything(copy)]
    for step in deed.steps:
        step(copy)
        found.append(b.everything(copy))
    assert len({state.head for state in found}) == len(found)
    return tuple(found)


def settled(deed: Deed, root: Path, whole: States, at: str) -> int:
    """Start anew; return how many steps are there, each of them wholly."""
    Repository.open(root).recover()
    found = b.everything(root)
    if found.head not in {state.head for state in whole}:
        found = _without_snapshot(root, whole)
    count = [state.head for state in whole].index(found.head)
    assert found == whole[count], f"{deed.name}, {at}: {count} steps, and not wholly"
    assert lock.busy(root) == "", at
    assert [*(root / ".git").rglob("*.lock")] == [], at
    assert not (root / ".git/athenaeum-inbox/journal.json").exists(), at
    if deed.make is knowledge:
        _queue_is_whole(deed, root, count)
    if b.leftovers(root):
        # A journal that was not whole yet is swept by the next decision; nobody reads it.
        b.apply(root, {"another.md": (None, b.NEW)}, name="f" * 12)
        assert b.leftovers(root) == [], at
    return count


def _queue_is_whole(deed: Deed, root: Path, count: int) -> None:
    pending = inbox(root).pending()
    assert pending.broken == ()
    waiting = [item.title for item in pending.items if item.id[0] in "qm"]
    decided = {"merge": ["both"], "batch of three": ["ab", "cd", "ef"]}.get(deed.name, [])
    assert sorted(waiting) == sorted({"ab", "cd", "ef", "both"} - {*decided[:count]})


def _without_snapshot(root: Path, whole: States) -> b.Everything:
    """Take back the commit of the files as found: it may stay, for it lost nothing."""
    assert git(root, "log", "-1", "--format=%s").startswith("Snapshot: 2 files as found")
    assert git(root, "rev-parse", "HEAD~").strip() == whole[0].head
    git(root, "reset", "-q", "--soft", "HEAD~")
    git(root, "rm", "-q", "--cached", "bare.md")
    git(root, "reset", "-q", "--", "loose.md")
    return b.everything(root)
