"""One grammar for what is shown: the screen, `--filter`, and filters that are kept."""

from inbox.policy.filters.matching import matches
from inbox.policy.filters.reading import parse
from inbox.policy.filters.terms import Filter

__all__ = ["Filter", "matches", "parse"]
