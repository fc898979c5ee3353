"""A disk that is full from any instant on costs nothing that was there."""

from __future__ import annotations

import pytest

from tests.conftest import MakeRepo
from tests.kills.conftest import Tell
from tests.kills.deeds import BATCH, CONTEST, DECISION, MERGE, TOMBSTONE, UNDO, UNSAVED, Deed
from tests.kills.disk import tried


@pytest.mark.parametrize("deed", [DECISION, UNDO, TOMBSTONE], ids=lambda deed: deed.name)
def test_a_disk_that_is_full_from_then_on_leaves_all_or_nothing(
    make_repo: MakeRepo, deed: Deed, every: range, tell: Tell
) -> None:
    points = tried(deed, "fills_up", deed.make(make_repo), every)
    assert points > 30
    tell("points of a full disk", points)


@pytest.mark.parametrize("deed", [UNSAVED, CONTEST, MERGE, BATCH], ids=lambda deed: deed.name)
def test_a_disk_that_is_full_from_then_on_in_other_deeds_leaves_all_or_nothing(
    make_repo: MakeRepo, deed: Deed, some: range, tell: Tell
) -> None:
    points = tried(deed, "fills_up", deed.make(make_repo), some)
    assert points > 10
    tell("points of a full disk", points)
