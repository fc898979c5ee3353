"""A deed that is killed at any instant is wholly there or not at all (design R17)."""

from __future__ import annotations

import pytest

from tests.kills.conftest import TryKills
from tests.kills.deeds import BATCH, CONTEST, DECISION, FAMILIES, OTHERS, TOMBSTONE, UNDO, Deed

LEAST = {DECISION.name: 50, UNDO.name: 50, BATCH.name: 100, CONTEST.name: 30, TOMBSTONE.name: 40}


@pytest.mark.parametrize("deed", FAMILIES, ids=lambda deed: deed.name)
def test_a_deed_survives_a_kill_at_every_instant(
    try_kills: TryKills, deed: Deed, every: range
) -> None:
    assert try_kills(deed, every) > LEAST[deed.name]


@pytest.mark.parametrize("deed", OTHERS, ids=lambda deed: deed.name)
def test_other_deeds_survive_a_kill_at_any_instant(
    try_kills: TryKills, deed: Deed, some: range
) -> None:
    assert try_kills(deed, some) > 5
