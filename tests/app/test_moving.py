"""Keys that move, look and open: none of them writes anything."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from inbox.app.application import InboxApp
from inbox.domain.item import Pending
from inbox.service import Inbox
from tests.app.driver import NARROW, WIDE, Driver, driving
from tests.conftest import git

FIRST, SECOND, LAST = "altitude-survey", "ticket-phone", "guest-wifi"
BOTTOM = "no `- [ ]` line follows the header"

MOVES: dict[str, tuple[str, str, str]] = {
    "j goes down": (FIRST, "j", SECOND),
    "down goes down": (FIRST, "down", SECOND),
    "k goes up": (SECOND, "k", FIRST),
    "up goes up": (SECOND, "up", FIRST),
    "k halts at the top": (FIRST, "k", FIRST),
    "j passes a heading": (LAST, "j", "Perry"),
    "g goes to the first": (LAST, "g", FIRST),
    "home goes to the first": (LAST, "home", FIRST),
    "G goes to the last": (FIRST, "G", BOTTOM),
    "end goes to the last": (FIRST, "end", BOTTOM),
    "j halts at the bottom": (BOTTOM, "j", BOTTOM),
    "n goes to the next item": (FIRST, "n", SECOND),
    "N goes to the one before": (SECOND, "N", FIRST),
    "n does not leave the last item for a broken block": (
        "candidate: When the dome closes during a public night, "
        "tell the visitors before you tell the log.",
        "n",
        "candidate: When the dome closes during a public night, "
        "tell the visitors before you tell the log.",
    ),
}


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
async def test_keys_move_the_cursor(demo: Inbox, size: tuple[int, int]) -> None:
    async with driving(demo, size) as driver:
        for name, (start, key, end) in MOVES.items():
            await driver.on(start)
            await driver.press(key)
            assert driver.title == end, name
            assert driver.sees(end[:20]) or driver.queue.row.broken, name


@pytest.mark.parametrize("keys", [("ctrl+d", "ctrl+u"), ("pagedown", "pageup")])
async def test_half_a_page_down_and_up_again(demo: Inbox, keys: tuple[str, str]) -> None:
    async with driving(demo) as driver:
        await driver.press(keys[0])
        assert driver.queue.place == driver.queue.page > 1
        await driver.press(keys[1])
        assert driver.queue.place == 0


async def test_tab_goes_round_the_boxes(demo: Inbox) -> None:
    async with driving(demo) as driver:
        seen = []
        for key in ("tab", "tab", "tab", "shift+tab"):
            await driver.press(key)
            assert driver.screen.focused is not None
            seen.append(driver.screen.focused.id)
        assert seen == ["claims", "patch", "queue", "patch"]


async def test_tab_turns_between_item_and_queue_in_one_column(demo: Inbox) -> None:
    async with driving(demo, NARROW) as driver:
        assert driver.sees("1/28 altitude-survey (conflict, 13d old)")
        assert driver.sees("Tab queue")
        await driver.press("tab")
        assert driver.sees("CONFLICTS 16")
        assert driver.sees("Tab item")
        await driver.press("j", "enter")
        assert driver.sees("2/28 ticket-phone")
        await driver.press("tab", "shift+tab")
        assert driver.sees("2/28 ticket-phone")


async def test_a_box_with_the_focus_scrolls(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("tab", "tab", "j")
        patch = driver.screen.pane.lower.box
        assert patch.scroll_y == 1
        await driver.press("G")
        assert patch.scroll_y == patch.max_scroll_y > 1
        await driver.press("k", "ctrl+u", "g")
        assert patch.scroll_y == 0
        assert driver.title == "dome-wind-limit"


async def test_claims_scroll_from_the_queue(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("J", "J", "K")
        assert driver.screen.pane.claims.scroll_y == 1
        assert driver.title == "dome-wind-limit"


async def test_enter_shows_what_was_cut_and_esc_cuts_it_again(demo: Inbox) -> None:
    async with driving(demo, NARROW) as driver:
        await driver.on("dome-wind-limit")
        assert "one winter" not in driver.box("claims")
        await driver.press("enter")
        assert "one winter" in driver.box("claims")
        await driver.press("escape")
        assert "one winter" not in driver.box("claims")


async def test_another_item_comes_up_cut_to_fit(demo: Inbox) -> None:
    async with driving(demo, NARROW) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("enter", "n", "N")
        assert "one winter" not in driver.box("claims")


async def test_enter_on_a_broken_block_is_harmless(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on(BOTTOM)
        await driver.press("enter", "a", "t")
        assert driver.screen.focused is driver.queue
        assert driver.status == "! there is no item here to decide."


async def test_esc_never_quits(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("tab", "escape", "escape", "escape")
        assert driver.screen.focused is driver.queue
        assert driver.pilot.app.is_running


async def test_q_goes_back_one_step_and_quits_on_the_first_screen(demo: Inbox) -> None:
    async with driving(demo, NARROW) as driver:
        await driver.press("tab", "q")
        assert driver.sees("1/28 altitude-survey")
        await driver.press("q")
        assert driver.pilot.app.return_value == "0 decided, 26 left"


async def test_help_searches_as_you_type_and_q_is_a_letter_there(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("question_mark")
        assert driver.sees("half a page down")
        await driver.press("q")
        assert driver.sees("back; on the first screen quit")
        assert not driver.sees("half a page down")
        await driver.press("x", "y")
        assert driver.sees("no key does that")
        await driver.press("escape")
        assert driver.sees("1/28 altitude-survey")
        assert driver.pilot.app.is_running


async def test_the_log_shows_the_commit_of_a_decision(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("L")
        assert driver.sees("no decision has been made here yet")
        await driver.press("q")
        await driver.on("dome-wind-limit")
        await driver.press("a", "L")
        assert driver.sees("Keep A: dome-wind-limit")
        assert driver.sees("Inbox-Decision: keep_a")
        await driver.press("J", "K", "j", "k", "ctrl+d", "ctrl+u", "escape")
        assert driver.sees("15/27 guest-wifi")


async def test_the_log_is_filtered_by_words_and_shows_everything_again(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        await driver.press("0", "1", "L")
        assert driver.sees("Decisions 2")
        await driver.press("slash")
        await driver.type("not conflict")
        await driver.press("enter")
        assert driver.sees("Decisions 1 / not conflict")
        assert driver.sees("Inbox-Decision: not_a_conflict")
        await driver.press("slash")
        await driver.type("zzz")
        await driver.pilot.pause(0.1)
        assert driver.sees("no decision passes the filter")
        await driver.press("escape")
        assert driver.sees("Decisions 2")
        await driver.press("z")
        assert driver.status.startswith("[ok] Undo")


async def test_what_waits_is_not_told_before_it_is_read(
    demo: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    pending = demo.pending

    def slowly() -> Pending:
        gate.wait(10)
        return pending()

    monkeypatch.setattr(demo, "pending", slowly)
    async with InboxApp(demo).run_test(size=WIDE) as pilot:
        driver = Driver(pilot, demo)
        await pilot.pause()
        assert driver.sees("Reading the queue …")
        assert not driver.sees("Nothing waits")
        assert not driver.sees("0 left")
        gate.set()
        await driver.press("k")
        assert driver.sees("26 left")


async def test_commits_that_are_not_pushed_are_counted(demo: Inbox, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--bare", str(demo.root), "remote.git")
    git(demo.root, "remote", "add", "origin", str(tmp_path / "remote.git"))
    git(demo.root, "fetch", "-q", "origin")
    git(demo.root, "branch", "-q", "--set-upstream-to=origin/main")
    async with driving(demo) as driver:
        assert driver.sees("main 26 left") or not driver.sees("^")
        await driver.on("cocoa")
        await driver.press("0")
        assert driver.sees("main ^1 v0")
        await driver.press("q")
        assert driver.pilot.app.return_value == "1 decided, 25 left, 1 not pushed"


async def test_a_terminal_without_room_shows_one_line(demo: Inbox) -> None:
    async with driving(demo, (58, 14)) as driver:
        assert driver.sees("too small (58x14), need 60x16; athenaeum-inbox list")
        assert not driver.sees("altitude-survey")
        await driver.pilot.resize_terminal(100, 30)
        await driver.press("R")
        assert driver.sees("altitude-survey")
        assert not driver.sees("too small")


async def test_a_new_width_turns_columns_into_one_and_back(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        assert driver.sees("│ B [2]")
        await driver.pilot.resize_terminal(*NARROW)
        await driver.press("R")
        assert driver.sees("15/28 dome-wind-limit")
        assert not driver.sees("│ B [2]")
        await driver.pilot.resize_terminal(*WIDE)
        await driver.press("R")
        assert driver.sees("│ B [2]")


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
async def test_one_box_takes_the_whole_screen_and_gives_it_back(
    demo: Inbox, size: tuple[int, int]
) -> None:
    async with driving(demo, size) as driver:
        await driver.on("cocoa")
        before = driver.text
        await driver.press("enter", "m")
        assert driver.screen.pane.claims.size.height > size[1] - 6
        assert not driver.screen.pane.lower.display
        await driver.press("escape")
        assert driver.screen.alone == ""
        await driver.press("escape")
        assert driver.text == before


async def test_the_queue_alone_is_as_wide_as_the_screen(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("m")
        assert driver.queue.size.width == WIDE[0]
        await driver.press("j", "m")
        assert driver.queue.size.width < WIDE[0]
        assert driver.queue.place == 1


async def test_long_lines_are_cut_and_wrapped_again(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dorothy-mirror")
        wrapped = driver.box("claims")
        await driver.press("w")
        assert driver.status == "long lines are cut"
        cut = driver.box("claims")
        assert len(cut.splitlines()) < len(wrapped.splitlines())
        assert "…" in cut
        await driver.press("w")
        assert driver.box("claims") == wrapped
