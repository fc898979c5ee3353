"""What has to be read before a decision can be planned."""

from __future__ import annotations

from urllib.parse import quote

from inbox.domain.decision import Approve, Correct, Decision, FileMerge, Forget, Pick, Tombstone
from inbox.domain.item import (
    Candidate,
    Conflict,
    Item,
    Member,
    MergeProposal,
    Notice,
    members_of,
)
from inbox.domain.layout import Layout
from inbox.domain.snapshot import Needs
from inbox.plan import answering, candidates, conflicts
from inbox.plan.links import slugs_of


def needs(item: Item, decision: Decision, layout: Layout) -> Needs:
    """Return the files and mentions that `plan` wants in its snapshot."""
    members = members_of(item)
    paths = [member.path for member in members if member.path is not None]
    paths += layout.records
    if isinstance(item, MergeProposal) and isinstance(decision, Approve):
        paths.append(item.target_path)
        return Needs(_once(paths), _file_names(members), _slugs(members))
    if isinstance(item, Conflict) and isinstance(decision, FileMerge):
        paths.append(conflicts.merged_path(item, layout))
    if isinstance(item, Conflict) and isinstance(decision, Pick) and decision.value.strip():
        path = answering.value_path(item)
        paths += [path, answering.index_path(path)]
    if isinstance(item, Candidate):
        paths += candidates.paths(item, layout)
    if isinstance(item, Notice):
        paths.append(item.ledger)
    removes = isinstance(decision, Correct | Forget | Tombstone | Pick)
    if not removes:
        return Needs(_once(paths))
    return Needs(_once(paths), _file_names(members), _slugs(members))


def _once(paths: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(paths))


def _file_names(members: tuple[Member, ...]) -> tuple[str, ...]:
    """Return what an index page writes to point at the members: their file names, as in a URL."""
    names = [member.path.rpartition("/")[2] for member in members if member.path is not None]
    return tuple(dict.fromkeys([*names, *map(quote, names)]))


def _slugs(members: tuple[Member, ...]) -> tuple[str, ...]:
    found = (slug for member in members if member.memory for slug in slugs_of(member.memory))
    return tuple(dict.fromkeys(found))
