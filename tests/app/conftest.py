"""Screens under test: the demo on a fixed day, and goldens in `goldens/screens`."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
import pytest_textual_snapshot as plugin  # type: ignore[import-untyped]

from inbox.demo import files
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.conftest import MakeRepo

SCREENS = Path(__file__).parents[2] / "goldens" / "screens"
NOW = datetime(2026, 12, 1, 3, 4, 5, tzinfo=UTC)
_ELSEWHERE = re.compile(r"\s*(@font-face \{.*?\}|<!-- Generated .*? -->)", re.DOTALL)


class GoldenScreen(plugin.SVGImageExtension):  # type: ignore[misc]
    """A screen as SVG, without the addresses of other people's servers."""

    @classmethod
    def dirname(cls, *, test_location: Any) -> str:  # noqa: ARG003
        return str(SCREENS)

    def serialize(self, *args: Any, **kwargs: Any) -> str:
        return _ELSEWHERE.sub("", super().serialize(*args, **kwargs))


# The plugin's fixture looks the class up by this name when a test runs.
plugin.SVGImageExtension = GoldenScreen


Opened = Callable[[Path], Inbox]


@pytest.fixture
def opened() -> Opened:
    """Return a function that opens an inbox whose clock stands still."""

    def at(root: Path) -> Inbox:
        return Inbox(Repository.open(root), clock=lambda: NOW)

    return at


@pytest.fixture
def demo(make_repo: MakeRepo, opened: Opened) -> Inbox:
    """Return the inbox of a fresh demo."""
    return opened(make_repo(dict(files(date(2026, 12, 1)))))
