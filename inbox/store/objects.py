"""What git has stored: commits with what they changed, and texts by their object names."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha1, sha256

from inbox.errors import RepositoryRefused
from inbox.store.files import decoded
from inbox.store.git import Git

_CHANGED = re.compile(r":(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) [A-Z]\d*")
_REGULAR = "100"
_ABSENT = "000000"
_SHA256_DIGITS = 64

LOG = ("log", "-z", "--no-show-signature", "--encoding=UTF-8", "--no-color")
"""A log that no setting of the person changes the form of."""

RAW = ("--raw", "--no-abbrev", "--no-renames")
"""With this, each commit says what it changed; see `commits_in`."""

WITH_BODY = "--format=%H%x00%B%x00"


@dataclass(frozen=True, slots=True)
class Changed:
    """A path of a commit, from the top of the work tree, with the object names of its texts."""

    path: str
    before: str
    """Empty where the path was not there, or was no regular file."""

    after: str
    """Empty where the path is gone, or is no regular file."""

    mode: int
    """The permissions where it is there, 0o644 or 0o755; those before, where both are."""
    odd: bool = False
    """Whether it is no regular file before or after, or became executable or stopped to be."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit of a log."""

    id: str
    body: str
    changed: tuple[Changed, ...]


def commits_in(raw: bytes) -> list[Commit]:
    """Return the commits that `LOG`, `RAW` and a format of two fields print.

    The fields end in NUL each; the second may hold anything else.
    """
    tokens = decoded(raw).split("\0")
    found: list[Commit] = []
    at = 0
    while at < len(tokens) - 1:
        token = tokens[at].strip("\n")
        entry = _CHANGED.fullmatch(token)
        if entry and found:
            last = found[-1]
            changed = (*last.changed, _changed(entry, tokens[at + 1]))
            found[-1] = Commit(last.id, last.body, changed)
        elif token:
            found.append(Commit(token, tokens[at + 1], ()))
        at += 2 if token else 1
    return found


def changed_in(raw: bytes) -> list[Changed]:
    """Return what `diff-tree -z` with `RAW` prints."""
    tokens = decoded(raw).split("\0")
    pairs = zip(tokens[::2], tokens[1::2], strict=False)
    return [_changed(entry, path) for line, path in pairs if (entry := _CHANGED.fullmatch(line))]


def _changed(entry: re.Match[str], path: str) -> Changed:
    old_mode, new_mode, before, after = entry.groups()
    known = old_mode if old_mode.startswith(_REGULAR) else new_mode
    regular = [mode.startswith(_REGULAR) for mode in (old_mode, new_mode)]
    modes = {mode for mode in (old_mode, new_mode) if mode != _ABSENT}
    return Changed(
        path,
        before if regular[0] else "",
        after if regular[1] else "",
        int(known, 8) & 0o777,
        odd=len(modes) > 1 or not any(regular),
    )


def name_of(content: bytes, like: str) -> str:
    """Return git's name for a content, in the kind of hash that another name is of."""
    stored = b"blob %d\0%b" % (len(content), content)
    if len(like) == _SHA256_DIGITS:
        return sha256(stored).hexdigest()
    return sha1(stored, usedforsecurity=False).hexdigest()


Wanted = tuple[str, str]
"""An object name, and the path from the top that its filters go by."""


def texts(git: Git, wanted: Sequence[Wanted], *, filtered: bool = True) -> list[str]:
    """Return stored texts as a checkout would make them: line ends and filters applied.

    Unfiltered they are as git keeps them, which is how they stand in a work tree that was
    written before a setting like `core.autocrlf` was.
    """
    plain = [each for each in wanted if "\n" not in each[1]]
    how = ("--filters",) if filtered else ()
    found = dict(zip(plain, _batch(git, plain, *how), strict=True))
    for name, path in wanted:
        if "\n" in path:
            words = (*how, f"--path={path}") if filtered else ("blob",)
            found[name, path] = decoded(git.ask("cat-file", *words, name))
    return [found[each] for each in wanted]


def _batch(git: Git, wanted: Sequence[Wanted], *how: str) -> list[str]:
    """Read many in one process.

    The size that git prints is the one before the filters, so each text ends where a mark
    that nobody can know begins the next line.
    """
    if not wanted:
        return []
    mark = secrets.token_hex(16)
    rows = (
        f"{name} ".encode() + os.fsencode(path) if how else name.encode() for name, path in wanted
    )
    asked = b"".join(row + b"\n" for row in rows)
    raw = git.ask("cat-file", f"--batch={mark} %(objectname)", *how, stdin=asked)
    parts = (b"\n" + raw.removesuffix(b"\n")).split(f"\n{mark} ".encode())[1:]
    if len(parts) != len(wanted):
        raise RepositoryRefused("git has not all of that commit; run `git fsck` and fetch it.")
    return [decoded(part.partition(b"\n")[2]) for part in parts]
