"""Blocks of both queues, for texts nobody thought of: parsed, answered, decided, replaced."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inbox.domain.item import Block
from inbox.formats import merges, questions, queue
from inbox.formats.merges import MergeBlock
from inbox.formats.questions import QuestionBlock

PARTS = [
    "# Pending Questions",
    "# Pending Merges",
    '## [2026-01-01] Entity: "a \\"b\\"" (from r (s))',
    '## [2026-01-01] Entity: "" (from r)',
    '## [2026-01-02] Merge: "m"',
    "## Not a header",
    "- [ ] which?",
    "- [x] Which is correct: (a) x, (b) y, (c) both, (d) neither/other?",
    "- [X]",
    "* [ ] no",
    "---",
    " --- ",
    "```",
    "````markdown",
    "```sh",
    "**Description**: d",
    "Passage 1: one",
    "Passage 2: two",
    "Passage 99999999999999999999: x",
    "Members involved: a.md, b.md",
    "  **Member paths**: c.md,, ",
    "**Proposed resolution**: keep_a",
    "**Confidence**: nan",
    "**Confidence**: 1e999",
    "**Rationale**: r",
    "**Auto-resolved**: true",
    "**Sources**:",
    "- a.md",
    "**Draft**:",
    "**Write kind**: fold-into-existing",
    "**Decision**: approve",
    "keep_a",
    "",
    " ",
    "\u2028",
    "\x0b",
    "\x85",
    "\udcff",
    "\ufeff",
    "\x00",
]
lines = st.lists(st.sampled_from(PARTS) | st.text(max_size=6), max_size=24)
whole = st.lists(
    st.builds(
        lambda header, box, rest: ["", "---", "", header, box, *rest],
        st.sampled_from([part for part in PARTS if part.startswith("## [")]),
        st.sampled_from([part for part in PARTS if part.startswith("- [")]),
        lines,
    ),
    min_size=1,
    max_size=3,
).map(lambda blocks: ["# T", *(line for block in blocks for line in block)])
ends = st.sampled_from(["\n", "\n", "\r\n", "\r", "\u2028"])
texts = st.builds(str.join, ends, lines | whole)
paths = st.sampled_from(["_pending_questions.md", "_pending_merges.md"])


def parsed(path: str, block: Block) -> QuestionBlock | MergeBlock | str:
    return merges.parse(block.text) if "merges" in path else questions.parse(block.text)


@given(paths, texts)
def test_any_block_is_read_or_says_in_words_why_not(path: str, text: str) -> None:
    for block in queue.blocks(path, text):
        found = parsed(path, block)
        assert found, block
        at = text.split("\n")[block.line - 1]
        assert block.text.splitlines()[0] in at
    for row in queue.loose(path, text):
        assert row.line <= text.count("\n") + 1


@given(texts, st.sampled_from(["keep_a", "yes", "two\nlines", ""]), st.sampled_from(["\n", "\r\n"]))
def test_an_answered_block_is_one_block_with_the_same_name(
    text: str, answer: str, end: str
) -> None:
    path = "_pending_questions.md"
    for block in queue.blocks(path, text):
        before = questions.parse(block.text)
        if isinstance(before, str) or before.answered:
            continue
        own = questions.answered(block.text, answer, end)
        [alone] = queue.blocks(path, own)
        after = questions.parse(alone.text)
        assert isinstance(after, QuestionBlock)
        assert after.answered
        assert (after.id, after.members, after.entity) == (before.id, before.members, before.entity)
        assert after.fingerprint == before.fingerprint


@given(texts, st.sampled_from(["approve", "reject"]), st.sampled_from(["", "a note"]))
def test_a_decided_merge_is_one_block_with_the_same_name(
    text: str, decision: str, note: str
) -> None:
    path = "_pending_merges.md"
    for block in queue.blocks(path, text):
        before = merges.parse(block.text)
        if isinstance(before, str) or merges.cut_short(block.text):
            continue
        own = merges.decided(block.text, decision, note, "\n")
        [alone] = queue.blocks(path, own)
        after = merges.parse(alone.text)
        assert isinstance(after, MergeBlock)
        assert (after.resolved, after.decision) == (True, decision)
        assert (after.id, after.sources) == (before.id, before.sources)


@given(paths, texts, st.data())
def test_a_block_that_is_replaced_by_itself_changes_nothing(
    path: str, text: str, data: st.DataObject
) -> None:
    found = list(queue.blocks(path, text))
    if not found:
        return
    block = data.draw(st.sampled_from(found))
    assert queue.replaced(path, text, block, block.text) == text
    left = queue.without(path, text, block)
    assert sum(part.text == block.text for part in queue.blocks(path, left)) == (
        sum(part.text == block.text for part in found) - 1
    )


@given(st.none() | texts)
def test_an_archive_keeps_every_entry_when_one_is_put_in_front(text: str | None) -> None:
    own = '## [2026-03-03] Entity: "new" (from r)\n- [x] new?\n\nkeep_a'
    path = "_pending_questions_archive.md"
    old = [block.text for block in queue.blocks(path, text or "")]
    new = [block.text for block in queue.blocks(path, queue.prepended(text, own, "# A"))]
    assert new == [own, *old]


@given(st.none() | texts)
def test_a_queue_keeps_every_block_when_one_comes_at_its_end(text: str | None) -> None:
    path = "_pending_merges.md"
    own = merges.render(
        merges.NewMerge("2026-03-03", "new", ("a.md",), "r", merges.CREATE, 0.5, "x")
    )
    old = [block.text for block in queue.blocks(path, text or "")]
    new = [block.text for block in queue.blocks(path, queue.appended(text, own, "# M"))]
    assert new == [*old, own]
