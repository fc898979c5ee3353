"""What each decision on a conflict does to its two sides."""

from __future__ import annotations

from inbox.domain import decision as d
from inbox.domain.decision import SideName
from inbox.domain.item import Conflict, Member
from inbox.domain.layout import Layout
from inbox.domain.memory import Memory
from inbox.domain.status import Status
from inbox.errors import Refused
from inbox.formats import memory as memory_file
from inbox.formats import merges, queue
from inbox.formats.header_yaml import given
from inbox.formats.slug import slugify
from inbox.plan import lifecycle, marks, removal
from inbox.plan.desk import Desk
from inbox.plan.quoting import one_line
from inbox.policy import narrowing

GOVERNED = (
    *("status", "contested", "layer", "deprecated", "superseded_by", "supersedes"),
    *("folded_into", "verification", "verified_by"),
)
"""Header entries that no edit of a text may change (policy §6, invariant 3)."""

OTHER: dict[SideName, SideName] = {"a": "b", "b": "a"}


def side(item: Conflict, name: SideName) -> Member:
    """Return one side of a conflict."""
    return item.a if name == "a" else item.b


def sides(item: Conflict, name: SideName) -> tuple[Member, Member]:
    """Return a side and the other one."""
    return side(item, name), side(item, OTHER[name])


def keep(desk: Desk, item: Conflict, name: SideName) -> None:
    """A side holds; the other was valid until then."""
    winner, loser = sides(item, name)
    marks.supersede(desk, winner, loser)


def correct(desk: Desk, item: Conflict, name: SideName) -> tuple[str, ...]:
    """A side is right; the wrong claim of the other is removed. Return what to say of it."""
    winner, wrong = sides(item, name)
    notes = removal.remove_claim(desk, wrong, "erroneous", winner.require())
    if winner.status is Status.CONTESTED:
        marks.uphold(desk, winner)
    marks.verify(desk, desk.lay(winner))
    return notes


def forget(desk: Desk, item: Conflict, name: SideName) -> None:
    """A side is no longer relevant and is removed."""
    removal.remove_file(desk, side(item, name), "transient")


def scope(desk: Desk, item: Conflict, name: SideName, to: d.Narrowing) -> dict[str, object]:
    """Narrow a side so that the two no longer meet; return the trailer's parameters."""
    narrowed, other = sides(item, name)
    memory = desk.lay(narrowed)
    match to:
        case d.Window(until):
            day = narrowing.last_day(to, other.require())
            if day is None:
                raise Refused(f"{other.ref} has no valid_from; give a day for the side to end on.")
            marks.close(desk, memory, day)
            return {"until": until} if until else {}
        case d.Within(kind, place):
            values = narrowing.place_of(memory, to)
            desk.set(memory.path, "scope", {key: given(value) for key, value in values.items()})
            return {"scope": f"{kind}={place.strip()}"}
        case d.Unless(entry):
            lifecycle.add_entry(desk, narrowed, narrowing.UNLESS, entry)
            return {"unless": entry.strip()}


def retain(desk: Desk, item: Conflict, context: str) -> None:
    """Add a line of context to both bodies; without one both stay as they are."""
    line = one_line(context)
    if not line:
        return
    for member in (item.a, item.b):
        memory = desk.lay(member)
        desk.put(memory.path, memory_file.with_body(memory.path, memory.text, noted(memory, line)))


def noted(memory: Memory, line: str) -> str:
    """Return a memory's body with a note at its end, in the file's own line breaks."""
    end = queue.newline_of(memory.text)
    body = memory.body.rstrip("\r\n")
    return f"{body}{end}{end}> [!note] Context{end}> {line}{end}"


def edit(desk: Desk, item: Conflict, name: SideName, text: str) -> None:
    """Give a side the person's text; the other is superseded by it."""
    winner, loser = sides(item, name)
    path = desk.lay(winner).path
    read = memory_file.read(path, text)
    if read.problem is not None:
        raise Refused(
            f"the new text of {path} cannot be read: {read.problem}. Mend it and save again."
        )
    if not text.strip():
        raise Refused(f"the new text of {path} is empty; tombstone the side if it is to go.")
    if changed := [k for k in GOVERNED if read.header.get(k) != winner.require().header.get(k)]:
        raise Refused(
            f"the new text of {path} changes `{changed[0]}`, which only a verb of its own does; "
            "leave that line as it was."
        )
    desk.put(path, text)
    edited = Member(winner.ref, path, read, winner.source, winner.status, winner.date)
    marks.supersede(desk, edited, loser)


def file_merge(desk: Desk, item: Conflict) -> None:
    """File a merge proposal made of both sides; it is decided on its own (resolver §2)."""
    path, members = desk.snapshot.layout.merges, (item.a, item.b)
    page = merged_path(item, desk.snapshot.layout)
    if not merged_name(item):
        raise Refused("neither the title nor a name has a letter or digit to call a page by.")
    merge = merges.NewMerge(
        created=str(desk.snapshot.today),
        target=merged_name(item),
        sources=tuple(_written(desk, member) for member in members),
        rationale=one_line(item.proposal.rationale if item.proposal else item.question),
        write_kind=merges.FOLD if desk.text(page) is not None else merges.CREATE,
        confidence=(item.proposal.confidence if item.proposal else None) or 0.0,
        draft=both_bodies(*(member.require() for member in members)),
    )
    known = (merges.parse(block.text) for block in queue.blocks(path, desk.text(path) or ""))
    named = merges.merge_id(merge.sources, merge.target)
    if not any(isinstance(block, merges.MergeBlock) and block.id == named for block in known):
        desk.put(path, queue.appended(desk.text(path), merges.render(merge), merges.TITLE))


def merged_name(item: Conflict) -> str:
    """Return the slug of the page that both sides would become; may be empty."""
    return slugify(item.title) or slugify(item.a.require().name)


def merged_path(item: Conflict, layout: Layout) -> str:
    """Return where that page is or would be."""
    return f"{layout.pages_dir}{merged_name(item)}.md"


def _written(desk: Desk, member: Member) -> str:
    """Return a source as athenaeum writes it: absolute below a knowledge root."""
    path = member.require().path
    return f"{desk.snapshot.root}/{path}" if desk.snapshot.layout.kind == "root" else path


def both_bodies(a: Memory, b: Memory) -> str:
    """Return both bodies, one after the other, with lines that stand in both once."""
    first = [line.rstrip() for line in a.body.strip().split("\n")]
    said = {line for line in first if line}
    rest = [line.rstrip() for line in b.body.strip().split("\n") if line.rstrip() not in said]
    return "\n".join([*first, "", *rest]).strip("\n")
