"""Commit messages: subject, the person's reason, and our trailers as the last paragraph."""

from __future__ import annotations

import re

from inbox.domain.edit import Message

_TRAILER = re.compile(r"(Inbox-[A-Za-z-]+): (.*)")
_CUTS = ("---", "diff --git ", "Index: ")
"""Lines at which `git am` would cut a message (design R6)."""


def render(message: Message) -> str:
    """Return the message as git gets it, with one final line break."""
    parts = [_one_line(message.subject)]
    if message.reason.strip():
        parts.append("\n".join(map(_safe, message.reason.strip().splitlines())))
    if message.trailers:
        parts.append("\n".join(f"{key}: {_one_line(value)}" for key, value in message.trailers))
    return "\n\n".join(parts) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _safe(line: str) -> str:
    """Indent a line that would end the message for `git am`, or pass for a trailer of ours."""
    line = line.rstrip()
    return f"  {line}" if line.startswith(_CUTS) or _TRAILER.match(line) else line


def read(text: str) -> Message:
    """Return the parts of a commit message; only the last paragraph holds trailers."""
    paragraphs = re.split(r"\n\s*\n", text.strip("\n"))
    subject, *rest = paragraphs
    found: tuple[tuple[str, str], ...] = ()
    if rest:
        lines = [_TRAILER.fullmatch(line) for line in rest[-1].splitlines()]
        found = tuple((line[1], line[2]) for line in lines if line)
        rest = rest[:-1] if found else rest
    return Message(_one_line(subject), "\n\n".join(rest), found)
