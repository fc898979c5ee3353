"""The queue files, judged by what athenaeum's own parsers say about them."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.formats import blocks, merges, questions, queue
from inbox.formats.merges import MergeBlock
from inbox.formats.questions import QuestionBlock
from tests.conftest import DATA

SAMPLE = DATA / "athenaeum-sample"
EXPECTED = json.loads((SAMPLE / "expected/parsed.json").read_text(encoding="utf-8"))
FUZZED = json.loads((DATA / "athenaeum-answers.json").read_text(encoding="utf-8"))

QUESTION_KEYS = {"source": "ref", "created_at": "created"}
MERGE_KEYS = {
    "merge_target_name": "target",
    "draft_merged_body": "draft",
    "created_at": "created",
}


def sample(name: str) -> str:
    return (SAMPLE / "knowledge/wiki" / name).read_bytes().decode()


def differing(block: object, expected: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """Return the fields in which a block is not what athenaeum read."""
    got = {key: getattr(block, names.get(key, key), None) for key in expected}
    plain = {key: list(value) if isinstance(value, tuple) else value for key, value in got.items()}
    return {
        key: (plain[key], value)
        for key, value in expected.items()
        if key not in ("raw_block", "also_affects" if isinstance(block, MergeBlock) else "")
        and plain[key] != value
        and not (isinstance(value, float) and math.isnan(value))
    }


def test_every_question_of_the_sample_reads_as_in_athenaeum() -> None:
    found = list(queue.blocks("_pending_questions.md", sample("_pending_questions.md")))
    assert [block.text for block in found] == [row["raw_block"] for row in EXPECTED["questions"]]
    for block, expected in zip(found, EXPECTED["questions"], strict=True):
        assert differing(questions.parse(block.text), expected, QUESTION_KEYS) == {}


def test_every_merge_of_the_sample_reads_as_in_athenaeum() -> None:
    found = list(queue.blocks("_pending_merges.md", sample("_pending_merges.md")))
    assert [block.text for block in found] == [row["raw_block"] for row in EXPECTED["merges"]]
    for block, expected in zip(found, EXPECTED["merges"], strict=True):
        assert differing(merges.parse(block.text), expected, MERGE_KEYS) == {}


def test_fingerprints_of_the_sample_are_reproduced() -> None:
    pairs = 0
    for block in queue.blocks("_pending_questions.md", sample("_pending_questions.md")):
        parsed = questions.parse(block.text)
        assert isinstance(parsed, QuestionBlock)
        if len(parsed.passages) == 2:
            pairs += 1
            a, b = parsed.passages
            assert questions.fingerprint(a, b, parsed.conflict_type) == parsed.fingerprint
            assert questions.fingerprint(b, a, parsed.conflict_type) == parsed.fingerprint
    assert pairs == 7


@pytest.mark.hazard("H-36")
@pytest.mark.parametrize("index", range(len(FUZZED)))
def test_a_mangled_queue_splits_and_reads_as_in_athenaeum(index: int) -> None:
    row = FUZZED[index]
    for grammar, parse, side in (
        (blocks.QUESTIONS, questions.parse, "questions"),
        (blocks.MERGES, merges.parse, "merges"),
    ):
        found = [s for s in blocks.segments(row["text"], grammar) if s.key.startswith("block:")]
        own = ["\n".join(segment.own.splitlines()) for segment in found]
        assert own == [answer["raw"] for answer in row[side]]
        for segment, answer in zip(found, row[side], strict=True):
            parsed = parse(segment.own)
            assert isinstance(parsed, str) == (answer["parsed"] is None)
            if answer["parsed"] is not None:
                assert differing(parsed, answer["parsed"], {}) == {}


LINES = [
    "",
    "---",
    "prose",
    "# Pending Questions",
    "```",
    "````markdown",
    "```markdown",
    '## [2026-01-01] Entity: "a" (from r)',
    '## [2026-01-02] Merge: "m"',
    "## other",
    "- [ ] which?",
    "- [x] done",
    "**Description**: d",
    "a\u2028b\x0bc\x85d",
    "\udcff",
    "\r",
]
texts = st.lists(st.sampled_from(LINES) | st.text(max_size=4), max_size=25).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n"]).map(lambda end: end.join(lines))
)
paths = st.sampled_from(["_pending_questions.md", "_pending_merges.md"])


@given(paths, texts)
def test_a_queue_file_splits_into_pieces_that_join_to_it(path: str, text: str) -> None:
    found = blocks.segments(text, queue.grammar_of(path))
    assert "".join(segment.text for segment in found) == text


@given(paths, texts)
def test_removing_a_block_changes_no_byte_of_another(path: str, text: str) -> None:
    before = list(queue.blocks(path, text))
    for block in before:
        after = [other.text for other in queue.blocks(path, queue.without(path, text, block))]
        assert after == [other.text for other in before if other.key != block.key]


@given(texts)
def test_answering_a_question_changes_no_byte_of_another(text: str) -> None:
    path = "_pending_questions.md"
    before = list(queue.blocks(path, text))
    for at, block in enumerate(before):
        if isinstance(questions.parse(block.text), str):
            continue
        answer = questions.answered(block.text, "keep_a", "\n")
        after = list(queue.blocks(path, queue.replaced(path, text, block, answer)))
        parsed = questions.parse(after[at].text)
        assert isinstance(parsed, QuestionBlock)
        assert parsed.answered
        others = [other.text for other in after]
        del others[at]
        assert others == [other.text for other in before if other is not block]


def test_a_block_is_found_by_the_line_its_header_stands_on() -> None:
    text = sample("_pending_merges.md")
    for block in queue.blocks("_pending_merges.md", text):
        assert text.split("\n")[block.line - 1] == block.text.split("\n", 1)[0]


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        ("## What now?", 'the header is not `## [date] Entity: "name" (from ref)`'),
        ('## [2026-01-01] Entity: "a" (from r)\n\nprose', "no `- [ ]` line follows the header"),
    ],
)
def test_a_broken_block_says_why(own: str, reason: str) -> None:
    assert questions.parse(own) == reason


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("Which is correct: (a) X, (b) Y, (c) both, (d) neither/other?", ("X", "Y")),
        ("Which is correct: (a) X, (b) Y, (c) Z, (d) both, (e) neither/other?", ("X", "Y", "Z")),
        ("Which is correct: (a) 1, (c) 2, (b) Y, (c) both, (d) neither/other?", ("1, (c) 2", "Y")),
        ("Which is correct: (a) X, (b) Y", ()),
        ("Which is correct?", ()),
    ],
)
def test_options_stand_in_the_question_line(question: str, options: tuple[str, ...]) -> None:
    assert questions.options(question) == options


@given(st.text(max_size=30), st.integers(3, 6))
def test_a_rendered_merge_reads_back_with_its_draft(noise: str, ticks: int) -> None:
    fence = "`" * ticks
    draft = f"---\nname: x\n---\n\n{fence}python\n---\n{fence}\n\n## [2026-01-01] no header".strip()
    merge = merges.NewMerge(
        "2026-01-01", f"T {noise!r}", ("a.md", "b.md"), "r", merges.CREATE, 0.5, draft
    )
    [block] = queue.blocks("_pending_merges.md", f"# Pending Merges\n\n{merges.render(merge)}\n")
    parsed = merges.parse(block.text)
    assert isinstance(parsed, MergeBlock)
    assert (parsed.draft, parsed.sources, parsed.target) == (draft, ("a.md", "b.md"), merge.target)


def test_an_archive_gets_its_newest_entry_first() -> None:
    first = queue.prepended(None, "## one", questions.ARCHIVE_TITLE)
    assert first == "# Answered Questions\n\n## one\n"
    second = queue.prepended(first, "## two", questions.ARCHIVE_TITLE)
    assert second == "# Answered Questions\n\n## two\n\n---\n\n## one\n"


def test_an_archive_of_athenaeum_keeps_its_separators() -> None:
    theirs = "# Answered Questions\n\n---\n\n## one\n"
    assert (
        queue.prepended(theirs, "## two", "") == "# Answered Questions\n\n## two\n\n---\n\n## one\n"
    )


def test_text_between_blocks_is_named_by_its_own_line() -> None:
    text = '# Pending Questions\n\n---\n\n## [d] Entity: "a" (from r)\n- [ ] q\n\n---\n\nmy note\n'
    [loose] = queue.loose("_pending_questions.md", text)
    assert text.split("\n")[loose.line - 1] == "my note"


def test_a_merge_behind_an_open_fence_leaves_the_open_one_its_bytes() -> None:
    text = '# T\n\n## [2026-01-02] Merge: "m"\n- [ ] which?\n````markdown\n'
    own = '## [2026-01-03] Merge: "n"\n- [ ] which?'
    for blank in ("", "\n\n"):
        new = queue.appended(text + blank, own, merges.TITLE)
        found = [block.text for block in queue.blocks("_pending_merges.md", new)]
        assert found == [text.partition("\n\n")[2].rstrip(), own]
