"""Many decisions: all are shown first, then each becomes a commit of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from inbox.domain.batch import Left, Made, Outcome, Planned, Refusal
from inbox.domain.decision import Decision
from inbox.domain.edit import Change, Edit, PieceEdit
from inbox.domain.item import Item
from inbox.domain.outcome import Done
from inbox.errors import Busy, InboxError, RepositoryRefused, Stale
from inbox.service.gathering import Reader
from inbox.service.planning import Planner, Signature

DecisionFor = Callable[[Item], Decision]
"""What is decided for an item; raises an InboxError where there is nothing to decide."""

Progress = Callable[[Outcome], None]
Stop = Callable[[], bool]


def previewed(
    planner: Planner, items: Iterable[Item], decision_for: DecisionFor, reason: str
) -> tuple[Planned | Refusal, ...]:
    """Return what each item's decision would change, on the files as they are now.

    Every file is read once for all, and git is asked once which of them are in no commit.
    """
    reader = Reader(planner.repository)
    found = [_planned(planner, reader, item, decision_for, reason) for item in items]
    return tuple(_with_notes(planner, _with_snapshots(planner, found)))


def _planned(
    planner: Planner, reader: Reader, item: Item, decision_for: DecisionFor, reason: str
) -> Planned | Refusal:
    try:
        decision = decision_for(item)
        signed = planner.signed(item, decision, reason)
        change = planner.change(reader, item, decision, signed)
    except InboxError as error:
        return Refusal.of(item.id, error)
    paths = planner.paths(reader, item, decision)
    return Planned(item, decision, reason, signed.now, paths, change)


def _with_snapshots(
    planner: Planner, found: Sequence[Planned | Refusal]
) -> Iterator[Planned | Refusal]:
    groups = [each.change.paths if isinstance(each, Planned) else () for each in found]
    for each, unsaved in zip(found, planner.repository.snapshots_of(groups), strict=True):
        if isinstance(each, Refusal):
            yield each
        elif isinstance(unsaved, InboxError):
            yield Refusal.of(each.item.id, unsaved)
        else:
            yield replace(each, snapshot=unsaved)


def _with_notes(
    planner: Planner, found: Iterable[Planned | Refusal]
) -> Iterator[Planned | Refusal]:
    """Say of which items a side is changed by an item before them: they will be refused."""
    writes: dict[str, str] = {}
    records = planner.repository.layout.records
    for each in found:
        if isinstance(each, Refusal):
            yield each
            continue
        clashes = [seen.path for seen in each.change.seen if seen.path in writes]
        notes = (f"{path} is changed by {writes[path]} before; look again then" for path in clashes)
        yield replace(each, notes=(*each.change.notes, *notes))
        for path in each.change.paths:
            if path not in records:
                writes.setdefault(path, each.item.id)


@dataclass(slots=True)
class Run:
    """The decisions of one batch, one after the other."""

    planner: Planner
    progress: Progress
    stop: Stop
    _written: dict[tuple[str, str], str] = field(default_factory=dict)
    """The item that changed a piece, by path and piece; an empty piece is a whole memory."""

    def decided(self, shown: Iterable[Planned | Refusal]) -> Iterator[Outcome]:
        """Yield what each came to; a failure stops nothing but a lock that others hold does."""
        halted = False
        for each in shown:
            halted = halted or self.stop()
            outcome, stops = self._outcome(each, halted=halted)
            halted = halted or stops
            self.progress(outcome)
            yield outcome

    def _outcome(self, each: Planned | Refusal, *, halted: bool) -> tuple[Outcome, bool]:
        if isinstance(each, Refusal):
            return each, False
        if halted:
            return Left(each.item.id), True
        try:
            return Made(each.item.id, self._done(each)), False
        except RepositoryRefused as error:
            # Ctrl-C reaches the git that is at work, too, and all of it is put back.
            stopped = self.stop()
            return (Left(each.item.id) if stopped else Refusal.of(each.item.id, error)), stopped
        except InboxError as error:
            return self._refusal(each, error), isinstance(error, Busy)

    def _done(self, shown: Planned) -> Done:
        """Plan an item again on the files as they are, and commit when it comes to the same."""
        repository = self.planner.repository
        # On a side that is gone a plan could fail for a reason that says less.
        repository.compare(shown.change)
        signed = Signature(shown.change.id, shown.now, shown.reason)
        reader = Reader(repository, shown.paths)
        change = self.planner.change(reader, shown.item, shown.decision, signed)
        self._same(shown.change, change)
        done = repository.apply(change)
        for edit in change.edits:
            self._written |= dict.fromkeys(self._pieces(edit), shown.item.id)
        return done

    def _pieces(self, edit: Edit) -> Iterator[tuple[str, str]]:
        if isinstance(edit, PieceEdit):
            yield edit.path, edit.key
        if edit.path not in self.planner.repository.layout.records:
            yield edit.path, ""

    def _same(self, shown: Change, change: Change) -> None:
        """Check that no memory is written otherwise than it was shown.

        Blocks and ledger rows find their place among those of the decisions before.
        """
        before, now = self._of_memories(shown), self._of_memories(change)
        for path in dict.fromkeys([*before, *now]):
            if before.get(path) != now.get(path):
                raise Stale(path)

    def _of_memories(self, change: Change) -> dict[str, list[object]]:
        found: dict[str, list[object]] = {}
        for edit in change.edits:
            if edit.path not in self.planner.repository.layout.records:
                key = edit.key if isinstance(edit, PieceEdit) else type(edit).__name__
                found.setdefault(edit.path, []).append((key, edit.old, edit.new))
        return found

    def _refusal(self, shown: Planned, error: InboxError) -> Refusal:
        found = Refusal.of(shown.item.id, error)
        if not isinstance(error, Stale):
            return found
        by = self._written.get((error.path, error.piece)) or self._written.get((error.path, ""))
        if by is None:
            return found
        said = f"{error.path} was changed by an earlier decision of this batch ({by})"
        return replace(found, reason=f"{said}; look at it again and decide.")
