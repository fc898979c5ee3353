"""What can be copied of an item: its words as they are safe to paste, with nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.domain.item import Conflict, Item, Member, MergeProposal, Notice, Question, members_of
from inbox.domain.outcome import Preview
from inbox.formats import trailers
from inbox.formats.diff import unified
from inbox.formats.visible import one_line, visible


def text_of(item: Item) -> str:
    """Return title, question and what each member says, as plain lines."""
    return "\n".join(_lines(item)).rstrip() + "\n"


def _lines(item: Item) -> Iterator[str]:
    yield one_line(item.title)
    match item:
        case Conflict(question=question) | Question(question=question):
            yield visible(question)
        case MergeProposal(draft=draft):
            yield visible(draft)
        case Notice(text=text):
            yield visible(text)
        case _:
            pass
    for member in members_of(item):
        yield from _member(member)


def _member(member: Member) -> Iterator[str]:
    yield ""
    yield one_line(f"<{member.source.badge}> {member.date} {member.path or member.ref}")
    body = member.memory.body if member.memory is not None else ""
    yield visible(member.passage or body)


def paths_of(item: Item) -> str:
    """Return the paths of the members below the root, one a line; empty without any."""
    paths = [member.path for member in members_of(item) if member.path is not None]
    return "\n".join(map(one_line, dict.fromkeys(paths)))


def patch_of(preview: Preview) -> str:
    """Return the diff and the message of a commit."""
    message = trailers.render(preview.change.message)
    return f"{visible(unified(preview.files))}\n{visible(message)}"
