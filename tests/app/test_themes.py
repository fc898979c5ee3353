"""Themes are complete, and their text can be read (WCAG 2 contrast of at least 4.5)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.color import Color as TerminalColor
from textual.color import Color
from textual.command import CommandList
from textual.strip import Strip
from textual.theme import Theme

from inbox.app.application import InboxApp
from inbox.app.themes import DEFAULT, VARIABLES, folder, own_themes, problems, themes
from inbox.config import Config
from inbox.service import Inbox
from tests.app.driver import Driver, driving

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


# What a deuteranope sees of red, green and blue (Viénot, Brettel and Mollon 1999), on linear
# light; and how far apart two such colours have to be to be told from each other.
DEUTERANOPIA = ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0))
APART = 0.25
PAIRS = (("line-add", "line-del"), ("success", "error"), ("success", "warning"))


def seen(colour: str) -> tuple[float, ...]:
    parts = [(part / 255) ** 2.2 for part in Color.parse(colour).rgb]
    rows = [sum(a * b for a, b in zip(row, parts, strict=True)) for row in DEUTERANOPIA]
    return tuple(max(0.0, row) ** (1 / 2.2) for row in rows)


@pytest.mark.parametrize("pair", PAIRS)
def test_the_safe_theme_does_not_rest_on_red_against_green(pair: tuple[str, str]) -> None:
    colours = text_colours(THEMES["inbox-safe"])
    one, other = (seen(colours[name]) for name in pair)
    assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > APART


def test_the_theme_of_high_contrast_has_seven_to_one() -> None:
    theme = THEMES["inbox-contrast"]
    for value in text_colours(theme).values():
        assert contrast(value, str(theme.background)) >= 7
        assert contrast(value, str(theme.panel)) >= 7
    assert contrast(theme.variables["rule"], str(theme.background)) >= 3


async def test_the_sixteen_colours_of_a_terminal_are_its_own(demo: Inbox) -> None:
    for name in ("ansi-dark", "ansi-light"):
        async with driving(demo, config=Config(theme=name)) as driver:
            await driver.on("deploy-from-main")
            drawn = {part for strip in strips(driver) for part in colours_of(strip)}
            assert all(color.triplet is None for color in drawn)
            assert "deploy-from-main" in told_apart(driver, "reverse")
            assert "dome-wind-limit" not in told_apart(driver, "reverse")
            light = {"yellow", "cyan", "bright_black"}
            assert name == "ansi-dark" or not {color.name for color in drawn} & light


async def test_without_colours_the_chosen_row_is_reversed(
    demo: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    for theme in ("", "inbox-light", "ansi-dark"):
        async with driving(demo, config=Config(theme=theme)) as driver:
            await driver.on("deploy-from-main")
            assert {c.name for strip in strips(driver) for c in colours_of(strip)} == {"default"}
            assert "deploy-from-main" in told_apart(driver, "reverse")
            assert "dome-wind-limit" not in told_apart(driver, "reverse")
            await driver.press("ctrl+p")
            await driver.until(lambda: driver.pilot.app.screen.query_one(CommandList).option_count)
            await driver.press("down")
            await driver.until(lambda: told_apart(driver, "underline").strip())
            assert {c.name for strip in strips(driver) for c in colours_of(strip)} == {"default"}


def strips(driver: Driver) -> list[Strip]:
    return list(driver.pilot.app.screen._compositor.render_strips())


def colours_of(strip: Strip) -> Iterator[TerminalColor]:
    for _, style, _ in strip:
        yield from (c for c in (style and style.color, style and style.bgcolor) if c)


def told_apart(driver: Driver, how: str) -> str:
    drawn = (segment for strip in strips(driver) for segment in strip)
    return "".join(text for text, style, _ in drawn if style and getattr(style, how))


BROKEN = {
    "nothing": ("", "a theme needs at least `primary`"),
    "no-toml": ("primary = ", "1: is not TOML here"),
    "unknown": ('primary = "#fff"\n\npirmary = "#000"', "3: there is no colour `pirmary`"),
    "no-colour": ('primary = "#fff"\nsurface = "bleu-ish"', "2: `surface` has to be a colour"),
    "variable": (
        'primary = "#fff"\n[variables]\nteir-1 = "#fff"',
        "3: there is no colour `teir-1`; did you mean `tier-1`?",
    ),
    "dark": ('primary = "#fff"\ndark = "yes"', "2: `dark` has to be true or false"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_theme_of_ones_own_is_left_out_and_named(name: str, tmp_path: Path) -> None:
    text, problem = BROKEN[name]
    (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    assert list(own_themes(tmp_path)) == []
    said = str(next(iter(problems(Config(), tmp_path))))
    assert said.startswith(f"{tmp_path}/{name}.toml:")
    assert problem in said


async def test_a_theme_of_ones_own_is_used(demo: Inbox, tmp_path: Path) -> None:
    text = 'primary = "#ff00ff"\n[variables]\ntier-1 = "ansi_blue"\n'
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    config = Config(theme="mine")
    assert list(problems(config, tmp_path)) == []
    async with InboxApp(demo, config, tmp_path).run_test() as pilot:
        assert pilot.app.theme == "mine"
        assert pilot.app.theme_variables["tier-1"] == "ansi_blue"
        assert pilot.app.theme_variables["tier-2"] == VARIABLES["tier-2"]


def test_a_theme_that_is_not_there_is_named_with_the_nearest() -> None:
    [said] = map(str, problems(Config(theme="inbox-drak"), Path("/nowhere")))
    assert said == "theme: there is no theme `inbox-drak`; did you mean `inbox-dark`?"


async def test_a_setting_beats_the_theme_that_the_environment_names(
    demo: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXTUAL_THEME", "nord")
    async with InboxApp(demo, Config(theme="inbox-light")).run_test() as pilot:
        assert pilot.app.theme == "inbox-light"
