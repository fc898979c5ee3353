"""One commit at a time: a decision, an undo, files as found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from inbox.domain.edit import Edit, FileChange, Message, inverse
from inbox.domain.layout import Layout
from inbox.domain.record import Recorded, Wrong
from inbox.errors import Stale
from inbox.formats import codecs
from inbox.plan.audit import ledgers, queues, sides
from inbox.plan.audit.case import Case, laid_out, looked_up
from inbox.plan.audit.expected import Expected
from inbox.plan.audit.touched import moved
from inbox.plan.own import arrived, own

_ID = re.compile(r"[0-9a-f]{12}")
_ITEM = re.compile(r"[a-z]-[0-9a-f]{8,64}")


def decision(record: Recorded, layout: Layout) -> Iterator[Wrong]:
    """Yield where a decision's commit does not hold what its trailers say."""
    yield from _form(record)
    case = laid_out(record, layout)
    if isinstance(case, Wrong):
        yield case
        return
    case, expected = looked_up(case)
    if expected is None:
        said = f"`{case.word}` of a {case.kind}; the diff was not checked"
        yield Wrong("a decision that this version knows", said)
        return
    yield from _foreign(case, expected)
    yield from sides.wrongs(case, expected)
    yield from queues.wrongs(case, expected)
    yield from ledgers.wrongs(case, expected)


def _form(record: Recorded) -> Iterator[Wrong]:
    """Yield what is wrong with the trailers alone, and with what git holds."""
    message = record.message
    names = [key for key, _ in message.trailers]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield Wrong(f"`{name}` once", f"{names.count(name)} times")
    if not _ID.fullmatch(message.trailer("Inbox-Id")):
        yield Wrong("an `Inbox-Id` of 12 hex digits", repr(message.trailer("Inbox-Id")))
    if not _ITEM.fullmatch(message.trailer("Inbox-Item")):
        yield Wrong("an `Inbox-Item` like `q-0123456789ab`", repr(message.trailer("Inbox-Item")))
    yield from _odd(record)
    if not record.files and not record.odd:
        yield Wrong("a decision and what it changes", "a commit that changes nothing")


def _odd(record: Recorded) -> Iterator[Wrong]:
    for path in record.odd:
        yield Wrong("texts of regular files and nothing else", f"{path}: another kind or mode")


def _foreign(case: Case, expected: Expected) -> Iterator[Wrong]:
    """Yield the files that a decision of this kind has no business with."""
    allowed = _allowed(case, expected)
    for path in case.files:
        page = expected.pages and path.rpartition("/")[2] == "MEMORY.md"
        answer = expected.files == "answer" and path.startswith(case.layout.answers_dir)
        if path not in allowed and not page and not answer:
            yield Wrong(f"{case.word} to leave {path} alone", "the commit changes it")


def _allowed(case: Case, expected: Expected) -> set[str]:
    layout = case.layout
    allowed = {memory.path for memory in case.memories} if expected.memories else set()
    if expected.closes:
        allowed |= {*queues.closing(layout, expected.closes)}
    choices = {
        layout.questions: expected.files == "proposal",
        layout.merges: expected.files == "merge",
        layout.candidates: expected.files == "candidate",
        layout.settled: bool(expected.settles),
        layout.tombstones: expected.removes,
    }
    return allowed | {path for path, may in choices.items() if may}


def undo(record: Recorded, undone: Recorded | None, layout: Layout) -> Iterator[Wrong]:
    """Yield where an undo is not the inverse of the commit that it takes back."""
    yield from _form(record)
    name = record.message.trailer("Inbox-Undoes")
    if undone is None:
        yield Wrong(f"an earlier decision {name} to take back", "no commit before it has that id")
        return
    wanted = {
        "Inbox-Item": undone.message.trailer("Inbox-Item"),
        "Inbox-Kind": undone.message.trailer("Inbox-Kind"),
        "Inbox-Decision": "redo" if undone.message.trailer("Inbox-Decision") == "undo" else "undo",
    }
    for key, value in wanted.items():
        if record.message.trailer(key) != value:
            said = record.message.trailer(key) or "no such trailer"
            yield Wrong(f"`{key}: {value}` in an undo of {name}", said)
    yield from _inverse(record, undone, layout)


def _inverse(record: Recorded, undone: Recorded, layout: Layout) -> Iterator[Wrong]:
    """Compare file by file what the first commit did with what the second one did."""
    name = undone.message.trailer("Inbox-Id")
    here = {file.path: file for file in record.files}
    for file in undone.files:
        found = here.pop(file.path, FileChange(file.path, file.after, file.after))
        if codecs.codec_for(file.path).ends_lines:
            inverse_of = _entries_turned(file, found, undone.message, layout)
        else:
            inverse_of = _turned(file, found, own(_edits(file), undone.message, layout))
        if not inverse_of:
            what = "another text" if found.before != found.after else "it stays as it was"
            yield Wrong(f"the inverse of {name} in {file.path}", what)
    for path in here:
        yield Wrong(f"{path} to be left alone, as {name} left it", "the undo changes it")


def _edits(file: FileChange) -> tuple[Edit, ...]:
    return codecs.between(file.path, file.before, file.after)


def _turned(done: FileChange, undone: FileChange, edits: tuple[Edit, ...]) -> bool:
    """Whether taking a change back on the text that was found gives the text that was left."""
    if not edits and undone.before == undone.after:
        return True
    try:
        return codecs.applied(inverse(edits), {done.path: undone.before}) == {
            done.path: undone.after
        }
    except Stale:
        return False


def _entries_turned(done: FileChange, undone: FileChange, message: Message, layout: Layout) -> bool:
    """Whether what came with a change goes, and what went comes; order means nothing (R20).

    What only arrived with the change may stay, and more may arrive in a queue.
    """
    path, (there, back) = done.path, (moved(done), moved(undone))
    stays = Counter(there.came) - Counter(back.gone)
    grows = Counter(back.came) - Counter(there.gone)
    return (
        not Counter(back.gone) - Counter(there.came)
        and not Counter(there.gone) - Counter(back.came)
        and all(arrived(path, text, message, layout) for text in stays)
        and (not grows or path in (layout.questions, layout.merges))
    )


def as_found(record: Recorded, following: Recorded | None) -> Iterator[Wrong]:
    """Yield where a snapshot commit is not just the files that the decision behind it touches.

    None: the decision did not come about, which is no fault of the snapshot.
    """
    yield from _odd(record)
    if following is None:
        return
    name = following.message.trailer("Inbox-Id")
    touched = {file.path: file for file in following.files}
    for file in record.files:
        if file.path not in touched:
            yield Wrong(f"only files that {name} touches, as found", f"{file.path} as well")
        elif touched[file.path].before != file.after:
            yield Wrong(f"{file.path} as {name} started from it", "another text")
