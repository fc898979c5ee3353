"""What a killed process left beside a file that it was writing, and whose words are in it.

Two files that change places leave the old one under a temporary name until it has been looked
at. An agent may have written to it in the last instant, so a text there that is none of ours
is what the file held: recovery brings that back instead of what the journal remembers.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from inbox.store import files


class Leftover:
    """The temporary files beside one file of an interrupted decision."""

    def __init__(self, file: Path, before: bytes | None, after: bytes | None) -> None:
        """Read them; one with a text of the decision, or with the beginning of one, goes."""
        self._file = file
        self._foreign: list[Path] = []
        self.held = before
        """What the file held when it was displaced; what the journal says when nothing else."""
        ours = [text for text in (before, after) if text is not None]
        for text, each in sorted(_beside(file), key=lambda found: -len(found[0])):
            if any(known.startswith(text) for known in ours):
                files.remove(each)
                continue
            if not self._foreign:
                self.held = text
                ours.append(text)  # a recovery that was killed had begun to write it
            self._foreign.append(each)

    def drop(self) -> None:
        """Remove what the file holds now; a text that it does not hold gets a lasting name."""
        there = self._file.read_bytes() if self._file.is_file() else b""
        for each in self._foreign:
            if each.read_bytes() in there:
                files.remove(each)
            else:
                each.rename(files.kept(self._file))


def _beside(file: Path) -> Iterator[tuple[bytes, Path]]:
    if not file.parent.is_dir():
        return
    name = re.compile(re.escape(files.temporary_name(file)) + rf"\w+{re.escape(files.TEMPORARY)}")
    for entry in list(os.scandir(file.parent)):
        if name.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
            yield Path(entry.path).read_bytes(), Path(entry.path)
