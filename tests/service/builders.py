"""Roots with many conflicts, for decisions about more than one."""

from __future__ import annotations

from inbox.formats.questions import fingerprint

SCOPE = "raw/auto-memory/s/"


def memory(name: str, source: str) -> str:
    return f"---\nname: {name}\ntype: project\nsource: {source}\n---\n\nSide {name} says so.\n"


def block(entity: str, a: str, b: str, day: int = 28) -> str:
    one, two = f"Side {a} says so.", f"Side {b} says so."
    named = fingerprint(one, two, "factual")
    return (
        f'\n---\n\n## [2026-11-{day:02}] Entity: "{entity}" (from wiki/auto-{entity}.md)\n'
        f"- [ ] Which of {entity}?\n\n**Conflict type**: factual\n**Description**: They differ.\n"
        f"Passage 1: {one}\nPassage 2: {two}\n"
        f"Members involved: s/project_{a}.md, s/project_{b}.md\n"
        f"**Proposed resolution**: keep_a\n**Confidence**: 0.90\n**Rationale**: r\n"
        f"**Fingerprint**: {named}\n"
    )


def conflicts(*pairs: tuple[str, str]) -> dict[str, str | bytes]:
    """Return a knowledge root with a conflict for each pair of names."""
    names = dict.fromkeys(name for pair in pairs for name in pair)
    files: dict[str, str | bytes] = {"athenaeum.yaml": "{}\n"}
    for name in names:
        files[f"{SCOPE}project_{name}.md"] = memory(name, "user:ann")
    blocks = (block(f"e{at}", a, b, at + 1) for at, (a, b) in enumerate(pairs))
    files["wiki/_pending_questions.md"] = "# Pending Questions\n" + "".join(blocks)
    return files
