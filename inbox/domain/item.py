"""What waits for the person: a closed union of item kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from inbox.domain.edit import PieceKey
from inbox.domain.memory import Memory
from inbox.domain.source import Source
from inbox.domain.status import Status
from inbox.domain.verdict import Verdict

NoticeKind = Literal["audit", "rule", "quarantine", "retraction"]
LoneKind = Literal["contested", "returned", "memory"]


@dataclass(frozen=True, slots=True)
class Block:
    """One entry of a queue file, with the bytes that were shown."""

    path: str
    key: PieceKey
    line: int
    """Where its header stands in the file, from 1."""

    text: str
    """From the header to the last line that is not blank; without the final line break."""


@dataclass(frozen=True, slots=True)
class Member:
    """A side of a conflict or a source of a merge: a reference and what it resolves to."""

    ref: str
    """As the queue writes it."""

    path: str | None
    """Below the root; None when the reference does not resolve to a readable file."""

    memory: Memory | None
    source: Source
    status: Status
    date: str
    """The statement date as written (`valid_from`, else `created_at`, else `created`)."""

    passage: str = ""
    """The clashing words, as the queue quotes them."""

    problem: str = ""
    """Why no verb may touch it: missing, outside the root, a link, an unreadable header."""

    def require(self) -> Memory:
        """Return the memory of a member that resolves.

        Raises:
            ValueError: It does not; a caller has not asked `why_not` first.
        """
        if self.memory is None:
            raise ValueError(f"{self.ref} does not resolve: {self.problem}")
        return self.memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What every item has."""

    id: str
    """Stable and without position: `q-`, `m-`, `s-`, `c-`, `w-`, `a-`, `r-`, `x-`, `t-` and hex."""

    title: str
    created: str
    """The day it was filed, as written; may be empty."""

    flags: tuple[str, ...] = ()
    """Warnings in plain words; each is shown above the verbs."""

    proposal: Verdict | None = None
    """What the queue block proposes."""

    rule: Verdict | None = None
    """What our own rule chain says, never in place of the proposal."""

    person: str = ""
    """Why only a person can say, when a rule stops at that; nothing is proposed then."""

    @property
    def block_id(self) -> str:
        """The id without its letter: athenaeum's own name for a block."""
        return self.id.partition("-")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict(Heading):
    """Two memories that contradict each other."""

    question: str
    conflict_type: str
    description: str
    a: Member
    b: Member
    also: tuple[Member, ...] = ()
    """Members three and on; verbs that remove are off then."""

    options: tuple[str, ...] = ()
    """The candidates of an enumerated question, without `both` and `neither`."""

    fingerprint: str = ""
    also_affects: tuple[str, ...] = ()
    block: Block
    twins: tuple[Block, ...] = ()
    """Other blocks with the same id; such an item can only be opened."""

    again: tuple[Block, ...] = ()
    """Blocks that ask the same of the same pair, for other pages; one decision closes all."""

    answer_file: str = ""
    """The path of an answer that waits for `ingest-answers`, when there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Heading):
    """A question without two sides; athenaeum carries out the answer."""

    question: str
    conflict_type: str
    description: str
    ref: str
    fingerprint: str = ""
    block: Block
    twins: tuple[Block, ...] = ()
    answer_file: str = ""
    """The path of an answer that waits for `ingest-answers`, when there is one."""

    answer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeProposal(Heading):
    """Several memories that could become one."""

    target: str
    """The name of the page that would remain."""

    target_path: str
    """Where that page is, or would be written."""

    page: Memory | None = None
    """The page that is there already."""

    write_kind: str
    """`create-merged` or `fold-into-existing`; any other text behaves like create."""

    sources: tuple[Member, ...]
    draft: str
    rationale: str
    block: Block
    twins: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lone(Heading):
    """One memory by itself: contested, or removed before, or named by its path."""

    member: Member
    kind: LoneKind = "memory"
    other: Member | None = None
    """What replaces it: named by the person, or found for a memory that is superseded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice(Heading):
    """Something of athenaeum's that is shown with what to do about it."""

    kind: NoticeKind
    text: str
    """The ledger row in readable lines."""

    todo: str
    ledger: str = ""
    """The file that the row stands in."""

    row_id: str = ""
    """athenaeum's own id of the row; empty where the row has none that can be answered."""

    verdict: str = ""
    """What a tier said, word for word; an audit is confirmed with it (H-33)."""

    answer_file: str = ""
    """The path of an answer that waits for `ingest-answers`, when there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate(Heading):
    """A claim that is not durable yet: a row of the candidates' ledger (design R19)."""

    text: str
    type: str
    """`feedback`, `project`, `reference` or `user`: what kind of memory it would be."""

    source: Source
    scope: str = ""
    """The auto-memory folder that it would go to; empty in a plain folder."""

    layer: str = "L2"
    evidence: str = ""
    made_by: str = ""
    blocked_by: str = ""
    """Why it may not come back, when the same was removed before."""

    ledger: str
    row: str
    """The line of the ledger as it was shown, without its line break."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review(Heading):
    """Something that an agent's working memory could not settle by itself (spec §6)."""

    agent: str
    code: str
    turn: int
    text: str
    """What it is about, in lines."""

    todo: str
    acts: str = ""
    """What accepting does, in a few words; empty where there is nothing to accept."""

    rests: str = ""
    """What rejecting does, in a few words."""


Item = Conflict | Question | MergeProposal | Lone | Candidate | Review | Notice


def kind_of(item: Item) -> str:
    """Return the kind as `list --json` prints it."""
    match item:
        case Conflict():
            return "conflict"
        case Question():
            return "question"
        case MergeProposal():
            return "merge"
        case Lone(kind=kind) | Notice(kind=kind):
            return kind
        case Candidate():
            return "candidate"
        case Review():
            return "review"


def ids_of(item: Item) -> tuple[str, ...]:
    """Return the id of an item, and those of other blocks that one decision closes with it."""
    again = item.again if isinstance(item, Conflict) else ()
    return (item.id, *dict.fromkeys(f"q-{block.key.split(':')[1]}" for block in again))


def members_of(item: Item) -> tuple[Member, ...]:
    """Return the memories that an item is about, in the order they are shown."""
    match item:
        case Conflict(a=a, b=b, also=also):
            return (a, b, *also)
        case MergeProposal(sources=sources):
            return sources
        case Lone(member=member, other=other):
            return (member, other) if other else (member,)
        case _:
            return ()


def named_members(item: Item) -> tuple[tuple[str, Member], ...]:
    """Return the memories that wait to be judged, with what each is called: `A`, `source 2`."""
    match item:
        case Conflict(a=a, b=b, also=also):
            return (("A", a), ("B", b), *(("also", member) for member in also))
        case MergeProposal(sources=sources):
            return tuple((f"source {n}", source) for n, source in enumerate(sources, start=1))
        case Lone(member=member):
            return (("memory", member),)
        case _:
            return ()


@dataclass(frozen=True, slots=True)
class Broken:
    """A block or a file that cannot be read; it keeps its bytes."""

    path: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Snoozed:
    """An item that the reviewer has put off; it waits again then, or when its text changes."""

    item: Item
    until: datetime


@dataclass(frozen=True, slots=True)
class Pending:
    """Everything that waits, what is put off, and everything that could not be read."""

    items: tuple[Item, ...]
    broken: tuple[Broken, ...] = ()
    answered: int = 0
    """Blocks that carry an answer and wait for athenaeum."""

    settled: tuple[Item, ...] = ()
    """What asks again for what was settled while nothing has changed; not asked twice."""
    snoozed: tuple[Snoozed, ...] = ()
    """What the reviewer has put off, the next to end first; `items` has none of it."""

    @property
    def everything(self) -> tuple[Item, ...]:
        """What waits and what is put off."""
        return (*self.items, *(each.item for each in self.snoozed))


@dataclass(frozen=True, slots=True)
class Counts:
    """How much waits."""

    by_kind: Mapping[str, int]
    snoozed: int = 0
    """How many are put off, and not counted as waiting."""

    quiet_until: datetime | None = None
    """When athenaeum asks its questions again; none of them is counted before."""

    @property
    def open(self) -> int:
        return sum(self.by_kind.values())
