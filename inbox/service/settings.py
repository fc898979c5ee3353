"""The settings that hold: flag, environment, the repository's file, the person's own file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from inbox.config import Config, Layer, Problem, from_environment, merged, parsed, unknown
from inbox.errors import BadFilter, BadSettings
from inbox.policy.filters import parse
from inbox.policy.ordering import ORDERS, known
from inbox.store import files
from inbox.store.files import Found
from inbox.store.settings import (
    REPOSITORY_FILE,
    own_file,
    own_text,
    repository_text,
)
from inbox.store.state import folder as state_folder

__all__ = ["MOST_FILTERS", "REPOSITORY_FILE", "Settings", "read", "refuse", "state_folder"]

MOST_FILTERS = 31
"""Saved filters: the menu has no more keys."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings, and what is wrong with the places they come from."""

    config: Config
    own_file: Path
    problems: tuple[Problem, ...] = ()
    ignored: tuple[Problem, ...] = ()

    @property
    def themes(self) -> Path:
        """The folder of the person's own themes."""
        return self.own_file.parent / "themes"


def read(environment: Mapping[str, str], root: Path | None, flags: Layer) -> Settings:
    """Return the settings for a root; nothing raises, what is wrong is in the answer."""
    own = own_file(environment)
    found = own_text(own)
    if found.problem == files.NOT_THERE and environment.get("ATHENAEUM_INBOX_CONFIG"):
        found = Found(None, "is not there, and ATHENAEUM_INBOX_CONFIG names it")
    layers = [flags, from_environment(environment)]
    if root is not None:
        path = str(root / REPOSITORY_FILE)
        layers.append(_layer(repository_text(root), path, own=False))
    layers.append(_layer(found, str(own), own=True))
    problems = [problem for layer in layers for problem in layer.problems]
    ignored = [problem for layer in layers for problem in layer.ignored]
    config = merged(layers)
    problems += _wrong(config)
    return Settings(config, own, tuple(problems), tuple(ignored))


def _wrong(config: Config) -> Iterator[Problem]:
    """Yield the values that have no meaning: a reviewer, an order, the filters."""
    if config.reviewer and not config.author:
        what = f"{config.reviewer!r} is no reviewer; write `Name` or `Name <address>`"
        yield config.problem("reviewer", what)
    if config.order and not known(config.order):
        yield config.problem("order", unknown("order", config.order, ORDERS))
    for place, (name, said) in enumerate(config.filters.items()):
        try:
            parse(said.text)
        except BadFilter as error:
            yield Problem(said.place.path, said.place.line, f"`filters.{name}`: {error}")
        if place == MOST_FILTERS:
            what = f"these are more than {MOST_FILTERS} filters, which the menu has no keys for"
            yield Problem(said.place.path, said.place.line, what)


def _layer(found: Found, path: str, *, own: bool) -> Layer:
    if found.text is not None:
        return parsed(found.text, path, own=own)
    if found.problem == files.NOT_THERE:
        return Layer()
    return Layer(problems=(Problem(path, 0, found.problem),))


def refuse(problems: tuple[Problem, ...] | list[Problem]) -> None:
    """Raise BadSettings when there are problems: the first, and how many more."""
    if problems:
        more = f"; {len(problems) - 1} more" if len(problems) > 1 else ""
        raise BadSettings(f"{problems[0]}{more} (`athenaeum-inbox config check` lists all).")
