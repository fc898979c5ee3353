"""Working memories on disk: `.athenaeum-inbox/working/` in the root, which git never sees.

Each agent has a state file, which is replaced whole, and a log, which is only added to. The log
is written first: a row says which state it leads from and to, and one that a kill left without
its state is known by that and counts for nothing.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from inbox.errors import BadUsage, RepositoryRefused, Stale
from inbox.formats.pieces import digest
from inbox.store import files, lock
from inbox.store.place import PATIENCE
from inbox.working import record
from inbox.working.events import LEFT, Event
from inbox.working.state import State

FOLDER = ".athenaeum-inbox"
WORKING = f"{FOLDER}/working"
DEFAULT_AGENT = "agent"

TAIL = 1_000_000
"""Bytes of a log that a listing reads; some hundred turns."""

WHOLE = 64_000_000
"""Bytes of a log that the commands read."""

TURN_PATIENCE = 120.0
"""Seconds that a turn waits for another one of the same agent, which may be asking a model."""

_AGENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True, slots=True)
class Row:
    """What was done at once, as the log has it."""

    turn: int
    at: str
    """When, `YYYY-MM-DDTHH:MM:SSZ`."""

    before: str
    after: str
    """The digest of the state; the same as `before` where nothing was changed."""

    events: tuple[Event, ...]
    said: str = ""
    """The digest of the messages that a turn was about; empty for what a person did."""


def row_of(before: State, after: State, events: Sequence[Event], at: str, said: str = "") -> Row:
    """Return the row that leads from one state to another."""
    return Row(after.turn, at, record.digest(before), record.digest(after), tuple(events), said)


def agents(root: Path) -> tuple[str, ...]:
    """Return the agents that have a working memory or a log here, in order."""
    if files.misplaced(root, WORKING):
        return ()
    try:
        names = [entry.name for entry in os.scandir(root / WORKING)]
    except OSError:
        return ()
    ends = (".log.jsonl", ".json")
    found = {name.removesuffix(end) for name in names for end in ends if name.endswith(end)}
    return tuple(sorted(name for name in found if _named(name)))


def watched(root: Path) -> tuple[str, ...]:
    """Return the files that change with whatever is done to a working memory."""
    return (WORKING, *(f"{WORKING}/{agent}.log.jsonl" for agent in agents(root)))


def _named(agent: str) -> bool:
    # The file names of `x` and of an agent called `x.log` must not meet.
    return bool(_AGENT.fullmatch(agent)) and not agent.endswith((".log", ".turn", ".lock"))


class Shelf:
    """The working memory of one agent."""

    def __init__(self, root: Path, agent: str) -> None:
        if not _named(agent):
            raise BadUsage(
                f"{agent!r} cannot name an agent; it takes letters, digits, `.`, `_` and `-`, 64 "
                "at most, and does not end in .log, .turn or .lock."
            )
        self.root, self.agent = root, agent
        self.path, self.log_path = f"{WORKING}/{agent}.json", f"{WORKING}/{agent}.log.jsonl"

    def load(self) -> State:
        """Return the state; an empty one where there is none yet.

        Raises:
            RepositoryRefused: It cannot be read.
        """
        found = files.look(self.root, self.path)
        if found.problem == files.NOT_THERE:
            return self._first()
        if found.text is None:
            raise RepositoryRefused(f"{self.path}: {found.problem}; nothing was changed.")
        try:
            return record.read(found.text)
        except record.BadRecord as error:
            raise RepositoryRefused(
                f"{self.path}: {error}. Move the file away to begin anew; what it held is in "
                f"{self.log_path} as far as it ever left."
            ) from error

    def _first(self) -> State:
        """Return an empty state that gives no handle again which the log knows."""
        events = [event for row in self._read(WHOLE)[0] for event in row.events]
        numbers = (int(e.handle[1:]) for e in events if re.fullmatch(r"m\d{1,9}", e.handle))
        name = f"athenaeum-inbox:{self.root}:{self.agent}"
        return State(file_id=str(uuid5(NAMESPACE_URL, name)), seq=max(numbers, default=0))

    def turn(self) -> AbstractContextManager[None]:
        """Hold the right to work out the next turn; people may change entries meanwhile.

        Raises:
            Busy: Another turn of this agent takes longer than two minutes.
        """
        return self._held(".turn.lock", "another turn of this agent is at work", TURN_PATIENCE)

    @contextmanager
    def _held(self, suffix: str, busy: str, patience: float) -> Iterator[None]:
        with _disk_spoken_for(self.path):
            self._make_room()
            path = self.root / WORKING / f"{self.agent}{suffix}"
            with lock.held_file(path, busy, patience):
                yield

    def _make_room(self) -> None:
        """Make the folder, hidden from git before anything is in it."""
        for path in (FOLDER, WORKING):
            if problem := files.misplaced(self.root, path):
                raise RepositoryRefused(f"{path}: {problem}; nothing is kept there.")
            folder = self.root / path
            if not folder.is_dir():
                folder.mkdir(mode=0o700, exist_ok=True)
            ignore = self.root / FOLDER / ".gitignore"
            if not ignore.exists():
                files.write(ignore, b"*\n")

    def commit(self, before: State, after: State, row: Row) -> None:
        """Put a new state in the place of the one that was looked at, and log what happened.

        Raises:
            Stale: The state is another one by now; nothing was written.
            Busy: Somebody else is writing.
            RepositoryRefused: The disk said no; the state is as it was.
        """
        with self._held(".lock", "this working memory is being written", PATIENCE):
            if record.digest(self.load()) != record.digest(before):
                raise Stale(self.path)
            files.sweep(self.root / WORKING)
            if not (self.root / self.path).exists():
                # A log without a state is one that was lost; what it gave is not given again.
                self._write(before)
            self._append(row)
            if after != before:
                self._write(after)

    def _write(self, state: State) -> None:
        content = record.render(self.agent, state).encode()
        files.write(self.root / self.path, content, 0o600)

    def _append(self, row: Row) -> None:
        value = {
            "turn": row.turn,
            "at": row.at,
            "before": row.before,
            "after": row.after,
            "said": row.said,
            "events": [record.event_value(event) for event in row.events],
        }
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        descriptor = os.open(self.root / self.log_path, flags, 0o600)
        with os.fdopen(descriptor, "r+b", buffering=0) as file:
            # A row that a kill cut off stays as it is, on a line of its own.
            end = file.seek(0, os.SEEK_END)
            torn = end > 0 and os.pread(descriptor, 1, end - 1) != b"\n"
            content = b"\n" * torn + json.dumps(value).encode() + b"\n"
            while content:
                content = content[file.write(content) or 0 :]
            os.fsync(descriptor)

    def rows(self, limit: int = WHOLE) -> tuple[tuple[Row, ...], int]:
        """Return what was really done, oldest first, and how many lines cannot be read.

        A row whose state was never written is left out: what comes behind it leads on from
        the state that it began with.
        """
        now = record.digest(self.load())
        found, broken = self._read(limit)
        follow = [*(row.before for row in found), now][1:]
        kept = [
            row
            for row, then in zip(found, follow, strict=True)
            if row.before == row.after or then != row.before
        ]
        return tuple(kept), broken

    def _read(self, limit: int) -> tuple[list[Row], int]:
        if files.misplaced(self.root, self.log_path):
            return [], 0
        lines = _tail(self.root / self.log_path, limit).split(b"\n")
        rows = [_row(line) for line in lines if line.strip()]
        return [row for row in rows if row], rows.count(None)

    def left(self, handle: str) -> Event | None:
        """Return how an entry left, with the entry whole; None when none of that name did."""
        for row in reversed(self.rows()[0]):
            for event in row.events:
                if (
                    event.code in LEFT
                    and event.entry
                    and handle in (event.handle, event.entry.uuid)
                ):
                    return event
        return None


@contextmanager
def _disk_spoken_for(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        name = error.filename or path
        raise RepositoryRefused(f"{name}: {error.strerror}. The state is as it was.") from error


def _tail(path: Path, limit: int) -> bytes:
    """Return the last bytes of a file, from the beginning of a line; none where there is none."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return b""
    with os.fdopen(descriptor, "rb") as file:
        size = os.fstat(descriptor).st_size
        file.seek(max(0, size - limit))
        raw = file.read(limit)
    return raw if size <= limit else raw.partition(b"\n")[2]


def _row(line: bytes) -> Row | None:
    try:
        value: Any = json.loads(files.decoded(line))
        events = tuple(map(record.event_of, value["events"]))
        names = ("at", "before", "after")
        at, before, after = (str(value[name]) for name in names)
        return Row(int(value["turn"]), at, before, after, events, str(value.get("said", "")))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def gone(rows: Sequence[Row]) -> tuple[Event, ...]:
    """Return how entries left that were not restored since, the last one first."""
    found: dict[str, Event] = {}
    for row in rows:
        for event in row.events:
            if event.code in LEFT and event.entry:
                found[event.handle] = event
            elif event.code == "restored":
                found.pop(event.detail, None)
    return tuple(reversed(found.values()))


def reviews(agent: str, rows: Sequence[Row]) -> dict[str, tuple[Row, Event]]:
    """Return what waits for a person, by id: the same thing again is the same item."""
    found: dict[str, tuple[Row, Event]] = {}
    for row in rows:
        for event in row.events:
            if event.code == "dismissed":
                found.pop(event.handle, None)
            elif event.level == "review":
                found[review_id(agent, event)] = (row, event)
    return found


def review_id(agent: str, event: Event) -> str:
    """Return the id of an item: `w-` and twelve hex digits."""
    words = event.entry.content if event.entry else event.detail
    # Each failure has words of its own, and an hour without network is still one thing.
    about = () if event.code == "extraction_failed" else (event.handle, words)
    return "w-" + digest("\0".join([agent, event.code, *about]))[:12]
