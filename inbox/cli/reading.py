"""The commands that read: list, next, show, count, log, patch, doctor."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from dataclasses import replace

from inbox.cli import asjson, astext, deciding
from inbox.cli.speaking import data, said
from inbox.domain.item import Item, Pending, kind_of
from inbox.errors import Partly, Refused, UnknownItem
from inbox.policy.filters import matches, parse
from inbox.policy.ordering import ordered
from inbox.service import Inbox
from inbox.service.proposals import nothing_to_accept


def list_items(inbox: Inbox, args: Namespace) -> int:
    """List what waits: by kind and then oldest first, or in the order you choose."""
    found = _selected(inbox, args)
    asked = found.settled if args.settled else found.items
    shown = replace(found, items=asked[: args.limit] if args.limit else asked)
    if args.json:
        rows = asjson.pending(shown, inbox.today()) | {"counts": asjson.counts(found)}
        data(asjson.document(**rows))
    else:
        for line in astext.listing(shown, inbox.today()):
            data(line)
        if not shown.items:
            said("nothing matches." if args.filter else "nothing waits.")
        if found.settled and not args.settled:
            said(
                f"{len(found.settled)} more ask for what is settled; `list --settled` shows them, "
                "`no-conflict ID` closes one."
            )
    return _status(found, args)


def _selected(inbox: Inbox, args: Namespace) -> Pending:
    """Return what waits and passes the filter, in the order that is asked for."""
    wanted = parse(args.filter)
    found, today = inbox.pending(), inbox.today()
    items, settled = (
        ordered((item for item in each if matches(wanted, item, today)), args.order)
        for each in (found.items, found.settled)
    )
    return replace(found, items=items, settled=settled)


def next_item(inbox: Inbox, args: Namespace) -> int:
    """Show the item that waits longest."""
    found = _selected(inbox, args)
    if found.items:
        _show(inbox, found.items[0], args)
    elif args.json:
        data(asjson.document(item=None))
    else:
        said("nothing matches." if args.filter else "nothing waits.")
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
    by_kind = _counted(inbox, args)
    total = by_kind.total()
    counts = {"open": total, "by_kind": dict(sorted(by_kind.items()))}
    data(asjson.document(counts=counts) if args.json else str(total))
    return int(total > 0) if args.exit_code else 0


def _counted(inbox: Inbox, args: Namespace) -> Counter[str]:
    wanted = parse(args.filter)
    if not wanted:
        return inbox.count()
    items = inbox.pending().items
    return Counter(kind_of(item) for item in items if matches(wanted, item, inbox.today()))


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


def doctor(inbox: Inbox, args: Namespace) -> int:
    """Name what stands in the way, each with what to do."""
    found = inbox.doctor()
    if args.json:
        data(asjson.document(findings=[asjson.finding(finding) for finding in found]))
    else:
        for finding in found:
            data(astext.finding(finding))
    return Partly.exit_status if any(f.level in ("warn", "bad") for f in found) else 0
