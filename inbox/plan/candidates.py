"""What becomes of a candidate: it is filed, written as a memory, or turned down (design R19)."""

from __future__ import annotations

from inbox.domain import decision as d
from inbox.domain.edit import Change, Seen, Waits
from inbox.domain.item import Candidate
from inbox.domain.layout import Layout
from inbox.domain.snapshot import Snapshot
from inbox.errors import DecidedElsewhere, Refused
from inbox.formats import candidates as ledger
from inbox.formats import memory as memory_file
from inbox.formats import rows
from inbox.formats.passages import lines_of
from inbox.formats.slug import slugify
from inbox.plan import marks, settle
from inbox.plan.answering import index_path, list_in_index
from inbox.plan.desk import Desk
from inbox.plan.message import Outcome, message
from inbox.plan.quoting import neutral, one_line

_LONGEST_NAME = 60
GLOBAL = "global"
"""The auto-memory folder of what holds everywhere."""


def file(item: Candidate, snapshot: Snapshot) -> Change:
    """Return the commit that files a candidate; `item.row` is its line."""
    desk = Desk(snapshot)
    desk.put(item.ledger, rows.appended(desk.text(item.ledger), item.row))
    return Change(desk.edits(), message(item, Outcome("propose", "File"), snapshot))


def decide(desk: Desk, item: Candidate, decision: d.Decision) -> Outcome | None:
    """Carry out a decision on a candidate; None when it does not go with one."""
    match decision:
        case d.Approve(draft):
            _write(desk, item, draft)
            _take_out(desk, item)
            edited = "" if draft is None else "draft"
            return Outcome("add", "Accept", edited=edited)
        case d.Reject():
            _take_out(desk, item)
            settle.record_candidate(desk, item)
            return Outcome("reject", "Turn down")
        case _:
            return None


def waits(item: Candidate) -> tuple[Waits, ...]:
    """Return the row that must still be in the ledger as it was shown."""
    return (Waits(item.ledger, ledger.row_key(item.row)),)


def seen(item: Candidate, decision: d.Decision, snapshot: Snapshot) -> tuple[Seen, ...]:
    """Return where the memory goes: nothing was there."""
    if not isinstance(decision, d.Approve):
        return ()
    return (Seen(_free(snapshot, item), None),)


def paths(item: Candidate, layout: Layout) -> tuple[str, ...]:
    """Return the files that a plan looks at: the ledger, the memory's places, its index."""
    first = path_of(item, layout)
    return (item.ledger, first, _second(first, item), index_path(first))


def path_of(item: Candidate, layout: Layout) -> str:
    """Return where the memory goes, named as athenaeum names them."""
    slug = slugify(name_of(item)).replace("-", "_") or item.block_id
    folder = f"{layout.ledger_dir}auto-memory/{item.scope or GLOBAL}/" * (layout.kind == "root")
    return f"{folder}{item.type}_{slug}.md"


def name_of(item: Candidate) -> str:
    """Return the name of the memory: the first words of the claim, fit for an index's link."""
    words = one_line(item.text).replace("[", "(").replace("]", ")")
    if len(words) <= _LONGEST_NAME:
        return words.rstrip(".")
    return words[: _LONGEST_NAME + 1].rpartition(" ")[0] or words[:_LONGEST_NAME]


def _second(path: str, item: Candidate) -> str:
    return f"{path.removesuffix('.md')}_{item.block_id}.md"


def _free(snapshot: Snapshot, item: Candidate) -> str:
    first = path_of(item, snapshot.layout)
    path = first if snapshot.texts.get(first) is None else _second(first, item)
    if snapshot.texts.get(path) is not None:
        raise Refused(f"{path} is there already; move one of the two away first.")
    return path


def _write(desk: Desk, item: Candidate, draft: str | None) -> None:
    """Write the memory; a person has seen it, so it is verified and the next guess waits."""
    path, name = _free(desk.snapshot, item), name_of(item)
    own = f"user:inbox-{desk.snapshot.decision_id}"
    desk.put(path, f"\n{neutral(item.text if draft is None else draft)}\n")
    said = {
        "name": name,
        "type": item.type,
        "created_at": desk.snapshot.stamp,
        "source": item.source.written or "unsourced" if draft is None else own,
    }
    for key, value in said.items():
        desk.set(path, key, value)
    marks.verify(desk, memory_file.read(path, desk.text(path) or ""))
    list_in_index(desk, path, name)


def _take_out(desk: Desk, item: Candidate) -> None:
    lines = lines_of(desk.text(item.ledger) or "")
    kept = [line for line in lines if line.rstrip("\r\n") != item.row]
    if len(kept) == len(lines):
        raise DecidedElsewhere(item.ledger)
    desk.put(item.ledger, "".join(kept) or None)
