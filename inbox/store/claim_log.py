"""Which commits touched the lines of a claim, or its file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inbox.store.files import decoded
from inbox.store.git import Git
from inbox.store.objects import LOG

MOST = 20
"""Commits that are read of one claim; `git log` has the rest."""

_FIELDS = ("%H", "%an", "%aI", "%s")


@dataclass(frozen=True, slots=True)
class Touch:
    """One commit."""

    commit: str
    who: str
    when: str
    """ISO 8601 with offset, the author date."""

    subject: str


@dataclass(frozen=True, slots=True)
class ClaimLog:
    """The commits of a claim, newest first, and the lines at HEAD that they were sought by."""

    touches: tuple[Touch, ...]
    lines: tuple[int, int] | None = None


def claim_log(git: Git, path: str, passage: str, stopped: Callable[[], bool]) -> ClaimLog:
    """Return who wrote a passage of a file; of the whole file when it does not stand there once.

    A file that HEAD does not have has no log.
    """
    found = git.until(stopped, "show", "--no-textconv", f"HEAD:./{path}")
    if found.status:
        return ClaimLog(())
    span = _span(decoded(found.out), passage)
    where = [f"-L{span[0]},{span[1]}:{path}"] if span else ["--follow"]
    log = (*LOG, "--no-patch", f"--max-count={MOST}", f"--format={'%x00'.join(_FIELDS)}")
    result = git.until(stopped, *log, *where, *([] if span else ["--", path]))
    return ClaimLog(_touches(result.out) if result.status == 0 else (), span)


def commits_on(git: Git, paths: tuple[str, ...], stopped: Callable[[], bool]) -> frozenset[str]:
    """Return every commit that touched one of some paths."""
    if not paths:
        return frozenset()
    result = git.until(stopped, "log", "--format=%H", "--full-history", "HEAD", "--", *paths)
    return frozenset(result.out.decode().split()) if result.status == 0 else frozenset()


def _span(text: str, passage: str) -> tuple[int, int] | None:
    """Return the first and the last line of a passage that stands in a text once."""
    text, passage = (part.replace("\r\n", "\n") for part in (text, passage))
    passage = passage.strip()
    if not passage or text.count(passage) != 1:
        return None
    first = text.count("\n", 0, text.index(passage)) + 1
    return first, first + passage.count("\n")


def _touches(out: bytes) -> tuple[Touch, ...]:
    fields = out.decode("utf-8", "replace").split("\0")
    width = len(_FIELDS)
    rows = (fields[at : at + width] for at in range(0, len(fields) - width + 1, width))
    return tuple(Touch(commit.strip(), who, when, what) for commit, who, when, what in rows)
