"""What has to be read before a decision can be planned."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.domain.decision import Approve, Decision, Pick
from inbox.domain.item import Conflict, Item, Lone, Member, MergeProposal
from inbox.domain.layout import Layout
from inbox.domain.snapshot import Needs
from inbox.plan import answering


def needs(item: Item, decision: Decision, layout: Layout) -> Needs:
    """Return the files and mentions that `plan` wants in its snapshot."""
    members = members_of(item)
    paths = [member.path for member in members if member.path is not None]
    paths += _own_files(layout)
    mentions: list[str] = []
    match item, decision:
        case MergeProposal(), Approve():
            paths.append(item.target_path)
            mentions += ["[[", *_file_names(members)]
        case Conflict(), Pick(value=value) if value.strip():
            paths += [answering.value_path(item), answering.index_path(answering.value_path(item))]
        case ((Conflict() | Lone()), _):
            mentions += _file_names(members)
        case _:
            pass
    return Needs(tuple(dict.fromkeys(paths)), tuple(dict.fromkeys(mentions)))


def _own_files(layout: Layout) -> list[str]:
    return [
        layout.questions,
        layout.questions_archive,
        layout.merges,
        layout.merges_archive,
        layout.settled,
        layout.tombstones,
    ]


def _file_names(members: tuple[Member, ...]) -> Iterator[str]:
    """Yield what an index page writes to point at a member: its file name."""
    for member in members:
        if member.path is not None:
            yield member.path.rpartition("/")[2]


def members_of(item: Item) -> tuple[Member, ...]:
    """Return the memories that an item is about, in the order they are shown."""
    match item:
        case Conflict(a=a, b=b, also=also):
            return (a, b, *also)
        case MergeProposal(sources=sources):
            return sources
        case Lone(member=member):
            return (member,)
        case _:
            return ()
