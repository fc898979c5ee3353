"""What a person reads who starts the program where there are no memories yet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inbox.formats.visible import one_line

CLAUDE = ".claude/projects"
MOST = 3
"""Memory folders that are named; a person may have a hundred projects."""


def lines(home: Path) -> Iterator[str]:
    """Yield what the program is, how to try it, and where to point it."""
    yield "athenaeum-inbox shows what AI agents remember and what about it waits for you:"
    yield "both sides of a conflict, what is proposed and why. One key decides, one commit"
    yield "keeps it, and any decision can be taken back."
    yield ""
    yield "  athenaeum-inbox demo              try it on an invented team"
    yield "  athenaeum-inbox --repo FOLDER     open your own memories"
    yield "  athenaeum-inbox init FOLDER       first, where the folder is not in git yet"
    yield ""
    yield "A folder is a knowledge root of athenaeum (`~/knowledge`), or any folder of"
    yield f"markdown memories, as Claude Code keeps them in `~/{CLAUDE}/NAME/memory`."
    found = list(_there(home))
    if found:
        yield "There are here:"
        yield from (f"  {one_line(str(folder))}" for folder in found)
    yield "ATHENAEUM_INBOX_REPO=FOLDER in your shell's profile makes it the usual one."
    yield ""


def _there(home: Path) -> Iterator[Path]:
    """Yield folders of memories in their usual places, those of projects by last use."""
    if (home / "knowledge").is_dir():
        yield home / "knowledge"
    folders = [path for path in (home / CLAUDE).glob("*/memory") if path.is_dir()]
    yield from sorted(folders, key=lambda path: path.stat().st_mtime, reverse=True)[:MOST]
