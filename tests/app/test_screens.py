"""What a person sees. Look at the SVG before you accept it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from inbox.app.application import InboxApp
from inbox.service import Inbox
from tests.app.conftest import Opened
from tests.app.driver import NARROW, WIDE, Driver, settled
from tests.conftest import MakeRepo

SnapCompare = Callable[..., bool]
at_both_sizes = pytest.mark.parametrize(
    "size", [NARROW, WIDE], ids=lambda size: f"{size[0]}x{size[1]}"
)


def after(
    inbox: Inbox, title: str, *keys: str, theme: str = ""
) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Return what brings the program to a screen: a row by its title, then some keys."""

    async def prepare(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        driver = Driver(pilot, inbox)
        if theme:
            pilot.app.theme = theme
        if title:
            await driver.on(title)
        await driver.press(*keys)
        await settled(pilot)

    return prepare


ITEMS = {
    "conflict": "dome-wind-limit",
    "two-opinions": "ticket-phone",
    "nothing-proposed": "purchase-orders",
    "enumerated": "altitude-survey",
    "hostile": "guest-wifi",
    "merge": "Calibration Frames",
    "fold": "Big Dorothy",
    "question": "Perry",
    "contested": "lightning detector",
    "notice": "audit: T1 said reject",
    "broken": "no `- [ ]` line follows the header",
}


@at_both_sizes
@pytest.mark.parametrize("name", ITEMS)
def test_item(demo: Inbox, snap_compare: SnapCompare, name: str, size: tuple[int, int]) -> None:
    prepare = after(demo, ITEMS[name])
    assert snap_compare(InboxApp(demo), run_before=prepare, terminal_size=size)


PRESSED = {
    "help": ("dome-wind-limit", "question_mark"),
    "statistics": ("dome-wind-limit", "a", "number_sign"),
    "help-search": ("dome-wind-limit", "question_mark", "u", "n", "d", "o"),
    "which-one": ("ticket-phone", "a"),
    "tombstone": ("deploy-from-main", "t", "2"),
    "reason": ("deploy-from-main", "r", "m", "o", "s", "s"),
    "editor": ("dome-wind-limit", "e"),
    "changed-editor": ("dome-wind-limit", "e", "x", "escape"),
    "refused": ("Perry", "1"),
    "decided": ("dome-wind-limit", "a"),
    "log": ("dome-wind-limit", "a", "a", "z", "L"),
    "opened": ("dome-wind-limit", "enter"),
    "why": ("dome-wind-limit", "right_square_bracket", "right_square_bracket"),
    "history": ("dome-wind-limit", "left_square_bracket"),
    "left-out": ("Big Dorothy", "enter", "l", "space"),
}


@at_both_sizes
@pytest.mark.parametrize("name", PRESSED)
def test_after(demo: Inbox, snap_compare: SnapCompare, name: str, size: tuple[int, int]) -> None:
    prepare = after(demo, *PRESSED[name])
    assert snap_compare(InboxApp(demo), run_before=prepare, terminal_size=size)


QUEUE = {
    "marked": ("cocoa", "v", "j", "j", "v"),
    "review": ("altitude-survey", "space", "space", "a"),
    "filter": ("cocoa", "slash", *"tier1"),
    "resting": ("cocoa", "s", "2", "S", "G"),
    "later": ("cocoa", "s"),
    "more": ("cocoa", "full_stop"),
    "order": ("cocoa", "o"),
}


@at_both_sizes
@pytest.mark.parametrize("name", QUEUE)
def test_queue(demo: Inbox, snap_compare: SnapCompare, name: str, size: tuple[int, int]) -> None:
    title, *keys = QUEUE[name]
    prepare = after(demo, title, *(["tab"] if size == NARROW else []), *keys)
    assert snap_compare(InboxApp(demo), run_before=prepare, terminal_size=size)


@pytest.mark.parametrize("name", ["conflict", "merge"])
@pytest.mark.parametrize("size", [(100, 30), (200, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_item_at_other_sizes(
    demo: Inbox, snap_compare: SnapCompare, name: str, size: tuple[int, int]
) -> None:
    prepare = after(demo, ITEMS[name])
    assert snap_compare(InboxApp(demo), run_before=prepare, terminal_size=size)


def test_narrow_queue(demo: Inbox, snap_compare: SnapCompare) -> None:
    prepare = after(demo, "dome-wind-limit", "tab")
    assert snap_compare(InboxApp(demo), run_before=prepare, terminal_size=NARROW)


def test_too_small(demo: Inbox, snap_compare: SnapCompare) -> None:
    assert snap_compare(InboxApp(demo), run_before=settled, terminal_size=(58, 14))


def test_light_theme(demo: Inbox, snap_compare: SnapCompare) -> None:
    prepare = after(demo, "dome-wind-limit", theme="inbox-light")
    assert snap_compare(InboxApp(demo), run_before=prepare, terminal_size=WIDE)


@pytest.mark.parametrize("theme", ["inbox-safe", "inbox-contrast"])
def test_theme(demo: Inbox, snap_compare: SnapCompare, theme: str) -> None:
    prepare = after(demo, "dome-wind-limit", theme=theme)
    assert snap_compare(InboxApp(demo), run_before=prepare, terminal_size=WIDE)


@at_both_sizes
def test_nothing_waits(
    make_repo: MakeRepo, opened: Opened, snap_compare: SnapCompare, size: tuple[int, int]
) -> None:
    inbox = opened(make_repo({"wiki/page.md": "a page\n"}))
    assert snap_compare(InboxApp(inbox), run_before=after(inbox, ""), terminal_size=size)


def test_no_colour(demo: Inbox, snap_compare: SnapCompare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    prepare = after(demo, "dome-wind-limit")
    assert snap_compare(InboxApp(demo), run_before=prepare, terminal_size=WIDE)
