"""Decisions and undos at random on a generated root end where a model of texts ends."""

from __future__ import annotations

from pathlib import Path

from tests import long_run
from tests.worlds import world


def test_a_random_series_ends_where_the_model_ends(tmp_path: Path) -> None:
    files = world(7, 150)
    root = long_run.founded(tmp_path / "root", files)
    series = long_run.series(root, files, 7)
    while series.done.total() < 60:
        series.step()
    assert series.done["undo"] >= 10
    assert len(series.done) >= 12
    long_run.check(series.inbox, series.model.texts)


def test_the_same_seed_makes_the_same_world() -> None:
    assert world(3, 80) == world(3, 80) != world(4, 80)
