"""A run that only reads: every verb says so, and nothing is written."""

from __future__ import annotations

import pytest

from inbox.app.actions import ACTIONS, Action
from inbox.app.screens.log import LogScreen
from inbox.domain import decision as d
from inbox.errors import Refused
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.app.conftest import NOW
from tests.app.driver import NARROW, driving

DECIDING: tuple[Action, ...] = tuple(action for action in ACTIONS if action.decides)


def reading(inbox: Inbox) -> Inbox:
    return Inbox(Repository.open(inbox.root, read_only=True), clock=lambda: NOW)


async def test_every_key_that_decides_says_that_this_run_only_reads(demo: Inbox) -> None:
    locked = reading(demo)
    async with driving(locked, NARROW) as driver:
        await driver.on("dome-wind-limit")
        assert driver.sees("read-only")
        assert "accept" not in driver.text.splitlines()[-2]
        for action in DECIDING:
            await driver.press("escape", action.keys.partition(",")[0])
            assert "this run only reads" in driver.status
            assert driver.pilot.app.screen is driver.screen
    assert demo.log() == ()


async def test_the_log_takes_nothing_back_in_a_run_that_only_reads(demo: Inbox) -> None:
    item = next(item for item in demo.pending().items if item.title == "dome-wind-limit")
    demo.decide(item, d.Keep("a"))
    async with driving(reading(demo)) as driver:
        await driver.press("L")
        assert isinstance(driver.pilot.app.screen, LogScreen)
        await driver.press("z")
        assert "this run only reads" in driver.status
    assert len(demo.log()) == 1


def test_the_service_itself_writes_nothing_in_a_run_that_only_reads(demo: Inbox) -> None:
    item = next(item for item in demo.pending().items if item.title == "dome-wind-limit")
    locked = reading(demo)
    preview = locked.preview(item, d.Keep("a"))
    assert preview.files
    assert "only reads" in locked.why_not(item, d.Keep("a"))
    with pytest.raises(Refused, match="only reads"):
        locked.decide(item, d.Keep("a"))
    with pytest.raises(Refused, match="only reads"):
        locked.apply(preview)
    with pytest.raises(Refused, match="only reads"):
        locked.undo()
    assert demo.log() == ()
