"""The files of a working memory: whole at every instant, one writer, a log that loses nothing."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from inbox.errors import BadUsage, Busy, RepositoryRefused, Stale
from inbox.store import lock
from inbox.store import working as shelves
from inbox.store.working import Shelf
from inbox.working import record
from inbox.working.events import LEFT
from tests.conftest import MakeRepo, git
from tests.working import talk
from tests.working import worlds as w

ROOT = Path(__file__).parents[2]

PLACES: list[tuple[Any, str]] = [
    (os, "open"),
    (os, "fsync"),
    (os, "fchmod"),
    (os, "pread"),
    (Path, "replace"),
    (Path, "unlink"),
    (Path, "mkdir"),
    (tempfile, "mkstemp"),
    (lock, "_sign"),
]
"""Every call by which an update reaches the disk, but the write of the log's row itself."""


@pytest.fixture
def root(make_repo: MakeRepo) -> Path:
    return make_repo({"project_a.md": "---\nname: a\n---\n\nA.\n"})


def everything(root: Path) -> dict[str, tuple[bytes, int]]:
    folder = root / shelves.WORKING
    return {
        file.name: (file.read_bytes(), stat.S_IMODE(file.stat().st_mode))
        for file in sorted(folder.iterdir())
        if not file.name.endswith(".lock")
    }


def test_the_files_are_the_owners_alone_and_git_never_sees_them(root: Path) -> None:
    talk.turned(talk.opened(root), w.add("x"))
    assert git(root, "status", "--porcelain", "--untracked-files=all") == ""
    assert {mode for _, mode in everything(root).values()} == {0o600}
    assert stat.S_IMODE((root / shelves.FOLDER).stat().st_mode) == 0o700


def test_a_memory_is_read_back_as_it_was_written(root: Path) -> None:
    made = talk.turned(talk.opened(root), w.add("x"), w.add("y", 1, "tool"), active_goal="G")
    state = talk.opened(root).state()
    assert state == made.state
    assert record.read(record.render("ada", state)) == state
    raw = json.loads((root / shelves.WORKING / "ada.json").read_text())
    assert raw["digest"] == record.digest(state)


def test_a_file_that_is_no_memory_is_refused_and_stays(root: Path) -> None:
    talk.turned(talk.opened(root), w.add("x"))
    file = root / shelves.WORKING / "ada.json"
    for text in ("{", "[]", '{"schema": 9}', file.read_text().replace('"seq": 1', '"seq": 0')):
        file.write_text(text)
        with pytest.raises(RepositoryRefused, match=r"ada\.json"):
            talk.turned(talk.opened(root), w.add("y"))
        assert file.read_text() == text


def test_a_lost_state_begins_anew_and_gives_no_handle_twice(root: Path) -> None:
    talk.turned(talk.opened(root), w.add("x"), w.add("y"))
    (root / shelves.WORKING / "ada.json").unlink()
    made = talk.turned(talk.opened(root), w.add("z"), text="after")
    assert [entry.id for entry in made.state.entries] == ["m3"]


@pytest.mark.parametrize("name", ["../x", "", ".x", "x.log", "x/y", "x.lock", "a" * 65, "x\n"])
def test_a_name_that_could_be_another_file_is_refused(root: Path, name: str) -> None:
    with pytest.raises(BadUsage, match="cannot name an agent"):
        Shelf(root, name)


def test_a_link_in_place_of_the_folder_or_the_file_is_not_followed(
    root: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (root / shelves.FOLDER).symlink_to(elsewhere)
    with pytest.raises(RepositoryRefused, match="symbolic link"):
        talk.turned(talk.opened(root), w.add("x"))
    assert list(elsewhere.iterdir()) == []
    (root / shelves.FOLDER).unlink()
    talk.turned(talk.opened(root), w.add("x"))
    log = root / shelves.WORKING / "ada.log.jsonl"
    log.unlink()
    log.symlink_to(elsewhere / "log")
    with pytest.raises(RepositoryRefused):
        talk.turned(talk.opened(root), w.add("y"), text="more")
    assert list(elsewhere.iterdir()) == []


def test_the_log_has_everything_that_left_and_a_torn_row_is_counted(root: Path) -> None:
    memory = talk.opened(root)
    talk.turned(memory, *(w.add(f"fact {n}", 0.5) for n in range(15)))
    talk.turned(memory, w.add("more", 0.9), w.delete("m9"))
    with (root / shelves.WORKING / "ada.log.jsonl").open("ab") as file:
        file.write(b'{"turn": 3, "at": "2026')
    talk.turned(memory, w.add("even more", 0.9))
    rows, broken = memory.rows()
    assert broken == 1
    gone = {e.handle: e for row in rows for e in row.events if e.code in LEFT}
    assert {*gone} == {"m9", "m1"}
    assert all(event.entry and event.entry.content for event in gone.values())
    assert [row.turn for row in rows] == [1, 2, 3]


def test_a_writer_that_looked_at_another_state_is_refused(root: Path) -> None:
    memory = talk.opened(root)
    talk.turned(memory, w.add("x"))
    old = memory.state()
    memory.pin("m1")
    row = shelves.row_of(old, old, (), "now")
    before = everything(root)
    with pytest.raises(Stale, match="changed since you looked"):
        memory.shelf.commit(old, old, row)
    assert everything(root) == before


def test_who_writes_is_named_when_another_one_wants_to(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelves, "PATIENCE", 0.1)
    memory = talk.opened(root)
    talk.turned(memory, w.add("x"))
    with (
        lock.held_file(root / shelves.WORKING / "ada.lock", "x"),
        pytest.raises(Busy, match=rf"being written: held by pid {os.getpid()}"),
    ):
        memory.pin("m1")


# A kill at any instant.


def _killed_at(at: int, *, behind: bool, work: Callable[[], object]) -> bool:
    """Run in a child that dies at the call of that number; return whether it came to that."""
    pid = os.fork()
    if pid == 0:
        count = 0

        def dying(real: Callable[..., Any]) -> Callable[..., Any]:
            def call(*args: Any, **names: Any) -> Any:
                nonlocal count
                count += 1
                mine = count
                if mine == at and not behind:
                    os.kill(os.getpid(), signal.SIGKILL)
                result = real(*args, **names)
                if mine == at:
                    os.kill(os.getpid(), signal.SIGKILL)
                return result

            return call

        for owner, name in PLACES:
            setattr(owner, name, dying(getattr(owner, name)))
        try:
            work()
        finally:
            os._exit(0)
    _, status = os.waitpid(pid, 0)
    return os.WIFSIGNALED(status)


def _kill_points(work: Callable[[], object], reset: Callable[[], object]) -> Iterator[str]:
    for behind in (False, True):
        at = 1
        while True:
            reset()
            if not _killed_at(at, behind=behind, work=work):
                break
            yield f"{'behind' if behind else 'before'} call {at}"
            at += 1


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("first", [True, False])
def test_a_kill_at_any_write_leaves_the_turn_whole_or_not_there(root: Path, first: bool) -> None:
    folder = root / shelves.FOLDER

    def reset() -> None:
        subprocess.run(["rm", "-rf", str(folder)], check=True)
        if not first:
            talk.turned(talk.opened(root), *(w.add(f"fact {n}", 0.5) for n in range(15)))

    def work() -> None:
        talk.turned(talk.opened(root), w.add("strong", 0.9), active_goal="G", text="the turn")

    reset()
    before = talk.opened(root).state()
    work()
    after, tried = talk.opened(root).state(), 0
    for point in _kill_points(work, reset):
        tried += 1
        memory = talk.opened(root)
        found = memory.state()
        assert found in (before, after), point
        rows, broken = memory.rows()
        assert broken == 0, point
        # What is not in the state is not told either, and what is in it is told once.
        turns = [row.turn for row in rows]
        assert turns == [*range(1, found.turn + 1)], point
        work()
        memory = talk.opened(root)
        assert memory.state() == after, point
        assert [row.turn for row in memory.rows()[0]] == [*range(1, after.turn + 1)], point
        assert not [name for name in everything(root) if name.endswith(".inbox-tmp")], point
    print(f"{tried} kill points of an update, all whole")
    assert tried > 20


UPDATE = """
import sys
from pathlib import Path
from tests.working import talk, worlds as w
memory = talk.opened(Path(sys.argv[1]))
talk.turned(memory, w.add(f"fact of {sys.argv[2]}", 0.9), text=sys.argv[2])
"""


def test_eight_updates_at_the_same_time_come_one_after_the_other(root: Path) -> None:
    running = [
        subprocess.Popen([sys.executable, "-c", UPDATE, str(root), str(n)], cwd=ROOT)
        for n in range(8)
    ]
    assert [each.wait(120) for each in running] == [0] * 8
    memory = talk.opened(root)
    state = memory.state()
    assert (state.turn, len(state.entries), state.seq) == (8, 8, 8)
    rows, broken = memory.rows()
    assert broken == 0
    assert [row.turn for row in rows] == [*range(1, 9)]
    chain = [(row.before, row.after) for row in rows]
    assert all(one[1] == other[0] for one, other in pairwise(chain))
    assert len({row.said for row in rows}) == 8
