"""Editing: in the screen and in the person's own editor; no typing is ever lost."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.app.actions import ACTIONS
from inbox.app.application import InboxApp
from inbox.app.line_ends import plain, restored
from inbox.app.outside import edited
from inbox.app.screens.dialogs import AskText
from inbox.demo import files
from inbox.service import Inbox
from tests.app.conftest import Opened
from tests.app.driver import NARROW, WIDE, Driver, driving, settled
from tests.conftest import MakeRepo, git

WIND = "dome-wind-limit"
MEMORY = "raw/auto-memory/-home-wren-code-domewarden/project_dome_wind_limit.md"
at_both = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
lines = st.text(alphabet="ab\n", max_size=30)
mixed = st.lists(st.sampled_from(["a", "b", "", "c c"])).flatmap(
    lambda rows: st.tuples(*(st.sampled_from([row + "\n", row + "\r\n"]) for row in rows))
)


class Lending(InboxApp):
    """Lends its terminal to another program, of which there is none in a test."""

    @contextmanager
    def suspend(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def lending(inbox: Inbox, size: tuple[int, int] = WIDE) -> Any:
    async with Lending(inbox).run_test(size=size) as pilot:
        await settled(pilot)
        yield Driver(pilot, inbox)


Editor = Callable[[str], Path]


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Editor:
    """Return a function that makes a shell script the person's editor; it runs on `$1`."""

    def uses(script: str) -> Path:
        file = tmp_path / "my editor"
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
        monkeypatch.setenv("GIT_EDITOR", f"'{file}' --wait")
        return file

    return uses


@pytest.mark.reported("BR-14")
@at_both
async def test_no_key_of_the_table_fires_while_typing(demo: Inbox, size: tuple[int, int]) -> None:
    keys = [key for action in ACTIONS for key in action.keys.split(",") if len(key) == 1]
    async with driving(demo, size) as driver:
        await driver.on(WIND)
        await driver.press("e", "ctrl+end", *keys)
        assert "".join(keys) in driver.text.replace("\n", "")
        assert isinstance(driver.pilot.app.screen, AskText)
        others = [key for a in ACTIONS for key in a.keys.split(",") if len(key) > 1]
        await driver.press(*(key for key in others if key not in ("escape", "tab", "shift+tab")))
        assert isinstance(driver.pilot.app.screen, AskText)
        assert driver.commits == []


@at_both
async def test_the_persons_own_editor_makes_the_commit(
    demo: Inbox, editor: Editor, size: tuple[int, int], tmp_path: Path
) -> None:
    before = (demo.root / MEMORY).read_text()
    editor(f'stat -c %a "$2" > {tmp_path}/mode; echo "$1 $2" > {tmp_path}/seen; echo more >> "$2"')
    async with lending(demo, size) as driver:
        await driver.on(WIND)
        await driver.press("E")
        assert driver.status.startswith("[ok] Edit and keep A")
    assert "more\n" in (demo.root / MEMORY).read_text()
    assert (tmp_path / "mode").read_text() == "600\n"
    option, file = (tmp_path / "seen").read_text().split()
    assert option == "--wait"
    assert file.endswith(".md")
    assert not Path(file).exists()
    assert not Path(file).parent.exists()
    assert git(demo.root, "show", f"HEAD~:{MEMORY}") == before


async def test_nothing_is_decided_when_nothing_was_edited(demo: Inbox, editor: Editor) -> None:
    editor("exit 0")
    async with lending(demo) as driver:
        await driver.on(WIND)
        await driver.press("E")
        assert driver.status == "! nothing was changed, so nothing is decided."
        assert driver.commits == []


async def test_a_wrong_edit_comes_back_with_its_error_and_the_text(
    demo: Inbox, editor: Editor
) -> None:
    editor('grep -q broken "$2" && { sed -i "s/^broken.*/fixed: yes/" "$2"; exit 0; }\n'
           'sed -i "1a broken: a: b" "$2"')  # fmt: skip
    async with lending(demo) as driver:
        await driver.on(WIND)
        await driver.press("E")
        assert driver.sees("the header cannot be read: line 2")
        assert driver.sees("e edit it again")
        assert driver.commits == []
        await driver.press("e")
        assert driver.status.startswith("[ok] Edit and keep A")
    assert "fixed: yes" in (demo.root / MEMORY).read_text()


async def test_a_wrong_edit_can_be_dropped_or_left_for_later(demo: Inbox, editor: Editor) -> None:
    editor('sed -i "1a broken: a: b" "$2"')
    async with lending(demo) as driver:
        await driver.on(WIND)
        await driver.press("E", "escape", "e")
        assert driver.sees("Your text from before is not committed.")
        assert driver.sees("g go on with it")
        await driver.press("g")
        assert driver.sees("broken: a: b")
        await driver.press("escape", "E", "n", "d", "e")
        assert driver.sees("Edit side A")
        assert not driver.sees("broken: a: b")
        assert driver.commits == []


@pytest.mark.reported("BR-15")
@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("exit 3", "the editor ended with status 3"),
        ('rm "$2"', "the edited file cannot be read: No such file"),
        ('printf "\\377" >> "$2"', "the edited text is not UTF-8"),
    ],
)
async def test_an_editor_that_fails_is_named(
    demo: Inbox, editor: Editor, script: str, why: str
) -> None:
    editor(script)
    async with lending(demo) as driver:
        await driver.on(WIND)
        await driver.press("E")
        assert driver.sees(why)
        await driver.press("d")
        assert driver.commits == []


@pytest.mark.reported("BR-15")
async def test_an_editor_that_is_missing_is_named(
    demo: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with lending(demo) as driver:
        await driver.on(WIND)
        for command, why in (
            ("/nowhere/vim -n", "the editor `/nowhere/vim -n` cannot be started"),
            ("vi 'open", "the editor `vi 'open` cannot be read"),
        ):
            monkeypatch.setenv("GIT_EDITOR", command)
            await driver.press("E")
            assert why in driver.status
        assert driver.commits == []


async def test_where_the_terminal_cannot_be_lent_it_is_edited_here(
    demo: Inbox, editor: Editor
) -> None:
    editor("exit 0")
    async with driving(demo) as driver:
        await driver.on(WIND)
        await driver.press("E")
        assert isinstance(driver.pilot.app.screen, AskText)
        assert driver.sees("so it is edited here")


def test_git_says_which_editor(demo: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("EDITOR", "third")
    assert demo.editor() == "third"
    monkeypatch.setenv("VISUAL", "second")
    assert demo.editor() == "second"
    git(demo.root, "config", "core.editor", "first --flag")
    assert demo.editor() == "first --flag"
    monkeypatch.setenv("GIT_EDITOR", "above all")
    assert demo.editor() == "above all"


async def test_hidden_characters_go_to_the_persons_own_editor(demo: Inbox, editor: Editor) -> None:
    editor('echo more >> "$2"')
    async with lending(demo) as driver:
        await driver.on("guest-wifi")
        await driver.press("x")
        await driver.on("guest-wifi")
        await driver.press("e", "2")
        assert driver.status.endswith("hidden characters; E opens it in your own editor.")
        await driver.press("E", "2")
        assert driver.status.startswith("[ok] Edit and keep B")


@at_both
async def test_windows_line_ends_survive_the_editor(
    make_repo: MakeRepo, opened: Opened, size: tuple[int, int]
) -> None:
    texts: dict[str, str | bytes] = dict(files(date(2026, 12, 1)))
    texts[MEMORY] = str(texts[MEMORY]).replace("\n", "\r\n").encode()
    inbox = opened(make_repo(texts))
    async with driving(inbox, size) as driver:
        await driver.on(WIND)
        await driver.press("e", "ctrl+end", "x", "enter", "y", "ctrl+s")
        assert driver.status.startswith("[ok] Edit and keep A")
    after = (inbox.root / MEMORY).read_bytes()
    assert b"\r\nx\r\ny" in after
    assert after.count(b"\n") == after.count(b"\r\n")


async def test_a_refused_commit_loses_no_typing(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on(WIND)
        await driver.press("e", "ctrl+end")
        await driver.type("careful words")
        (demo.root / MEMORY).write_text((demo.root / MEMORY).read_text() + "An agent was here.\n")
        await driver.press("ctrl+s")
        assert "changed since you looked" in driver.status
        await driver.on(WIND)
        await driver.press("e")
        assert driver.sees("The memory has changed since.")
        await driver.press("g")
        assert driver.sees("careful words")
        await driver.press("escape", "e", "n")
        assert driver.sees("An agent was here.")


async def test_saving_says_what_is_wrong_with_a_text(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("Perry")
        await driver.press("i", "ctrl+s")
        assert driver.sees("An answer needs words.")
        await driver.type("archive")
        assert driver.sees("athenaeum would take")
        await driver.press("ctrl+s")
        assert driver.commits == []
        await driver.press("escape", "d")
        await driver.on("Calibration Frames")
        await driver.press("e", "f7", "delete", "ctrl+s")
        assert driver.sees("The draft is empty; edit it first.")
        assert driver.commits == []


async def test_the_edited_draft_leaves_out_what_was_left_out(demo: Inbox) -> None:
    async with driving(demo) as driver:
        await driver.on("Big Dorothy")
        await driver.press("tab", "l", "space", "e", "ctrl+end", "x", "ctrl+s")
        assert driver.status.startswith("[ok] Merge: Big Dorothy (2 sources)")
        message = git(demo.root, "show", "-s", "--format=%B")
        assert "Inbox-Edited: draft" in message
        assert "wiki/dorothy.md" in message


@given(mixed)
def test_an_unedited_text_keeps_every_line_end(rows: tuple[str, ...]) -> None:
    text = "".join(rows)
    assert restored(plain(text), text) == text


@given(mixed, lines)
def test_restoring_changes_line_ends_only(rows: tuple[str, ...], new: str) -> None:
    assert plain(restored(new, "".join(rows))) == new


@given(lines, lines)
def test_a_file_of_one_kind_stays_of_one_kind(old: str, new: str) -> None:
    windows = old.replace("\n", "\r\n")
    if "\n" in old:
        assert restored(new, windows) == new.replace("\n", "\r\n")
    else:
        assert restored(new, windows) == new


def test_bytes_that_are_not_utf_8_go_out_and_come_back(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    script = tmp_path / "editor"
    script.write_text(f'#!/bin/sh\ncp "$1" {copy}\n')
    script.chmod(stat.S_IRWXU)
    text = "a\udcffb\r\nc"
    found = edited(str(script), text, "a")
    assert (found.text, found.problem) == (text, "")
    assert copy.read_bytes() == b"a\xffb\r\nc"
