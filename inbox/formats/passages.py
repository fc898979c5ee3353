"""Edits inside a body: some lines replaced, found again by the lines around them."""

from __future__ import annotations

from itertools import pairwise

from inbox.domain.edit import PassageEdit
from inbox.errors import Stale
from inbox.formats.pieces import opcodes

Lines = tuple[str, ...]

CONTEXT = 3
"""How many lines on each side are remembered."""


def lines_of(text: str) -> Lines:
    """Return the lines with their ends, broken where git breaks them: at a line feed only."""
    parts = text.split("\n")
    return (
        (*(part + "\n" for part in parts[:-1]), *parts[-1:])
        if parts[-1]
        else tuple(part + "\n" for part in parts[:-1])
    )


def between(path: str, before: str, after: str) -> tuple[PassageEdit, ...] | None:
    """Return the edits that lead from one body to the other.

    None when the lines around a change stand in the body more than once, there and back:
    then only the body as a whole can be named.
    """
    old, new = lines_of(before), lines_of(after)
    edits = tuple(
        PassageEdit(
            path,
            lead=new[max(0, j1 - CONTEXT) : j1],
            old=old[i1:i2],
            new=new[j1:j2],
            trail=old[i2 : i2 + CONTEXT],
        )
        for tag, i1, i2, j1, j2 in opcodes(old, new)
        if tag != "equal"
    )
    return edits if _reversible(edits, old) else None


def _reversible(edits: tuple[PassageEdit, ...], lines: Lines) -> bool:
    states = [lines]
    try:
        for edit in edits:
            states.append(replaced(edit, states[-1]))
        turned = [
            replaced(edit.inverse(), state) for edit, state in zip(edits, states[1:], strict=True)
        ]
    except Stale:
        return False
    return turned == [earlier for earlier, _ in pairwise(states)]


def replaced(edit: PassageEdit, lines: Lines) -> Lines:
    """Return the lines with one passage replaced.

    Raises:
        Stale: The passage with its context is not there, or is there more than once.
    """
    pattern = edit.lead + edit.old + edit.trail
    width = len(pattern)
    if not pattern:
        if lines:
            raise Stale(edit.path, "a passage")
        return edit.new
    found = [
        at
        for at in range(len(lines) - width + 1)
        if lines[at] == pattern[0] and lines[at : at + width] == pattern
    ]
    if len(found) != 1:
        raise Stale(edit.path, "a passage")
    start = found[0] + len(edit.lead)
    return lines[:start] + edit.new + lines[start + len(edit.old) :]
