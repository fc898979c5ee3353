"""What a person meets at the edges: leaving early, refusals, long words, little room."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from inbox.app import draw_claims, draw_patch
from inbox.app.screens.log import LogScreen
from inbox.app.spans import cells, joined
from inbox.app.view import View
from inbox.domain.item import Conflict
from inbox.domain.memory import Memory
from inbox.service import Inbox
from tests.app.driver import NARROW, driving, settled
from tests.conftest import git

ROOT = Path(__file__).parents[2]


def conflict(demo: Inbox, title: str) -> Conflict:
    found = next(item for item in demo.pending().items if item.title == title)
    assert isinstance(found, Conflict)
    return found


def with_body(item: Conflict, body: str) -> Conflict:
    """Return a conflict whose side A says something else, which no quote is found in."""
    memory = Memory("a.md", body, body=body)
    return replace(item, a=replace(item.a, memory=memory, passage=""))


async def test_q_waits_for_the_commit_and_counts_it(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        with driver.screen.committing:
            await driver.pilot.press("1", "q")
            assert driver.sees("the commit is finished first")
            assert driver.pilot.app.is_running
        await settled(driver.pilot)
        assert driver.pilot.app.return_value == "1 decided, 25 left"
    assert len(demo.log()) == 1


async def test_q_waits_for_the_count_behind_a_commit(demo: Inbox) -> None:
    async with driving(demo) as driver:
        driver.screen._reading = True
        await driver.press("q")
        assert driver.pilot.app.return_value is None
        driver.screen.load()
        await settled(driver.pilot)
        assert driver.pilot.app.return_value == "0 decided, 26 left"


async def test_ctrl_q_says_the_parting_words_too(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.pilot.press("ctrl+q")
        await settled(driver.pilot)
        assert driver.pilot.app.return_value == "0 decided, 26 left"


async def test_a_commit_that_fails_keeps_the_person_and_the_reason(demo: Inbox) -> None:
    hook = demo.root / git(demo.root, "rev-parse", "--git-path", "hooks/pre-commit").strip()
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    hook.chmod(0o755)
    async with driving(demo) as driver:
        await driver.on("cocoa")
        driver.screen.reason = "typed with care"
        with driver.screen.committing:
            await driver.pilot.press("1", "q")
        await settled(driver.pilot)
        assert driver.pilot.app.return_value is None
        assert "not today" in driver.status
        assert driver.screen.reason == "typed with care"


async def test_what_the_lowest_row_has_no_room_for_is_a_toast(demo: Inbox) -> None:
    async with driving(demo, NARROW) as driver:
        driver.screen.warn("short")
        await settled(driver.pilot)
        assert not driver.pilot.app._notifications
        driver.screen.warn("a long story " * 7 + "[@click=app.quit]and its end[/]")
        await settled(driver.pilot)
        [toast] = driver.pilot.app._notifications
        assert toast.message.endswith("[@click=app.quit]and its end[/]")
        assert not toast.markup


async def test_a_terminal_without_room_has_no_other_line(demo: Inbox) -> None:
    async with driving(demo, (58, 14)) as driver:
        assert len(driver.text.split()) == len(driver.text.strip().split("\n")[0].split())


async def test_tab_reaches_the_patch_of_an_open_item_in_one_column(demo: Inbox) -> None:
    async with driving(demo, NARROW) as driver:
        await driver.press("enter")
        assert driver.sees("Tab patch")
        await driver.press("tab", "j")
        assert driver.screen.pane.lower.box.has_focus
        assert driver.screen.pane.lower.box.scroll_y == 1
        await driver.press("shift+tab")
        assert driver.screen.pane.claims.has_focus
        await driver.press("tab", "tab")
        assert driver.queue.has_focus


async def test_a_commit_that_comes_late_is_not_shown_for_another_row(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("cocoa")
        await driver.press("1", "1", "L")
        newest, older = demo.log()
        driver.pilot.app.screen.post_message(LogScreen.Patched(older.id, "the older one"))
        await settled(driver.pilot)
        assert not driver.sees("the older one")
        driver.pilot.app.screen.post_message(LogScreen.Patched(newest.id, "the newest one"))
        await settled(driver.pilot)
        assert driver.sees("the newest one")


async def test_the_palette_finds_an_action_by_its_word(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.press("colon")
        await driver.type("help open")
        await driver.pilot.pause(0.5)
        await driver.press("down", "enter")
        assert driver.sees("Keys: type to search")


def test_textuals_own_theme_setting_is_honoured() -> None:
    program = "from inbox.app.application import InboxApp as A; print(A(None).theme)"
    chosen = {
        wish: subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=os.environ | {"TEXTUAL_THEME": wish},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for wish in ("", "ansi-dark")
    }
    assert chosen == {"": "inbox-dark", "ansi-dark": "ansi-dark"}


def test_crlf_is_one_line_end_and_a_lone_carriage_return_is_spelled_out(demo: Inbox) -> None:
    item = with_body(conflict(demo, "altitude-survey"), "one\r\ntwo\rthree\r\n")
    text = joined(draw_claims.claims(item, 76, View("one")))
    assert text.count("U+000D") == 1


def test_what_is_cut_off_of_a_long_body_is_named(demo: Inbox) -> None:
    item = with_body(conflict(demo, "altitude-survey"), "word " * 10_000 + "and 12 cells")
    text = " ".join(joined(draw_claims.claims(item, 76, View("one"))).split())
    assert "12 more characters; `athenaeum-inbox show` prints all" in text


def test_only_a_side_that_all_recommend_is_recommended(demo: Inbox) -> None:
    agreed, differ = conflict(demo, "dome-wind-limit"), conflict(demo, "ticket-phone")
    by_rule = replace(agreed, proposal=None)
    counts = [
        joined(draw_claims.claims(item, 76, View("one"))).count("RECOMMENDED")
        for item in (agreed, by_rule, differ)
    ]
    assert counts == [1, 1, 0]


def test_a_long_line_of_a_past_commit_goes_on_below() -> None:
    rows = draw_patch.commit("+" + "word " * 20 + "\n-short", 30)
    assert all(cells(row) <= 30 for row in rows)
    assert joined(rows).split() == ["+word", *["word"] * 19, "-short"]
    assert {span.style for row in rows[:-1] for span in row} == {"add"}


async def test_the_disk_is_asked_beside_the_screen(demo: Inbox) -> None:
    async with driving(demo) as driver:
        driver.screen._look_for_changes()
        names = [worker.name for worker in driver.pilot.app.workers]
        assert "look_at_disk" in names
