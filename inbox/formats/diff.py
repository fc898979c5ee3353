"""File changes as a unified diff, as git and a reviewer read it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from inbox.domain.edit import FileChange
from inbox.formats.passages import lines_of


def unified(files: Iterable[FileChange], context: int = 3) -> str:
    """Return the diff of the files in order; the text is as in the files, not `visible`."""
    return "".join(line for file in files for line in _file(file, context))


def _file(file: FileChange, context: int) -> Iterator[str]:
    before, after = lines_of(file.before or ""), lines_of(file.after or "")
    old = "/dev/null" if file.before is None else f"a/{file.path}"
    new = "/dev/null" if file.after is None else f"b/{file.path}"
    yield f"--- {old}\n"
    yield f"+++ {new}\n"
    for line in list(difflib.unified_diff(before, after, n=context))[2:]:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
