"""An undo that is killed at any instant is wholly there or not at all (design R17)."""

from __future__ import annotations

from tests.kills.conftest import TryKills
from tests.kills.deeds import UNDO, UNSAVED


def test_an_undo_survives_a_kill_at_every_instant(try_kills: TryKills, every: range) -> None:
    assert try_kills(UNDO, every) > 40


def test_a_decision_on_unsaved_files_survives_a_kill_at_any_instant(
    try_kills: TryKills, some: range
) -> None:
    assert try_kills(UNSAVED, some) > 20
