"""The report: the log counted, as markdown for people and as JSON for scripts."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from inbox.cli import asjson
from inbox.cli.speaking import data
from inbox.formats.visible import one_line
from inbox.policy.report import Report, Row, Share, ages, counted, first_day
from inbox.service import Inbox


def report(inbox: Inbox, args: Namespace) -> int:
    """Count the log: decisions by day, week or reviewer, and how far proposals were followed."""
    today = inbox.today()
    found = counted(inbox.log(0), args.by, first_day(args.since, today))
    waiting = ages(inbox.pending().items, today)
    if args.json:
        data(asjson.document(report=asdict(found) | {"total": _total(found)}, waiting=waiting))
    else:
        data("\n".join(markdown(found, waiting)))
    return 0


def _total(found: Report) -> asjson.Json:
    return {name: value for name, value in asdict(found.total).items() if name != "name"}


def markdown(found: Report, waiting: Mapping[str, int]) -> Iterator[str]:
    """Yield the lines of a report."""
    since = f" since {found.since}" if found.since else ""
    total = found.total
    yield f"# Decisions{since}"
    yield ""
    left = sum(waiting.values())
    yield f"{total.decided} decided, {total.taken_back} taken back, {left} waiting."
    if found.rows:
        yield from _table(
            f"By {found.by}",
            (found.by, "decided", "taken back", "followed"),
            [(row.name, str(row.decided), str(row.taken_back), _share(row)) for row in found.rows],
        )
        counts = [(name, str(count)) for name, count in found.decisions.items()]
        yield from _table("What was decided", ("decision", "times"), counts)
    if found.by_action:
        yield from _shares("Proposals followed, by action", "proposed", found.by_action)
        yield from _shares("Proposals followed, by the source they favour", "rank", found.by_tier)
    rows = [(name, str(count)) for name, count in waiting.items()]
    yield from _table("Waiting, by age", ("age", "items"), rows)


def _share(row: Row) -> str:
    return f"{row.followed} of {row.proposed}" if row.proposed else ""


def _shares(title: str, name: str, shares: Mapping[str, Share]) -> Iterator[str]:
    rows = [
        (each, str(share.followed), str(share.of), f"{100 * share.followed // share.of} %")
        for each, share in shares.items()
    ]
    yield from _table(title, (name, "followed", "of", "share"), rows)


def _table(title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    yield ""
    yield f"## {title}"
    yield ""
    yield f"| {' | '.join(head)} |"
    yield f"|{'|'.join(['---', *['---:'] * (len(head) - 1)])}|"
    for row in rows:
        yield f"| {' | '.join(map(_cell, row))} |"


def _cell(text: str) -> str:
    """Return a text as a cell: a reviewer's name may hold what ends one."""
    return one_line(text).replace("\\", "\\\\").replace("|", "\\|").replace("<", "\\<")
