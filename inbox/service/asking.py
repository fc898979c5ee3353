"""No question is asked twice: blocks about one pair become one item, settled ones rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from inbox.domain.item import Conflict, Item, MergeProposal, members_of
from inbox.domain.verdict import Verdict
from inbox.policy.answers import CERTAIN
from inbox.policy.asked_again import Before, Settlements, before, merged_before, same_question

SETTLED = "rule:settled"


def sorted_out(found: Iterable[Item], known: Settlements) -> tuple[list[Item], list[Item]]:
    """Return what is really asked, and what asks again for what is settled."""
    asked: list[Item] = []
    rest: list[Item] = []
    for item in _collapsed(found):
        earlier = _before(item, known)
        if earlier is None:
            asked.append(item)
        elif earlier.holds:
            rest.append(_resting(item, earlier))
        else:
            asked.append(replace(item, flags=(*item.flags, _said(item, earlier))))
    return asked, rest


def _before(item: Item, known: Settlements) -> Before | None:
    match item:
        case Conflict(twins=()):
            members = members_of(item)
            return before(members, known.about(members))
        case MergeProposal(sources=sources, twins=()):
            return merged_before(sources, known.sources(sources))
        case _:
            return None


def _resting(item: Item, earlier: Before) -> Item:
    """Return an item that a rule can close again without a change to any memory."""
    said = f"settled before: {earlier.row.said}; neither side has changed since"
    verdict = Verdict("not_a_conflict", "neither", said, CERTAIN, SETTLED)
    return replace(item, flags=(*item.flags, said), rule=verdict, person="")


def _said(item: Item, earlier: Before) -> str:
    if earlier.other:
        return f"settled before about other words: {earlier.row.said}"
    refs = [member.ref for member in members_of(item)]
    names = ("A", "B") if isinstance(item, Conflict) else ()
    changed = [
        f"side {names[refs.index(ref)]}" if refs.index(ref) < len(names) else ref
        for ref in earlier.changed
    ]
    return f"settled before: {earlier.row.said}; {' and '.join(changed)} changed since"


def _collapsed(found: Iterable[Item]) -> Iterator[Item]:
    """Yield the items, those about the same words of one pair as one; the first stands for all."""
    kept: list[Item] = []
    pairs: dict[frozenset[str | None], list[int]] = {}
    others: dict[int, list[Conflict]] = {}
    for item in found:
        group = pairs.setdefault(_pair(item), []) if isinstance(item, Conflict) else []
        at = next((at for at in group if _same(kept[at], item)), None)
        if at is None:
            group.append(len(kept))
            kept.append(item)
        elif isinstance(item, Conflict):
            others.setdefault(at, []).append(item)
    for at, item in enumerate(kept):
        yield _for_all(item, others[at]) if at in others and isinstance(item, Conflict) else item


def _pair(item: Conflict) -> frozenset[str | None]:
    return frozenset((item.a.path, item.b.path))


def _same(one: Item, other: Item) -> bool:
    """Whether two conflicts can be decided as one."""
    if not isinstance(one, Conflict) or not isinstance(other, Conflict):
        return False
    plain = not any(each.twins or each.also or each.answer_file for each in (one, other))
    options = one.options == other.options and (not one.options or one.a.path == other.a.path)
    return plain and options and same_question((one.a, one.b), (other.a, other.b))


def _for_all(one: Conflict, others: list[Conflict]) -> Conflict:
    """Return a conflict that stands for others, too."""
    blocks = tuple(other.block for other in others)
    lines = ", ".join(str(block.line) for block in blocks[:MOST_LINES])
    lines += ", …" if len(blocks) > MOST_LINES else ""
    said = f"asked {len(blocks) + 1} times, one decision closes all (also at line {lines})"
    differing = (told for other in others if (told := _differs(one, other)))
    return replace(one, again=blocks, flags=(*one.flags, said, *dict.fromkeys(differing)))


MOST_LINES = 5


def _differs(one: Conflict, other: Conflict) -> str:
    """Return a word about another proposal for the same pair."""
    said = other.proposal.action if other.proposal and other.proposal.known else ""
    if one.a.path != other.a.path and said.endswith(("_a", "_b")):
        said = said[:-1] + ("b" if said.endswith("a") else "a")
    if not said or (one.proposal and one.proposal.action == said):
        return ""
    return f"another of its blocks proposes {said}"
