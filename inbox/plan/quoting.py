"""The person's words, made safe to stand in a queue file (spec athenaeum-format §3.8)."""

from __future__ import annotations

import re

from inbox.formats.visible import visible

_ACTED_UPON = re.compile(
    r"---$|## |#\s|```|- \[.\]|\*\*[^*]+\*\*:|\*\*[^*]+:\*\*|Members involved:|Passage \S+:"
)


def quoted(text: str) -> str:
    """Return the lines of a text, each behind `> `, so that no parser acts on one."""
    return "\n".join(f"> {visible(line).rstrip()}".rstrip() for line in text.strip().splitlines())


def neutral(text: str) -> str:
    """Return a text with only those lines behind `> ` that a parser would act upon."""
    lines = (visible(line).rstrip() for line in text.strip().splitlines())
    return "\n".join(f"> {line}" if _ACTED_UPON.match(line.strip()) else line for line in lines)


def one_line(text: str) -> str:
    """Return a text on one line, white space collapsed."""
    return visible(" ".join(text.split()))
