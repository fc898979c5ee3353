"""Line ends of Windows through an editor that knows only line feeds."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import Indel


def plain(text: str) -> str:
    """Return a text with CRLF as one line feed; a lone carriage return stays."""
    return text.replace("\r\n", "\n")


def restored(edited: str, original: str) -> str:
    """Return an edited text with the line ends that the original had.

    A line that stays keeps its own; a new one takes that of the line before it, or the
    original's first. `restored(plain(t), t) == t`.
    """
    if "\r\n" not in original:
        return edited
    old, new = original.split("\n"), edited.split("\n")
    bare = [line.removesuffix("\r") for line in old[:-1]] + old[-1:]
    ends = ["\r" if line.endswith("\r") else "" for line in old[:-1]] + [""]
    taken = _taken(bare, ends, new)
    rows = [line + end for line, end in zip(new[:-1], taken, strict=False)]
    return "\n".join([*rows, new[-1]])


def _taken(bare: Sequence[str], ends: Sequence[str], new: Sequence[str]) -> list[str]:
    found: list[str | None] = [None] * len(new)
    for code in Indel.opcodes(bare, new):
        if code.tag == "equal":
            # The last line has no end of its own to give.
            stop = min(code.src_end, len(bare) - 1)
            kept = ends[code.src_start : stop]
            found[code.dest_start : code.dest_start + len(kept)] = kept
    last = ends[0]
    taken = []
    for end in found:
        last = last if end is None else end
        taken.append(last)
    return taken
