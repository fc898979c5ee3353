"""The reviewer's snoozes of one root, and athenaeum's own; never in the repository."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from inbox.errors import Refused, RepositoryRefused
from inbox.formats.pieces import digest
from inbox.policy.dates import moment_of
from inbox.policy.snoozing import Snooze
from inbox.store import files, state

MOST = 10_000
"""Items that can be snoozed in one root."""

SCHEMA = 1

Snoozes = dict[str, Snooze]


class SnoozeFile:
    """One file for a root, named by a digest of the root's path."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._path = state.folder() / f"snoozes-{digest(str(root))}.json"
        self.problem = ""
        """A sentence about a file that could not be read and is set aside."""

    def read(self) -> Snoozes:
        """Return what is snoozed, by id; a broken file is set aside and says nothing."""
        found = files.look(self._path.parent, self._path.name)
        if found.text is None:
            if found.problem != files.NOT_THERE:
                self._set_aside(found.problem)
            return {}
        try:
            return _parsed(found.text)
        except (ValueError, TypeError, LookupError, RecursionError):
            self._set_aside("it is no list of snoozes")
            return {}

    def _set_aside(self, why: str) -> None:
        aside = self._path.with_name(f"{self._path.name}.broken")
        try:
            self._path.replace(aside)
        except OSError as error:
            self.problem = f"{self._path}: {why}, and it cannot be set aside: {error.strerror}."
        else:
            self.problem = f"{self._path}: {why}; it is set aside as {aside.name}, all wait again."

    def update(self, change: Callable[[Snoozes], Snoozes], now: datetime) -> None:
        """Replace what is snoozed by what `change` makes of it; what has ended is dropped.

        Raises:
            Refused: More would be snoozed than are kept.
            RepositoryRefused: The disk says no; what was snoozed is as it was.
        """
        try:
            with self._locked():
                kept = {k: s for k, s in change(self.read()).items() if s.until > now}
                if len(kept) > MOST:
                    raise Refused(f"more than {MOST} items would be snoozed; decide some instead.")
                files.write(self._path, _rendered(self._root, kept), 0o600)
        except OSError as error:
            raise RepositoryRefused(
                f"{error.filename or self._path}: {error.strerror}; no snooze was changed."
            ) from error

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the folder's own lock, so that two terminals lose no snooze of each other."""
        import fcntl  # not on every platform, as in `lock`

        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        descriptor = os.open(self._path.parent / "snoozes.lock", flags, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


def _rendered(root: Path, snoozes: Snoozes) -> bytes:
    rows = [{"id": s.id, "until": s.until.isoformat(), "text": s.text} for s in snoozes.values()]
    value = {"schema": SCHEMA, "root": str(root), "snoozed": rows}
    return f"{json.dumps(value, indent=1)}\n".encode()


def _parsed(text: str) -> Snoozes:
    value = json.loads(text)
    if value["schema"] != SCHEMA:
        raise ValueError(value["schema"])
    return {row["id"]: _row(row) for row in value["snoozed"]}


def _row(row: dict[str, str]) -> Snooze:
    until = datetime.fromisoformat(row["until"])
    if until.tzinfo is None or not isinstance(row["text"], str):
        raise ValueError(row)
    return Snooze(row["id"], until, row["text"])


def athenaeum_rests_until() -> datetime | None:
    """Return the time in athenaeum's own stamp, past or to come; None without a readable one.

    Its session hook reads `%Y-%m-%dT%H:%M:%SZ` there and asks no pending question before.
    """
    folder = Path.home() / ".cache" / "athenaeum"
    text = files.look(folder, "pending-questions-snoozed-until").text
    moment = moment_of(text) if text else None
    return moment.first if moment else None
