"""A disk that fails or is full at any instant costs nothing that was there."""

from __future__ import annotations

import pytest

from tests.conftest import MakeRepo
from tests.kills.conftest import Tell
from tests.kills.deeds import FAMILIES, OTHERS, Deed
from tests.kills.disk import tried

KINDS = {"breaks_once": "points of a failing disk", "fills_up": "points of a full disk"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("deed", FAMILIES, ids=lambda deed: deed.name)
def test_a_disk_that_fails_leaves_all_or_nothing(
    make_repo: MakeRepo, deed: Deed, kind: str, every: range, tell: Tell
) -> None:
    points = tried(deed, kind, deed.make(make_repo), every)
    assert points > 30
    tell(KINDS[kind], points)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("deed", OTHERS, ids=lambda deed: deed.name)
def test_a_disk_that_fails_in_other_deeds_leaves_all_or_nothing(
    make_repo: MakeRepo, deed: Deed, kind: str, some: range, tell: Tell
) -> None:
    points = tried(deed, kind, deed.make(make_repo), some)
    assert points > 5
    tell(KINDS[kind], points)
