"""Themes: one TOML file each, ours and those of the person's own settings folder."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from textual.color import Color, ColorParseError
from textual.theme import BUILTIN_THEMES, Theme

from inbox.config import Config, Problem, lines_of, not_toml, unknown

DEFAULT = "inbox-dark"

VARIABLES = {
    "tier-1": "#e6b450",
    "tier-2": "#d2a6ff",
    "tier-3": "#73b8ff",
    "tier-4": "#59c2a8",
    "tier-5": "#7fd962",
    "tier-6": "#b8bfc9",
    "tier-7": "#9aa5b1",
    "tier-8": "#8d96a3",
    "tier-9": "#d68a8a",
    "word-mark": "#ffd173",
    "line-add": "#7fd962",
    "line-del": "#f28779",
    "text-dim": "#8d96a3",
    "rule": "#3d4752",
}
"""What our own styles need; a theme of Textual's that lacks them gets these."""

ANSI_DARK = {
    "tier-1": "ansi_yellow",
    "tier-2": "ansi_magenta",
    "tier-3": "ansi_cyan",
    "tier-4": "ansi_cyan",
    "tier-5": "ansi_green",
    "tier-6": "ansi_default",
    "tier-7": "ansi_default",
    "tier-8": "ansi_default",
    "tier-9": "ansi_red",
    "word-mark": "ansi_yellow",
    "line-add": "ansi_green",
    "line-del": "ansi_red",
    "text-dim": "ansi_default",
    "rule": "ansi_bright_black",
}
"""The same in the sixteen colours of a dark terminal.

Bright black is the background itself in some palettes, so no text is drawn in it.
"""

ANSI_LIGHT = ANSI_DARK | {
    "tier-1": "ansi_blue",
    "tier-3": "ansi_blue",
    "tier-4": "ansi_default",
    "word-mark": "ansi_magenta",
    "rule": "ansi_white",
}
"""And of a light one, where yellow and cyan cannot be read."""

COLOURS = (
    *("primary", "secondary", "accent", "foreground", "background", "surface", "panel"),
    *("success", "warning", "error"),
)
LARGEST = 32 * 1024
"""Bytes of a theme file; more is none."""


def folder() -> Path:
    """Return where our theme files are: in the checkout, or beside this file when installed."""
    installed = Path(__file__).parent / "themes"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "themes"


def themes() -> Iterator[Theme]:
    """Yield our themes, in order of their file names."""
    for file in sorted(folder().glob("*.toml")):
        yield _theme(file.stem, tomllib.loads(file.read_text(encoding="utf-8")))


def own_themes(own: Path | None) -> Iterator[Theme]:
    """Yield the person's own themes; a broken one is left out, and `problems` names it."""
    for file in _own_files(own):
        table = _read(file)
        if isinstance(table, dict):
            yield _theme(file.stem, table)


def _own_files(own: Path | None) -> list[Path]:
    return sorted(own.glob("*.toml")) if own is not None else []


def _theme(name: str, table: dict[str, Any]) -> Theme:
    variables = {**VARIABLES, **table.pop("variables", {})}
    return Theme(name=name, variables=variables, **table)


def problems(config: Config, own: Path) -> Iterator[Problem]:
    """Yield what is wrong with the person's own themes, and a theme that is not there."""
    names = [*(theme.name for theme in themes()), *BUILTIN_THEMES]
    for file in _own_files(own):
        names.append(file.stem)
        if isinstance(found := _read(file), list):
            yield from found
    if config.theme and config.theme not in names:
        yield config.problem("theme", unknown("theme", config.theme, names))


def _read(file: Path) -> dict[str, Any] | list[Problem]:
    """Return the table of a theme file, or what is wrong with it."""
    path = str(file)
    try:
        with file.open("rb") as opened:
            text = opened.read(LARGEST).decode()
    except OSError as error:
        return [Problem(path, 0, f"cannot be read: {error.strerror}")]
    except UnicodeDecodeError as error:
        return [Problem(path, 0, f"is not UTF-8: byte {error.start} cannot be read")]
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return [not_toml(str(error), text, path)]
    lines = lines_of(text)
    return [Problem(path, lines.get(names, 1), what) for names, what in _wrong(table)] or table


def _wrong(table: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what is wrong in a theme: the name of the value, and a sentence."""
    if "primary" not in table:
        yield (), "a theme needs at least `primary`"
    if not isinstance(table.get("dark", True), bool):
        yield ("dark",), "`dark` has to be true or false"
    variables = table.get("variables", {})
    if not isinstance(variables, dict):
        yield ("variables",), "`variables` has to be a table"
        variables = {}
    own = {name: value for name, value in table.items() if name not in ("dark", "variables")}
    yield from _wrong_colours(own, (*COLOURS, "dark", "variables"))
    for names, what in _wrong_colours(variables, (*VARIABLES,)):
        yield ("variables", *names), what


def _wrong_colours(
    table: dict[str, Any], known: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str]]:
    for name, value in table.items():
        if name not in known:
            yield (name,), unknown("colour", name, known)
        elif not _is_colour(value):
            yield (name,), f'`{name}` has to be a colour, like "#1f2730" or "ansi_blue"'


def _is_colour(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(Color.parse(value))
    except ColorParseError:
        return False
