"""The status of a memory: what the record says about its standing."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """See spec `policy.md` §1."""

    ACTIVE = "active"
    CONTESTED = "contested"
    SUPERSEDED = "superseded"
    DEPRECATED = "deprecated"
    TOMBSTONED = "tombstoned"
    PURGED = "purged"
