"""Candidates and reviews: what would become a memory, and what a working memory asks about."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.app.spans import EMPTY, Line, Span, in_rows, lines_of, said
from inbox.app.view import View
from inbox.domain.item import Candidate, Review

_VERBS = "a accepts it as a memory, e edits it first, x turns it down"


def unsettled(item: Candidate | Review, width: int, view: View) -> list[Line]:
    """Return the lines of the middle box."""
    lines = lines_of(item.text.strip())
    if isinstance(item, Candidate):
        lines = [*_origin(item), EMPTY, *lines]
    return in_rows(lines, width, wraps=view.wraps)


def _origin(item: Candidate) -> Iterator[Line]:
    yield (
        Span(f"<{item.source.badge}>", f"tier-{item.source.tier}"),
        *said(f"  {item.source.written}"),
    )
    named = (
        ("becomes", f"{item.type}{f' in {item.scope}' if item.scope else ''}"),
        ("made by", item.made_by),
        ("evidence", item.evidence),
    )
    for name, text in named:
        if text:
            yield (Span(f"{name}: ", "dim"), *said(text))


def how(item: Candidate | Review) -> Iterator[Line]:
    """Yield the rows of the head that say what each key does."""
    if isinstance(item, Candidate):
        yield (
            Span("how:  ", "dim"),
            Span("a accepts it as a memory, e edits it first, x turns it down"),
        )
        return
    if item.acts:
        yield (Span("a:    ", "key"), *said(item.acts))
    yield (Span("x:    ", "key"), *said(item.rests))


def no_patch(item: Candidate | Review) -> str:
    """Return what stands in place of a patch."""
    if isinstance(item, Candidate):
        return _VERBS
    return "no commit: git never sees a working memory; its log keeps everything"
