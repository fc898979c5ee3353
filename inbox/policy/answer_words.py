"""Words that athenaeum would take for a verdict, when they come first in an answer."""

from __future__ import annotations

VERDICT_WORDS = frozenset(
    {
        *("correct_a", "correct_b", "keep_a", "keep_b", "forget_a", "forget_b"),
        *("deprecate_both", "deprecate", "archive", "supersede", "supersedes"),
        *("retain_both_with_context", "not_a_conflict"),
    }
)
"""From athenaeum-format §3.6; with one side missing such a word deletes the other (H-1, H-2)."""


def verdict_word(text: str) -> str:
    """Return the word of an answer that athenaeum would enact; empty when there is none."""
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    word = first.split(maxsplit=1)[0] if first else ""
    word = word.partition(":")[0].lower()
    return word if word in VERDICT_WORDS else ""


def rule_word(text: str) -> str | None:
    """Return `approve` or `reject` for an answer to a rule proposal; None for anything else."""
    word = text.strip().lower()
    return word if word in ("approve", "reject") else None


def audit_word(text: str, verdict: str) -> str:
    """Return the verdict that an answer to an audit stands for.

    athenaeum compares it with the tier's own word, letter by letter, and takes `confirm` for
    an overturning (H-33).
    """
    said = text.strip()
    same = said.casefold() in ("confirm", verdict.strip().casefold())
    return verdict if same else said
