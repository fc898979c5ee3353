"""Verbs of the inbox that are killed at any instant are wholly there or not at all."""

from __future__ import annotations

from tests.kills.conftest import TryKills
from tests.kills.deeds import CONTEST, MERGE, TOMBSTONE


def test_a_tombstone_with_its_pointer_survives_a_kill_at_every_instant(
    try_kills: TryKills, every: range
) -> None:
    assert try_kills(TOMBSTONE, every) > 40


def test_a_contest_survives_a_kill_at_any_instant(try_kills: TryKills, some: range) -> None:
    assert try_kills(CONTEST, some) > 10


def test_a_merge_survives_a_kill_at_any_instant(try_kills: TryKills, some: range) -> None:
    assert try_kills(MERGE, some) > 20
