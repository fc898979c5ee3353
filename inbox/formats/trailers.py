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
    """Return the parts of a commit message.

    The trailers are the last paragraph that holds any of ours; behind it a hook may have put
    one of its own, `Signed-off-by: ...`, that is no part of the reason.
    """
    subject, *rest = re.split(r"\n\s*\n", text.strip("\n"))
    for at in reversed(range(len(rest))):
        lines = [_TRAILER.fullmatch(line) for line in rest[at].splitlines()]
        if found := tuple((line[1], line[2]) for line in lines if line):
            return Message(_one_line(subject), "\n\n".join(rest[:at]), found)
    return Message(_one_line(subject), "\n\n".join(rest))
