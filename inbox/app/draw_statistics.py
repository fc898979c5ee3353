"""The statistics: what waits by age, decisions by day, how far proposals were followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from inbox.app.spans import EMPTY, Line, Span, cells, said
from inbox.policy.report import Report, Share, by_day

_BARS = "▁▂▃▄▅▆▇█"
NAME = 26
"""Cells for the name of a row."""

BAR = 20
MOST_DAYS = 60


def drawn(report: Report, waiting: Mapping[str, int], today: date, width: int) -> list[Line]:
    """Return the lines; the report is by day."""
    return [
        *_waiting(waiting),
        *_days(report, today, width),
        *_shares("PROPOSALS FOLLOWED, BY ACTION", report.by_action),
        *_shares("PROPOSALS FOLLOWED, BY THE SOURCE THEY FAVOUR", report.by_tier),
    ]


def _waiting(waiting: Mapping[str, int]) -> Iterator[Line]:
    yield (Span("WAITING, BY AGE", "group"),)
    most = max(waiting.values(), default=0)
    for name, count in waiting.items():
        yield _row(name, f"{count:>5}", _bar(count, most))


def _days(report: Report, today: date, width: int) -> Iterator[Line]:
    yield EMPTY
    yield (Span("DECISIONS, BY DAY", "group"),)
    total = report.total
    if not total.decided:
        yield (Span("  no decision has been made here yet", "dim"),)
        return
    days = list(by_day(report, today, max(7, min(MOST_DAYS, width - 4))))
    counts = [count for _, count in days]
    yield (Span("  "), Span(sparkline(counts), "ok"))
    ends = f"  {days[0][0]} to {days[-1][0]}, {sum(counts)} decided, {max(counts)} on the best day"
    yield (Span(ends, "dim"),)
    always = f"  in all {total.decided} decided, {total.taken_back} taken back"
    yield (Span(always, "dim"),)


def _shares(title: str, shares: Mapping[str, Share]) -> Iterator[Line]:
    if not shares:
        return
    yield EMPTY
    yield (Span(title, "group"),)
    for name, share in shares.items():
        yield _row(name, f"{share.followed:>3} of {share.of:<4}", _bar(share.followed, share.of))


def _row(name: str, count: str, bar: str) -> Line:
    text = said(name)
    blanks = " " * max(1, NAME - cells(text))
    return (Span("  "), *text, Span(f"{blanks}{count} ", "strong"), Span(bar, "ok"))


def _bar(count: int, most: int) -> str:
    """Return a bar of `#`; what is there at all has one."""
    return "#" * (max(1, count * BAR // most) if count else 0)


def sparkline(counts: Sequence[int]) -> str:
    """Return a cell for each count, as high as it is; none at all is a dot on the ground."""
    most = max(counts, default=0)
    return "".join(_level(counts, most))


def _level(counts: Iterable[int], most: int) -> Iterator[str]:
    for count in counts:
        yield _BARS[(count * len(_BARS) - 1) // most] if count else "."
