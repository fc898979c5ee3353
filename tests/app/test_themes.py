"""Themes are complete, and their text can be read (WCAG 2 contrast of at least 4.5)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from textual.color import Color
from textual.theme import Theme

from inbox.app.application import InboxApp
from inbox.app.themes import DEFAULT, VARIABLES, folder, themes
from inbox.service import Inbox

FILES = sorted(folder().glob("*.toml"))
THEMES = {theme.name: theme for theme in themes()}
GROUNDS = ("background", "surface", "panel")
COLOURS = ("foreground", "primary", "secondary", "accent", "success", "warning", "error")
NO_TEXT = {"rule"}
LEAST = 4.5


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`, from 0 to 1, as WCAG 2 defines it."""

    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = Color.parse(colour).rgb
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def text_colours(theme: Theme) -> dict[str, str]:
    own = {name: getattr(theme, name) for name in COLOURS}
    return own | {k: v for k, v in theme.variables.items() if k not in NO_TEXT}


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_a_theme_names_every_variable_itself(file: Path) -> None:
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    assert table["variables"].keys() == VARIABLES.keys()
    assert {*COLOURS, *GROUNDS, "dark", "variables"} == table.keys()


@pytest.mark.parametrize("name", THEMES)
def test_every_text_of_a_theme_can_be_read_on_every_ground(name: str) -> None:
    theme = THEMES[name]
    poor = {
        (colour, ground): round(contrast(value, str(getattr(theme, ground))), 2)
        for colour, value in text_colours(theme).items()
        for ground in GROUNDS
        if contrast(value, str(getattr(theme, ground))) < LEAST
    }
    assert poor == {}


def test_there_is_a_dark_and_a_light_theme() -> None:
    assert {theme.dark for theme in THEMES.values()} == {True, False}
    assert DEFAULT in THEMES


async def test_the_program_runs_in_each_theme_and_in_one_of_textuals(demo: Inbox) -> None:
    async with InboxApp(demo).run_test() as pilot:
        for name in (*THEMES, "textual-light", "ansi-dark"):
            pilot.app.theme = name
            await pilot.pause()
