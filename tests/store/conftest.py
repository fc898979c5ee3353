"""The repository most of these tests decide in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeRepo
from tests.store.builders import FILES, with_foreign_work


@pytest.fixture
def root(make_repo: MakeRepo) -> Path:
    """A repository whose person has staged, half staged, changed and removed files."""
    return with_foreign_work(make_repo(FILES))
