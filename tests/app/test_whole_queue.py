"""A morning: the whole demo queue, by the keyboard alone."""

from __future__ import annotations

from inbox.domain.item import (
    Candidate,
    Conflict,
    Item,
    Lone,
    MergeProposal,
    Notice,
    Question,
    Review,
)
from inbox.service import Inbox
from tests.app.driver import NARROW, driving


def keys(item: Item) -> tuple[str, ...]:
    """Return what a person would press for an item."""
    match item:
        case Conflict():
            return ("a",) if item.rule or (item.proposal and not item.options) else ("1",)
        case MergeProposal() | Candidate():
            return ("a",)
        case Question():
            return ("i", *"done", "ctrl+s")
        case Review():
            return ("x",)
        case Lone():
            return ("C",)
        case Notice():
            return ("i", "1") if item.kind in ("rule", "audit") else ("s", "3")


async def test_the_whole_queue_is_triaged_and_taken_back_by_keys(demo: Inbox) -> None:
    before = {item.id for item in demo.pending().items}
    async with driving(demo, NARROW) as driver:
        await driver.press("g")
        for _ in range(len(before) + 8):
            item = driver.screen.item
            if item is None or driver.sees("Nothing waits"):
                break
            await driver.press(*keys(item))
            if driver.sees("Which one?"):
                await driver.press("1")
        left = [item for item in driver.screen.pending.items if not _answered(item)]
        assert left == []
        decisions = len(driver.commits)
        assert decisions > 20
        for _ in range(decisions):
            await driver.press("z")
            assert driver.status.startswith("[ok] Undo"), driver.status
        await driver.press("z")
        assert driver.status.startswith("! ")
    after = demo.pending()
    assert {item.id for item in after.items} | {s.item.id for s in after.snoozed} == before


def _answered(item: Item) -> bool:
    """Whether an answer of the person's waits for athenaeum."""
    return isinstance(item, Question | Notice | Conflict) and bool(item.answer_file)
