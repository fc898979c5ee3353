"""When two names mean the same memory."""

from __future__ import annotations

import re


def slug(name: str) -> str:
    """Return the name as athenaeum compares it, without its cut after 60 characters.

    Two long names that begin alike are two memories.
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def same_name(one: str, other: str) -> bool:
    """Whether two names are one; a name without a Latin letter is compared as written."""
    slugs = slug(one), slug(other)
    if all(slugs):
        return slugs[0] == slugs[1]
    return bool(one.strip()) and one.strip().casefold() == other.strip().casefold()
