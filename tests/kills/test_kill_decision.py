"""A decision that is killed at any instant is wholly there or not at all (design R17)."""

from __future__ import annotations

from tests.kills.conftest import TryKills
from tests.kills.deeds import DECISION


def test_a_decision_survives_a_kill_at_every_instant(try_kills: TryKills, every: range) -> None:
    assert try_kills(DECISION, every) > 40
