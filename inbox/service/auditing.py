"""The log replayed: whether every commit of ours holds what its trailers say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from inbox.domain.layout import Layout
from inbox.domain.record import Checked, Mismatch, Recorded, Wrong
from inbox.plan import audit
from inbox.store.record import Named, Record

_ALONE = "git does not say what it changed: it is a merge, or this clone is shallow"


def checked(record: Record, layout: Layout, since: str, limit: int) -> Iterator[Checked]:
    """Yield one result a commit, the oldest first; `limit` takes the newest ones.

    Raises:
        RepositoryRefused: There is no revision `since`, or git has not all objects.
    """
    known = record.named()
    wanted = record.named(since) if since else known
    wanted = wanted[-limit:] if limit else wanted
    outlines = record.outlines([each.commit for each in wanted if not each.alone])
    replay = _Replay(known, wanted, record, layout)
    for number, named in enumerate(wanted, start=1):
        if named.alone:
            yield Checked(number, len(wanted), left_out=f"{named.commit[:7]}: {_ALONE}")
            continue
        wrongs = list(replay.wrongs(named, record.filled(next(outlines))))
        yield Checked(number, len(wanted), *_told(named, wrongs))


def _told(named: Named, wrongs: Sequence[Wrong]) -> tuple[tuple[Mismatch, ...], tuple[str, ...]]:
    """Return what does not agree, and what merely arrived."""
    name = named.id or named.snapshot
    found = (Mismatch(named.commit, name, w.expected, w.found) for w in wrongs if not w.arrived)
    notes = (f"{named.commit[:7]}: {w.found} in the same moment" for w in wrongs if w.arrived)
    return tuple(found), tuple(notes)


class _Replay:
    """What the log has said up to a commit, and what is said of every decision anywhere."""

    def __init__(
        self, known: Sequence[Named], wanted: Sequence[Named], record: Record, layout: Layout
    ) -> None:
        self._record, self._layout = record, layout
        self._count = Counter(each.id for each in known if each.id)
        self._place = {each.commit: at for at, each in enumerate(known)}
        self._first: dict[str, Named] = {}
        for each in known:
            self._first.setdefault(each.id, each)
        self._twice = set(_taken_back_twice(known))
        self._snapshot: Recorded | None = None
        undone = {self._first[each.undoes].commit for each in wanted if each.undoes in self._first}
        self._undone = {outline.id: outline for outline in record.outlines(sorted(undone))}

    def wrongs(self, named: Named, recorded: Recorded) -> Iterator[Wrong]:
        if named.snapshot:
            self._snapshot = recorded
            yield from audit.as_found(recorded, None)
            return
        if self._count[named.id] > 1:
            yield Wrong(f"one commit with the id {named.id}", f"{self._count[named.id]} of them")
        yield from self._behind_its_snapshot(recorded)
        if not named.undoes:
            yield from audit.decision(recorded, self._layout)
            return
        if named.commit in self._twice:
            yield Wrong(f"{named.undoes} to be taken back once", "it was taken back before")
        first = self._first.get(named.undoes)
        if first is None or self._place[first.commit] >= self._place[named.commit]:
            yield from audit.undo(recorded, None, self._layout)
        elif not first.alone:
            undone = self._record.filled(self._undone[first.commit])
            yield from audit.undo(recorded, undone, self._layout)

    def _behind_its_snapshot(self, recorded: Recorded) -> Iterator[Wrong]:
        found, self._snapshot = self._snapshot, None
        name = found.message.trailer("Inbox-Snapshot") if found else ""
        if found is not None and name == recorded.message.trailer("Inbox-Id"):
            yield from audit.as_found(found, recorded)


def _taken_back_twice(known: Sequence[Named]) -> Iterator[str]:
    """Yield the undos of what is taken back already; one that was taken back does not count."""
    undone_by: dict[str, str] = {}
    for each in known:
        if not each.undoes:
            continue
        standing = undone_by.get(each.undoes)
        if standing is not None and standing not in undone_by:
            yield each.commit
        undone_by[each.undoes] = each.id
