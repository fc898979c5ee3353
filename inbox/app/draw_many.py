"""What many decisions would do, and what became of those that failed: a row each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from inbox.app.spans import Line, Span, said
from inbox.domain.batch import Planned, Refusal
from inbox.domain.item import Item

_INDENT = "    "


def counted(count: int, what: str) -> str:
    """Return a number of things: `1 file`, `2 files`."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def planned(found: Iterable[Planned | Refusal], items: Mapping[str, Item]) -> list[Line]:
    """Return the rows of a question about many: id, commit, warnings; or why not."""
    return [line for each in found for line in _planned(each, items)]


def _planned(each: Planned | Refusal, items: Mapping[str, Item]) -> Iterator[Line]:
    if isinstance(each, Refusal):
        yield from _refused(each, items[each.item].title if each.item in items else "")
        return
    files = counted(len(each.change.paths), "file")
    yield (
        *said(f"{each.item.id}  ", "dim"),
        *said(each.change.message.subject),
        Span(f"  {files}", "dim"),
    )
    if each.snapshot:
        names = ", ".join(each.snapshot)
        yield (Span(_INDENT), *said(f"committed as found first: {names}", "warn"))
    for note in each.notes:
        yield (Span(_INDENT), *said(note, "warn"))


def came_to(failures: Iterable[Refusal]) -> list[Line]:
    """Return the rows of what was not decided, with the reasons."""
    return [line for each in failures for line in _refused(each, "")]


def _refused(each: Refusal, title: str) -> Iterator[Line]:
    yield (Span("! ", "warn"), *said(f"{each.item}  ", "dim"), *said(title))
    yield (Span(_INDENT), *said(each.reason, "warn"))
