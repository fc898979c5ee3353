"""The queue side of a commit: which block left, where it arrived, and what else moved."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from inbox.domain.edit import FileChange
from inbox.domain.layout import Layout
from inbox.domain.record import Wrong
from inbox.formats import questions
from inbox.formats.blocks import checkbox
from inbox.plan.audit.case import Case, members_of
from inbox.plan.audit.expected import Expected
from inbox.plan.audit.touched import Moved, moved_blocks
from inbox.plan.own import block_id

_NOTHING = Moved((), ())


def closing(layout: Layout, queue: str) -> tuple[str, str]:
    """Return the queue and the archive that a closed item moves between."""
    if queue == "merges":
        return layout.merges, layout.merges_archive
    return layout.questions, layout.questions_archive


def wrongs(case: Case, expected: Expected) -> Iterator[Wrong]:
    """Yield where queues and archives do not hold what the decision does to them."""
    if expected.closes:
        yield from _closed(case, *closing(case.layout, expected.closes))
    if expected.files == "merge":
        yield from _filed(case)
    elif expected.files == "proposal":
        yield from _withdrawn(case)
    elif expected.files == "answer":
        yield from _answered(case)


def _moved(case: Case, path: str) -> Moved:
    return moved_blocks(case.files[path]) if path in case.files else _NOTHING


def _closed(case: Case, queue: str, archive: str) -> Iterator[Wrong]:
    left, arrived = _moved(case, queue), _moved(case, archive)
    yield from _just_this(f"the block of {case.item} to leave {queue}", case, left.gone)
    for text in left.came:
        own = block_id(text) == case.item.partition("-")[2]
        said = f"{queue} gained {block_id(text) or 'text that is no block'}"
        # An agent's, written at just that moment: no decision makes it, and `undo` leaves it.
        yield Wrong(f"no block to come to {queue}", said, arrived=not own)
    yield from _just_this(f"the block of {case.item} to arrive in {archive}", case, arrived.came)
    yield from _nothing(f"no block to leave {archive}", arrived.gone)
    for text in left.gone:
        if arrived.came and not any(_holds(entry, text) for entry in arrived.came):
            yield Wrong(f"all words of {block_id(text)} in {archive}", "some of them are missing")
    if len(left.gone) != len(arrived.came):
        yield Wrong(f"{len(left.gone)} blocks to arrive in {archive}", f"{len(arrived.came)}")


def _just_this(said: str, case: Case, blocks: tuple[str, ...]) -> Iterator[Wrong]:
    """Yield blocks that are not the item's; those that ask about the same pair close with it."""
    name = case.item.partition("-")[2]
    strange = [text for text in blocks if block_id(text) != name and not _asks_again(case, text)]
    if strange or name not in map(block_id, blocks):
        found = ", ".join(block_id(text) or "unreadable" for text in blocks) or "none"
        yield Wrong(f"just {said}", found)


def _asks_again(case: Case, text: str) -> bool:
    """Whether a block names the same two memories as the item's own."""
    pairs = [
        frozenset(ref.rpartition("/")[2] for ref in refs[:2])
        for refs in (members_of(text), case.members)
    ]
    return len(case.members) > 1 and pairs[0] == pairs[1]


def _nothing(said: str, blocks: Sequence[str]) -> Iterator[Wrong]:
    if blocks:
        found = ", ".join(block_id(text) or "text that is no block" for text in blocks)
        yield Wrong(said, found)


def _holds(archived: str, block: str) -> bool:
    """Whether an archived block has all lines of the open one, in order; its box is checked."""
    box = checkbox(block)
    lines = block.splitlines()
    kept = [line.strip() for at, line in enumerate(lines) if box is None or at != box[0]]
    there = iter([line.strip() for line in archived.splitlines()])
    return all(line in there for line in kept if line)


def _filed(case: Case) -> Iterator[Wrong]:
    """Yield more than one new proposal; none is new when the same one waits already."""
    moved = _moved(case, case.layout.merges)
    yield from _nothing(f"no block to leave {case.layout.merges}", moved.gone)
    if len(moved.came) > 1:
        yield Wrong("one merge proposal", f"{len(moved.came)} of them")


def _withdrawn(case: Case) -> Iterator[Wrong]:
    moved = _moved(case, case.layout.questions)
    yield from _just_this(f"the block of {case.item} to lose its proposal", case, moved.gone)
    wanted = [questions.without_proposal(text) for text in moved.gone]
    if sorted(moved.came) != sorted(wanted):
        yield Wrong("the same block without its proposal", "another text")


def _answered(case: Case) -> Iterator[Wrong]:
    """Yield where not exactly one new answer file names the item."""
    folder = case.layout.answers_dir
    files = [change for path, change in case.files.items() if path.startswith(folder)]
    wanted = f"decision_id: {json.dumps(case.item.partition('-')[2])}"
    named = [change for change in files if _is_new(change) and wanted in _lines(change)]
    if len(files) != 1 or len(named) != 1:
        said = ", ".join(change.path for change in files) or "none"
        yield Wrong(f"one new answer file for {case.item}", said)


def _is_new(change: FileChange) -> bool:
    return change.before is None and change.after is not None


def _lines(change: FileChange) -> list[str]:
    return (change.after or "").splitlines()
