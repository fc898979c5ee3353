"""Lines of `MEMORY.md` that point at a memory, and what becomes of them (BR-26)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from posixpath import dirname, join, normpath, relpath
from urllib.parse import quote, unquote

from inbox.formats.passages import lines_of
from inbox.plan.desk import Desk

_LINK = re.compile(r"(\[[^\]]*\]\()([^)\s]+)(\))")


def pages(desk: Desk) -> Iterator[str]:
    """Yield the index pages of the snapshot that are still there."""
    for path in sorted(desk.snapshot.texts):
        if path.rpartition("/")[2] == "MEMORY.md" and desk.text(path) is not None:
            yield path


def drop_pointers(desk: Desk, gone: str) -> None:
    """Remove every index line that points at a memory, and no other byte."""
    _rewritten(desk, lambda page, line: _without(page, line, gone))


def _without(page: str, line: str, gone: str) -> str:
    """Return a line without its link to a memory; the line goes with its last link."""
    if not points_at(page, line, gone):
        return line
    if all(path == gone for path in targets(page, line)):
        return ""

    def plain(found: re.Match[str]) -> str:
        return found[1][1:-2] if _resolved(page, found[2]) == gone else found[0]

    return _LINK.sub(plain, line)


def repoint(desk: Desk, gone: str, target: str) -> None:
    """Point every index line for a memory at the one that holds its content now.

    A page that points at the target already loses the line instead of saying it twice.
    """
    for page in pages(desk):
        lines = lines_of(desk.text(page) or "")
        known = any(points_at(page, line, target) for line in lines)

        def moved(page: str, line: str, known: bool = known) -> str:
            if not points_at(page, line, gone):
                return line
            return _without(page, line, gone) if known else _aimed(page, line, gone, target)

        _rewrite_page(desk, page, moved)


def points_at(page: str, line: str, path: str) -> bool:
    """Whether a line of an index page holds a link to a file."""
    return path in targets(page, line)


def targets(page: str, text: str) -> Iterator[str]:
    """Yield the paths that the links of an index page mean, those to the web left out."""
    for link in _LINK.finditer(text):
        if "://" not in link[2]:
            yield _resolved(page, link[2])


def _resolved(page: str, link: str) -> str:
    return normpath(join(dirname(page), unquote(link.partition("#")[0])))


def _aimed(page: str, line: str, gone: str, target: str) -> str:
    aim = quote(relpath(target, dirname(page) or "."), safe="/-_.~")

    def link(found: re.Match[str]) -> str:
        return found[1] + (aim if _resolved(page, found[2]) == gone else found[2]) + found[3]

    return _LINK.sub(link, line)


def _rewritten(desk: Desk, rule: Callable[[str, str], str]) -> None:
    for page in pages(desk):
        _rewrite_page(desk, page, rule)


def _rewrite_page(desk: Desk, page: str, rule: Callable[[str, str], str]) -> None:
    before = desk.text(page) or ""
    after = "".join(rule(page, line) for line in lines_of(before))
    if after != before:
        desk.put(page, after)
