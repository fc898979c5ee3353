"""A root with one conflict whose sides are whatever a test needs them to be."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inbox.formats.questions import fingerprint
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.conftest import MakeRepo

NOW = datetime(2026, 12, 1, 8, 0, 1, tzinfo=UTC)
MEMORY = "---\nname: {0}\ntype: project\nsource: {1}\n---\n\nSide {0} says so.\n"


def block(a: str, b: str, action: str = "keep_a") -> str:
    one, two = "Side a says so.", "Side b says so."
    named = fingerprint(one, two, "factual")
    return (
        '\n---\n\n## [2026-11-28] Entity: "thing" (from wiki/auto-thing.md)\n- [ ] Which?\n\n'
        f"**Conflict type**: factual\n**Description**: They differ.\nPassage 1: {one}\n"
        f"Passage 2: {two}\nMembers involved: {a}, {b}\n**Proposed resolution**: {action}\n"
        f"**Confidence**: 0.90\n**Rationale**: r\n**Fingerprint**: {named}\n"
    )


Pair = Callable[..., tuple[Inbox, Path]]


@pytest.fixture
def pair(make_repo: MakeRepo) -> Pair:
    """Return a function that makes a knowledge root with a conflict between two files."""

    def made(
        names: tuple[str, str] = ("s/project_a.md", "s/project_b.md"),
        texts: tuple[str | bytes, str | bytes] | None = None,
        more: dict[str, str | bytes] | None = None,
    ) -> tuple[Inbox, Path]:
        a, b = texts or (MEMORY.format("a", "user:ann"), MEMORY.format("b", "claude:s"))
        root = make_repo(
            {
                "athenaeum.yaml": "{}\n",
                f"raw/auto-memory/{names[0]}": a,
                f"raw/auto-memory/{names[1]}": b,
                "wiki/_pending_questions.md": "# Pending Questions\n" + block(*names),
                **(more or {}),
            }
        )
        return Inbox(Repository.open(root), clock=lambda: NOW), root

    return made
