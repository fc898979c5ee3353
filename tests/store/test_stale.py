"""A decision holds for what the person looked at, and for nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.errors import Stale
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.store import builders as b


@pytest.fixture
def looked_at(make_repo: MakeRepo) -> Path:
    return make_repo({"port.md": b.PORT, "side.md": "s\n"})


TEXTS: b.Texts = {
    "port.md": (b.PORT, b.PORT_NEW),
    "side.md": ("s\n", "s\n"),
    "none.md": (None, None),
}


@pytest.mark.parametrize("elsewhere", [True, False], ids=["committed", "not committed"])
@pytest.mark.parametrize("path", ["side.md", "none.md", "port.md"])
def test_a_member_that_changed_refuses_the_decision(
    looked_at: Path, path: str, *, elsewhere: bool
) -> None:
    change = b.change(TEXTS, seen=("side.md", "none.md", "port.md"))
    with (looked_at / path).open("a") as file:
        file.write("An agent wrote this.\n")
    if elsewhere:
        git(looked_at, "add", "-A")
        git(looked_at, "commit", "-q", "-m", "an agent")
    before = b.everything(looked_at)
    with pytest.raises(Stale, match=rf"{path} changed since you looked") as caught:
        Repository.open(looked_at).apply(change)
    assert b.everything(looked_at) == before
    assert caught.value.exit_status == 3
    assert b.leftovers(looked_at) == []


def test_a_member_that_is_gone_refuses_the_decision(looked_at: Path) -> None:
    change = b.change(TEXTS, seen=("side.md",))
    (looked_at / "side.md").unlink()
    with pytest.raises(Stale):
        Repository.open(looked_at).apply(change)


def test_a_member_that_became_a_link_refuses_the_decision(looked_at: Path) -> None:
    change = b.change(TEXTS, seen=("side.md",))
    (looked_at / "side.md").rename(looked_at / "moved.md")
    (looked_at / "side.md").symlink_to("moved.md")
    with pytest.raises(Stale):
        Repository.open(looked_at).apply(change)


def test_a_piece_that_changed_refuses_a_decision_without_a_look(looked_at: Path) -> None:
    change = b.change({"port.md": (b.PORT, b.PORT_NEW)})
    (looked_at / "port.md").write_text(b.PORT.replace("4711", "4700"))
    before = b.everything(looked_at)
    with pytest.raises(Stale):
        Repository.open(looked_at).apply(change)
    assert b.everything(looked_at) == before


def test_another_file_and_another_piece_may_move_on(looked_at: Path) -> None:
    change = b.change({"port.md": (b.PORT, b.PORT_NEW)})
    (looked_at / "port.md").write_text(b.PORT.replace("name: port\n", "name: port\ntype: fact\n"))
    (looked_at / "side.md").write_text("other\n")
    Repository.open(looked_at).apply(change)
    assert b.committed(looked_at, "port.md") == b.PORT_NEW.replace(
        "name: port\n", "name: port\ntype: fact\n"
    )
