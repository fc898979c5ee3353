"""Every text can be read on the ground it is drawn on, in each of our themes, on each screen."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from rich.segment import Segment
from textual.command import CommandList
from textual.widget import Widget
from textual.widgets._toast import Toast

from inbox.app.themes import themes
from inbox.service import Inbox
from tests.app.driver import Driver, driving
from tests.app.test_themes import LEAST, contrast

DRAWING = re.compile(r"[\s\u2500-\u259f🔎]*")
"""Lines, corners, blocks and a picture with colours of its own, which are no text."""

SCENES: dict[str, tuple[str, ...]] = {
    "queue": ("tab",),
    "claims": ("tab",),
    "help": ("question_mark",),
    "help, searched": ("z", "z"),
    "tombstone": ("escape", "t", "2"),
    "a line": ("escape", "r", "m", "shift+home"),
    "a text": ("escape", "e", "x", "shift+home"),
    "leave it": ("escape",),
    "log": ("d", "a", "L"),
    "refused": ("q", "x"),
}
PALETTE = ("ctrl+p", "down", "down", "d", "e", "c")


def segments(driver: Driver) -> Iterator[Segment]:
    """Yield what the widgets of the screen on top draw; what is veiled below it is no text."""
    for widget in driver.pilot.app.screen.walk_children(Widget):
        if widget.display and widget.size.area:
            for strip in widget.render_lines(widget.size.region):
                yield from strip


def colours(segment: Segment) -> tuple[str, str]:
    """Return the colours of text and ground; a reversed style changes them over."""
    style = segment.style
    assert style is not None
    assert style.color is not None
    assert style.bgcolor is not None
    pair = (style.color.get_truecolor().hex, style.bgcolor.get_truecolor().hex)
    return pair[::-1] if style.reverse else pair


def poor(driver: Driver) -> set[tuple[str, str, float, str]]:
    found = set()
    for segment in segments(driver):
        if not DRAWING.fullmatch(segment.text):
            text, ground = colours(segment)
            assert not (segment.style and segment.style.dim), (
                segment
            )  # a terminal would take light off it
            if (ratio := contrast(text, ground)) < LEAST:
                found.add((text, ground, round(ratio, 2), segment.text.strip()))
    return found


@pytest.mark.parametrize("name", sorted(theme.name for theme in themes()))
async def test_every_text_on_every_screen_can_be_read(demo: Inbox, name: str) -> None:
    async with driving(demo, toasts=True) as driver:
        driver.pilot.app.theme = name
        await driver.on("dome-wind-limit")
        unread = {}
        for scene, keys in SCENES.items():
            await driver.press(*keys)
            unread[scene] = poor(driver)
        for key in PALETTE:
            await driver.press(key)
            await driver.until(lambda: driver.pilot.app.screen.query_one(CommandList).option_count)
            unread[f"palette {key}"] = poor(driver)
        await driver.press("escape", "escape")
        driver.screen.warn("a sentence for which the lowest row has no room " * 5)
        await driver.until(lambda: [t for t in driver.screen.query(Toast) if t.size.area])
        unread["toast"] = poor(driver)
        assert {scene: found for scene, found in unread.items() if found} == {}
