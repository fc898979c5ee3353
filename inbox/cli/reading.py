"""The commands that read: list, next, show, count, log, patch, doctor, verify."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace

from inbox.cli import asjson, astext, deciding, snoozing
from inbox.cli.speaking import data, said
from inbox.domain.item import Item, Pending
from inbox.domain.record import Mismatch
from inbox.errors import Partly, Refused, UnknownItem
from inbox.formats.visible import visible
from inbox.policy.filters import matches, parse
from inbox.policy.ordering import ordered
from inbox.service import Inbox
from inbox.service.inbox import GUIDELINES
from inbox.service.proposals import nothing_to_accept


def list_items(inbox: Inbox, args: Namespace) -> int:
    """List what waits: by kind and then oldest first, or in the order you choose."""
    found = _selected(inbox, args)
    if args.snoozed:
        snoozing.show(found.snoozed, inbox.today(), args)
        return 0
    asked = found.settled if args.settled else found.items
    shown = replace(found, items=asked[: args.limit] if args.limit else asked)
    if args.json:
        rows = asjson.pending(shown, inbox.today()) | {"counts": asjson.counts(found)}
        data(asjson.document(**rows))
    else:
        for line in astext.listing(shown, inbox.today()):
            data(line)
        if not shown.items:
            said(_nothing(found, args))
        if found.settled and not args.settled:
            said(
                f"{len(found.settled)} more ask for what is settled; `list --settled` shows them, "
                "`no-conflict ID` closes one."
            )
    return _status(found, args)


def _nothing(found: Pending, args: Namespace) -> str:
    """Say that nothing waits, and when the first of what is put off does."""
    nothing = "nothing matches" if args.filter else "nothing waits"
    if not found.snoozed:
        return f"{nothing}."
    first = snoozing.when(found.snoozed[0].until)
    return f"{nothing}; {len(found.snoozed)} snoozed, the first until {first}."


def _selected(inbox: Inbox, args: Namespace) -> Pending:
    """Return what waits and passes the filter, in the order that is asked for."""
    wanted, today = parse(args.filter), inbox.today()
    found = inbox.pending()
    items, settled = (
        ordered((item for item in each if matches(wanted, item, today)), args.order)
        for each in (found.items, found.settled)
    )
    put_off = tuple(each for each in found.snoozed if matches(wanted, each.item, today))
    return replace(found, items=items, settled=settled, snoozed=put_off)


def next_item(inbox: Inbox, args: Namespace) -> int:
    """Show the item that waits longest."""
    found = _selected(inbox, args)
    if found.items:
        _show(inbox, found.items[0], args)
    elif args.json:
        data(asjson.document(item=None))
    else:
        said(_nothing(found, args))
    return _status(found, args)


def _status(found: Pending, args: Namespace) -> int:
    """Name what could not be read; with --exit-code say by the status what waits."""
    for row in found.broken:
        said(f"{row.path}:{row.line}: {row.reason}")
    if not args.exit_code:
        return 0
    if found.broken:
        return Partly.exit_status
    return 1 if found.items else 0


def show(inbox: Inbox, args: Namespace) -> int:
    """Show one item whole: both sides, what is proposed and why."""
    _show(inbox, inbox.find(args.id), args)
    return 0


def _show(inbox: Inbox, item: Item, args: Namespace) -> None:
    if args.json:
        data(asjson.document(item=asjson.item_of(item, inbox.today())))
    else:
        for line in astext.item_of(item, inbox.today()):
            data(line)


def count(inbox: Inbox, args: Namespace) -> int:
    """Print how many items wait: for a prompt, tmux or cron."""
    found = inbox.counts(parse(args.filter))
    quiet = {"quiet_until": found.quiet_until.isoformat()} if found.quiet_until else {}
    kinds = dict(sorted(found.by_kind.items()))
    counts = {"open": found.open, "by_kind": kinds, "snoozed": found.snoozed, **quiet}
    data(asjson.document(counts=counts) if args.json else str(found.open))
    return int(found.open > 0) if args.exit_code else 0


def log(inbox: Inbox, args: Namespace) -> int:
    """List past decisions, newest first."""
    entries = inbox.log(args.limit or 50)
    if args.json:
        data(asjson.document(decisions=[asjson.entry(entry) for entry in entries]))
        return 0
    for entry in entries:
        data(astext.entry(entry))
    if not entries:
        said("no decision has been made here yet.")
    return 0


def patch(inbox: Inbox, args: Namespace) -> int:
    """Print the commit of a past decision, or the patch that accepting an item would make."""
    try:
        item = inbox.find(args.id)
    except UnknownItem:
        text = inbox.patch(args.id)
        data(asjson.document(patch=text) if args.json else text)
        return 0
    decision = inbox.proposed(item)
    if decision is None:
        raise Refused(nothing_to_accept(item))
    deciding.show(inbox.preview(item, decision), as_json=args.json)
    return 0


def guidelines(inbox: Inbox, args: Namespace) -> int:
    """Print what the people of this repository have agreed on."""
    text = inbox.guidelines()
    if args.json:
        data(asjson.document(path=GUIDELINES, guidelines=text))
    elif text.strip():
        data(visible(text))
    else:
        said(f"no guidelines are here; they would stand in {GUIDELINES}.")
    return 0


def doctor(inbox: Inbox, args: Namespace) -> int:
    """Name what stands in the way, each with what to do."""
    found = inbox.doctor()
    if args.json:
        data(asjson.document(findings=[asjson.finding(finding) for finding in found]))
    else:
        for finding in found:
            data(astext.finding(finding))
    return Partly.exit_status if any(f.level in ("warn", "bad") for f in found) else 0


PROGRESS = 500
"""Commits between two words about how far `verify` has come."""


def verify(inbox: Inbox, args: Namespace) -> int:
    """Replay the log: check that every decision's commit holds what its trailers say."""
    wrong: list[Mismatch] = []
    left_out: list[str] = []
    number = 0
    for step in inbox.verify(args.since, args.limit):
        number = step.number
        wrong += step.mismatches
        left_out += filter(None, [step.left_out])
        for note in step.notes:
            said(note)
        if not args.json:
            for mismatch in step.mismatches:
                data(astext.mismatch(mismatch))
        if number % PROGRESS == 0:
            said(f"{number} of {step.total} commits checked …")
    if args.json:
        rows = [asjson.mismatch(mismatch) for mismatch in wrong]
        data(asjson.document(checked=number - len(left_out), mismatches=rows, left_out=left_out))
    for what in left_out:
        said(f"not checked: {what}")
    said(f"{number - len(left_out)} commits checked, {len(wrong)} disagreements.")
    return 1 if wrong else 0
