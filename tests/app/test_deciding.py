"""Keys that decide: one commit each, and `z` takes it back."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.app.screens.inbox import GUARD
from inbox.service import Inbox
from tests.app.driver import NARROW, WIDE, Driver, driving
from tests.conftest import git

QUEUE = "wiki/_pending_questions.md"


def tree(root: Path) -> str:
    return git(root, "rev-parse", "HEAD^{tree}").strip()


# The item, the keys, and the commit they make.
DECISIONS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "a accepts": ("dome-wind-limit", ("a",), "Keep A: dome-wind-limit (user over llm)"),
    "a accepts a merge": ("Calibration Frames", ("a",), "Merge: Calibration Frames"),
    "1 keeps A": ("cocoa", ("1",), "Keep A: cocoa"),
    "2 keeps B": ("cocoa", ("2",), "Keep B: cocoa"),
    "3 keeps both": ("cocoa", ("3", "h", "i", "enter"), "Keep both: cocoa"),
    "0 says no conflict": ("cocoa", ("0",), "Not a conflict: cocoa"),
    "1 picks an option": ("altitude-survey", ("1",), "Answer: altitude-survey"),
    "2 picks an option": ("altitude-survey", ("2",), "Answer: altitude-survey"),
    "3 keeps both options": ("altitude-survey", ("3",), "Answer: altitude-survey"),
    "0 is neither option": ("altitude-survey", ("0", "7", "enter"), "Answer: altitude-survey"),
    "x rejects a merge": ("Big Dorothy", ("x",), "Do not merge: Big Dorothy"),
    "x sets a proposal aside": ("cocoa", ("x",), "Set aside the proposal: cocoa"),
    "e edits the kept side": ("dome-wind-limit", ("e", "ctrl+end", "x", "ctrl+s"), "Edit"),
    "e asks which side": ("purchase-orders", ("e", "2", "ctrl+end", "x", "ctrl+s"), "Edit"),
    "e edits the draft": ("Calibration Frames", ("e", "ctrl+end", "x", "ctrl+s"), "Merge"),
    "i answers": ("Perry", ("i", "n", "o", "ctrl+s"), "Answer"),
    "c contests a side": ("cocoa", ("c", "1"), "Contest"),
    "c contests both": ("cocoa", ("c", "3"), "Contest"),
    "C upholds": ("lightning detector", ("C",), "Uphold"),
    "t y removes": ("lightning detector", ("t", "y"), "Tombstone"),
    "t 2 y removes a side": ("deploy-from-main", ("t", "2", "y"), "Tombstone"),
    "a asks which": ("ticket-phone", ("a", "2"), "Keep B: ticket-phone"),
}


async def test_a_decision_is_one_commit_and_z_takes_it_back(demo: Inbox) -> None:
    before = tree(demo.root)
    async with driving(demo) as driver:
        for name, (title, keys, subject) in DECISIONS.items():
            commits = len(driver.commits)
            await driver.on(title)
            await driver.press(*keys)
            assert driver.status.startswith(f"[ok] {subject}"), name
            assert len(driver.commits) == commits + 1, name
            assert git(demo.root, "status", "--porcelain") == "", name
            await driver.press("z")
            assert driver.status.startswith("[ok] Undo"), name
            assert tree(demo.root) == before, name


async def test_the_patch_on_show_is_the_commit_that_is_made(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("r")
        await driver.type("rail")
        await driver.press("enter")
        shown = driver.box("patch")
        assert "  rail\n" in shown
        await driver.press("a")
        assert f"Inbox-Id: {demo.log()[0].id}" in shown
        assert demo.log()[0].reason == "rail"


async def test_the_next_item_comes_up_in_place(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("a")
        assert driver.title == "guest-wifi"
        assert driver.sees("25 left 1 done")
        await driver.press("u")
        assert driver.title == "guest-wifi"
        assert driver.sees("26 left 0 done")


async def test_a_decision_in_one_column_brings_the_next_item_up(demo: Inbox) -> None:
    async with driving(demo, NARROW) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("a")
        assert driver.sees("15/27 guest-wifi")
        assert driver.sees("[ok] Keep A: dome-wind-limit (user over llm)")


async def test_a_commit_that_takes_long_holds_nobody_up(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        with driver.screen.committing:
            await driver.pilot.press("a")
            assert driver.title == "guest-wifi"
            assert driver.sees(" . dome-wind-limit")
            await driver.pilot.press("k", "a")
            assert driver.status == "! this one is being committed."
            await driver.pilot.press("j", "a")
            assert driver.commits == []
        await driver.press("escape")
        assert len(driver.commits) == 2
        assert driver.sees("24 left 2 done")


async def test_keys_that_decide_rest_while_a_commit_is_under_way_too(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        driver.screen._came_up = float("-inf")
        with driver.screen.committing:
            await driver.pilot.press("a")
            driver.screen.guard = 60
            await driver.pilot.press("a")
            assert driver.sees("a new item came up; look first")
        await driver.press("escape")
        assert len(driver.commits) == 1


async def test_z_takes_back_a_decision_of_an_earlier_session(demo: Inbox) -> None:
    before = tree(demo.root)
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("a")
    async with driving(demo) as driver:
        await driver.press("z")
    assert tree(demo.root) == before


async def test_z_in_the_log_takes_back_the_chosen_decision(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("a")
        await driver.on("cocoa")
        await driver.press("1", "L", "G", "z")
        assert driver.commits[0] == "Undo: Keep A: dome-wind-limit (user over llm)"
        assert driver.title != ""


async def test_there_is_nothing_to_take_back_at_first(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("z")
        assert driver.status.startswith("!")
        assert driver.commits == []


async def test_the_reason_goes_into_the_next_commit_only(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        await driver.press("r")
        await driver.type("better beans")
        await driver.press("enter", "1", "2")
        assert [entry.reason for entry in demo.log()] == ["", "better beans"]


async def test_esc_forgets_the_reason(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("r", "x", "enter")
        assert driver.status == "! reason for the next decision: x"
        await driver.press("escape", "n", "n", "n", "1")
        assert demo.log()[0].reason == ""


# The item, the key, and why it does nothing.
REFUSALS: dict[str, tuple[str, str, str]] = {
    "question a": ("Perry", "a", "nothing is proposed here"),
    "question 1": ("Perry", "1", "no two sides"),
    "question e": ("Perry", "e", "no text here to edit"),
    "question x": ("Perry", "x", ""),
    "question t": ("Perry", "t", ""),
    "question c": ("Perry", "c", ""),
    "question C": ("Perry", "C", "neither side is contested"),
    "conflict i": ("cocoa", "i", ""),
    "conflict C": ("cocoa", "C", "neither side is contested"),
    "merge 1": ("Big Dorothy", "1", ""),
    "merge 3": ("Big Dorothy", "3", ""),
    "merge i": ("Big Dorothy", "i", ""),
    "merge t": ("Big Dorothy", "t", ""),
    "notice a": ("audit: T1 said reject", "a", "nothing is proposed here"),
    "notice 1": ("audit: T1 said reject", "1", ""),
    "notice x": ("audit: T1 said reject", "x", ""),
    "notice e": ("audit: T1 said reject", "e", "no text here to edit"),
    "contested 1": ("lightning detector", "1", ""),
    "contested a": ("lightning detector", "a", "nothing is proposed here"),
    "no proposal a": ("purchase-orders", "a", "nothing is proposed here"),
}


async def test_a_verb_that_is_off_says_why_and_writes_nothing(demo: Inbox) -> None:
    async with driving(demo) as driver:
        for name, (title, key, why) in REFUSALS.items():
            await driver.on(title)
            await driver.press("escape", key)
            assert driver.status.startswith("! "), name
            assert why in driver.status, name
            assert driver.title == title, name
        assert driver.commits == []


async def test_a_decides_nothing_until_it_is_said_which_opinion_holds(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("ticket-phone")
        await driver.press("a")
        assert driver.sees("Queue and rule differ. Which one?")
        await driver.press("enter", "a", "escape")
        assert driver.commits == []
        assert driver.title == "ticket-phone"


@pytest.mark.parametrize("key", ["enter", "t", "space", "escape", "n"])
async def test_only_y_removes_a_memory(demo: Inbox, key: str) -> None:
    async with driving(demo) as driver:
        await driver.on("deploy-from-main")
        await driver.press("t", "2")
        assert driver.sees("Remove this memory and block its return?")
        assert driver.sees("project_deploy_comet_branch.md +0 -10 removed")
        await driver.press(key, "escape")
        assert driver.commits == []


@pytest.mark.reported("BR-14")
async def test_typing_in_the_editor_fires_no_verb(demo: Inbox) -> None:
    queue = (demo.root / QUEUE).read_bytes()
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("e", "ctrl+end")
        await driver.type("axtzcq0123LRune?")
        assert driver.sees("axtzcq0123LRune?")
        assert driver.commits == []
        assert (demo.root / QUEUE).read_bytes() == queue
        assert git(demo.root, "status", "--porcelain") == ""
        assert driver.pilot.app.is_running


async def test_esc_in_a_changed_editor_asks(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("e", "ctrl+end", "x", "escape")
        assert driver.sees("The text has changed.")
        await driver.press("escape", "y", "escape", "d")
        assert driver.sees("15/28 dome-wind-limit")
        assert driver.commits == []
        await driver.press("e", "escape")
        assert driver.sees("15/28 dome-wind-limit")
        await driver.press("e", "ctrl+end", "x", "escape", "s")
        assert driver.status.startswith("[ok] Edit")


async def test_a_broken_header_cannot_be_saved(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("e", "down")
        await driver.type("a: b: c ")
        assert driver.sees("the header cannot be read")
        await driver.press("ctrl+s")
        assert driver.sees("Edit side A")
        assert driver.commits == []


async def test_keys_that_decide_rest_after_an_item_came_up(demo: Inbox) -> None:
    async with driving(demo) as driver:
        driver.screen.guard = 60
        await driver.on("dome-wind-limit")
        await driver.press("a")
        assert len(driver.commits) == 0
        driver.screen.guard = 0
        await driver.press("a")
        driver.screen.guard = 60
        await driver.press("a", "z", "t", "j")
        assert len(driver.commits) == 1
        assert driver.title == "Perry"
    assert GUARD == 0.25


async def changed(driver: Driver, path: str, text: str) -> None:
    (driver.inbox.root / path).write_text(text)


async def test_a_memory_that_moved_on_is_said_and_marked(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        item = driver.screen.item
        path = "raw/auto-memory/-home-wren-code-domewarden/project_dome_wind_limit.md"
        await changed(driver, path, "---\nname: dome wind limit\n---\nForty.\n")
        await driver.press("a")
        assert f"{path} changed since you looked" in driver.status
        assert driver.commits == []
        assert item is not None
        await driver.on("dome-wind-limit")
        assert driver.sees("> ~ dome-wind-limit") or driver.sees(">~ dome-wind-limit")
        assert driver.sees("Forty.")


async def test_a_change_on_disk_is_noticed_without_losing_the_place(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("guest-wifi")
        await driver.press("J")
        file = demo.root / QUEUE
        first = file.read_text().index("\n## [")
        second = file.read_text().index("\n## [", first + 1)
        file.write_text(file.read_text()[:first] + file.read_text()[second:])
        driver.screen._look_for_changes()
        await driver.press("escape")
        assert driver.sees("25 left")
        assert driver.title == "guest-wifi"
        assert driver.screen.pane.claims.scroll_y == 1


async def test_nothing_is_read_again_when_nothing_changed(demo: Inbox) -> None:
    async with driving(demo) as driver:
        before = driver.screen._pending
        driver.screen._look_for_changes()
        await driver.press("escape")
        assert driver.screen._pending is before
        await driver.press("R")
        assert driver.screen._pending is not before


async def test_a_folder_that_is_gone_is_said_once(demo: Inbox) -> None:
    async with driving(demo) as driver:
        demo.root.rename(demo.root.with_name("elsewhere"))
        await driver.press("R", "j", "a")
        assert driver.pilot.app.is_running
        assert driver.status.startswith("!")
        demo.root.with_name("elsewhere").rename(demo.root)
        await driver.press("R")
        assert driver.sees("26 left")


async def test_a_parting_word_counts_the_decisions(demo: Inbox) -> None:
    async with driving(demo, WIDE) as driver:
        await driver.on("cocoa")
        await driver.press("1", "q")
        assert driver.pilot.app.return_value == "1 decided, 25 left"


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
async def test_digits_from_four_on_pick_where_there_are_as_many_options(
    demo: Inbox, size: tuple[int, int]
) -> None:
    file = demo.root / QUEUE
    more = ", ".join(f"({letter}) 1,24{n} m" for n, letter in enumerate("cdefg"))
    text = file.read_text().replace("(c) both, (d) neither", f"{more}, (h) both, (i) neither")
    file.write_text(text)
    async with driving(demo, size) as driver:
        await driver.on("altitude-survey")
        for key in ("4", "5", "6", "7"):
            await driver.press(key)
            assert driver.status.startswith("! 7 options do not stand for two sides"), key
        await driver.press("9")
        assert driver.status == "! Pick 1 to 7, 8 for both, or 0 for neither."
        assert "8 both" in driver.box("head") + driver.box("claims")
        await driver.press("8")
        assert driver.status.startswith("[ok] Answer: altitude-survey")
        await driver.on("cocoa")
        await driver.press("4", "9")
        assert driver.status == "! there is no option 9 here."
        assert len(driver.commits) == 1
