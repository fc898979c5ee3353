"""The working-memory screen, and candidates and reviews among the items."""

from __future__ import annotations

import pytest

from inbox.app import draw_working
from inbox.app.application import InboxApp
from inbox.app.screens.working import WorkingScreen
from inbox.app.spans import cells, joined
from inbox.service import Inbox
from inbox.working.state import CAP
from tests.app.conftest import Opened
from tests.app.driver import NARROW, WIDE, Driver, driving
from tests.app.test_screens import SnapCompare, after, at_both_sizes
from tests.conftest import MakeRepo
from tests.working import talk
from tests.working import worlds as w

HOOK = "The gateway takes HOOK_URL from the environment before config.yaml, whatever it says"
FIRST = "The user wants the fix first and the explanation only when asked"


@pytest.fixture
def inbox(make_repo: MakeRepo, opened: Opened) -> Inbox:
    root = make_repo({"project_a.md": "---\nname: a\n---\n\nA.\n", "MEMORY.md": "# Memory\n"})
    memory = talk.opened(root, "ada")
    talk.turned(
        memory,
        w.add(HOOK, 1, "tool"),
        w.add(FIRST, 0.9, "user"),
        w.add("Port 4030 answers"),
        w.add("The dome turns north"),
        active_goal="Bring the ferry gateway back",
        progress="Found the gateway",
        next_steps="Run the check",
        open_loops=["Who changed the hook?"],
    )
    talk.turned(
        memory,
        w.update("m3", confidence=0.1),
        w.delete("m2"),
        active_goal="Bring the ferry gateway back",
        progress="Set the hook",
        key_decisions=["The environment, not the file"],
    )
    talk.turned(memory, w.update("m4", confidence=0.05), active_goal="", progress="Set the hook")
    memory.pin("m1")
    talk.turned(talk.opened(root, "bob"), w.add("x"))
    return opened(root)


def top(driver: Driver) -> str:
    return driver.text.partition("Entry, task")[0]


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_entries_have_bars_marks_and_origin_and_what_left_stands_below(
    inbox: Inbox, size: tuple[int, int]
) -> None:
    async with driving(inbox, size) as driver:
        await driver.press("W")
        lines = [line.rstrip() for line in top(driver).splitlines()]
        assert "Working memory of ada, turn 3  (Tab: bob)" in lines[0]
        assert lines[1] == "ENTRIES 3 of 15"
        assert lines[2].startswith("> m1   ########## 1.0 P   The gateway")
        assert lines[3].startswith("  m2   #########. .90  U  The user")
        assert lines[4].startswith("  m4   .......... .05   ! The dome")
        assert lines[5:7] == ["LEFT 1", "  m3   expired    Port 4030 answers"]
        assert driver.sees("goal: Bring the ferry gateway back")
        await driver.press("G")
        assert driver.sees("expired marked at turn 2; r brings it back")


async def test_one_key_pins_and_one_restores_and_says_so(inbox: Inbox) -> None:
    memory = inbox.working("ada")
    async with driving(inbox) as driver:
        await driver.press("W", "p")
        assert driver.sees("m1 is free again")
        await driver.press("p")
        assert driver.sees("m1 is pinned: no model lets it go")
        assert memory.state().entries[0].pinned
        await driver.press("r")
        assert driver.sees("what has left stands below")
        await driver.press("G", "p")
        assert driver.sees("only an entry that is there can be pinned")
        await driver.press("r")
        assert driver.sees("m3 is back as m5")
        assert memory.state().entries[-1].confidence == 0.8
        assert "LEFT" not in top(driver)


async def test_restore_at_the_cap_says_who_made_room(inbox: Inbox) -> None:
    memory = inbox.working("ada")
    talk.turned(memory, *(w.add(f"fact {n}", 0.7) for n in range(CAP)))
    async with driving(inbox) as driver:
        await driver.press("W", "G", "r")
        assert driver.sees("m3 is back as")
        assert driver.sees("made room")


async def test_promote_files_a_candidate_that_waits_in_the_queue(inbox: Inbox) -> None:
    async with driving(inbox) as driver:
        await driver.press("W", "o")
        assert driver.sees("m1 waits in the inbox as a candidate")
        await driver.press("o")
        assert driver.sees("waits in the inbox already")
        await driver.press("q")
        driver.screen.load()
        await driver.press("n")
        await driver.on(f"candidate: {HOOK}")
        assert driver.sees("made by: working:ada:m1")
        await driver.press("a")
        assert driver.commits[0].startswith("Accept: project c-")


async def test_tab_goes_round_the_agents_and_q_goes_back(inbox: Inbox) -> None:
    async with driving(inbox) as driver:
        await driver.press("W", "tab")
        assert driver.sees("Working memory of bob, turn 1 (Tab: ada)")
        await driver.press("shift+tab")
        assert driver.sees("Working memory of ada")
        await driver.press("q")
        assert driver.pilot.app.screen is driver.screen


async def test_what_an_agent_writes_meanwhile_comes_up_and_the_cursor_stays(inbox: Inbox) -> None:
    async with driving(inbox) as driver:
        await driver.press("W", "j")
        talk.turned(inbox.working("ada"), w.add("news"), active_goal="Another goal", text="later")
        await driver.press("R")
        assert driver.sees("news")
        assert any(line.startswith("> m2") for line in driver.text.splitlines())


async def test_without_an_agent_it_says_how_to_begin(make_repo: MakeRepo, opened: Opened) -> None:
    async with driving(opened(make_repo({"project_a.md": "A.\n"}))) as driver:
        await driver.press("W", "j", "p", "tab", "J", "K", "ctrl+d", "ctrl+u", "g", "G")
        assert driver.sees("no agent has a working memory here yet; `working update` begins one")


async def test_a_memory_that_cannot_be_read_is_named(inbox: Inbox) -> None:
    (inbox.root / inbox.working("ada").shelf.path).write_text("{")
    async with driving(inbox) as driver:
        await driver.press("W")
        assert driver.sees("ada.json: not JSON")
        assert isinstance(driver.pilot.app.screen, WorkingScreen)


async def test_text_of_an_entry_reaches_the_screen_spelled_out(inbox: Inbox) -> None:
    talk.turned(inbox.working("ada"), w.add("a\u202eb [@click=app.quit]x[/]"), text="evil")
    async with driving(inbox) as driver:
        await driver.press("W")
        assert driver.sees("a<U+202E>b [@click=app.quit]x[/]")


async def test_a_review_is_agreed_to_or_taken_note_of_by_key(inbox: Inbox) -> None:
    async with driving(inbox) as driver:
        await driver.on(f"ada wants to delete {FIRST}")
        assert driver.sees("a: m2 goes")
        assert driver.sees("no commit: git never sees a working memory")
        before = driver.commits
        await driver.press("a")
        assert "ada: m2 goes" in driver.status
        assert "undoes" not in driver.status
        assert driver.commits == before
        await driver.on("ada lost its goal: Bring the ferry gateway back")
        await driver.press("x")
        assert "the goal stays" in driver.status
        assert inbox.pending().items == ()
    assert inbox.working("ada").state().entry("m2") is None


async def test_a_candidate_is_edited_and_accepted(inbox: Inbox) -> None:
    promoting = inbox.promoting("ada")
    promoting.file("m1", promoting.preview("m1"))
    async with driving(inbox) as driver:
        await driver.on(f"candidate: {HOOK}")
        await driver.press("e", "X", "ctrl+s")
        assert driver.commits[0].startswith("Accept: project c-")
    [file] = inbox.root.glob("project_the*.md")
    assert file.read_text().rstrip().endswith(f"X{HOOK}")
    assert "source: user:inbox-" in file.read_text()


def test_no_row_is_wider_than_its_box(inbox: Inbox) -> None:
    memory = inbox.working("ada")
    shown = draw_working.Shown("ada", ("ada",), memory.state(), memory.left(), memory.rows()[0])
    for width in (20, 58, 80, 120, 200):
        for stop in draw_working.stops(shown):
            assert cells(draw_working.row(stop, width)) <= width or stop.heading
            for line in draw_working.below(shown, stop, width):
                assert cells(line) <= width, joined([line])


@at_both_sizes
def test_working_memory(inbox: Inbox, snap_compare: SnapCompare, size: tuple[int, int]) -> None:
    prepare = after(inbox, "", "W", "j", "j")
    assert snap_compare(InboxApp(inbox), run_before=prepare, terminal_size=size)


@at_both_sizes
def test_review(inbox: Inbox, snap_compare: SnapCompare, size: tuple[int, int]) -> None:
    prepare = after(inbox, f"ada wants to delete {FIRST}")
    assert snap_compare(InboxApp(inbox), run_before=prepare, terminal_size=size)


@at_both_sizes
def test_candidate(demo: Inbox, snap_compare: SnapCompare, size: tuple[int, int]) -> None:
    title = next(item.title for item in demo.pending().items if item.id.startswith("c-"))
    assert snap_compare(InboxApp(demo), run_before=after(demo, title), terminal_size=size)
