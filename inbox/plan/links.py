"""Wikilinks to merged pages, and where they lead afterwards (design R18)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from inbox.formats.passages import lines_of
from inbox.formats.slug import slugify

_LINK = re.compile(r"\[\[([^\[\]|#\n]+)((?:#[^\[\]|\n]*)?(?:\|[^\[\]\n]*)?)\]\]")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_CODE = re.compile(r"(`+)(?:.+?)\1")


def relinked(text: str, targets: Mapping[str, str]) -> str:
    """Return a text whose links to the slugs in `targets` lead to the new slugs.

    Anchors and labels stay. What stands in code is an example, not a link, and stays too.
    """
    fence = ""
    parts: list[str] = []
    for line in lines_of(text):
        mark = _FENCE.match(line)
        parts.append(line if mark or fence else _relinked_line(line, targets))
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
    return "".join(parts)


def _relinked_line(line: str, targets: Mapping[str, str]) -> str:
    code = [found.span() for found in _CODE.finditer(line)]

    def link(found: re.Match[str]) -> str:
        target = targets.get(slugify(found[1]))
        inside = any(start <= found.start() < end for start, end in code)
        return found[0] if target is None or inside else f"[[{target}{found[2]}]]"

    return _LINK.sub(link, line)
