"""`f` offers the filters of the settings."""

from __future__ import annotations

import pytest

from inbox.app.screens.dialogs import Choose
from inbox.app.screens.selecting import KEYS
from inbox.config import Config, merged, parsed
from inbox.service import Inbox
from inbox.service.settings import MOST_FILTERS
from tests.app.driver import NARROW, WIDE, driving

at_both_widths = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])


def config(text: str) -> Config:
    return merged([parsed(f"[filters]\n{text}", "config.toml", own=True)])


OWN = config('urgent = "kind:merge"\n"the wind" = "wind"')


def test_every_filter_that_can_be_saved_has_a_key_that_no_menu_scrolls_by() -> None:
    assert len(KEYS) == len(set(KEYS)) == MOST_FILTERS
    assert not set(KEYS) & {"j", "k"}


@at_both_widths
async def test_a_saved_filter_is_chosen_by_its_key_and_cleared(
    demo: Inbox, size: tuple[int, int]
) -> None:
    async with driving(demo, size, OWN) as driver:
        everything = driver.queue.count
        await driver.press("f")
        assert driver.sees("1 urgent: kind:merge")
        assert driver.sees("2 the wind: wind")
        await driver.press("2")
        assert str(driver.screen.queue_view.filter) == "wind"
        assert 0 < driver.queue.count < everything
        await driver.press("F")
        assert driver.queue.count == everything


async def test_escape_leaves_the_menu_and_the_filter_as_they_were(demo: Inbox) -> None:
    async with driving(demo, config=OWN) as driver:
        await driver.press("f", "1", "f")
        assert isinstance(driver.pilot.app.screen, Choose)
        await driver.press("escape")
        assert str(driver.screen.queue_view.filter) == "kind:merge"


async def test_without_saved_filters_the_key_says_how_to_save_one(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("f")
        assert "`[filters]` in the settings" in driver.status
