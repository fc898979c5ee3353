"""Which layout a folder has (design R3)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from posixpath import normpath, relpath

from inbox.domain.layout import KNOWLEDGE_ROOT, PLAIN_FOLDER, Layout
from inbox.store.files import look

CONFIGURATION = "athenaeum.yaml"


def detect(root: Path) -> Layout:
    """Return the layout of a folder: a knowledge root, or a plain folder of memories."""
    configured = (root / CONFIGURATION).exists()
    if not configured and not ((root / "wiki").is_dir() and (root / "raw").is_dir()):
        return PLAIN_FOLDER
    roots = [*KNOWLEDGE_ROOT.intake_roots, *_extra_roots(root)]
    return replace(KNOWLEDGE_ROOT, intake_roots=tuple(dict.fromkeys(roots)))


def _extra_roots(root: Path) -> list[str]:
    """Return `recall.extra_intake_roots` that stay inside, each with its final slash."""
    named = [
        relpath(each, root) if each.startswith("/") else normpath(each)
        for each in _named_roots(look(root, CONFIGURATION).text or "")
        if isinstance(each, str) and each.strip()
    ]
    inside = [each for each in named if each != ".." and not each.startswith("../")]
    return ["" if each == "." else f"{each}/" for each in inside]


def _named_roots(text: str) -> list[object]:
    """Return what the configuration lists; none when it is broken, as athenaeum has it."""
    if "extra_intake_roots" not in text:
        return []
    import yaml  # costs 34 ms, and most roots have no such line

    try:
        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        value = yaml.load(text, Loader=loader)  # noqa: S506 - it makes texts and nothing else
    except (yaml.YAMLError, RecursionError):
        return []
    recall = value.get("recall") if isinstance(value, dict) else None
    roots = recall.get("extra_intake_roots") if isinstance(recall, dict) else None
    return roots if isinstance(roots, list) else []
