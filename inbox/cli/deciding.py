"""The commands that decide: each makes one decision, shows it, asks, and commits."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from inbox.cli import asjson, astext, many, reviewing, selecting
from inbox.cli.speaking import agreed, data, done, said
from inbox.domain import decision as d
from inbox.domain.item import Candidate, Conflict, Item, MergeProposal, Review
from inbox.domain.outcome import Preview
from inbox.errors import BadUsage, Refused
from inbox.service import Inbox, choosing
from inbox.service.batch import DecisionFor
from inbox.service.proposals import decision_for, nothing_to_accept

LOOK = ", or --dry-run to look"

LARGEST_TEXT = 4_000_000
"""Bytes of a text that is given with --file; more is no memory."""


def accept(inbox: Inbox, args: Namespace) -> int:
    """Do what is proposed."""
    return _decide(inbox, args, lambda item: _with_details(_accepted(inbox, item, args), args))


def _with_details(decision: d.Decision, args: Namespace) -> d.Decision:
    """Return what is accepted with what the person adds to it.

    Raises:
        BadUsage: Something is given that does not go with it; it would be lost in silence.
    """
    details = {"until": args.until, "context": args.context, "without": args.without}
    given = {name for name, value in details.items() if value}
    match decision:
        case d.Scope(side):
            allowed, decision = "until", d.Scope(side, d.Window(args.until))
        case d.RetainBoth():
            allowed, decision = "context", d.RetainBoth(args.context)
        case d.Approve():
            allowed, decision = "without", d.Approve(left_out=tuple(args.without))
        case _:
            allowed = ""
    if odd := sorted(given - {allowed}):
        raise BadUsage(f"--{odd[0]} does not go with what is proposed here; leave it out.")
    return decision


def _accepted(inbox: Inbox, item: Item, args: Namespace) -> d.Decision:
    verdict = {"queue": item.proposal, "rule": item.rule}.get(args.of or "")
    decision = decision_for(item, verdict) if verdict else None
    if args.of is None:
        decision = inbox.proposed(item)
    if decision is None:
        both = item.proposal is not None and item.rule is not None
        how = " `accept --queue` takes the first, `accept --rule` the second." if both else ""
        raise Refused(nothing_to_accept(item) + how)
    return decision


def keep(inbox: Inbox, args: Namespace) -> int:
    """Keep one side of a conflict; the other is superseded."""
    return _decide(inbox, args, lambda _: d.Keep(args.side))


def both(inbox: Inbox, args: Namespace) -> int:
    """Keep both sides, with a line of context if you give one."""
    return _decide(inbox, args, lambda _: d.RetainBoth(args.context))


def no_conflict(inbox: Inbox, args: Namespace) -> int:
    """Say that the two do not contradict, or are no duplicates; it is not asked again."""
    return _decide(inbox, args, lambda _: d.NotAConflict())


def pick(inbox: Inbox, args: Namespace) -> int:
    """Answer an enumerated question by number; the one after the last is both, 0 is neither."""
    return carry_out(
        inbox, inbox.find(args.id), d.Pick(args.number, args.never_true, args.value), args
    )


def answer(inbox: Inbox, args: Namespace) -> int:
    """Answer a question without two sides, an audit (confirm) or a rule (approve, reject)."""
    return carry_out(inbox, inbox.find(args.id), d.Answer(args.text), args)


def reject(inbox: Inbox, args: Namespace) -> int:
    """Reject a merge for good, or set the proposal of a conflict aside."""
    return _decide(inbox, args, lambda _: d.Reject())


def edit(inbox: Inbox, args: Namespace) -> int:
    """Give the surviving side, or the draft of a merge, the text of a file, or some fields."""
    item = inbox.find(args.id)
    if args.take is not None:
        return _with_fields(inbox, item, args)
    text = given_text(args.file)
    if isinstance(item, MergeProposal | Candidate):
        return carry_out(inbox, item, d.Approve(text, tuple(args.without)), args)
    side = args.side or _survivor(item)
    return carry_out(inbox, item, d.Edit(side, text), args)


def _with_fields(inbox: Inbox, item: Item, args: Namespace) -> int:
    """Keep a side with header fields of the other."""
    if not isinstance(item, Conflict):
        raise BadUsage("only a conflict has another side to take fields from.")
    side = args.side or _survivor(item)
    keys = [key.strip() for key in args.take.split(",") if key.strip()]
    return carry_out(inbox, item, d.Edit(side, choosing.chosen(item, side, keys)), args)


def _survivor(item: Item) -> d.SideName:
    winner = item.proposal.winner if item.proposal else "neither"
    if not isinstance(item, Conflict) or winner not in ("a", "b"):
        raise BadUsage("say which side the text is for: --side a or --side b.")
    return "a" if winner == "a" else "b"


def given_text(file: str) -> str:
    """Return the text of a file that a person names; `-` is stdin.

    Raises:
        BadUsage: It cannot be read, is too large for a memory, or is not UTF-8.
    """
    try:
        raw = sys.stdin.buffer.read(LARGEST_TEXT + 1) if file == "-" else _bytes(Path(file))
    except OSError as error:
        raise BadUsage(f"{file} cannot be read: {error.strerror}.") from error
    if len(raw) > LARGEST_TEXT:
        raise BadUsage(f"{file} is larger than {LARGEST_TEXT // 1_000_000} MB; that is no memory.")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise BadUsage(f"{file} is not UTF-8: byte {error.start} cannot be read.") from error


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST_TEXT + 1)


def contest(inbox: Inbox, args: Namespace) -> int:
    """Mark a memory, or a side of a conflict, as disputed."""

    def decision_for(item: Item) -> d.Decision:
        if isinstance(item, Conflict) and args.side is None:
            raise BadUsage("say which side is disputed: --side a, b or both.")
        return d.Contest(args.side or "a")

    return _decide(inbox, args, decision_for)


def uncontest(inbox: Inbox, args: Namespace) -> int:
    """Uphold a contested memory: it holds after all."""
    return _decide(inbox, args, lambda _: d.Uphold())


def tombstone(inbox: Inbox, args: Namespace) -> int:
    """Remove a memory, or a side of a conflict, and block its return."""

    def decision_for(item: Item) -> d.Decision:
        if isinstance(item, Conflict) and args.side is None:
            raise BadUsage("say which side is to go: --side a or --side b.")
        return d.Tombstone(args.side or "a", args.why)

    return _decide(inbox, args, decision_for)


def undo(inbox: Inbox, args: Namespace) -> int:
    """Take a decision back, in any later session; without an id your own last one."""
    return _commit(inbox, inbox.preview_undo(args.id, args.reason), args)


def redo(inbox: Inbox, args: Namespace) -> int:
    """Take your own last undo back, as long as you have decided nothing since."""
    return _commit(inbox, inbox.preview_redo(args.reason), args)


def _decide(inbox: Inbox, args: Namespace, decision_for: DecisionFor) -> int:
    """Decide the one item that is named, or many."""
    if not selecting.alone(args):
        return many.decide(inbox, selecting.chosen(inbox, args), decision_for, args)
    item = inbox.find(args.ids[0])
    return carry_out(inbox, item, decision_for(item), args)


def show(found: Preview, *, as_json: bool) -> None:
    """Print the commit that a decision would make."""
    data(asjson.document(**asjson.preview(found)) if as_json else astext.preview(found))


def carry_out(inbox: Inbox, item: Item, decision: d.Decision, args: Namespace) -> int:
    """Make one decision: show it, ask, commit."""
    if isinstance(item, Review):
        return reviewing.carry_out(inbox, item, decision, args)
    return _commit(inbox, inbox.preview(item, decision, args.reason), args)


def _commit(inbox: Inbox, found: Preview, args: Namespace) -> int:
    """Show, ask, commit: the commit is the change that was shown."""
    if args.dry_run:
        show(found, as_json=args.json)
        return 0
    if not args.yes and sys.stdin.isatty():
        said(astext.preview(found))
    elif args.yes:
        for note in found.notes:
            said(note)
    if not agreed("Commit this?", yes=args.yes, instead=LOOK):
        said("nothing was done.")
        return 0
    done(inbox.apply(found), as_json=args.json)
    return 0
