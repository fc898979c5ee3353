"""Keys from the settings: checked as a whole, bound, and shown everywhere."""

from __future__ import annotations

from itertools import pairwise

import pytest
from textual.command import CommandPalette

from inbox.app import keyboard
from inbox.app.actions import ACTIONS
from inbox.app.keyboard import Keyboard
from inbox.app.screens.inbox import InboxScreen
from inbox.app.screens.log import LogScreen
from inbox.config import Config, merged, parsed
from inbox.service import Inbox
from tests.app.driver import NARROW, WIDE, driving

at_both_widths = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])


def config(text: str, *, own: bool = True) -> Config:
    return merged([parsed(f"[keys]\n{text}", "config.toml", own=own)])


def wrong(text: str) -> list[str]:
    return [str(problem) for problem in keyboard.problems(config(text))]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('decide.acept = "y"', "there is no action `decide.acept`; did you mean `decide.accept`?"),
        ('decide.accept = "ctlr+y"', "there is no key `ctlr+y`; did you mean `ctrl+y`?"),
        ('decide.accept = "qwerty"', "there is no key `qwerty`"),
        ('decide.accept = ""', "decide.accept: a key is empty"),
        ('decide.accept = "a,,b"', "decide.accept: a key is empty"),
        ('decide.accept = "ctrl+q"', "decide.accept: ctrl+q quits and cannot be given away"),
        ('decide.accept = "e"', "`decide.accept` and `decide.edit` are on the same key, e"),
        ('decide.accept = "?"', "`decide.accept` and `help.open` are on the same key, ?"),
        ('log.open = "question_mark"', "`log.open` and `help.open` are on the same key, ?"),
        ('log.open = "ctrl+i"', "`focus.next` and `log.open` are on the same key, Tab"),
    ],
)
def test_a_wrong_key_is_named_with_its_line(text: str, problem: str) -> None:
    said = wrong(text)
    assert len(said) == 1
    assert said[0].startswith("config.toml:2: ")
    assert problem in said[0]


@pytest.mark.parametrize(
    "keys",
    ["b", "?,f5", "exclamation_mark", "ctrl+y", "ctrl+shift+left", "ä", "comma", "%", "-", ";"],
)
def test_a_key_that_textual_knows_is_taken(keys: str) -> None:
    text = f'decide.accept = "{keys}"\nhelp.open = "f1"\nlog.open = "f2"'
    assert wrong(text) == []


def test_two_actions_may_change_places() -> None:
    assert wrong('decide.accept = "e"\ndecide.edit = "a"') == []


def test_the_table_itself_has_no_clash() -> None:
    assert list(keyboard.problems(Config())) == []
    assert all(Keyboard().keys(action.id) == action.keys for action in ACTIONS)


def test_the_file_of_a_repository_puts_no_decision_on_another_key() -> None:
    theirs = config('decide.accept = "f9"\nundo.undo = "f8"\nlog.open = "f7"', own=False)
    board = keyboard.keyboard(theirs)
    assert board.changed == {"log.open": "f7"}
    said = [str(problem) for problem in keyboard.ignored(theirs)]
    assert [line.partition(": ")[0] for line in said] == ["config.toml:2", "config.toml:3"]
    assert all("counts in your own settings only" in line for line in said)


async def test_every_key_of_a_turned_round_table_does_its_own_action(demo: Inbox) -> None:
    # Each takes the keys of the next, so that every one is given away and taken.
    turned = {here.id: there.keys for here, there in pairwise([*ACTIONS, ACTIONS[0]])}
    text = "\n".join(f'{name} = "{keys}"' for name, keys in turned.items())
    assert wrong(text) == []
    async with driving(demo, config=config(text)) as driver:
        bound = driver.screen.active_bindings
        for name, keys in turned.items():
            for key in keys.split(","):
                assert bound[keyboard.named(key)].binding.action == f"do('{name}')"


@at_both_widths
async def test_the_persons_own_keys_work_and_stand_everywhere(
    demo: Inbox, size: tuple[int, int]
) -> None:
    own = config(
        'decide.accept = "b"\nundo.undo = "Y"\nhelp.open = "f1"\nlog.open = "h"\n'
        'move.down = "l"\nmove.up = ";"\napp.back = "Q"'
    )
    async with driving(demo, size, own) as driver:
        await driver.on("dome-wind-limit")
        assert "f1 help" in driver.text
        assert "b accept" in driver.text
        await driver.press("a")
        assert driver.commits == []
        await driver.press("b")
        assert driver.commits[0].startswith("Keep A: dome-wind-limit")
        assert "(Y undoes)" in driver.status
        await driver.press("f1")
        await driver.type("do what is")
        assert driver.sees("b do what is proposed")
        await driver.press("escape", "h")
        assert isinstance(driver.pilot.app.screen, LogScreen)
        assert driver.sees("l ; move")
        assert driver.sees("Y take it back Q back")
        await driver.press("Y")
        assert driver.commits[0].startswith("Undo: Keep A: dome-wind-limit")


async def test_the_palette_shows_the_persons_own_keys(demo: Inbox) -> None:
    async with driving(demo, config=config('palette.open = ";"\nlog.open = "h"')) as driver:
        await driver.press("colon", "ctrl+p")
        assert isinstance(driver.pilot.app.screen, InboxScreen)
        await driver.press("semicolon")
        await driver.type("past deci")
        assert driver.sees("log open (h): past decisions")


@pytest.mark.parametrize("key", ["colon", "ctrl+p"])
async def test_two_keys_open_the_palette(demo: Inbox, key: str) -> None:
    async with driving(demo) as driver:
        await driver.press(key)
        assert isinstance(driver.pilot.app.screen, CommandPalette)


async def test_the_queue_stays_where_it_is_when_the_settings_say_so(demo: Inbox) -> None:
    async with driving(demo, config=Config(advance=False)) as driver:
        await driver.on("dome-wind-limit")
        place = driver.queue.place
        await driver.press("0")
        assert driver.commits != []
        assert driver.queue.place == place
