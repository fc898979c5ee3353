"""The lower box and the ways to look at an item: keys that decide nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.app import draw_history, draw_result, draw_why
from inbox.app.choices import Choices
from inbox.app.spans import cells, joined
from inbox.app.view import EVERYTHING, STEPS, View
from inbox.app.widgets.tabs import PAGES, Tabs
from inbox.domain import decision as d
from inbox.domain.edit import Change, FileChange, Message
from inbox.domain.history import Event
from inbox.domain.item import Conflict, Item, MergeProposal
from inbox.domain.outcome import Preview
from inbox.service import Inbox
from tests.app.driver import NARROW, WIDE, driving
from tests.conftest import git

at_both = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
WIND = "dome-wind-limit"


def item_of(demo: Inbox, title: str) -> Item:
    return next(item for item in demo.pending().items if item.title == title)


@at_both
async def test_brackets_turn_the_lower_box_round(demo: Inbox, size: tuple[int, int]) -> None:
    async with driving(demo, size) as driver:
        await driver.on(WIND)
        seen = []
        for key in ("]", "]", "]", "]", "[", "["):
            await driver.press(key)
            seen.append(driver.screen.pane.lower.page)
            assert driver.sees(f"[{seen[-1].title()}]")
        assert seen == ["result", "why", "history", "patch", "history", "why"]
        assert driver.commits == []


@at_both
async def test_each_page_says_its_part(demo: Inbox, size: tuple[int, int]) -> None:
    async with driving(demo, size) as driver:
        await driver.on(WIND)
        await driver.press("]")
        assert "  11 + superseded_by: dome wind limit" in driver.box("result")
        await driver.press("]")
        why = " ".join(driver.box("why").split())
        assert "1 user authority A 1 USER B 6 LLM A first" in why
        assert "5 trust not reached" in why
        assert "tombstone silent neither side was removed before" in why
        assert "not asked: layer, verified-evidence" in why
        assert "keep A confidence 0.91 queue and rule agree" in why
        await driver.press("]")
        assert "A commits of line 13 raw/…/project_dome_wind_limit.md" in " ".join(
            driver.box("history").split()
        )


async def test_a_page_that_was_turned_to_stays_for_other_items(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on(WIND)
        await driver.press("]", "]", "n")
        assert driver.screen.pane.lower.page == "why"
        assert driver.sees("only a person") or driver.sees("no rule decides")
        await driver.press("[", "[")
        await driver.on("Big Dorothy")
        assert driver.screen.pane.lower.page == "result"


async def test_only_the_page_on_show_is_drawn(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on(WIND)
        assert driver.box("patch")
        assert [driver.box(page) for page in ("result", "why", "history")] == ["", "", ""]


async def test_a_click_on_a_name_turns_to_its_page(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on(WIND)
        row = driver.screen.query_one(Tabs)
        start = next(start for start, _, name in row._starts if name == "why")
        await driver.pilot.click(Tabs, offset=(start + 1, 0))
        await driver.press("J")
        assert driver.screen.pane.lower.page == "why"


async def test_the_history_is_read_again_after_a_decision(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on(WIND)
        await driver.press("[", "c", "1")
        await driver.on(WIND)
        assert "Contest A: dome-wind-limit" in driver.box("history")
        assert driver.sees("3 entries")


@at_both
async def test_d_goes_through_the_ways_to_compare(demo: Inbox, size: tuple[int, int]) -> None:
    async with driving(demo, size) as driver:
        await driver.on(WIND)
        seen = []
        for _ in range(3):
            await driver.press("d")
            seen.append(driver.screen.pane.view.mode)
            beside = "│ B [2]" in driver.box("claims")
            assert beside == (seen[-1] == "columns")
            assert ("{60}" in driver.box("claims")) == (seen[-1] == "one")
        assert {*seen} == {"columns", "one", "plain"}
        await driver.press("n")
        assert driver.screen.pane.view.mode == seen[-1]


@at_both
async def test_braces_fold_less_and_more(demo: Inbox, size: tuple[int, int]) -> None:
    async with driving(demo, size) as driver:
        await driver.on(WIND)
        for _ in range(5):
            await driver.press("}")
        assert driver.status == "nothing is folded"
        assert "shows more" not in driver.box("claims")
        for _ in range(6):
            await driver.press("{")
        assert driver.status == "only what differs"


async def test_context_widens_the_files_after_too(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on(WIND)
        await driver.press("]")
        assert "description: Summary" not in driver.box("result")
        await driver.press("}", "}", "}")
        assert "description: Summary" in driver.box("result")


async def test_keys_of_the_boxes_are_harmless_without_an_item(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("no `- [ ]` line follows the header")
        await driver.press("[", "]", "d", "{", "}", "h", "l", "space", "left", "right")
        assert driver.pilot.app.is_running


def test_context_halts_at_both_ends() -> None:
    view = View(context=STEPS[0])
    assert view.widened(-1) == view
    for step in STEPS[1:]:
        view = view.widened(1)
        assert view.context == step
    assert view.widened(1) == view == View(context=EVERYTHING)


@at_both
async def test_h_and_l_go_from_source_to_source(demo: Inbox, size: tuple[int, int]) -> None:
    async with driving(demo, size) as driver:
        await driver.on("Big Dorothy")
        for key, number in (("l", 2), ("right", 3), ("l", 3), ("h", 2), ("left", 1), ("h", 1)):
            await driver.press(key)
            assert driver.status.startswith(f"source {number} of 3:")
            assert f"> [x] {number} " in driver.box("claims")
        await driver.on(WIND)
        await driver.press("l")
        assert driver.status.startswith("! there are no pages here")


@at_both
async def test_space_leaves_a_source_out_of_the_commit(demo: Inbox, size: tuple[int, int]) -> None:
    async with driving(demo, size) as driver:
        await driver.on("Big Dorothy")
        await driver.press("enter", "l", "space")
        assert driver.status.startswith("left out: ")
        assert "> [ ] 2 " in driver.box("claims")
        assert "left out; it stays as it is" in driver.box("result")
        await driver.press("[")
        assert "\nwiki/dorothy.md" not in driver.box("patch")
        await driver.press("space")
        assert "\nwiki/dorothy.md" in driver.box("patch")
        await driver.press("space", "a")
        assert driver.commits == ["Merge: Big Dorothy (2 sources)"]
        assert '"left_out"' in git(demo.root, "show", "-s", "--format=%B")
        assert "superseded_by" not in (demo.root / "wiki/dorothy.md").read_text()


async def test_too_few_sources_say_so_in_place_of_a_patch(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("Calibration Frames")
        await driver.press("tab", "space")
        assert "Too few sources are left" in driver.box("result")
        await driver.press("a")
        assert driver.commits == []


async def test_space_in_the_queue_leaves_nothing_out(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("Big Dorothy")
        await driver.press("space")
        assert driver.sees("* 1 marked")
        assert "[ ]" not in driver.box("claims")


def test_what_was_chosen_goes_with_its_item(demo: Inbox) -> None:
    item, choices = item_of(demo, "Big Dorothy"), Choices()
    assert choices.turn(item, "b")
    assert choices.turn(item, "a")
    assert choices.approve(item) == d.Approve(None, ("a", "b"))
    assert choices.accepting(demo, item) == d.Approve(None, ("a", "b"))
    assert not choices.turn(item, "a")
    choices.texts[item.id, "draft"] = choices.texts["q-other", "a"] = ("was", "typed")
    choices.forget(item)
    assert choices.approve(item) == d.Approve()
    assert [*choices.texts] == [("q-other", "a")]


def test_the_sources_of_a_merge_are_marked_by_what_the_draft_drops(demo: Inbox) -> None:
    item = item_of(demo, "Big Dorothy")
    assert isinstance(item, MergeProposal)
    preview = demo.preview(item, d.Approve())
    text = joined(draw_result.result(item, preview, 80, View(context=EVERYTHING)))
    assert "draft against source 1  Big Dorothy" in text
    assert "draft against source 3" in text
    assert "\n  - " in text
    assert "\n  + " in text


def test_every_page_fits_its_width(demo: Inbox) -> None:
    for item in demo.pending().items:
        explained, decision = demo.explained(item), demo.proposed(item)
        for width in (40, 77, 160):
            rows = draw_why.why(item, explained, width)
            rows += draw_history.history(demo.history(item), width) if width == 77 else []
            if decision is not None:
                preview = demo.preview(item, decision)
                rows += draw_result.result(item, preview, width, View(context=EVERYTHING))
            assert all(cells(row) <= width for row in rows), (item.title, width)


def test_a_file_after_numbers_its_lines_and_marks_what_changed(demo: Inbox) -> None:
    files = (
        FileChange("memo.md", "a\r\nb\r\nc\r\n", "new\r\na\r\nc\r\n"),
        FileChange("made.md", None, "x"),
        FileChange("gone.md", "z", None),
        FileChange("_pending_questions.md", "x\ny\n", "x\n"),
    )
    preview = Preview(Change(edits=(), message=Message("m"), seen=()), files)
    shown = draw_result.result(item_of(demo, WIND), preview, 60, View(context=EVERYTHING))
    text = joined(shown)
    assert text == (
        "memo.md  after  +1 -1\n"
        "   1 + new\n"
        "   2   a\n"
        "   3 - c\n"
        "\n"
        "made.md  is new  +1 -0\n"
        "   1 + x\n"
        "\n"
        "gone.md  is removed  +0 -1\n"
        "\n"
        "_pending_questions.md  +0 -1  the block leaves"
    )


def test_a_hostile_rationale_is_bounded_and_spelled_out(demo: Inbox) -> None:
    item = item_of(demo, WIND)
    assert isinstance(item, Conflict)
    assert item.proposal is not None
    bad = replace(item.proposal, rationale="\x1b[2J" + "word " * 1_000)
    text = joined(draw_why.why(replace(item, proposal=bad), demo.explained(item), 80))
    assert "\x1b" not in text
    assert "<U+001B>[2J" in text
    assert "3,004 more characters" in text


def test_a_past_is_grouped_by_kind_and_claim() -> None:
    rows = (
        Event("decision", "keep_a", "", "2026-12-01T03", "Ann <a@b>", "Keep A", "0123456789ab"),
        Event("tombstone", "x", "x.md", "2026-02-11", "Bob", "removed x (erroneous)", "ba98"),
        Event("commit", "A", "x.md", "2026-01-01T00", "Cy", "made", "0" * 40, (3, 4)),
        Event("commit", "A", "x.md", "2025-01-01T00", "Cy", "begun", "1" * 40, (3, 4)),
        Event("commit", "B", "y.md", "2025-01-01T00", "Cy", "begun", "1" * 40),
    )
    assert joined(draw_history.history(rows, 80)) == (
        "EARLIER DECISIONS\n"
        "2026-12-01  0123456789ab  Keep A  Ann\n"
        "\n"
        "REMOVED BEFORE\n"
        "2026-02-11  ba98  removed x (erroneous)  Bob\n"
        "\n"
        "A  commits of lines 3-4  x.md\n"
        "2026-01-01  0000000  made  Cy\n"
        "2025-01-01  1111111  begun  Cy\n"
        "\n"
        "B  commits  y.md\n"
        "2025-01-01  1111111  begun  Cy"
    )
    assert joined(draw_history.history((), 80)) == "nothing is known of what this item is about"


def test_the_title_row_fills_its_width_and_loses_its_word_first() -> None:
    row = Tabs()
    for width in (34, 50, 80):
        for page in PAGES:
            row.tell(page, draw_history.history((), 80)[0][:1], width, focused=False)
            assert cells(row.line) == width
            assert f"[{page.title()}]" in joined([row.line])


async def test_the_patch_of_another_item_goes_when_the_right_one_is_slow(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on(WIND)
        lower = driver.screen.pane.lower
        lower.show(item_of(demo, "goat-diet"), View(), 77)
        assert "dome wind limit" in driver.box("patch")
        lower._waited()
        assert driver.box("patch").strip() == ""
