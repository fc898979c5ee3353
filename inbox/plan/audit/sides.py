"""The memories of a commit: each has one role of the decision, and belongs to the right side."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.domain.record import Wrong
from inbox.formats.pieces import digest
from inbox.plan.audit.case import Case
from inbox.plan.audit.expected import Expected, Share
from inbox.plan.audit.touched import Touched

_OTHER = {"a": "b", "b": "a"}


def wrongs(case: Case, expected: Expected) -> Iterator[Wrong]:
    """Yield the memories that fit no role, and the roles that too few or too many have."""
    if not expected.memories:
        return
    counts = dict.fromkeys(expected.memories, 0)
    for memory in case.memories:
        share = next((s for s in expected.memories if _fits(case, s, memory)), None)
        if share is None:
            said = "; ".join(share.said() for share in expected.memories)
            yield Wrong(f"{case.word} to leave {said}", memory.said())
            continue
        counts[share] += 1
        if memory.grown and not any(role.body for role in share.roles):
            said = f"{memory.path} gained lines at its end"
            yield Wrong(f"{memory.path} to keep its body", said, arrived=True)
    for share, count in counts.items():
        if not share.least <= count <= share.most:
            yield Wrong(f"{case.word} to leave {share.said()}", f"{count} of them")


def _fits(case: Case, share: Share, memory: Touched) -> bool:
    fitting = any(role.fits(memory, case.id) for role in share.roles)
    return fitting and _belongs(case, share, memory.path)


def _belongs(case: Case, share: Share, path: str) -> bool:
    """Whether a memory is one that a share is about, as far as the commit says which."""
    if share.whose == "by":
        return path == case.params.get("by")
    if case.is_lone:
        return share.whose == "any" or case.item == f"s-{digest(path)[:12]}"
    if share.whose == "any" or not case.members:
        return True
    if share.whose == "page":
        stem = path.rpartition("/")[2].removesuffix(".md")
        return f"-{stem}".endswith(f"-{case.target}")
    if share.whose == "source":
        return any(_means(ref, path) for ref in case.members)
    sides = dict(zip("ab", case.members, strict=False))
    letters = {"chosen": case.side, "other": _OTHER.get(case.side, "")}.get(share.whose, "ab")
    return any(_means(sides[letter], path) for letter in letters if letter in sides)


def _means(ref: str, path: str) -> bool:
    """Whether a reference can mean a path; what it resolved to is not in the commit."""
    written = "/" + "/".join(part for part in ref.split("/") if part not in ("", ".", ".."))
    return written.endswith(f"/{path}") or f"/{path}".endswith(written)
