"""`notify_command` runs when something new waits."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from inbox.app import outside
from inbox.config import Config
from inbox.service import Inbox
from tests.app.driver import Driver, driving

QUEUE = "wiki/_pending_questions.md"
BLOCK = """
---

## [2026-12-01] Entity: "New" (from one)
- [ ] Is this new?

**Conflict type**: prescriptive
**Description**: It is.
"""


@pytest.fixture
def heard(tmp_path: Path) -> Path:
    return tmp_path / "heard"


@pytest.fixture
def config(tmp_path: Path, heard: Path) -> Config:
    script = tmp_path / "tell.py"
    line = f"open({str(heard)!r}, 'a').write(os.environ['ATHENAEUM_INBOX_NEW'] + ' ')"
    script.write_text(f"import os\n{line}\n", encoding="utf-8")
    return Config(notify_command=f"{sys.executable} {script}")


async def add(driver: Driver) -> None:
    file = driver.inbox.root / QUEUE
    file.write_text(file.read_text(encoding="utf-8") + BLOCK, encoding="utf-8")
    await driver.press("R")


async def test_a_new_item_runs_the_command_with_how_many(
    demo: Inbox, config: Config, heard: Path
) -> None:
    async with driving(demo, config=config) as driver:
        await driver.press("R")
        assert not heard.exists()
        await add(driver)
        assert heard.read_text() == "1 "
        await driver.press("R")
        assert heard.read_text() == "1 "


async def test_what_the_persons_own_undo_brings_back_is_not_new(
    demo: Inbox, config: Config, heard: Path
) -> None:
    async with driving(demo, config=config) as driver:
        await driver.on("dome-wind-limit")
        await driver.press("1", "z")
        assert len(driver.commits) == 2
    assert not heard.exists()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("/no/such/program", "cannot be started: No such file"),
        ("'unclosed", "cannot be read"),
        ("", "cannot be read"),
        ("false", "ended with status 1"),
        ("true", ""),
    ],
)
def test_a_command_that_fails_is_said(command: str, words: str) -> None:
    found = outside.call_person(command, 1)
    assert (words in found) if words else found == ""


async def test_a_command_that_fails_is_said_on_screen(demo: Inbox) -> None:
    async with driving(demo, config=Config(notify_command="false")) as driver:
        await add(driver)
        assert "`notify_command` ended with status 1." in driver.status
