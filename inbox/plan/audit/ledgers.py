"""The ledgers and index pages of a commit: rows that came, and lines that follow."""

from __future__ import annotations

import json
from collections.abc import Iterator

from inbox.domain.edit import FileChange
from inbox.domain.record import Wrong
from inbox.formats import candidates
from inbox.formats.rows import Row
from inbox.plan import pointers
from inbox.plan.audit import roles
from inbox.plan.audit.case import Case
from inbox.plan.audit.expected import Expected
from inbox.plan.audit.touched import moved_lines


def wrongs(case: Case, expected: Expected) -> Iterator[Wrong]:
    """Yield where ledgers and index pages do not agree with the decision."""
    if expected.settles:
        yield from _settled(case, expected.settles)
    yield from _tombstones(case, cuts=expected.removes)
    if expected.files == "candidate":
        yield from _candidates(case)
    if expected.pages:
        yield from _pages(case)


def _came(case: Case, path: str) -> Iterator[Row | Wrong]:
    """Yield the rows that a ledger gained, and what is wrong with the rest."""
    change = case.files.get(path)
    moved = moved_lines(change) if change else None
    if moved and moved.gone:
        yield Wrong(f"rows of {path} to stay", f"{len(moved.gone)} gone or changed")
    for line in moved.came if moved else ():
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        yield row if isinstance(row, dict) else Wrong(f"JSON in {path}", "another line")


def _settled(case: Case, action: str) -> Iterator[Wrong]:
    path = case.layout.settled
    found = list(_came(case, path))
    yield from (each for each in found if isinstance(each, Wrong))
    rows = [each for each in found if not isinstance(each, Wrong)]
    wanted = _action(case, action)
    said = [
        f"{row.get('inbox_id')} {str(row.get('inbox_action')).partition(':')[0]}" for row in rows
    ]
    # A pair that was asked about in several wordings is settled once for each.
    prints = {row.get("fingerprint") for row in rows}
    if {*said} != {f"{case.id} {wanted}"} or len(prints) != len(rows):
        yield Wrong(f"one settled row of {case.id} with {wanted}", ", ".join(said) or "none")
    if any(row.get("action") != "human-answered" for row in rows):
        yield Wrong("the action that athenaeum enacts nothing for", "another one")


def _acted(row: Row) -> str:
    """Return what a row says was done, without the person's own words behind it."""
    return str(row.get("inbox_action")).partition(":")[0]


def _action(case: Case, action: str) -> str:
    """Return the `inbox_action` that a row must have; a pick's is what it came to."""
    word = case.word
    if word == "pick":
        if action == "neither" or case.side == "":
            return "neither" if action == "neither" else "retain_both_with_context"
        word = f"{'correct' if case.params.get('never_true') else 'keep'}_{case.side}"
    return action.format(word=word, side=case.side)


def _tombstones(case: Case, *, cuts: bool) -> Iterator[Wrong]:
    """Yield removals without a row and rows without a removal, one of each at most."""
    gone = {(memory.path, "memory") for memory in case.memories if memory.after is None}
    bodies = [m for m in case.memories if cuts and m.after and m.body and not m.keys]
    # Links that follow are no removal; a passage that is a link cannot be told from one.
    linked = {(m.path, "passage") for m in bodies if roles.RELINKED.fits(m, case.id)}
    gone |= {(m.path, "passage") for m in bodies} - linked
    rows = list(_came(case, case.layout.tombstones))
    yield from (each for each in rows if isinstance(each, Wrong))
    told = [_named(row) for row in rows if not isinstance(row, Wrong)]
    for path, part in sorted(gone):
        if told.count((case.id, path, part)) != 1:
            yield Wrong(f"one tombstone of {case.id} for the {part} {path}", _said(told))
    for name, path, part in told:
        if name != case.id or (path, part) not in gone | linked:
            yield Wrong("no tombstone without a removal", f"one of {name} for {path} ({part})")


def _candidates(case: Case) -> Iterator[Wrong]:
    """Yield where the row of a candidate did not come when it was filed, or go when decided."""
    path = case.layout.candidates
    change = case.files.get(path)
    moved = moved_lines(change) if change else None
    filed = case.word == "propose"
    found = (moved.came if filed else moved.gone) if moved else ()
    if [candidates.id_of(line) for line in found] != [case.item]:
        way = "come to" if filed else "leave"
        yield Wrong(f"one row of {case.item} to {way} {path}", f"{len(found)} rows")


_Told = tuple[str, str, str]


def _named(row: Row) -> _Told:
    memory = row.get("memory")
    path = memory.get("path") if isinstance(memory, dict) else None
    return str(row.get("id")), str(path), str(row.get("part", "memory"))


def _said(told: list[_Told]) -> str:
    return ", ".join(f"one of {name} for {path} ({part})" for name, path, part in told) or "none"


def _pages(case: Case) -> Iterator[Wrong]:
    """Yield lines of index pages that went or came and point at nothing the commit touches."""
    touched = {memory.path for memory in case.memories}
    for path, change in case.files.items():
        if path.rpartition("/")[2] == "MEMORY.md":
            yield from _page(change, touched)


def _page(change: FileChange, touched: set[str]) -> Iterator[Wrong]:
    moved = moved_lines(change)
    for line in moved.gone:
        if not touched & set(pointers.targets(change.path, line)):
            yield Wrong(f"{change.path} to lose lines about these memories", "another line went")
    spare = len(moved.gone)
    for line in moved.came:
        if not touched & set(pointers.targets(change.path, line)):
            spare -= 1
    if spare < 0 or change.after is None:
        yield Wrong(f"{change.path} to gain lines about these memories", "another line came")
