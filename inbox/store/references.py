"""What a reference in a queue file resolves to (design R3)."""

from __future__ import annotations

import os
from pathlib import Path
from posixpath import normpath

from inbox.domain.layout import Layout
from inbox.store.files import misplaced


def resolve(root: Path, layout: Layout, ref: str) -> tuple[str | None, str]:
    """Return the path below the root that a reference means, or None and why there is none.

    Relative ones are tried below each intake root. An absolute path outside the root is
    retried by its tail from `raw/` or `wiki/`: the repository was moved or cloned.
    """
    candidates = _candidates(root, layout, ref)
    problem = "the file is not there" if candidates else "outside the root"
    for path in candidates:
        wrong = misplaced(root, path) if os.path.lexists(f"{root}/{path}") else ""
        if not wrong and os.path.isfile(f"{root}/{path}"):
            return path, ""
        problem = wrong or problem
    return None, problem


def _candidates(root: Path, layout: Layout, ref: str) -> list[str]:
    if not ref or "\0" in ref:
        return []
    if not ref.startswith("/"):
        tried = [f"{folder}{ref}" for folder in layout.intake_roots]
        return [normpath(each) if ".." in each else each for each in tried]
    inside = [ref.removeprefix(f"{root}/")] if ref.startswith(f"{root}/") else []
    tails = [ref[ref.index(mark) + 1 :] for mark in ("/raw/", "/wiki/") if mark in ref]
    if layout.kind == "folder":
        tails = [ref.rpartition("/")[2]]
    return inside or tails
