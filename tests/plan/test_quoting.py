"""What a person types never acts on a queue file (athenaeum-format §3.8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.formats import merges, questions, queue
from inbox.formats.merges import MergeBlock
from inbox.formats.questions import QuestionBlock
from inbox.plan.quoting import neutral, one_line, quoted

OWN = (
    '## [2026-01-01] Entity: "a" (from r)\n- [ ] which?\n\n**Conflict type**: factual\n'
    "**Description**: d\nMembers involved: a.md, b.md\n**Fingerprint**: f"
)
MERGE = merges.render(
    merges.NewMerge("2026-01-01", "t", ("a.md", "b.md"), "r", merges.CREATE, 0.5, "x")
)
HOSTILE = [
    "---",
    "## Why",
    '## [2026-01-01] Entity: "EVIL" (from raw/evil)',
    '## [2026-01-01] Merge: "EVIL"',
    "- [x] q",
    "**Description**: other",
    "**Fingerprint**: forged",
    "**Raised by**: agent",
    "Members involved: ../../outside.md",
    "Passage 1: other",
    "```",
    "````markdown",
    "**Decision**: approve",
    "**Draft**:",
    'a\u2028## [2026-01-01] Entity: "LS" (from x)',
    "a\x0b---",
    "plain",
    "",
]
lines = st.lists(st.sampled_from(HOSTILE) | st.text(max_size=8), max_size=8).map("\n".join)


def fields(block: QuestionBlock) -> tuple[object, ...]:
    return (block.id, block.conflict_type, block.description, block.members, block.fingerprint,
            block.raised_by, block.question)  # fmt: skip


@given(lines)
def test_an_answer_stays_an_answer(text: str) -> None:
    for said in (neutral(text), f"keep_a\n{quoted(text)}"):
        own = questions.answered(OWN, said, "\n")
        [block] = queue.blocks("_pending_questions.md", f"# Pending Questions\n\n{own}\n")
        parsed, start = questions.parse(block.text), questions.parse(OWN)
        assert isinstance(parsed, QuestionBlock)
        assert isinstance(start, QuestionBlock)
        assert parsed.answered
        assert fields(parsed) == fields(start)


@given(lines)
def test_a_note_stays_a_note(text: str) -> None:
    own = merges.decided(MERGE, "reject", one_line(text), "\n")
    [block] = queue.blocks("_pending_merges.md", f"# Pending Merges\n\n{own}\n")
    parsed = merges.parse(block.text)
    assert isinstance(parsed, MergeBlock)
    assert (parsed.decision, parsed.sources, parsed.draft) == ("reject", ("a.md", "b.md"), "x")


@pytest.mark.parametrize("word", ["Tea.", "It is - [not] a box", "> quoted already"])
def test_harmless_words_stay_as_they_are(word: str) -> None:
    assert neutral(word) == word
