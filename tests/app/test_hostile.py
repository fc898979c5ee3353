"""Text from memories is shown letter for letter and never obeyed (BR-13)."""

from __future__ import annotations

from datetime import date

import pytest

from inbox.demo import files
from inbox.service import Inbox
from tests.app.conftest import Opened
from tests.app.driver import NARROW, WIDE, Driver, driving
from tests.conftest import MakeRepo, git

TRAP = "[@click=app.quit]x[/] [bold red]y[/bold red] [/nothing]"


@pytest.fixture
def hostile(make_repo: MakeRepo, opened: Opened) -> Inbox:
    """Return a demo with a trap in every place that a memory or a queue file fills."""
    texts = dict(files(date(2026, 12, 1)))
    for path, text in texts.items():
        texts[path] = text.replace("dome-wind-limit", f"dome {TRAP}").replace(
            "Close the dome at 45", f"{TRAP} \x1b[31m\u202ethe dome at 45"
        )
    return opened(make_repo(dict(texts)))


def title(driver: Driver) -> str:
    rows = (row.item.title for row in driver.queue._rows if row.item)
    return next(one for one in rows if TRAP in one)


@pytest.mark.reported("BR-13")
async def test_a_trap_is_drawn_letter_for_letter(hostile: Inbox) -> None:
    async with driving(hostile) as driver:
        await driver.on(title(driver))
        assert driver.sees(f"15/28 dome {TRAP} (conflict")
        assert "[@click=app.quit]" in driver.box("claims")
        assert "<U+001B>" in driver.box("claims")
        assert "<U+202E>" in driver.box("claims")
        assert "\x1b" not in driver.text
        assert "\u202e" not in driver.text


@pytest.mark.reported("BR-13")
async def test_a_trap_does_nothing_in_a_dialog_the_status_or_the_log(hostile: Inbox) -> None:
    async with driving(hostile) as driver:
        await driver.on(title(driver))
        await driver.press("t", "1")
        assert driver.sees("@click=app.quit")
        await driver.press("escape")
        await driver.press("r")
        await driver.type("[@click=app.quit]z[/]")
        await driver.press("enter")
        assert driver.sees("[@click=app.quit]z[/]")
        await driver.press("2")
        assert TRAP in driver.status
        await driver.press("L")
        assert driver.sees(TRAP)
        assert driver.pilot.app.is_running


@pytest.mark.reported("BR-13")
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
async def test_a_trap_is_letters_in_every_box_and_view(
    hostile: Inbox, size: tuple[int, int]
) -> None:
    async with driving(hostile, size) as driver:
        await driver.on(title(driver))
        shown = 0
        for key in ("]", "]", "]", "]", "d", "d", "d", "{", "}", "tab", "]", "tab", "?", "escape"):
            await driver.press(key)
            shown += driver.sees("[@click=app.quit]")
            assert {"\x1b", "\u202e"}.isdisjoint(driver.text)
            assert driver.pilot.app.is_running
        assert shown > 6
    assert git(hostile.root, "status", "--porcelain") == ""


@pytest.mark.reported("BR-13")
async def test_a_click_on_a_trap_only_moves_the_cursor(hostile: Inbox) -> None:
    async with driving(hostile) as driver:
        await driver.on(title(driver))
        for box in ("#head", "#claims", "#patch", "#header", "#status", "#hints"):
            for x in range(2, 40, 6):
                await driver.pilot.click(box, offset=(x, 0))
        assert driver.pilot.app.is_running
    assert git(hostile.root, "status", "--porcelain") == ""


async def test_the_trap_of_the_demo_is_shown_and_harmless(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("guest-wifi")
        assert driver.sees("[@click=app.quit]")
        assert driver.sees("! side B contains 7 hidden characters, spelled out")
        await driver.press("e", "escape")
        await driver.press("2")
        assert driver.status.startswith("[ok] Keep B: guest-wifi")


async def test_a_text_with_hidden_characters_is_not_put_into_the_editor(hostile: Inbox) -> None:
    async with driving(hostile) as driver:
        await driver.on(title(driver))
        await driver.press("e")
        assert "hidden characters" in driver.status
