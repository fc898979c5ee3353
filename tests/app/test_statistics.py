"""The statistics on screen."""

from __future__ import annotations

from datetime import date

import pytest

from inbox.app.draw_statistics import drawn, sparkline
from inbox.app.screens.statistics import StatisticsScreen
from inbox.app.spans import cells, joined
from inbox.policy.report import Share, ages, counted
from inbox.service import Inbox
from tests.app.driver import NARROW, WIDE, driving

at_both_widths = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])


def test_a_day_is_as_high_as_its_decisions() -> None:
    assert sparkline([0, 1, 4, 8]) == ".▁▄█"
    assert sparkline([3]) == "█"
    assert sparkline([0, 0]) == ".."
    assert sparkline([]) == ""


def test_without_decisions_it_says_so() -> None:
    text = joined(drawn(counted([], "day"), {"today": 0}, date(2026, 12, 1), 70))
    assert "no decision has been made here yet" in text
    assert "PROPOSALS" not in text


@at_both_widths
async def test_the_key_shows_the_numbers_and_leads_back(demo: Inbox, size: tuple[int, int]) -> None:
    async with driving(demo, size) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("a", "number_sign")
        assert isinstance(driver.pilot.app.screen, StatisticsScreen)
        assert driver.sees("WAITING, BY AGE")
        lines = driver.pilot.app.screen.query_one("#statistics").lines  # type: ignore[attr-defined]
        text = joined(lines)
        assert "in all 1 decided, 0 taken back" in text
        assert "keep_a                      1 of 1    ####################" in text
        assert "1 USER                      1 of 1" in text
        assert all(cells(line) <= size[0] for line in lines)
        await driver.press("q")
        assert driver.pilot.app.screen_stack[-1] is driver.screen


async def test_a_log_that_cannot_be_read_is_said(
    demo: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with driving(demo) as driver:
        (demo.root / ".git/HEAD").write_text("ref: refs/heads/\x01\n", encoding="utf-8")
        monkeypatch.setattr(driver.screen, "_look_for_changes", lambda: None)
        await driver.press("number_sign")
        assert not driver.sees("reading …")


def test_a_real_log_is_counted(demo: Inbox) -> None:
    items = {item.title: item for item in demo.pending().items}
    item = items["dome-wind-limit"]
    decision = demo.proposed(item)
    assert decision is not None
    demo.decide(item, decision)
    demo.undo()
    demo.decide(item, decision)
    found = counted(demo.log(0), "day")
    [row] = found.rows
    assert (row.decided, row.taken_back, row.proposed, row.followed) == (2, 1, 1, 1)
    assert found.decisions == {"keep_a": 1}
    assert found.by_tier == {"1 USER": Share(1, 1)}


def test_what_waits_is_counted_by_its_age(demo: Inbox) -> None:
    items = demo.pending().items
    found = ages(items, demo.today())
    assert sum(found.values()) == len(items)
    assert list(found)[:2] == ["today", "1 to 3 days"]
    later = date.fromordinal(demo.today().toordinal() + 100)
    assert ages(items, later)["older"] >= len(items) - ages(items, later).get("not said", 0)
