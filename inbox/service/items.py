"""Queue blocks become items."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from inbox.domain.item import (
    Block,
    Broken,
    Conflict,
    Item,
    Member,
    MergeProposal,
    Question,
)
from inbox.domain.layout import Layout
from inbox.domain.memory import Memory
from inbox.domain.verdict import Verdict
from inbox.formats import merges, questions, queue
from inbox.formats.header_frame import BOM
from inbox.formats.merges import MergeBlock
from inbox.formats.questions import QuestionBlock
from inbox.formats.slug import slugify
from inbox.formats.visible import hidden_count
from inbox.policy.answers import AskPerson
from inbox.policy.rules import first_answer
from inbox.service.members import Members
from inbox.service.past import Past

SIDES = 2


Parsed = TypeVar("Parsed", QuestionBlock, MergeBlock)


@dataclass(frozen=True, slots=True)
class Blocks(Generic[Parsed]):
    """The blocks of a queue file: open ones with their twins, closed ones, broken ones."""

    open: list[list[tuple[Block, Parsed]]]
    closed: list[tuple[Block, Parsed]]
    broken: list[Broken]


def read_questions(path: str, text: str) -> Blocks[QuestionBlock]:
    """Return the blocks of a questions file."""
    return _read(path, text, questions.parse, lambda block: block.answered)


def read_merges(path: str, text: str) -> Blocks[MergeBlock]:
    """Return the blocks of a merges file."""
    return _read(path, text, merges.parse, lambda block: block.resolved)


def _read(
    path: str,
    text: str,
    parse: Callable[[str], Parsed | str],
    is_closed: Callable[[Parsed], bool],
) -> Blocks[Parsed]:
    by_id: dict[str, list[tuple[Block, Parsed]]] = {}
    closed: list[tuple[Block, Parsed]] = []
    broken = list(queue.loose(path, text))
    for block in queue.blocks(path, text):
        parsed = parse(block.text)
        if isinstance(parsed, str):
            broken.append(Broken(path, block.line, parsed))
        elif is_closed(parsed):
            closed.append((block, parsed))
        else:
            by_id.setdefault(parsed.id, []).append((block, parsed))
    return Blocks(list(by_id.values()), closed, broken)


def question_item(blocks: list[tuple[Block, QuestionBlock]], members: Members, past: Past) -> Item:
    """Return the item of a question block; other blocks of its id are its twins."""
    (block, parsed), *others = blocks
    item = _question(block, parsed, tuple(twin for twin, _ in others), members)
    return _judged(item, past) if isinstance(item, Conflict) else item


def _judged(item: Conflict, past: Past) -> Conflict:
    """Return a conflict with what the rule chain says of it, and what was removed before."""
    answer = first_answer(item, past.blocked, past.decisions_of(item.a, item.b))
    says = answer.says if answer else None
    back = ((letter, past.blocked(m)) for letter, m in (("A", item.a), ("B", item.b)))
    return replace(
        item,
        rule=None if isinstance(says, AskPerson) else says,
        person=says.reason if isinstance(says, AskPerson) else "",
        flags=(*item.flags, *(f"side {letter} was {why}" for letter, why in back if why)),
    )


def merge_item(
    blocks: list[tuple[Block, MergeBlock]], layout: Layout, members: Members
) -> MergeProposal:
    """Return the item of a merge block; other blocks of its id are its twins."""
    (block, parsed), *others = blocks
    return _merge(block, parsed, tuple(twin for twin, _ in others), (layout, members))


def _question(
    block: Block, parsed: QuestionBlock, twins: tuple[Block, ...], members: Members
) -> Item:
    if len(parsed.members) < SIDES:
        return Question(
            id=f"q-{parsed.id}",
            title=parsed.entity or parsed.question,
            created=parsed.created,
            flags=(*_block_flags(block, twins), *_intake_flags(parsed)),
            proposal=parsed.proposal,
            question=parsed.question,
            conflict_type=parsed.conflict_type,
            description=parsed.description,
            ref=parsed.ref,
            fingerprint=parsed.fingerprint,
            block=block,
            twins=twins,
        )
    found = _sides(parsed, members)
    conflict = Conflict(
        id=f"q-{parsed.id}",
        title=parsed.entity,
        created=parsed.created,
        flags=(),
        proposal=parsed.proposal,
        question=parsed.question,
        conflict_type=parsed.conflict_type,
        description=parsed.description,
        a=found[0],
        b=found[1],
        also=tuple(found[SIDES:]),
        options=parsed.options,
        fingerprint=parsed.fingerprint,
        also_affects=parsed.also_affects,
        block=block,
        twins=twins,
    )
    flags = (*_block_flags(block, twins), *_side_flags(conflict))
    return replace(conflict, flags=flags)


def _sides(parsed: QuestionBlock, members: Members) -> list[Member]:
    """Return the declared members in order; a header that names a memory, too, comes last.

    athenaeum would put that one first and so turn a and b round.
    """
    passages = [*parsed.passages, *([""] * len(parsed.members))]
    found = [members.named(ref, passages[at]) for at, ref in enumerate(parsed.members)]
    header = members.named(parsed.ref)
    if header.path is not None and header.path not in [member.path for member in found]:
        found.append(header)
    return found


def _block_flags(block: Block, twins: tuple[Block, ...]) -> Iterator[str]:
    if twins:
        yield f"{len(twins) + 1} blocks share this id; it can only be read"
    if count := hidden_count(block.text):
        yield f"the block contains {count} hidden characters, spelled out"


OWN_OUTPUT = "athenaeum wrote these files itself; nothing is lost when the question is dropped"
_OWN_FILES = ("raw/_librarian-clusters.jsonl",)


def _intake_flags(parsed: QuestionBlock) -> Iterator[str]:
    """Yield a word about an intake audit that asks about athenaeum's own output (H-39)."""
    said = (line.strip() for line in parsed.description.splitlines())
    examples = [line.removeprefix("- ") for line in said if line.startswith("- ")]
    if examples and parsed.fingerprint.startswith("unclaimed-") and {*examples} <= {*_OWN_FILES}:
        yield OWN_OUTPUT


def _side_flags(item: Conflict) -> Iterator[str]:
    for letter, member in (("A", item.a), ("B", item.b)):
        if member.path is None:
            yield f"side {letter} is missing: {member.ref}: {member.problem}"
        elif member.problem:
            yield f"side {letter} has an unreadable header: {member.problem}"
        if member.memory:
            yield from _text_flags(f"side {letter}", member.memory)
    if item.a.path is not None and item.a.path == item.b.path:
        yield "both sides are the same file"
    if item.also:
        names = ", ".join(member.ref for member in item.also)
        yield f"also named: {names}; verbs that remove are off"
    yield from _proposal_flags(item.proposal)


def _text_flags(said: str, memory: Memory) -> Iterator[str]:
    yield from mark_flag(said, memory)
    if count := hidden_count(memory.text):
        yield f"{said} contains {count} hidden characters, spelled out"
    if "</member>" in memory.text:
        yield f"{said} holds a `</member>` tag, which may have steered the proposal"


def mark_flag(said: str, memory: Memory) -> Iterator[str]:
    """Yield a word about a byte order mark: we read the header behind it, athenaeum does not."""
    if memory.text.startswith(BOM):
        yield (
            f"{said} begins with a byte order mark, so athenaeum does not see its header; "
            f"`repair {memory.path}` drops the mark"
        )


def _proposal_flags(proposal: Verdict | None) -> Iterator[str]:
    if proposal is None:
        return
    if not proposal.known:
        yield f"the queue proposes {proposal.action!r}, which is no action; choose one yourself"
    if proposal.confidence is None:
        yield "the proposal's confidence is no number from 0 to 1; choose a verb yourself"


def _merge(
    block: Block, parsed: MergeBlock, twins: tuple[Block, ...], world: tuple[Layout, Members]
) -> MergeProposal:
    layout, members = world
    sources = tuple(members.named(ref) for ref in parsed.sources)
    path = _target_path(parsed, layout, sources)
    page = members.memory(path) if path else ""
    merge = MergeProposal(
        id=f"m-{parsed.id}",
        title=parsed.target,
        created=parsed.created,
        proposal=Verdict("propose_merge", "merge", parsed.rationale, parsed.confidence, "queue"),
        target=parsed.target,
        target_path=path,
        page=page if isinstance(page, Memory) else None,
        write_kind=parsed.write_kind,
        sources=sources,
        draft=parsed.draft,
        rationale=parsed.rationale,
        block=block,
        twins=twins,
    )
    return replace(merge, flags=(*_block_flags(block, twins), *_merge_flags(merge)))


def _target_path(parsed: MergeBlock, layout: Layout, sources: Iterable[Member]) -> str:
    """Return where the merged page is or would be; `<uid>-<slug>.md` counts when folding."""
    slug = slugify(parsed.target)
    if not slug:
        return ""
    if parsed.write_kind == merges.FOLD:
        for source in sources:
            memory = source.memory
            named = memory and f"{memory.scalar('uid')}-{slug}" == memory.stem
            if memory is not None and named:
                return memory.path
    return f"{layout.pages_dir}{slug}.md"


SIZE_GATE = 5
"""athenaeum's `librarian.max_merge_sources`; larger clusters are mostly runaways."""


def _merge_flags(item: MergeProposal) -> Iterator[str]:
    for source in item.sources:
        if source.problem:
            yield f"source {source.ref}: {source.problem}"
    if merges.cut_short(item.block.text):
        yield "the draft's fence is never closed; the draft may be cut"
    if len(item.sources) > SIZE_GATE:
        yield f"{len(item.sources)} sources, more than athenaeum's limit of {SIZE_GATE}"
    if item.page is None or item.write_kind != merges.FOLD:
        return
    if _words(item.page.name) != _words(item.target):
        yield f"the page is called {item.page.name!r}, the proposal says {item.target!r}"
    weaker = [s for s in item.sources if s.memory and s.source.tier > _tier_of(item)]
    if weaker:
        yield "claims of a weaker source come under this page's own source"


def _words(name: str) -> list[str]:
    """Return what a slug is made of, all of it: slugs are cut, and then two may be one (H-19)."""
    return re.findall(r"[a-z0-9]+", name.lower())


def _tier_of(item: MergeProposal) -> int:
    tiers = [source.source.tier for source in item.sources if source.path == item.target_path]
    return tiers[0] if tiers else 9
