"""What an agent wrote in the instant of a decision outlives a kill (design R17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from inbox.errors import Stale
from inbox.store import swap
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.kills.conftest import Tell
from tests.kills.deeds import DECISION
from tests.kills.points import afresh, dying, killed
from tests.store import builders as b

SAID = "An agent says so.\n"
OTHER = "---\nname: port\n---\nAnother text.\n"
OLD = {"port.md": b.PORT, "old.md": b.OLD}

# An agent's own calls are no instants of ours: they go round what is watched.
opened, moved, made = Path.open, Path.replace, Path.mkdir


def appended(file: Path) -> None:
    with opened(file, "a") as old:
        old.write(SAID)


def replaced(file: Path) -> None:
    new = file.with_name("agent.tmp")
    with opened(new, "w") as other:
        other.write(OTHER)
    moved(new, file)


Write = Callable[[Path], None]
WRITERS: dict[str, tuple[Write, Callable[[str], str]]] = {
    "appends": (appended, lambda old: old + SAID),
    "replaces": (replaced, lambda _: OTHER),
}


@contextmanager
def agent(file: Path, write: Write) -> Iterator[None]:
    """Let an agent write to a file after our last look at it and before it is moved."""
    wrote = file.parent.with_name("wrote")

    def first(real: Callable[..., Any]) -> Callable[..., Any]:
        def told(*args: Any) -> Any:
            if file in args and not wrote.exists():
                write(file)
                made(wrote)
            return real(*args)

        return told

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(swap, "exchange", first(swap.exchange))
        patch.setattr(Path, "rename", first(Path.rename))
        yield


def kept(root: Path, name: str, after: Callable[[str], str], at: str) -> None:
    """Start anew; what the agent wrote is there."""
    Repository.open(root).recover()
    assert root.with_name("wrote").exists()
    assert (root / name).read_text() == after(OLD[name]), at
    assert all(path.startswith(".git/") for path in b.leftovers(root)), at
    assert [*root.rglob("*.inbox-kept")] == [], at


@pytest.mark.parametrize("act", WRITERS)
@pytest.mark.parametrize("name", OLD)
def test_what_an_agent_wrote_in_that_instant_outlives_a_kill(
    make_repo: MakeRepo, every: range, tell: Tell, name: str, act: str
) -> None:
    root = DECISION.make(make_repo)
    head = git(root, "rev-parse", "HEAD")
    deed, (write, after) = DECISION.ready(root, DECISION.parts), WRITERS[act]

    def refused() -> None:
        with agent(root / name, write), suppress(Stale):
            deed()

    points = 0
    wrote = root.with_name("wrote")
    for number in afresh(root, every):
        lived = not killed(refused, number, wrote.exists)
        kept(root, name, after, f"kill point {number}")
        assert git(root, "rev-parse", "HEAD") == head
        if lived:
            break
        points += 1
        wrote.rmdir()
    assert points > 5
    tell("kill points beside an agent", points)


@pytest.mark.parametrize("act", WRITERS)
@pytest.mark.parametrize("name", OLD)
def test_a_recovery_that_is_killed_keeps_it_too(
    make_repo: MakeRepo, every: range, tell: Tell, name: str, act: str
) -> None:
    root = DECISION.make(make_repo)
    deed, (write, after) = DECISION.ready(root, DECISION.parts), WRITERS[act]
    real = swap.exchange if name == "port.md" else Path.rename

    def moved_and_killed() -> None:
        owner, called = (swap, "exchange") if name == "port.md" else (Path, "rename")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(owner, called, dying(real, lambda *args: root / name in args))
            with agent(root / name, write):
                deed()

    assert killed(moved_and_killed, 0)
    points = 0
    for number in afresh(root, every):
        lived = not killed(lambda: Repository.open(root).recover(), number)
        kept(root, name, after, f"kill point {number} of the recovery")
        if lived:
            break
        points += 1
    tell("kill points of a recovery", points)
