"""Why a merge cannot be carried out or rejected."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.domain.decision import Approve, Decision, NotAConflict, Reject
from inbox.domain.item import Member, MergeProposal
from inbox.domain.memory import Memory, Value
from inbox.domain.status import Status
from inbox.formats.memory import read
from inbox.policy.writable import unwritable

FOLD = "fold-into-existing"
RESTRICTING = ("access", "audience")


def reasons(decision: Decision, item: MergeProposal) -> Iterator[str]:
    """Yield why `decision` cannot be carried out on a merge proposal."""
    match decision:
        case Approve():
            yield from _approve(decision, item)
        case Reject() | NotAConflict():
            pass
        case _:
            yield "A merge is accepted, edited or rejected."


def _approve(decision: Approve, item: MergeProposal) -> Iterator[str]:
    left_out = {*decision.left_out}
    named = {name for source in item.sources for name in (source.path, source.ref)}
    if unknown := left_out - named:
        yield f"{', '.join(sorted(unknown))} is no source of this merge."
    sources = [
        source
        for source in item.sources
        if not {source.path, source.ref} & {*left_out, item.target_path}
    ]
    for source in sources:
        yield from _unusable(source)
        yield from _inactive(source)
    yield from _target(item)
    least = 1 if item.write_kind == FOLD else 2
    if len({source.path for source in sources}) < least:
        yield "Too few sources are left to merge; reject it instead."
    if not (item.draft if decision.draft is None else decision.draft).strip():
        yield "The draft is empty; edit it first."
    yield from _restricted(decision, item, sources)


def _unusable(source: Member) -> Iterator[str]:
    if source.memory is None:
        yield f"Source {source.ref} cannot be used: {source.problem}. Leave it out, or mend it."
    yield from unwritable(source)


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


def _restricted(decision: Approve, item: MergeProposal, sources: list[Member]) -> Iterator[str]:
    """A merge must not open to others what one of its sources keeps to some (design R18).

    A new page gets what the person writes into the draft. A page that is folded into keeps its
    own header, so nothing joins it that is kept closer than the page is.
    """
    headers = [source.require().header for source in sources if source.memory]
    if item.write_kind == FOLD:
        yield from _opened(item.page, sources)
        return
    chosen = read("", decision.draft).header if decision.draft is not None else {}
    for key in RESTRICTING:
        values = {_shown(header.get(key)) for header in headers}
        if len(values) > 1 and key not in chosen:
            said = ", ".join(sorted(values))
            yield (
                f"The sources differ in `{key}` ({said}); edit the draft and give it the one "
                "that holds."
            )


def _opened(page: Memory | None, sources: list[Member]) -> Iterator[str]:
    if page is None:
        return
    for source in sources:
        header = source.require().header if source.memory else {}
        wider = page.header.get("audience") not in (None, header.get("audience"))
        if _closeness(header.get("access")) > _closeness(page.header.get("access")) or wider:
            yield (
                f"{source.path} is kept closer than {page.path} (`access` or `audience`), which "
                "would open it to others; leave it out."
            )


_CLOSENESS = {"open": 0, "": 1, "internal": 1, "confidential": 2, "personal": 3}


def _closeness(access: Value) -> int:
    """Return how close a memory is kept; a word that nobody knows is taken for the closest."""
    word = access.strip().lower() if isinstance(access, str) else ""
    return _CLOSENESS.get(word, max(_CLOSENESS.values()))


def _shown(value: Value) -> str:
    return "none" if value is None else str(value)
