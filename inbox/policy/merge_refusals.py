"""Why a merge cannot be carried out or rejected."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.domain.decision import Approve, Decision, NotAConflict, Reject
from inbox.domain.item import Member, MergeProposal
from inbox.domain.memory import Memory, Value
from inbox.domain.status import Status

FOLD = "fold-into-existing"
RESTRICTING = ("access", "audience")


def reasons(decision: Decision, item: MergeProposal) -> Iterator[str]:
    """Yield why `decision` cannot be carried out on a merge proposal."""
    match decision:
        case Approve():
            yield from _approve(decision, item)
        case Reject() | NotAConflict():
            for source in item.sources:
                yield from _unusable(source)
        case _:
            yield "A merge is accepted, edited or rejected."


def _approve(decision: Approve, item: MergeProposal) -> Iterator[str]:
    left_out = {*decision.left_out}
    unknown = left_out - {source.path for source in item.sources}
    if unknown:
        yield f"{', '.join(sorted(map(str, unknown)))} is no source of this merge."
    sources = [s for s in item.sources if s.path not in left_out and s.path != item.target_path]
    for source in sources:
        yield from _unusable(source)
        yield from _inactive(source)
    yield from _target(item)
    least = 1 if item.write_kind == FOLD else 2
    if len(sources) < least:
        yield "Too few sources are left to merge; reject it instead."
    if not (item.draft if decision.draft is None else decision.draft).strip():
        yield "The draft is empty; edit it first."
    if item.write_kind != FOLD and decision.draft is None:
        yield from _restricted(sources)


def _unusable(source: Member) -> Iterator[str]:
    memory = source.memory
    if memory is None:
        yield f"Source {source.ref} cannot be used: {source.problem}. Leave it out, or mend it."
    elif memory.problem is not None:
        yield f"The header of {memory.path} cannot be read ({memory.problem}); mend it first."


def _inactive(source: Member) -> Iterator[str]:
    if source.status not in (Status.ACTIVE, Status.CONTESTED):
        yield f"Source {source.require().path} is {source.status} already; leave it out."


def _target(item: MergeProposal) -> Iterator[str]:
    page = item.page
    if not item.target_path:
        yield f"{item.target!r} has no letter or digit to name a file by; reject it, or rename it."
    elif item.write_kind == FOLD and page is None:
        yield f"The page {item.target_path} to fold into is not there; reject it."
    elif item.write_kind == FOLD and page is not None:
        yield from _page(page)
    elif page is not None:
        yield f"{item.target_path} is there already and cannot be created; reject this merge."


def _page(page: Memory) -> Iterator[str]:
    if page.problem is not None:
        yield f"The header of {page.path} cannot be read ({page.problem}); mend it first."
    elif page.scalar("status") == "folded":
        yield f"{page.path} is folded into another page itself; reject this merge."


def _restricted(sources: list[Member]) -> Iterator[str]:
    """A merge must not open to others what one of its sources keeps to some (design R18)."""
    for key in RESTRICTING:
        values = [_shown(source.require().header.get(key)) for source in sources if source.memory]
        if len(set(values)) > 1:
            yield (
                f"The sources differ in `{key}` ({', '.join(sorted(set(values)))}); "
                "edit the draft and give it the one that holds."
            )


def _shown(value: Value) -> str:
    return "none" if value is None else str(value)
