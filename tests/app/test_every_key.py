"""Every key of the table does what the table says, wide and narrow."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from inbox.app.actions import ACTIONS, BY_ID, DIGITS
from inbox.service import Inbox
from tests.app.driver import NARROW, WIDE, Driver, driving
from tests.conftest import git


@dataclass(frozen=True)
class Effect:
    """What pressing a key on a row leads to."""

    sees: str
    """Words on the screen afterwards."""

    on: str = "cocoa"
    narrow: str = ""
    """The words where the screen is narrow, if they are others."""

    first: tuple[str, ...] = ()
    back: tuple[str, ...] = ("escape", "escape")
    """Keys that lead back to the start; a decision is taken back besides."""


MERGE = "Big Dorothy"

EFFECTS: dict[str, Effect] = {
    "move.down": Effect("5/28 twilight"),
    "move.up": Effect("3/28 flats-with-the-lamp"),
    "move.first": Effect("1/28 altitude-survey"),
    "move.last": Effect("Broken block"),
    "move.page_down": Effect("/28 "),
    "move.page_up": Effect("1/28 altitude-survey"),
    "move.next_open": Effect("5/28 twilight"),
    "move.previous_open": Effect("3/28 flats-with-the-lamp"),
    "move.claims_down": Effect("4/28 cocoa"),
    "move.claims_up": Effect("4/28 cocoa"),
    "focus.next": Effect("cocoa", back=("escape", "escape")),
    "focus.previous": Effect("cocoa", back=("escape", "escape")),
    "item.open": Effect("4/28 cocoa"),
    "view.next": Effect("[Result]", back=("left_square_bracket",)),
    "view.previous": Effect("[History]", back=("right_square_bracket",)),
    "view.diff": Effect("one column", narrow="plain: whole texts", back=("d", "d")),
    "view.wrap": Effect("long lines are cut", back=("w",)),
    "view.maximize": Effect("cocoa", back=("escape",)),
    "view.context_less": Effect("only what differs", back=("right_curly_bracket",)),
    "view.context_more": Effect("6 rows around what differs", back=("left_curly_bracket",)),
    "merge.previous": Effect("source 1 of 3", on=MERGE),
    "merge.next": Effect("source 2 of 3", on=MERGE, back=("h",)),
    "decide.accept": Effect("[ok] Attribute both: cocoa"),
    "decide.one": Effect("[ok] Keep A: cocoa"),
    "decide.two": Effect("[ok] Keep B: cocoa"),
    "decide.both": Effect("A line of context for both of them"),
    "decide.no_conflict": Effect("[ok] Not a conflict: cocoa"),
    **{
        f"decide.{name}": Effect(f"there is no option {digit} here")
        for name, digit in DIGITS.items()
    },
    "decide.reject": Effect("[ok] Set aside the proposal: cocoa"),
    "decide.edit": Effect("saving keeps it and supersedes the other", on="dome-wind-limit"),
    "decide.editor": Effect("no other program can have this terminal", on="dome-wind-limit"),
    "decide.answer": Effect("Answer: Perry", on="Perry"),
    "decide.contest": Effect("Contest which side?"),
    "decide.uncontest": Effect("[ok] Uphold: lightning detector", on="lightning detector"),
    "decide.tombstone": Effect("Tombstone which side?"),
    "decide.merge": Effect("[ok] Propose a merge: cocoa"),
    "decide.more": Effect("n narrow this side"),
    "decide.snooze": Effect("Snooze this for how long?"),
    "decide.reason": Effect("Reason for the next decision"),
    "undo.undo": Effect("[ok] Undo: Keep A: cocoa", first=("1",)),
    "undo.redo": Effect("[ok] Redo", first=("1", "z")),
    "working.open": Effect("ENTRIES 0 of 15", back=("escape",)),
    "log.open": Effect("Decisions", back=("escape",)),
    "mark.toggle": Effect("* 1 marked"),
    "mark.range": Effect("range: v ends it"),
    "mark.all": Effect("* 26 marked"),
    "filter.open": Effect("kind:conflict tier:<=3", back=("escape",)),
    "filter.clear": Effect("oldest first"),
    "view.order": Effect("Which order?"),
    "view.resting": Effect("nothing is snoozed", back=("S",)),
    "filter.saved": Effect("no filter is saved"),
    "copy.menu": Effect("Copy what?"),
    "statistics.open": Effect("Statistics", back=("escape",)),
    "palette.open": Effect("Search for commands", back=("escape",)),
    "repo.reload": Effect("26 left"),
    "guidelines.open": Effect("no guidelines are here; they would stand in .athenaeum-inbox.md"),
    "help.open": Effect("Keys: type to search", back=("escape",)),
    "app.escape": Effect("cocoa"),
}

NEEDS_THE_QUEUE = ("mark.", "filter.clear")
"""What is told on the queue's frame, which a narrow screen shows when it is asked for."""


def test_the_table_of_effects_is_whole() -> None:
    # `q` ends the program, which has tests of its own.
    assert EFFECTS.keys() == BY_ID.keys() - {"app.back"}


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.parametrize("group", sorted({action.group for action in ACTIONS}))
async def test_every_key_has_its_effect(demo: Inbox, group: str, size: tuple[int, int]) -> None:
    head = git(demo.root, "rev-parse", "HEAD")
    async with driving(demo, size) as driver:
        for action in ACTIONS:
            if action.group == group and action.id in EFFECTS:
                for key in action.keys.split(","):
                    await _has_its_effect(driver, action.id, key)
    assert git(demo.root, "status", "--porcelain") == ""
    assert group in ("decide", "take back") or git(demo.root, "rev-parse", "HEAD") == head


async def _has_its_effect(driver: Driver, action_id: str, key: str) -> None:
    effect = EFFECTS[action_id]
    before = len(driver.commits)
    await driver.on(effect.on)
    if action_id.startswith(NEEDS_THE_QUEUE) and not driver.screen.wide:
        await driver.press("tab")
    await driver.press(*effect.first, key)
    wanted = effect.sees if driver.screen.wide else effect.narrow or effect.sees
    assert driver.sees(wanted), (action_id, key, driver.status)
    if len(driver.commits) > before and not driver.status.startswith("[ok] Undo"):
        await driver.press("z")
        assert driver.status.startswith("[ok] Undo"), (action_id, key)
    await driver.press(*effect.back)
    assert driver.screen is driver.pilot.app.screen, (action_id, key)
