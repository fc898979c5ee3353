"""Wikilinks to memories that go or become another one, and where they lead then (R18, BR-26)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from inbox.domain.memory import Memory
from inbox.formats import memory as memory_file
from inbox.formats.passages import lines_of
from inbox.formats.slug import slugify
from inbox.plan.desk import Desk
from inbox.policy.writable import compiled

_LINK = re.compile(r"\[\[([^\[\]|#\n]+)((?:#[^\[\]|\n]*)?(?:\|[^\[\]\n]*)?)\]\]")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_CODE = re.compile(r"(`+)(?:.+?)\1")
_NAME = re.compile(r"^name:[ \t]*(.+)$", re.MULTILINE)

Rewrite = Callable[[re.Match[str]], str]


def page_slug(memory: Memory) -> str:
    """Return the slug that links to a page use: its file name, without a uid in front."""
    uid = memory.scalar("uid")
    return memory.stem.removeprefix(f"{uid}-") if uid else memory.stem


def slugs_of(memory: Memory) -> tuple[str, ...]:
    """Return every slug that a link to a memory may be written with."""
    names = (memory.stem, memory.name, page_slug(memory))
    return tuple(dict.fromkeys(slug for name in names if (slug := slugify(name))))


@dataclass(frozen=True, slots=True)
class Bearing:
    """The slugs that a memory could bear, and those that it links to."""

    stem: str
    slugs: frozenset[str]

    def concerns(self, slugs: Collection[str]) -> bool:
        """Whether a memory has to do with one of some slugs."""
        if not self.slugs.isdisjoint(slugs):
            return True
        return any(self.stem == slug or self.stem.endswith(f"-{slug}") for slug in slugs)


def bearing(path: str, text: str) -> Bearing:
    """Return what a memory has to do with others; a quick look at thousands."""
    slugs = {slugify(link[1]) for link in _LINK.finditer(text)} if "[[" in text else set()
    name = _NAME.search(text)
    if name is not None:
        slugs.add(slugify(name[1]))
    return Bearing(slugify(Memory(path, "").stem), frozenset(slugs))


def relinked(text: str, targets: Mapping[str, str]) -> str:
    """Return a text whose links to the slugs in `targets` lead to the new slugs.

    Anchors and labels stay. What stands in code is an example, not a link, and stays too. A
    link whose new slug is empty becomes plain text: its label, else its name.
    """

    def link(found: re.Match[str]) -> str:
        target = targets.get(slugify(found[1]))
        if target is None:
            return found[0]
        label = found[2].partition("|")[2]
        return f"[[{target}{found[2]}]]" if target else label or found[1]

    return _rewritten(text, link)


def _rewritten(text: str, link: Rewrite) -> str:
    fence = ""
    parts: list[str] = []
    for line in lines_of(text):
        mark = _FENCE.match(line)
        parts.append(line if mark or fence else _rewritten_line(line, link))
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
    return "".join(parts)


def _rewritten_line(line: str, link: Rewrite) -> str:
    code = [found.span() for found in _CODE.finditer(line)]

    def outside(found: re.Match[str]) -> str:
        inside = any(start <= found.start() < end for start, end in code)
        return found[0] if inside else link(found)

    return _LINK.sub(outside, line)


def follow(desk: Desk, gone: Iterable[Memory], slug: str, target: str = "") -> None:
    """Lead every link to some memories to the slug of another one; empty makes plain text.

    Slugs that a memory of its own bears stay as they are, and so do memories that go, that
    cannot be read, or that athenaeum compiles. `target` is the path behind the slug.
    """
    gone = tuple(gone)
    retired = {memory.path for memory in gone}
    others = _others(desk, {*retired, target})
    borne = {name for memory in others for name in slugs_of(memory)}
    names = {name for memory in gone for name in slugs_of(memory)}
    targets = {name: slug for name in names if name != slug and name not in borne}
    written = memory_file.read(target, desk.text(target) or "")
    for memory in (*others, *((written,) if target else ())):
        if memory.problem is not None or compiled(memory):
            continue
        body = relinked(memory.body, targets)
        if body != memory.body:
            head = memory.text[: len(memory.text) - len(memory.body)]
            desk.put(memory.path, head + body)


def _others(desk: Desk, apart: set[str]) -> list[Memory]:
    """Return the memories and index pages of the snapshot that are there, in order of path."""
    texts = {path: desk.text(path) for path in sorted(desk.snapshot.texts)}
    return [
        memory_file.read(path, text)
        for path, text in texts.items()
        if text is not None and path not in apart and _is_page(path)
    ]


def _is_page(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.endswith(".md") and not name.startswith("_")
