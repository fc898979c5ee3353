"""The slug athenaeum gives a name: its page's file name, and how it compares names."""

from __future__ import annotations

import re

LIMIT = 60
"""A slug is cut here, so two long names can share one."""

_APART = re.compile(r"[^a-z0-9]+")


def slugify(name: str) -> str:
    """Return the slug; empty for a name without an ASCII letter or digit."""
    return _APART.sub("-", name.lower()).strip("-")[:LIMIT]
