"""Trying every instant of a deed, and telling how many there were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.kills.after import settled, states
from tests.kills.deeds import Deed
from tests.kills.points import MOST, copies, killed

Tell = Callable[[str, int], None]


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Tell:
    """Return a function that adds to what the end of the run says was tried."""

    def told(what: str, count: int) -> None:
        record_property("tried", (what, count))
        print(f"{what} tried: {count}, all recovered")

    return told


TryKills = Callable[[Deed, range], int]


@pytest.fixture
def try_kills(make_repo: MakeRepo, tmp_path: Path, tell: Tell) -> TryKills:
    """Return a function that kills a deed at some of its instants, one after the other."""

    def tried(deed: Deed, numbers: range) -> int:
        root = deed.make(make_repo)
        whole = states(deed, root, tmp_path)
        points, counts = 0, []
        for number, copy in copies(root, tmp_path, numbers):
            if not killed(lambda copy=copy: deed.done(copy), number):  # type: ignore[misc]
                break
            points += 1
            counts.append(settled(deed, copy, whole, f"kill point {number}"))
        else:
            assert numbers.stop < MOST, "it never ends"
        # A later kill never leaves less, and the series reaches from nothing to all but the end.
        assert counts == sorted(counts)
        tell("kill points", points)
        return points

    return tried


@pytest.fixture
def some(request: pytest.FixtureRequest) -> range:
    """Every third instant; `python -m tests.kills` tries them all, which takes minutes.

    The suite tries all of a decision, an undo and a tombstone: the other deeds go down the
    same road with more files on it.
    """
    return range(1, MOST, 1 if request.config.getoption("--every-kill-point") else 3)


@pytest.fixture
def every() -> range:
    """Every instant there is."""
    return range(1, MOST)
