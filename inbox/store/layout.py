"""Which layout a folder has (design R3)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from posixpath import normpath

from inbox.domain.layout import KNOWLEDGE_ROOT, PLAIN_FOLDER, Layout
from inbox.formats.memory import read
from inbox.store.files import look


def detect(root: Path) -> Layout:
    """Return the layout of a folder: a knowledge root, or a plain folder of memories."""
    configured = (root / "athenaeum.yaml").exists()
    if not configured and not ((root / "wiki").is_dir() and (root / "raw").is_dir()):
        return PLAIN_FOLDER
    extra = [f"{path}/" for path in _extra_roots(root) if path]
    return replace(
        KNOWLEDGE_ROOT, intake_roots=tuple(dict.fromkeys([*KNOWLEDGE_ROOT.intake_roots, *extra]))
    )


def _extra_roots(root: Path) -> list[str]:
    """Return `recall.extra_intake_roots` that stay inside; a broken file gives none."""
    text = look(root, "athenaeum.yaml").text or ""
    recall = read("", f"---\n{text}\n---\n").header.get("recall")
    roots = recall.get("extra_intake_roots") if isinstance(recall, dict) else None
    named = (
        [normpath(each) for each in roots if isinstance(each, str)]
        if isinstance(roots, list)
        else []
    )
    return [each for each in named if not each.startswith(("/", ".."))]
