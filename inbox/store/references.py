"""What a reference in a queue file resolves to (design R3)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import normpath

from inbox.domain.layout import Layout
from inbox.store.files import NOT_THERE, misplaced

_ROUNDABOUT = re.compile(r"(?:^|/)\.{0,2}(?:/|$)")
"""An empty part, `.` or `..`: the path has a plainer spelling."""

_NOWHERE = "outside the root"


def resolve(root: Path, layout: Layout, ref: str) -> tuple[str | None, str]:
    """Return the path below the root that a reference means, or None and why there is none.

    Relative ones are tried below each intake root. An absolute path outside the root is
    retried by its tail from `raw/` or `wiki/`, in a plain folder by every tail, the longest
    first: the repository was moved or cloned.
    """
    problem = _NOWHERE
    for path in _candidates(root, layout, ref):
        there = os.path.lexists(f"{root}/{path}")
        wrong = misplaced(root, path) if there else NOT_THERE
        if not wrong and os.path.isfile(f"{root}/{path}"):
            return path, ""
        # A link below one root says more than that nothing is below the next.
        if wrong != NOT_THERE or problem == _NOWHERE:
            problem = wrong or "not a regular file"
    return None, problem


def _candidates(root: Path, layout: Layout, ref: str) -> Iterator[str]:
    """Yield the paths to try, each in its one plain spelling and below the root."""
    plain = not _ROUNDABOUT.search(ref.removeprefix("/"))
    for path in _tried(root, layout, ref if plain or not ref.startswith("/") else normpath(ref)):
        found = path if plain else normpath(path)
        if found not in (".", "..") and not found.startswith(("/", "../")):
            yield found


def _tried(root: Path, layout: Layout, ref: str) -> list[str]:
    if not ref.startswith("/"):
        return [f"{folder}{ref}" for folder in layout.intake_roots]
    if ref.startswith(f"{root}/"):
        return [ref.removeprefix(f"{root}/")]
    parts = ref.split("/")[1:]
    known = layout.kind == "root"
    starts = [at for at, part in enumerate(parts) if not known or part in ("raw", "wiki")]
    return ["/".join(parts[at:]) for at in starts]
