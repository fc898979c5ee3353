"""Closing an item: its block moves to the archive, and the pair is recorded as settled."""

from __future__ import annotations

from inbox.domain.item import Block, Candidate, Conflict, Member, MergeProposal
from inbox.formats import memory as memory_file
from inbox.formats import merges, questions, queue, rows
from inbox.formats.pieces import digest
from inbox.plan.desk import Desk
from inbox.plan.quoting import one_line, quoted
from inbox.policy.settling import candidate_fingerprint, claim_of, claims, normalised


def close_question(desk: Desk, block: Block, answer: str) -> None:
    """Move a question block to the archive as answered, in athenaeum's form (§3.7)."""
    newline = queue.newline_of(desk.text(block.path) or "")
    said = "\n".join(filter(None, [answer, quoted(desk.snapshot.reason)]))
    entry = questions.answered(block.text, said, newline)
    layout = desk.snapshot.layout
    _archive(desk, block, entry, (layout.questions_archive, questions.ARCHIVE_TITLE))


def close_merge(desk: Desk, block: Block, decision: str) -> None:
    """Move a merge block to the archive as `approve` or `reject` (§4.4)."""
    newline = queue.newline_of(desk.text(block.path) or "")
    entry = merges.decided(block.text, decision, one_line(desk.snapshot.reason), newline)
    layout = desk.snapshot.layout
    _archive(desk, block, entry, (layout.merges_archive, merges.ARCHIVE_TITLE))


def blocks_of(item: Conflict) -> tuple[Block, ...]:
    """Return every block that asks what a conflict asks."""
    return (item.block, *item.again)


def withdraw_proposal(desk: Desk, block: Block) -> None:
    """Take the four proposal lines out of a block; the question stays open."""
    text = desk.text(block.path) or ""
    own = questions.without_proposal(block.text)
    desk.put(block.path, queue.replaced(block.path, text, block, own))


def _archive(desk: Desk, block: Block, entry: str, archive: tuple[str, str]) -> None:
    path, title = archive
    text = desk.text(block.path) or ""
    newline = queue.newline_of(text)
    entry = f"{entry}{newline}{newline}**Archived**: {desk.snapshot.stamp}"
    desk.put(block.path, queue.without(block.path, text, block))
    desk.put(path, queue.prepended(desk.text(path), entry, title))


def record_pair(desk: Desk, item: Conflict, action: str) -> None:
    """Record a conflict as settled, once for each wording that asked about it.

    The action that athenaeum reads is always `human-answered`: with any that it enacts it
    would edit other memories on our account (design R11). Ours stands beside it.
    """
    members = (item.a, item.b, *item.also)
    a, b = (normalised(claim_of(member)) for member in (item.a, item.b))
    named = item.fingerprint or questions.fingerprint(a, b, item.conflict_type)
    known = {named: (a, b)}
    for block in item.again:
        parsed = questions.parse(block.text)
        if isinstance(parsed, questions.QuestionBlock) and parsed.fingerprint:
            first, second = (normalised(text) for text in (*parsed.passages, "", "")[:2])
            known.setdefault(parsed.fingerprint, (first, second))
    for fingerprint, (one, other) in known.items():
        low, high = sorted((one, other))
        row = _row(desk, fingerprint, members, action)
        row |= {"side_a_norm": one, "side_b_norm": other, "pair_text": f"{low}\n##\n{high}"}
        _append(desk, row)


def record_sources(desk: Desk, item: MergeProposal, action: str) -> None:
    """Record that some memories are not to be merged."""
    row = _row(desk, f"merge-{item.id.removeprefix('m-')}", item.sources, action)
    _append(desk, row | {"side_a_norm": "", "side_b_norm": "", "pair_text": ""})


def record_candidate(desk: Desk, item: Candidate) -> None:
    """Record that a claim is not to become a memory; it is not filed again."""
    row = _row(desk, candidate_fingerprint(item.id), (), "reject")
    _append(desk, row | {"side_a_norm": "", "side_b_norm": "", "pair_text": ""})


def _row(desk: Desk, fingerprint: str, members: tuple[Member, ...], action: str) -> rows.Row:
    return {
        "fingerprint": fingerprint,
        "action": "human-answered",
        "resolved_by": "human",
        "source_verdict_id": None,
        "resolved_at": desk.snapshot.stamp,
        "member_key": "||".join(sorted(member.ref for member in members)),
        "inbox_action": action,
        "inbox_id": desk.snapshot.decision_id,
        "inbox_claims": claims(members),
        "inbox_bodies": _bodies(desk, members),
    }


def _bodies(desk: Desk, members: tuple[Member, ...]) -> dict[str, str]:
    """Return the digest of each member's body as the decision leaves it, by path."""
    texts = {path: desk.text(path) for member in members if (path := member.path)}
    read = {path: memory_file.read(path, text) for path, text in texts.items() if text is not None}
    return {path: digest(memory.body) for path, memory in sorted(read.items())}


def _append(desk: Desk, row: rows.Row) -> None:
    path = desk.snapshot.layout.settled
    desk.put(path, rows.appended(desk.text(path), rows.render(row)))
