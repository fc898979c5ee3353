"""When a pair is settled: its members and the digest of each claim (design R11)."""

from __future__ import annotations

from hashlib import sha256

from inbox.domain.item import Member


def normalised(text: str) -> str:
    """Return a claim as it is compared: white space collapsed, case folded."""
    return " ".join(text.split()).casefold()


def claim_digest(text: str) -> str:
    """Return the name of a claim, 16 hex digits, the same for any spacing and case."""
    raw = normalised(text).encode("utf-8", "surrogateescape")
    return sha256(raw).hexdigest()[:16]


def claim_of(member: Member) -> str:
    """Return what a member claims: the quoted passage, else its whole body."""
    return member.passage or (member.memory.body if member.memory else "")


def claims(members: tuple[Member, ...]) -> dict[str, str]:
    """Return the digest of what each member claims, by path, in the order of the paths."""
    rows = ((member.path or member.ref, claim_digest(claim_of(member))) for member in members)
    return dict(sorted(rows))


def candidate_fingerprint(candidate_id: str) -> str:
    """Return under which name the settled ledger knows a candidate."""
    return f"candidate-{candidate_id.removeprefix('c-')}"
