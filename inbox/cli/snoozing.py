"""The commands that put items off: snooze, unsnooze."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from datetime import date, datetime

from inbox.cli import asjson, astext, many, selecting
from inbox.cli.speaking import data, said
from inbox.domain.batch import Refusal
from inbox.domain.item import Item, Snoozed
from inbox.service import Inbox


def snooze(inbox: Inbox, args: Namespace) -> int:
    """Put items off until a time; they wait again then, or as soon as their text changes."""
    if args.list:
        show(inbox.pending().snoozed, inbox.today(), args)
        return 0
    until = inbox.until(args.until)
    found = selecting.chosen(inbox, args)
    return _told(_each(found, inbox.snooze(_items(found), until)), args, f"until {when(until)}")


def unsnooze(inbox: Inbox, args: Namespace) -> int:
    """Let items that are put off wait again."""
    put_off = [each.item for each in inbox.pending().snoozed]
    found = selecting.chosen(inbox, args, among=put_off)
    return _told(_each(found, inbox.unsnooze(_items(found))), args, "waits again")


def when(until: datetime) -> str:
    """Return a time as the reviewer's clock shows it."""
    return f"{until.astimezone():%Y-%m-%d %H:%M}"


def show(snoozed: Sequence[Snoozed], today: date, args: Namespace) -> None:
    """Print what is put off, the next to end first."""
    if args.json:
        rows = [
            asjson.item_of(each.item, today) | {"snoozed_until": each.until.isoformat()}
            for each in snoozed
        ]
        data(asjson.document(items=rows))
        return
    for each in snoozed:
        data(f"{when(each.until)}  {astext.row(each.item, today)}")
    if not snoozed:
        said("nothing is snoozed.")


def _items(found: Sequence[Item | Refusal]) -> list[Item]:
    return [each for each in found if not isinstance(each, Refusal)]


def _each(
    found: Sequence[Item | Refusal], told: Sequence[Snoozed | Refusal]
) -> list[Snoozed | Refusal]:
    """Return what each came to, the names that nothing has among them."""
    rest = iter(told)
    return [each if isinstance(each, Refusal) else next(rest) for each in found]


def _told(outcomes: Sequence[Snoozed | Refusal], args: Namespace, words: str) -> int:
    refusals = [each for each in outcomes if isinstance(each, Refusal)]
    if args.json:
        data(asjson.document(results=[_json_of(each) for each in outcomes]))
    elif not outcomes:
        said("nothing matches.")
    for each in outcomes:
        if isinstance(each, Snoozed) and not args.json:
            data(f"{each.item.id}  {words}")
    many.fail_for(refusals, len(outcomes) - len(refusals), as_json=args.json)
    return 0


def _json_of(each: Snoozed | Refusal) -> asjson.Json:
    if isinstance(each, Refusal):
        return asjson.outcome(each)
    return {"item": each.item.id, "until": each.until.isoformat()}
