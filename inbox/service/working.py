"""Working memories: the turn of a model, and what a person does to an entry (spec §6 to §9)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from inbox.errors import Refused, Stale
from inbox.formats.pieces import digest
from inbox.formats.transcripts import Message
from inbox.service.extraction import Extractor, Terms, extracted, screen
from inbox.service.past import read_past
from inbox.store import working as shelves
from inbox.store.repository import Repository
from inbox.store.working import DEFAULT_AGENT, Row, Shelf
from inbox.working import hand, record
from inbox.working.events import Event
from inbox.working.operations import Screen
from inbox.working.state import State

TRIES = 5
"""How often a change is worked out anew when somebody else changes the memory meanwhile."""

By = Callable[[State], hand.Done]


@dataclass(frozen=True, slots=True)
class Turn:
    """What an agent's end of turn hands over."""

    messages: tuple[Message, ...]
    number: int | None = None
    """The number of the turn; None counts on, and takes the same messages only once."""

    shown: str = ""
    """The digest of the state that a given reply is about; empty when nobody says."""

    redact: bool = False
    dry: bool = False
    """Whether to write nothing."""

    @property
    def said(self) -> str:
        """The digest of the messages."""
        return digest(json.dumps([[each.role, each.text] for each in self.messages]))


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of a turn, or of what a person did."""

    agent: str
    state: State
    events: tuple[Event, ...]
    changed: bool
    failure: str = ""
    """Why there was no usable reply."""

    @property
    def stale(self) -> bool:
        return any(event.code == "stale_turn" for event in self.events)


class WorkingMemory:
    """The working memory of one agent."""

    def __init__(self, repository: Repository, agent: str, clock: Callable[[], datetime]) -> None:
        self._repository = repository
        self._clock = clock
        self.shelf = Shelf(repository.root, agent or DEFAULT_AGENT)

    @property
    def agent(self) -> str:
        return self.shelf.agent

    def state(self) -> State:
        """Return the state; errors as in `Shelf.load`."""
        return self.shelf.load()

    def rows(self) -> tuple[tuple[Row, ...], int]:
        """Return what was done, oldest first, and how many rows cannot be read."""
        return self.shelf.rows()

    def left(self) -> tuple[Event, ...]:
        """Return what left and was not brought back, newest first."""
        rows, _ = self.shelf.rows()
        return shelves.gone(rows)

    def update(self, turn: Turn, by: Extractor) -> Applied:
        """Work a turn out and store it; a refused reply leaves the state byte for byte.

        Raises:
            Busy: Another turn of this agent is at work, or the memory is being written.
            Stale: The reply is about another state than the present one.
            LimitReached: The run may ask no more.
            RepositoryRefused: The state cannot be read or written.
        """
        if turn.dry:
            return self._turned(turn, by)[0]
        with self.shelf.turn():
            return self._tried(lambda: self._turned(turn, by), turn.said)

    def _turned(self, turn: Turn, by: Extractor) -> tuple[Applied, State]:
        before = self.shelf.load()
        if turn.shown and turn.shown != record.digest(before):
            raise Stale(self.shelf.path)
        number = before.turn + 1 if turn.number is None else turn.number
        if stale := self._replayed(turn, before, number):
            return Applied(self.agent, before, (stale,), changed=False), before
        terms = Terms(self.screen(), turn.redact)
        shown, swept = hand.without(before, terms.screen)
        found = extracted(shown, turn.messages, number, terms, by)
        if found.state is shown:
            return Applied(self.agent, before, found.events, False, found.failure), before
        return Applied(self.agent, found.state, (*swept, *found.events), changed=True), before

    def _replayed(self, turn: Turn, state: State, number: int) -> Event | None:
        """Return why this turn was worked through before: by its number, else by its messages."""
        if turn.number is not None:
            old = number <= state.turn
            words = f"turn {number} after {state.turn}"
            return Event(code="stale_turn", detail=words) if old else None
        rows, _ = self.shelf.rows(shelves.TAIL)
        done = next((row for row in reversed(rows) if row.said and row.after != row.before), None)
        if done is None or done.said != turn.said:
            return None
        return Event(code="stale_turn", detail=f"turn {done.turn} was about the same messages")

    def _tried(self, work: Callable[[], tuple[Applied, State]], said: str = "") -> Applied:
        """Work something out and store it; anew when the memory has changed meanwhile."""
        self._repository.check_writable()
        for left in reversed(range(TRIES)):
            applied, before = work()
            if not applied.changed and not applied.failure and not _to_tell(applied.events):
                return applied
            row = shelves.row_of(before, applied.state, applied.events, self._now(), said)
            try:
                self.shelf.commit(before, applied.state, row)
            except Stale:
                if not left:
                    raise
                continue
            return applied
        raise AssertionError

    def _now(self) -> str:
        return self._clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def screen(self) -> Screen:
        """Return what says why a text may not be stored here."""
        past, _ = read_past(self._repository)
        return screen(past.removals)

    # What a person does.

    def pin(self, handle: str, *, pinned: bool = True, dry: bool = False) -> Applied:
        """Protect an entry, or take the protection away.

        Raises:
            Refused: There is no such entry, or it is so already.
        """
        return self.by_hand(lambda state: hand.pin(state, handle, pinned=pinned), dry=dry)

    def restore(self, handle: str, *, dry: bool = False) -> Applied:
        """Bring back an entry that has left; at the cap the weakest entry goes.

        Raises:
            Refused: Nothing of that name has left, or it may not come back.
        """
        left = self.shelf.left(handle)
        if left is None:
            raise Refused(
                f"nothing called {handle!r} has left; `working log` shows what did, and when."
            )
        return self.by_hand(lambda state: hand.restore(state, left, self.screen()), dry=dry)

    def clear(self, *, dry: bool = False) -> Applied:
        """Let everything leave; it stays in the log.

        Raises:
            Refused: There is nothing.
        """
        return self.by_hand(hand.clear, dry=dry)

    def by_hand(self, change: By, also: Sequence[Event] = (), *, dry: bool = False) -> Applied:
        """Store what a person wants, with more to tell in the log.

        Raises:
            Refused: It cannot be done to this memory.
            Stale, Busy, RepositoryRefused: As in `update`.
        """

        def work() -> tuple[Applied, State]:
            before = self.shelf.load()
            try:
                after, events = change(before)
            except hand.NotSo as error:
                raise Refused(str(error)) from error
            told = (*events, *also)
            return Applied(self.agent, after, told, changed=after != before), before

        return work()[0] if dry else self._tried(work)


def _to_tell(events: Sequence[Event]) -> bool:
    """Whether a turn that changed nothing is worth a row: not one that was only repeated."""
    return any(event.code != "stale_turn" for event in events)


def agents(repository: Repository) -> tuple[str, ...]:
    """Return the agents that have a working memory here."""
    return shelves.agents(repository.root)
