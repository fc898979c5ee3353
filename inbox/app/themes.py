"""Themes: one TOML file each, in `themes/` of the checkout or beside this file when installed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from textual.theme import Theme

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


def folder() -> Path:
    """Return where the theme files are."""
    installed = Path(__file__).parent / "themes"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "themes"


def themes() -> Iterator[Theme]:
    """Yield our themes, in order of their file names."""
    for file in sorted(folder().glob("*.toml")):
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        variables = {**VARIABLES, **table.pop("variables", {})}
        yield Theme(name=file.stem, variables=variables, **table)
