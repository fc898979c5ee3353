"""Knowledge roots of any size, the same for the same seed: memories, queues, archives, ledgers."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from datetime import date, timedelta

from inbox.formats.questions import fingerprint

FIRST = date(2026, 1, 1)
SCOPES = ("-srv-harbour", "-srv-kitchen", "-home-ann-code", "_unscoped")
SOURCES = ("user:ann-call-7", "claude:s-9", "api:crm", "document:handbook", "inferred:merge")
TYPES = ("project", "feedback", "reference", "user")
THINGS = ("pump", "crane", "ledger", "oven", "ferry", "index", "goat", "dome", "lamp", "relay")
ACTIONS = (
    *("keep_a", "keep_b", "correct_a", "correct_b", "forget_a", "not_a_conflict", "scope_a"),
    *("attribute_both", "deprecate_both", "retain_both_with_context", "propose_merge"),
)


@dataclass(slots=True)
class World:
    """A root in the making."""

    chance: random.Random
    texts: dict[str, str] = field(default_factory=dict)
    index: dict[str, list[str]] = field(default_factory=dict)
    questions: list[str] = field(default_factory=list)
    merges: list[str] = field(default_factory=list)

    def day(self) -> str:
        return str(FIRST + timedelta(days=self.chance.randrange(300)))

    def memory(self, number: int, claim: str, *, contested: bool = False) -> str:
        """Add a memory; return its reference as a queue writes it."""
        chance = self.chance
        scope, kind = chance.choice(SCOPES), chance.choice(TYPES)
        name = f"{chance.choice(THINGS)} {number}"
        ref = f"{scope}/{kind}_{name.replace(' ', '_')}.md"
        rows = [f"name: {name}", f"type: {kind}", f"source: {chance.choice(SOURCES)}"]
        if chance.random() < 0.7:
            rows.append(f"valid_from: {self.day()}")
        if chance.random() < 0.2:
            rows += ["supersedes:", "- name: older", f"  as_of: '{self.day()}'", "  reason: said"]
        if contested:
            told = ["  by: Ann <ann@example.com>", "  at: '2026-11-02T08:00:00Z'", "  reason: why"]
            rows += ["status: contested", "contested:", *told]
        more = f"\n- It was painted in {chance.randrange(1990, 2026)}.\n" * chance.randrange(2)
        if number % 7 == 0:
            more += f"\nSee [[{chance.choice(THINGS)}-{chance.randrange(1, number + 2)}]].\n"
        head = "\n".join(rows)
        self.texts[f"raw/auto-memory/{ref}"] = f"---\n{head}\n---\n\n{claim}\n{more}"
        self.index.setdefault(scope, []).append(f"- [{name}]({ref.partition('/')[2]}) - a note\n")
        return ref

    def conflict(self, number: int) -> None:
        """Add two memories that contradict each other, and the block that asks about them."""
        chance = self.chance
        one, two = (f"Number {number} has {chance.randrange(10, 90) + at} parts." for at in (0, 1))
        a, b = self.memory(2 * number, one), self.memory(2 * number + 1, two)
        question = "Which one holds?"
        if chance.random() < 0.3:
            question = "Which is correct: (a) this, (b) that, (c) both, (d) neither/other?"
        block = (
            f'## [{self.day()}] Entity: "Thing {number}" (from wiki/auto-{number}.md)\n'
            f"- [ ] {question}\n\n**Conflict type**: factual\n**Description**: They differ.\n"
            f"Passage 1: {one}\nPassage 2: {two}\nMembers involved: {a}, {b}\n"
        )
        if chance.random() < 0.8:
            block += (
                f"**Proposed resolution**: {chance.choice(ACTIONS)}\n**Confidence**: 0.8\n"
                "**Rationale**: One outranks the other.\n"
            )
        self.questions.append(f"{block}**Fingerprint**: {fingerprint(one, two, 'factual')}\n")

    def question(self, number: int) -> None:
        """Add a question without two sides."""
        self.questions.append(
            f'## [{self.day()}] Entity: "Open {number}" (from agent-raised)\n'
            f"- [ ] What about {number}?\n\n**Description**: Somebody asks.\n**Raised by**: agent\n"
        )

    def merge(self, number: int) -> None:
        """Add two or three memories that say the same, and the proposal to make one of them."""
        count = self.chance.choice((2, 2, 3))
        refs = [self.memory(number * 3 + at, f"Rule {number} holds.") for at in range(count)]
        fold = self.chance.random() < 0.4
        if fold:
            path = f"wiki/rule-{number}.md"
            self.texts[path] = (
                f"---\nname: Rule {number}\ntype: concept\nsource: user:ann\n---\n\n"
                f"Rule {number} is written here.\n"
            )
            refs = [path, *refs]
        listed = "".join(f"- {ref}\n" for ref in refs)
        self.merges.append(
            f'## [{self.day()}] Merge: "Rule {number}"\n- [ ] Approve this merge? Sources: some\n\n'
            f"**Rationale**: One rule.\n"
            f"**Write kind**: {'fold-into-existing' if fold else 'create-merged'}\n"
            f"**Sources**:\n{listed}**Confidence**: 0.90\n"
            f"**Draft**:\n```markdown\nRule {number} holds, and is written here.\n```\n"
        )


def world(seed: int, memories: int) -> dict[str, str]:
    """Return the files of a root with about so many memories; a third of them is in a queue."""
    made = World(random.Random(seed))
    chance = made.chance
    for number in range(memories // 4):
        made.conflict(number)
    for number in range(memories // 20):
        made.merge(memories + number)
    for number in range(memories // 20):
        made.question(number)
    at = 10 * memories
    while len(made.texts) < memories:
        made.memory(at, f"Number {at} stands.", contested=chance.random() < 0.05)
        at += 1
    for scope, lines in made.index.items():
        made.texts[f"raw/auto-memory/{scope}/MEMORY.md"] = "# Index\n" + "".join(lines)
    return {
        "athenaeum.yaml": "{}\n",
        **made.texts,
        "wiki/_pending_questions.md": _queue("# Pending Questions", made.questions),
        "wiki/_pending_merges.md": _queue("# Pending Merges", made.merges),
        "wiki/_pending_questions_archive.md": _queue("# Answered Questions", [_old(chance)]),
        "raw/_resolved_contradictions.jsonl": json.dumps({"fingerprint": "0" * 16}) + "\n",
        "wiki/_tombstones.jsonl": json.dumps({"id": "f" * 12, "memory": {"path": "x.md"}}) + "\n",
    }


def _queue(title: str, blocks: list[str]) -> str:
    return "".join([f"{title}\n", *(f"\n---\n\n{block}" for block in blocks)])


def _old(chance: random.Random) -> str:
    return (
        f'## [2025-12-01] Entity: "Old {chance.randrange(100)}" (from agent-raised)\n'
        "- [x] Was it so?\n\nYes.\n\n**Archived**: 2025-12-02T00:00:00Z\n"
    )
