"""A recovery that is killed at any instant begins again, and ends as if it had not been."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inbox.store.git import Git
from inbox.store.repository import Repository
from tests.conftest import MakeRepo
from tests.kills.after import settled, states
from tests.kills.conftest import Tell
from tests.kills.deeds import DECISION, TOMBSTONE, UNDO, Deed
from tests.kills.points import afresh, dying, killed


def uncommitted(deed: Deed, root: Path) -> None:
    """Kill a deed with everything written and nothing committed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Git, "commit", dying(None))
        assert killed(deed.ready(root, deed.parts), 0)


def committed(deed: Deed, root: Path) -> None:
    """Kill a deed right behind its commit."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Git, "commit", dying(Git.commit))
        assert killed(deed.ready(root, deed.parts), 0)


End = Callable[[Deed, Path], None]


@pytest.mark.parametrize("deed", [DECISION, UNDO, TOMBSTONE], ids=lambda deed: deed.name)
@pytest.mark.parametrize("end", [uncommitted, committed])
def test_a_recovery_survives_a_kill_at_every_instant(
    make_repo: MakeRepo, every: range, tell: Tell, deed: Deed, end: End
) -> None:
    root = deed.make(make_repo)
    whole = states(deed, root, root.parent)
    end(deed, root)
    wanted = deed.parts if end is committed else ()
    points = 0
    for number in afresh(root, every):
        lived = not killed(lambda: Repository.open(root).recover(), number)
        assert settled(deed, root, whole, f"kill point {number}") == wanted
        if lived:
            break
        points += 1
    tell("kill points of a recovery", points)
