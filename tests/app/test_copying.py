"""`y` copies by way of the terminal, and says no more than it knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.app import copies
from inbox.app.screens import copying
from inbox.formats.visible import hidden
from inbox.service import Inbox
from tests.app.driver import NARROW, WIDE, Driver, driving

at_both_widths = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])


async def copied(driver: Driver, key: str) -> str:
    await driver.press("y", key)
    return driver.pilot.app.clipboard


@at_both_widths
async def test_the_menu_copies_the_id_the_patch_the_text_and_the_paths(
    demo: Inbox, size: tuple[int, int]
) -> None:
    async with driving(demo, size) as driver:
        await driver.on("dome-wind-limit")
        item = driver.queue.row.item
        assert item is not None
        await driver.press("y")
        assert driver.sees("p the patch, as diff")
        await driver.press("escape")
        assert driver.pilot.app.clipboard == ""
        assert await copied(driver, "i") == item.id
        assert driver.status.startswith("[ok] the id sent to the terminal")
        assert "set-clipboard on" in driver.status
        assert await copied(driver, "f") == copies.paths_of(item)
        assert (await copied(driver, "t")).startswith("dome-wind-limit\nAt which wind")
        patch = await copied(driver, "p")
    assert "+superseded_by: dome wind limit" in patch
    assert "Inbox-Decision: keep_a" in patch
    assert demo.log() == ()


async def test_what_cannot_be_copied_is_said(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("purchase-orders")
        assert await copied(driver, "p") == ""
        assert "nothing is proposed" in driver.status
        await driver.on("audit: T1 said reject")
        assert await copied(driver, "f") == ""
        assert "no file" in driver.status
        await driver.on("no `- [ ]` line follows the header")
        await driver.press("y")
        assert "no item here" in driver.status


async def test_more_than_a_terminal_takes_goes_into_a_file_of_ones_own(
    demo: Inbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "MOST", 100)
    file = tmp_path / ".local/state/athenaeum-inbox/copied.txt"
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        assert await copied(driver, "t") == ""
        assert f"are in {file}" in driver.status
        assert file.read_text(encoding="utf-8").startswith("dome-wind-limit\n")
        assert file.stat().st_mode & 0o777 == 0o600
        file.unlink()
        file.mkdir()
        await copied(driver, "t")
        assert "nothing was copied" in driver.status


def test_nothing_hidden_is_copied(demo: Inbox) -> None:
    for item in demo.pending().everything:
        for text in (copies.text_of(item), copies.paths_of(item)):
            assert not any(hidden(letter) for letter in text)
