"""The verbs: what the screen and the commands call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import date, datetime
from pathlib import Path

from inbox.config import Config
from inbox.domain import decision as d
from inbox.domain.batch import Outcome, Planned, Refusal
from inbox.domain.edit import Change
from inbox.domain.history import Event
from inbox.domain.item import (
    Conflict,
    Counts,
    Item,
    Lone,
    Pending,
    Review,
    Snoozed,
    ids_of,
    kind_of,
)
from inbox.domain.outcome import Done, Entry, Finding, Preview
from inbox.domain.position import Position
from inbox.domain.record import Checked
from inbox.errors import Refused
from inbox.formats.pieces import digest
from inbox.policy.explained import Explained, explain
from inbox.policy.filters import Filter, matches
from inbox.policy.refusals import why_not
from inbox.policy.snoozing import until
from inbox.service import auditing, batch, doctor, proposals
from inbox.service.batch import DecisionFor, Progress, Stop
from inbox.service.candidates import Filing
from inbox.service.counting import counted, quiet
from inbox.service.finding import Finder
from inbox.service.gathering import Reader
from inbox.service.history import history, never
from inbox.service.past import read_past
from inbox.service.pending import pending
from inbox.service.planning import Planner
from inbox.service.promoting import Promoting
from inbox.service.reviews import Reviewing
from inbox.service.snoozing import Snoozing
from inbox.service.working import WorkingMemory, agents
from inbox.store.git import Author
from inbox.store.positions import PositionFile
from inbox.store.repository import READ_ONLY, Repository
from inbox.store.snoozes import SnoozeFile, athenaeum_rests_until


def _silent(_: Outcome) -> None:
    """Tell nobody."""


def _never() -> bool:
    return False


GUIDELINES = ".athenaeum-inbox.md"
"""Beside the settings of the repository; a hidden file is never taken for a memory."""


def _now() -> datetime:
    return datetime.now().astimezone()


class Inbox:
    """What waits in one repository, and what can be done about it; all state is in the store."""

    def __init__(
        self,
        repository: Repository,
        clock: Callable[[], datetime] = _now,
        config: Config | None = None,
    ) -> None:
        self._repository = repository
        self._own_editor = config.editor if config else ""
        self._positions = PositionFile(repository.root)
        self._clock = clock
        self._planner = Planner(repository, clock)
        self._finder = Finder(repository)
        self._snoozes = SnoozeFile(repository.root)
        self._snoozing = Snoozing(self._snoozes)

    @classmethod
    def open(cls, root: Path, config: Config | None = None) -> Inbox:
        """Return the inbox of a folder; raise RepositoryRefused when git has none there."""
        config = config or Config()
        author = Author(*config.author) if config.author else None
        repository = Repository.open(root, author, read_only=config.read_only)
        return cls(repository, config=config)

    @property
    def read_only(self) -> bool:
        """Whether every verb is off."""
        return self._repository.read_only

    @property
    def root(self) -> Path:
        return self._repository.root

    def pending(self) -> Pending:
        """Return everything that waits, oldest first inside a kind."""
        return self._snoozing.apart(pending(self._repository), self._clock())

    def asides(self) -> Iterator[str]:
        """Yield, once, what the person should know besides: a file of ours was set aside."""
        if self._snoozes.problem:
            yield self._snoozes.problem
            self._snoozes.problem = ""

    def recover(self) -> str:
        """Finish or take back what a kill left half done; say which, or nothing.

        Raises:
            Busy: athenaeum or git holds a lock.
        """
        return "" if self.read_only else self._repository.recover()

    def count(self) -> Counter[str]:
        """Return how many items wait, by kind."""
        return Counter(self.counts().by_kind)

    def counts(self, wanted: Filter | None = None) -> Counts:
        """Return how much waits and rests; without a filter the memories are not read.

        While athenaeum's own snooze holds, its questions are not counted.
        """
        now = self._clock()
        if wanted:
            counts = self._matching(wanted)
        else:
            counts = counted(self._repository, self._snoozes.read(), now)
        rests = athenaeum_rests_until() if self._repository.layout.kind == "root" else None
        return quiet(counts, rests, now)

    def _matching(self, wanted: Filter) -> Counts:
        found, today = self.pending(), self.today()
        kinds = Counter(kind_of(item) for item in found.items if matches(wanted, item, today))
        put_off = [each for each in found.snoozed if matches(wanted, each.item, today)]
        return Counts(dict(kinds), len(put_off))

    def working(self, agent: str = "") -> WorkingMemory:
        """Return the working memory of an agent; raise BadUsage for what is no name of one."""
        return WorkingMemory(self._repository, agent, self._clock)

    def promoting(self, agent: str = "") -> Promoting:
        """Return what files entries of an agent's memory as candidates."""
        filing = Filing(self._repository, self._clock)
        return Promoting(self._repository, self.working(agent), filing)

    def agents(self) -> tuple[str, ...]:
        """Return the agents that have a working memory here."""
        return agents(self._repository)

    def until(self, text: str) -> datetime:
        """Return when a snooze of these words ends; raise BadUsage for other words."""
        return until(text, self._clock(), datetime.astimezone)

    def snooze(self, items: Iterable[Item], until: datetime) -> tuple[Snoozed | Refusal, ...]:
        """Put items off; no commit is made, for snoozes are the reviewer's own.

        Raises:
            RepositoryRefused: The state file cannot be written.
        """
        self.check_writable()
        now = self._clock()
        return self._snoozing.put_off(items, until, self.pending(), now)

    def unsnooze(self, items: Iterable[Item]) -> tuple[Snoozed | Refusal, ...]:
        """Let items wait again; errors as in `snooze`."""
        self.check_writable()
        return self._snoozing.wake(items, self.pending(), self._clock())

    def find(self, name: str) -> Item:
        """Return an item by its id, an unambiguous beginning of it, or the path of a memory.

        Raises:
            UnknownItem: Nothing is called that.
            BadUsage: Several items begin like that.
            Refused: The memory cannot be read.
        """
        return self._finder.find(name, self.pending())

    def find_all(self, names: Iterable[str]) -> tuple[Item | Refusal, ...]:
        """Return what `find` does for many names, each item once; the queue is read once."""
        return self._finder.find_all(names, self.pending())

    def memory(self, path: str, by: str = "") -> Lone:
        """Return a memory as an item by itself; `by` is the path of one that replaces it.

        Raises:
            UnknownItem: No memory is there.
            Refused: It is there and cannot be read, or was removed by a decision.
        """
        return self._finder.memory(path, by)

    def proposed(self, item: Item) -> d.Decision | None:
        """Return what `accept` does; None when nothing can be accepted by one key."""
        return proposals.proposed(item)

    def explained(self, item: Item) -> Explained:
        """Return each rule's answer and the ranks step by step."""
        past, _ = read_past(self._repository)
        sides = (item.a, item.b) if isinstance(item, Conflict) else ()
        return explain(item, past.blocked, past.decisions_of(*sides))

    def why_not(self, item: Item, decision: d.Decision) -> str:
        """Return why a verb is off for an item, in one sentence; empty when it may run."""
        return READ_ONLY if self.read_only else why_not(decision, item, self.today())

    def check_writable(self) -> None:
        """Raise Refused when nothing may be written in this run."""
        self._repository.check_writable()

    def preview(self, item: Item, decision: d.Decision, reason: str = "") -> Preview:
        """Return the commit that a decision would make, down to the bytes; writes nothing."""
        return self._previewed(self._plan(item, decision, reason))

    def decide(self, item: Item, decision: d.Decision, reason: str = "") -> Done:
        """Carry a decision out: one commit.

        Raises:
            Refused: The verb is off.
            Stale: Something the person looked at has changed.
            Busy: athenaeum or git holds a lock.
            RepositoryRefused: Git or a hook said no; everything is put back.
        """
        if isinstance(item, Review):
            return Reviewing(self.working).decide(item, decision)
        return self._repository.apply(self._plan(item, decision, reason))

    def apply(self, found: Preview) -> Done:
        """Make the very commit that was previewed; errors as in `decide`."""
        return self._repository.apply(found.change)

    def _plan(self, item: Item, decision: d.Decision, reason: str) -> Change:
        signed = self._planner.signed(item, decision, reason)
        return self._planner.change(Reader(self._repository), item, decision, signed)

    def preview_all(
        self, items: Iterable[Item], decision_for: DecisionFor, reason: str = ""
    ) -> tuple[Planned | Refusal, ...]:
        """Return what would be changed for each of many items, in their order; writes nothing.

        `decision_for` raises an InboxError where there is nothing to decide.
        """
        return batch.previewed(self._planner, items, decision_for, reason)

    def preview_of(self, planned: Planned) -> Preview:
        """Return the commit of one of many, down to the bytes, as the files are now."""
        files = self._repository.lowered(planned.change.edits)
        return Preview(planned.change, files, planned.snapshot, planned.notes)

    def decide_all(
        self,
        shown: Iterable[Planned | Refusal],
        progress: Progress = _silent,
        stop: Stop = _never,
    ) -> tuple[Outcome, ...]:
        """Carry many decisions out, a commit each, and return what each came to, in order.

        Each is planned again on the files as they are and refused when its block, a side or
        what it writes to a memory is not as it was shown; the others go on. `progress` is
        told of each; `stop` is asked before each, and what is left then waits as before. So
        it does when somebody else holds a lock.
        """
        return tuple(batch.Run(self._planner, progress, stop).decided(shown))

    def undo(self, decision_id: str | None = None, reason: str = "") -> Done:
        """Take a decision back, in any later session; without an id your own last one.

        Raises:
            Refused: There is none, it is taken back already, or later edits overlap.
        """
        self.check_writable()
        return self._repository.apply(self._undo(decision_id, reason))

    def preview_undo(self, decision_id: str | None = None, reason: str = "") -> Preview:
        """Return the commit that `undo` would make; writes nothing."""
        return self._previewed(self._undo(decision_id, reason))

    def _undo(self, decision_id: str | None, reason: str) -> Change:
        new_id = self._repository.decision_id("undo", str(decision_id), reason)
        change = self._repository.undo_change(decision_id, new_id, reason)
        self._check_answer(change)
        return change

    def redo(self, reason: str = "") -> Done:
        """Take your own last undo back: the decision holds again.

        Raises:
            Refused: There is none, you have decided something since, or later edits overlap.
        """
        self.check_writable()
        return self._repository.apply(self._redo(reason))

    def preview_redo(self, reason: str = "") -> Preview:
        """Return the commit that `redo` would make; writes nothing."""
        return self._previewed(self._redo(reason))

    def _redo(self, reason: str) -> Change:
        change = self._repository.redo_change(self._repository.decision_id("redo", reason), reason)
        self._check_answer(change)
        return change

    def _previewed(self, change: Change) -> Preview:
        files = self._repository.lowered(change.edits)
        as_found = self._repository.needs_snapshot(change.paths)
        return Preview(change, files, as_found, change.notes)

    def _check_answer(self, change: Change) -> None:
        """Refuse to touch an answer that athenaeum has carried out (design R2)."""
        answers = self._repository.layout.answers_dir
        if not any(path.startswith(answers) for path in change.paths):
            return
        item_id = change.message.trailer("Inbox-Item")
        if item_id not in {each for item in self.pending().everything for each in ids_of(item)}:
            raise Refused(
                "athenaeum has carried this answer out already; it cannot be taken back or "
                "given again here."
            )

    def log(self, limit: int = 50) -> tuple[Entry, ...]:
        """Return the last decisions, newest first."""
        return self._repository.log(limit)

    def history(self, item: Item, stopped: Callable[[], bool] = never) -> tuple[Event, ...]:
        """Return what happened to the members of an item before; ends early when `stopped`."""
        return history(self._repository, item, stopped)

    def editor(self) -> str:
        """Return the command of the person's editor; raise RepositoryRefused without one.

        That of the settings goes before what git would take: it is meant for this program alone.
        """
        return self._own_editor or self._repository.editor()

    def guidelines(self) -> str:
        """Return what the people of this repository have agreed on; empty where nothing is.

        Raises:
            RepositoryRefused: Something is there that is no plain file.
        """
        return self._repository.read(GUIDELINES) or ""

    def position(self) -> Position:
        """Return where the reviewer stopped the last time; the beginning without a record."""
        return self._positions.read()

    def stop_at(self, position: Position) -> None:
        """Keep where the reviewer stops; the state is their own, so reading runs may, too."""
        self._positions.write(position)

    def patch(self, decision_id: str) -> str:
        """Return the commit of a decision as text."""
        return self._repository.patch(decision_id)

    def verify(self, since: str = "", limit: int = 0) -> Iterator[Checked]:
        """Replay the log: yield for every commit of ours what does not agree with its trailers.

        Raises:
            RepositoryRefused: There is no revision `since`, or git has not all objects.
        """
        with closing(self._repository.record()) as record:
            yield from auditing.checked(record, self._repository.layout, since, limit)

    def branch(self) -> str:
        """Return the branch, or a short commit on a detached head."""
        return self._repository.branch()

    def unpushed(self) -> tuple[int, int] | None:
        """Return how many commits are here only, and upstream only as far as was fetched.

        None where the branch has no upstream. Nothing is fetched.
        """
        return self._repository.unpushed()

    def mark(self) -> str:
        """Return a token that changes when the queue files, the head or the snoozes change."""
        return f"{self._repository.mark()} {digest(self._snoozing.mark(self._clock()))}"

    def today(self) -> date:
        """Return the day on the reviewer's clock."""
        return self._clock().date()

    def doctor(self) -> tuple[Finding, ...]:
        """Return what is wrong or worth knowing, each with what to do."""
        return doctor.findings(self._repository, self.pending())
