"""What a commit did to one file, told piece by piece: for those who check it afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from inbox.domain.edit import Edit, FileChange, PassageEdit, WholeFile
from inbox.domain.memory import Memory
from inbox.formats import codecs, queue
from inbox.formats import memory as memory_file
from inbox.formats.blocks import Grammar, Segment, segments
from inbox.formats.passages import lines_of
from inbox.plan import own

FRAME = "---"
"""Stands for the opening or closing line of a header among its entries."""

COMMENT = "a comment"
WHOLE = "the whole header"
UNREADABLE = "a header that cannot be read"


@dataclass(frozen=True, slots=True)
class Touched:
    """A memory before and after, with the pieces that differ."""

    path: str
    before: Memory | None
    after: Memory | None
    keys: frozenset[str]
    """Header entries that differ; `FRAME`, `COMMENT`, `WHOLE` or `UNREADABLE` for the rest."""

    body: bool
    """Whether the body differs."""

    grown: bool = False
    """Whether it differs only by lines at its end, as an agent adds them."""

    def said(self) -> str:
        """Say what became of it."""
        if self.after is None:
            return f"{self.path} is removed"
        if self.before is None:
            return f"{self.path} is new"
        named = [f"`{key}`" if key.isidentifier() else key for key in sorted(self.keys)]
        return f"{self.path} differs in {', '.join([*named, *['its body'] * self.body])}"


def touched(change: FileChange) -> Touched:
    """Return what a commit did to a memory."""
    path, before, after = change.path, change.before, change.after
    memories = [None if text is None else memory_file.read(path, text) for text in (before, after)]
    if before is None or after is None:
        return Touched(path, memories[0], memories[1], frozenset(), body=False)
    edits = codecs.between(path, before, after)
    keys = {name for edit in edits if (name := _entry(edit))}
    body = any(isinstance(edit, PassageEdit | WholeFile) or edit.key == "body" for edit in edits)
    grown = body and all(_in_the_header(edit) or own.is_appended(edit) for edit in edits)
    return Touched(path, memories[0], memories[1], frozenset(keys), body=body, grown=grown)


def _in_the_header(edit: Edit) -> bool:
    return not isinstance(edit, PassageEdit | WholeFile) and edit.key != "body"


def _entry(edit: Edit) -> str:
    """Return the header entry that an edit is about; empty when it is about none."""
    if isinstance(edit, PassageEdit | WholeFile) or edit.key == "body":
        return ""
    frame = edit.key in ("fm:open", "fm:close")
    if frame and (edit.old is None or (edit.new or "").strip() == edit.old.strip()):
        return ""  # a header that comes with its first entry, or a last line that gets its end
    if frame:
        return FRAME
    if edit.key.startswith("fm:"):
        return edit.key.removeprefix("fm:").partition("/")[0]
    if edit.key.startswith("fm#"):
        return COMMENT
    return WHOLE if edit.key.startswith("fm") else UNREADABLE


@dataclass(frozen=True, slots=True)
class Moved:
    """What left a file of many entries, and what came: blocks by their own text, or lines."""

    gone: tuple[str, ...]
    came: tuple[str, ...]


def moved(change: FileChange) -> Moved:
    """Return what left and what came in a file of many entries."""
    name = change.path.rpartition("/")[2]
    of_blocks = name.startswith(("_pending_questions", "_pending_merges"))
    return moved_blocks(change) if of_blocks else moved_lines(change)


def moved_blocks(change: FileChange) -> Moved:
    """Return what left and what came in a queue file or archive; separators do not count."""
    grammar = queue.grammar_of(change.path)
    before, after = _differing(change.before or "", change.after or "", grammar)
    return _moved(_entries(before, grammar), _entries(after, grammar))


def _differing(before: str, after: str, grammar: Grammar) -> tuple[str, str]:
    """Return the middles of two texts; what they begin and end with alike is cut off.

    Only at canonical headers, which start a block whatever stands in front of them.
    """
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    most = min(len(old), len(new))
    same = next((at for at in range(most) if old[at] != new[at]), most)
    head = next((at for at in range(same - 1, -1, -1) if _begins(old[at], grammar)), 0)
    most -= head
    same = next((at for at in range(most) if old[-1 - at] != new[-1 - at]), most)
    tail = next((at for at in range(same, 0, -1) if _begins(old[-at], grammar)), 0)
    return "".join(old[head : len(old) - tail]), "".join(new[head : len(new) - tail])


def _begins(line: str, grammar: Grammar) -> bool:
    return line.startswith("## ") and grammar.header.fullmatch(line.splitlines()[0]) is not None


def _entries(text: str, grammar: Grammar) -> list[str]:
    """Return the blocks of a queue file, and the text between them."""
    found = segments(text, grammar)
    return [_bare(part) for part in found if part.key not in ("leader", "tail")]


def _bare(part: Segment) -> str:
    """Return a block, or text between blocks without the rule in front of it."""
    return part.own.strip() if part.key.startswith("block:") else part.own.strip(" \r\n-")


def moved_lines(change: FileChange) -> Moved:
    """Return the lines that left a ledger or an index page, and those that came."""
    before, after = (
        [line.rstrip("\r\n") for line in lines_of(text or "")]
        for text in (change.before, change.after)
    )
    return _moved(filter(None, before), filter(None, after))


def _moved(before: Iterable[str], after: Iterable[str]) -> Moved:
    old, new = Counter(before), Counter(after)
    return Moved(tuple((old - new).elements()), tuple((new - old).elements()))
