"""The next session begins where the last one stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.app.queue_view import QueueView
from inbox.app.resuming import position_of, view_of
from inbox.config import Config
from inbox.domain import decision as d
from inbox.domain.position import Position
from inbox.policy.filters import parse
from inbox.service import Inbox
from inbox.store.positions import PositionFile
from tests.app.driver import Driver, driving


def the_file(tmp_path: Path) -> Path:
    [found] = (tmp_path / ".local/state/athenaeum-inbox").glob("position-*.json")
    return found


async def stop(driver: Driver) -> None:
    """Leave the program, as `q` on the queue does."""
    driver.screen.leave()
    await driver.until(lambda: driver.pilot.app.return_value is not None)


async def test_the_cursor_the_filter_the_order_and_the_groups_are_there_again(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("slash", *"wind", "enter", "o", "3", "o", "7")
        await driver.on("dome-wind-limit")
        view = driver.screen.queue_view
        await stop(driver)
    assert (str(view.filter), view.order, view.grouping) == ("wind", "newest", "title")
    async with driving(demo) as driver:
        assert driver.title == "dome-wind-limit"
        assert driver.screen.queue_view == view
        assert "/ wind" in driver.text


async def test_where_the_item_is_gone_the_next_one_takes_its_place(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("twilight")
        item = driver.queue.row.item
        await driver.press("j")
        following = driver.title
        await driver.press("k")
        await stop(driver)
    assert item is not None
    demo.decide(item, d.NotAConflict())
    async with driving(demo) as driver:
        assert driver.title == following


async def test_the_decision_that_the_person_leaves_on_counts(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("1")
        following = driver.title
        await stop(driver)
    async with driving(demo) as driver:
        assert driver.title == following != "dome-wind-limit"


async def test_the_order_of_the_settings_holds_until_the_person_chose_another(demo: Inbox) -> None:
    async with driving(demo, config=Config(order="newest")) as driver:
        assert driver.screen.queue_view.order == "newest"
        await stop(driver)
    async with driving(demo, config=Config(order="tier")) as driver:
        assert driver.screen.queue_view.order == "tier"
        await driver.press("o", "4")
        await stop(driver)
    async with driving(demo, config=Config(order="newest")) as driver:
        assert driver.screen.queue_view.order == "confidence"


async def test_leaving_before_anything_is_read_forgets_nothing(demo: Inbox) -> None:
    before = Position("q-1", 3, "wind")
    demo.stop_at(before)
    async with driving(demo) as driver:
        driver.screen._begin = before
        await stop(driver)
    assert demo.position() == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1]",
        "[" * 5000,
        '{"schema": 2, "item": "x"}',
        '{"schema": 1, "item": 7, "place": "3", "filter": null, "order": ["tier"]}',
        '{"schema": 1, "place": true, "filter": "tier:", "order": "best", "grouping": "mood"}',
        b"\xff\xfe",
    ],
)
async def test_a_broken_file_is_no_harm_and_is_written_anew(
    demo: Inbox, tmp_path: Path, text: str | bytes
) -> None:
    demo.stop_at(Position("q-1"))
    the_file(tmp_path).write_bytes(text if isinstance(text, bytes) else text.encode())
    assert view_of(demo.position(), "") == QueueView()
    demo.stop_at(Position("q-2"))
    assert demo.position() == Position("q-2")


def test_the_file_is_the_persons_own_and_each_root_has_one(demo: Inbox, tmp_path: Path) -> None:
    demo.stop_at(Position("q-1"))
    assert the_file(tmp_path).stat().st_mode & 0o777 == 0o600
    assert PositionFile(tmp_path / "other").read() == Position()


def test_a_folder_that_cannot_be_written_costs_only_the_place(demo: Inbox, tmp_path: Path) -> None:
    (tmp_path / ".local").write_text("a file in the way", encoding="utf-8")
    demo.stop_at(Position("q-1"))
    assert demo.position() == Position()


@pytest.mark.parametrize("order", ["", "tier"])
def test_what_is_kept_gives_the_same_view(order: str) -> None:
    view = QueueView(parse("kind:conflict or tier:<=3"), "newest", "folder")
    assert view_of(position_of(view, "q-1", 4, order), order) == view
    usual = view_of(Position(), order)
    assert position_of(usual, "", 0, order) == Position()
