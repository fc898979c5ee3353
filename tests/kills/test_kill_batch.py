"""Three decisions in a row: a kill anywhere leaves the first ones whole and nothing of the next."""

from __future__ import annotations

from tests.kills.conftest import TryKills
from tests.kills.deeds import BATCH


def test_a_batch_survives_a_kill_at_any_instant(try_kills: TryKills, some: range) -> None:
    assert try_kills(BATCH, some) > 50
