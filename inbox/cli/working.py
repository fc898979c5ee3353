"""The commands for an agent's working memory: `working update|show|log|restore|pin|…`."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from contextlib import closing
from pathlib import Path

from inbox.cli import deciding
from inbox.cli import working_words as words
from inbox.cli.asjson import document
from inbox.cli.speaking import agreed, data, done, said
from inbox.errors import BadUsage, Refused, ServiceFailed
from inbox.formats import transcripts
from inbox.service import Inbox
from inbox.service.extraction import Asked, Given
from inbox.service.working import Applied, Turn, WorkingMemory
from inbox.store import files
from inbox.working import prompt, record

MODEL = "claude-haiku-4-5"
"""The model that is asked when nobody names one: a turn is a small task."""

LARGEST = 200_000_000
"""Bytes of a transcript; a session of days has some tens of millions."""


def update(inbox: Inbox, args: Namespace) -> int:
    """Work out an agent's turn: ask a model what changes, and store what may be stored."""
    memory = _memory(inbox, args)
    try:
        messages = transcripts.read(_text(args.transcript))
    except transcripts.Unreadable as error:
        raise BadUsage(f"{args.transcript}: {error}.") from error
    turn = Turn(messages, args.turn, args.digest, args.redact, args.dry_run)
    if args.reply:
        return _told(memory.update(turn, Given(_text(args.reply))), args)
    return _asked(memory, turn, args)


def _asked(memory: WorkingMemory, turn: Turn, args: Namespace) -> int:
    from inbox.model.claude import Claude  # brings the client with it, once it asks

    model = args.model or os.environ.get("ATHENAEUM_INBOX_MODEL") or MODEL
    with closing(Claude(model)) as asked:
        applied = memory.update(turn, Asked(asked))
        used = asked.budget
    if used.calls and not args.json:
        read = used.usage.fresh + used.usage.stored + used.usage.kept
        calls = "1 call" if used.calls == 1 else f"{used.calls} calls"
        said(f"{model}: {calls}, {read} tokens read, {used.usage.answered} answered")
    return _told(applied, args)


def _told(applied: Applied, args: Namespace) -> int:
    """Print what became of each operation; fail when nothing could be worked out."""
    if args.json:
        data(document(**words.applied(applied, dry=args.dry_run)))
    else:
        for line in words.outcome(applied, dry=args.dry_run):
            data(line)
    if applied.failure:
        raise ServiceFailed(
            f"the turn was not worked out: {applied.failure} The memory is as it was; the inbox "
            "shows this."
        )
    if applied.stale:
        raise Refused(f"{applied.events[-1].detail}; nothing was changed.")
    return 0


def show(inbox: Inbox, args: Namespace) -> int:
    """Show the entries, the task and what the last turn did; --block is for the agent itself."""
    memory = _memory(inbox, args)
    state = memory.state()
    if args.block:
        data(prompt.for_agent(state))
        return 0
    if args.json:
        data(document(agent=memory.agent, digest=record.digest(state), **record.state_value(state)))
        return 0
    for line in words.shown(memory.agent, state):
        data(line)
    others = [each for each in inbox.agents() if each != memory.agent]
    if others:
        said(f"other agents: {', '.join(others)} (--agent NAME)")
    return 0


def log(inbox: Inbox, args: Namespace) -> int:
    """Show what was done, the newest first, with everything that left."""
    rows, broken = _memory(inbox, args).rows()
    newest = rows[::-1][: args.limit or None]
    if args.json:
        data(document(rows=[words.row_value(row) for row in newest], unreadable=broken))
    else:
        for row in newest:
            for line in words.row(row):
                data(line)
    if not rows:
        said("nothing was done yet.")
    if broken:
        said(f"{broken} rows of the log cannot be read; a kill may have cut one off.")
    return 0


def restore(inbox: Inbox, args: Namespace) -> int:
    """Bring back an entry that has left, by its handle; at the cap the weakest one goes."""
    return _told(_memory(inbox, args).restore(args.handle, dry=args.dry_run), args)


def pin(inbox: Inbox, args: Namespace) -> int:
    """Protect an entry: no model deletes or evicts it, and it does not expire."""
    return _told(_memory(inbox, args).pin(args.handle, dry=args.dry_run), args)


def unpin(inbox: Inbox, args: Namespace) -> int:
    """Take the protection of an entry away."""
    return _told(_memory(inbox, args).pin(args.handle, pinned=False, dry=args.dry_run), args)


def promote(inbox: Inbox, args: Namespace) -> int:
    """File an entry as a candidate: in the inbox you accept it as a memory, or turn it down."""
    promoting = inbox.promoting(_named(args))
    found = promoting.preview(args.handle, args.type, args.scope, args.reason)
    if args.dry_run:
        deciding.show(found, as_json=args.json)
        return 0
    for note in found.notes:
        said(note)
    done(promoting.file(args.handle, found), as_json=args.json)
    return 0


def clear(inbox: Inbox, args: Namespace) -> int:
    """Empty the memory; everything that was in it stays in the log."""
    memory = _memory(inbox, args)
    found = memory.clear(dry=True)
    if args.dry_run:
        return _told(found, args)
    if not agreed(
        f"Let all {len(memory.state().entries)} entries of {memory.agent} go?",
        yes=args.yes,
        instead=", or --dry-run to look",
    ):
        said("nothing was done.")
        return 0
    return _told(memory.clear(), args)


def _memory(inbox: Inbox, args: Namespace) -> WorkingMemory:
    return inbox.working(_named(args))


def _named(args: Namespace) -> str:
    return str(args.agent or os.environ.get("ATHENAEUM_INBOX_AGENT", ""))


def _text(file: str) -> str:
    try:
        if file == "-":
            raw = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(file).open("rb") as opened:
                raw = opened.read(LARGEST + 1)
    except OSError as error:
        raise BadUsage(f"{file} cannot be read: {error.strerror}.") from error
    if len(raw) > LARGEST:
        raise BadUsage(f"{file} is larger than {LARGEST // 1_000_000} MB; give its last part.")
    return files.decoded(raw).encode("utf-8", "replace").decode()
