"""Trying every instant of a deed, and telling how many there were."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.kills.after import settled, states
from tests.kills.deeds import Deed
from tests.kills.points import MOST, afresh, killed

MEMORY = Path("/dev/shm")

Tell = Callable[[str, int], None]


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """Return a folder in memory where there is one: a root is copied for every instant."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=MEMORY) as room:
        yield Path(room)


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
        act = deed.ready(root, deed.parts)
        points, counts = 0, []
        for number in afresh(root, numbers):
            if not killed(act, number):
                break
            points += 1
            parts = settled(deed, root, whole, f"kill point {number}")
            assert parts == deed.parts[: len(parts)]
            counts.append(len(parts))
        else:
            assert numbers.stop < MOST, "it never ends"
        # A later kill never leaves less, and the series reaches from nothing to the last commit.
        assert counts == sorted(counts)
        assert {*counts} == {*range(len(deed.parts) + 1)} or numbers.step > 1
        tell(f"kill points of a {deed.name}", points)
        return points

    return tried


@pytest.fixture
def some(request: pytest.FixtureRequest) -> range:
    """Every fourth instant; `python -m tests.kills` tries them all, which takes minutes."""
    return range(1, MOST, 1 if request.config.getoption("--every-kill-point") else 4)


@pytest.fixture
def every() -> range:
    """Every instant there is."""
    return range(1, MOST)
