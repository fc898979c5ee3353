"""Marks, filters and orders, and verbs on all that are marked."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.domain.item import Conflict
from inbox.service import Inbox, choosing
from tests.app.driver import NARROW, WIDE, Driver, driving
from tests.conftest import git

BOTH_WIDTHS = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])


async def at_queue(driver: Driver, size: tuple[int, int]) -> None:
    if size == NARROW:
        await driver.press("tab")


def commits(root: Path) -> int:
    return int(git(root, "rev-list", "--count", "HEAD"))


@BOTH_WIDTHS
async def test_marked_items_are_shown_first_and_become_a_commit_each(
    demo: Inbox, size: tuple[int, int]
) -> None:
    before = commits(demo.root)
    async with driving(demo, size) as driver:
        await at_queue(driver, size)
        await driver.on("cocoa")
        await driver.press("space", "space")
        assert driver.sees("* 2 marked")
        await driver.press("a")
        assert driver.sees("Decide 2 items, a commit each?")
        assert driver.sees("Attribute both: cocoa")
        assert commits(demo.root) == before
        await driver.press("enter")
        assert commits(demo.root) == before
        await driver.press("y")
        assert driver.status == "[ok] 2 decided  (z undoes the last)"
        assert driver.commits[:2] == ["Not a conflict: twilight", "Attribute both: cocoa"]
        assert commits(demo.root) == before + 2
        assert not driver.sees("marked")


async def test_esc_takes_the_question_back_and_then_the_marks(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        await driver.press("space", "space", "a", "escape")
        assert driver.queue.marks
        await driver.press("escape")
        assert not driver.queue.marks
        assert driver.commits == []


async def test_a_range_grows_with_the_cursor_and_is_marked_with_v(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        await driver.press("v", "j", "j")
        assert driver.sees("range: v ends it")
        assert len(driver.queue.marks) == 3
        await driver.press("k", "v", "j", "j")
        assert [item.title for item in driver.queue.marked()] == ["cocoa", "twilight"]


async def test_all_on_show_are_marked_and_unmarked(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("slash")
        await driver.type("kind:merge")
        await driver.press("enter", "asterisk")
        assert [item.title for item in driver.queue.marked()] == [
            "Calibration Frames",
            "Big Dorothy",
        ]
        await driver.press("asterisk")
        assert not driver.queue.marks


async def test_what_cannot_be_decided_says_why_and_stops_nothing(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("altitude-survey")
        await driver.press("space", "space", "a")
        assert driver.sees("Decide 1 of the 2, a commit each? The others cannot be, and stay.")
        assert driver.sees("! q-ea8974a1ffd3 ticket-phone")
        await driver.press("y")
        assert driver.status.startswith("[ok] 1 decided, 1 not")


async def test_an_item_that_changed_meanwhile_is_named_and_the_others_go_on(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        await driver.press("space", "space", "2")
        item = driver.queue.marked()[0]
        assert isinstance(item, Conflict)
        path = demo.root / str(item.a.path)
        path.write_text(path.read_text("utf-8") + "\nA line more.\n", encoding="utf-8")
        await driver.press("y")
        assert driver.sees("These were not decided:")
        assert driver.sees("changed since")
        assert driver.commits[0].startswith("Keep B: twilight")
        await driver.press("escape")


@pytest.mark.parametrize(
    ("keys", "subject"),
    [
        (("1",), "Keep A: twilight"),
        (("2",), "Keep B: twilight"),
        (("3", "h", "i", "enter"), "Keep both: twilight"),
        (("0",), "Not a conflict: twilight"),
        (("x",), "Set aside the proposal: twilight"),
        (("c", "3"), "Contest both: twilight"),
        (("t", "2"), "Tombstone B: twilight"),
    ],
)
async def test_every_verb_for_many_asks_and_commits(
    demo: Inbox, keys: tuple[str, ...], subject: str
) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        await driver.press("space", "space", *keys, "y")
        assert driver.commits[0].startswith(subject)
        assert len(driver.commits) == 2


async def test_one_by_one_verbs_say_so(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        await driver.press("space", "e")
        assert driver.status == "! this is done one by one; Esc takes the marks away."


@BOTH_WIDTHS
async def test_the_queue_is_filtered_while_typing(demo: Inbox, size: tuple[int, int]) -> None:
    async with driving(demo, size) as driver:
        await at_queue(driver, size)
        await driver.press("slash")
        await driver.type("cocoa")
        await driver.pilot.pause(0.1)
        assert driver.queue.count == 1
        assert driver.commits == []
        await driver.press("enter")
        assert driver.sees("/ cocoa oldest first")
        await driver.press("F")
        assert driver.queue.count > 20


async def test_a_filter_that_cannot_be_read_says_why_and_can_be_mended(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("slash")
        await driver.type("tigr:1")
        await driver.press("enter")
        assert "the nearest is 'tier'" in driver.status
        await driver.press("home", *["delete"] * 4)
        await driver.type("tier")
        await driver.press("enter")
        assert driver.sees("/ tier:1 oldest")


@BOTH_WIDTHS
async def test_a_filter_that_lets_nothing_through_says_so(
    demo: Inbox, size: tuple[int, int]
) -> None:
    async with driving(demo, size) as driver:
        await at_queue(driver, size)
        await driver.press("slash")
        await driver.type("zzz")
        await driver.press("enter")
        assert driver.sees("nothing passes; F shows all")
        assert not driver.sees("Nothing waits")
        await driver.press("a")
        assert driver.status == "! there is no item here to decide."


async def test_esc_in_the_filter_line_shows_everything(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("slash")
        await driver.type("cocoa")
        await driver.press("escape")
        assert driver.queue.count > 20
        await driver.press("g", "j")
        assert driver.queue.place == 1


async def test_the_order_is_chosen_from_a_menu(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("o", "3", "g")
        assert driver.title == "guest-wifi"
        assert driver.sees("newest first")
        await driver.press("o", "8")
        assert driver.sees("by folder")
        await driver.press("o", "6", "o", "4", "g")
        assert driver.title == "dorothy-mirror"


async def test_capital_z_takes_an_undo_back(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        await driver.press("0", "z", "Z")
        assert driver.status.startswith("[ok] Redo")
        assert "cocoa" not in [getattr(row.item, "title", "") for row in driver.queue._rows]


MORE: dict[str, tuple[str, tuple[str, ...], str]] = {
    "d deprecates": ("lightning detector", (".", "d"), "Deprecate: lightning detector"),
    "v verifies a side": ("cocoa", (".", "v", "1"), "Verify: "),
    "l puts on a layer": ("cocoa", (".", "l", "2", "1"), "Put on L1: "),
    "x adds an exception": ("cocoa", (".", "x", "1", *"tea", "enter"), "Add an exception: "),
    "n narrows until a day": ("public-nights", (".", "n", "1", "1", "enter"), "Narrow A: public"),
}


@pytest.mark.parametrize("name", MORE)
async def test_the_rarer_verbs_are_in_a_menu(demo: Inbox, name: str) -> None:
    title, keys, subject = MORE[name]
    async with driving(demo) as driver:
        await driver.on(title)
        await driver.press(*("full_stop" if key == "." else key for key in keys))
        assert driver.status.startswith(f"[ok] {subject}")
        await driver.press("z")
        assert driver.status.startswith("[ok] Undo")


async def test_a_narrowing_that_would_not_separate_the_two_says_why(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        await driver.press("full_stop", "n", "1", "2", "3", "a", "b", "enter")
        assert "the two would still meet" in driver.status
        assert driver.commits == []


async def test_a_memory_is_superseded_by_the_path_of_another(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("lightning detector")
        await driver.press("full_stop", "s")
        for letter in "wiki/dorothy.md":
            await driver.press({"/": "slash", ".": "full_stop"}.get(letter, letter))
        await driver.press("enter")
        assert driver.status.startswith("[ok] Supersede: lightning detector")


async def test_a_merge_of_two_sides_is_proposed_with_m(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        await driver.press("M")
        assert driver.status.startswith("[ok] Propose a merge: cocoa")


async def test_a_snoozed_item_rests_and_is_woken(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        await driver.press("s", "2")
        assert driver.status.startswith("[ok] snoozed until 2026-12-02 06:00")
        assert driver.sees("1 snoozed")
        assert "cocoa" not in driver.text
        await driver.press("S")
        await driver.on("cocoa")
        assert driver.sees("SNOOZED 1")
        await driver.press("s")
        assert driver.status == "[ok] awake again"
        assert driver.commits == []


async def test_marked_items_are_snoozed_until_a_day(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        await driver.press("space", "space", "s", "4")
        await driver.type("friday")
        await driver.press("enter")
        assert driver.status.startswith("[ok] 2 items snoozed until 2026-12-04 06:00")


async def test_a_time_that_is_none_says_what_comes_near(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("s", "4")
        await driver.type("tomorow")
        await driver.press("enter")
        assert "the nearest is 'tomorrow'" in driver.status


async def test_a_side_is_kept_with_fields_of_the_other(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("full_stop", "f", "1")
        assert driver.sees("Fields in which A differs")
        item = item_of(driver)
        fields = choosing.choices(item, "a")
        key = str([field.key for field in fields].index("source") + 1)
        await driver.press(key)
        assert driver.sees("[x] source")
        await driver.press(key)
        assert driver.sees("[ ] source")
        await driver.press(key, "g")
        assert driver.sees("source: claude:session-44d1")
        await driver.press("ctrl+s")
        assert driver.status.startswith("[ok] Edit and keep A: dome-wind-limit")
        text = (demo.root / str(item.a.path)).read_text("utf-8")
        assert "source: claude:session-44d1\n" in text
        await driver.press("z")
        assert driver.status.startswith("[ok] Undo")


def item_of(driver: Driver) -> Conflict:
    item = driver.screen.item
    assert isinstance(item, Conflict)
    return item


async def test_guidelines_are_shown_as_text_and_nothing_else(demo: Inbox) -> None:
    text = "# Triage\n\n- ask *Wren* about domes\n\x1b[2J[@click=app.quit]gone[/]\n"
    (demo.root / ".athenaeum-inbox.md").write_text(text, encoding="utf-8")
    async with driving(demo) as driver:
        await driver.press("H")
        assert driver.sees("- ask *Wren* about domes")
        assert driver.sees("<U+001B>[2J[@click=app.quit]gone[/]")
        await driver.press("escape")
        assert driver.pilot.app.screen is driver.screen
