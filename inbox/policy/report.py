"""What the log says when it is counted: decisions by day, and how far proposals were followed.

Everything is read from the trailers and the subject of the commits (design R6), so a clone of
the repository gives the same report.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Literal, get_args

from inbox.domain.item import Item
from inbox.domain.outcome import Entry
from inbox.errors import BadUsage
from inbox.policy.ages import age_days
from inbox.policy.sources import WORDS

By = Literal["day", "week", "reviewer"]
BYS: tuple[By, ...] = get_args(By)

AGES = ((0, "today"), (3, "1 to 3 days"), (7, "4 to 7 days"), (14, "8 to 14 days"))
OLDER = "older"
UNKNOWN = "not said"

LONGEST = 36_500
"""Days that `--since` may go back."""

_SINCE = re.compile(r"(\d{1,5})([dw])")
_OVER = re.compile(r"\(([a-z?]+) over ([a-z?]+)\)$")
_TIERS = {word.lower(): tier for tier, word in WORDS.items()} | {"user?": 1}
_SIDED = re.compile(r"(?:keep|correct|scope|forget)_([ab])")


@dataclass(slots=True)
class Share:
    """How often a proposal was followed."""

    followed: int = 0
    of: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """The decisions of one day, week or reviewer."""

    name: str
    decided: int
    taken_back: int
    """How many of them do not hold any more."""

    proposed: int
    """How many of those that hold had a proposal."""

    followed: int
    """How many did what was proposed."""


@dataclass(frozen=True, slots=True)
class Report:
    """The log, counted."""

    by: By
    since: str
    """The first day that counts, empty for all."""

    rows: tuple[Row, ...]
    decisions: Mapping[str, int]
    """How often each thing was decided, the most frequent first."""

    by_action: Mapping[str, Share] = field(default_factory=dict)
    """By the action that was proposed."""

    by_tier: Mapping[str, Share] = field(default_factory=dict)
    """By rank and word of the source that the proposal favours, `1 USER`, the strongest first."""

    @property
    def total(self) -> Row:
        """All rows together."""
        sums = (
            sum(row.decided for row in self.rows),
            sum(row.taken_back for row in self.rows),
            sum(row.proposed for row in self.rows),
            sum(row.followed for row in self.rows),
        )
        return Row("all", *sums)


def counted(entries: Iterable[Entry], by: By, since: date | None = None) -> Report:
    """Return the report of a log; an undo is no decision, what it took back is counted apart."""
    first = str(since) if since else ""
    found = [entry for entry in entries if not entry.undoes and entry.when[:10] >= first]
    standing = [entry for entry in found if not entry.undone_by]
    judged = [entry for entry in standing if entry.proposed]
    groups: dict[str, list[Entry]] = defaultdict(list)
    for entry in found:
        groups[_group(entry, by)].append(entry)
    return Report(
        by,
        first,
        tuple(_row(name, groups[name]) for name in sorted(groups)),
        dict(Counter(entry.decision for entry in standing).most_common()),
        _shares(judged, lambda entry: entry.proposed),
        _shares(judged, _favoured),
    )


def _group(entry: Entry, by: By) -> str:
    match by:
        case "day":
            return entry.when[:10]
        case "reviewer":
            return entry.author
        case "week":
            return _week(entry.when[:10])


def _week(day: str) -> str:
    """Return the week of a day by ISO 8601; a commit may carry a date that is none."""
    try:
        year, week, _ = date.fromisoformat(day).isocalendar()
    except ValueError:
        return UNKNOWN
    return f"{year}-W{week:02}"


def _row(name: str, entries: list[Entry]) -> Row:
    standing = [entry for entry in entries if not entry.undone_by]
    judged = [entry for entry in standing if entry.proposed]
    gone = len(entries) - len(standing)
    return Row(name, len(entries), gone, len(judged), sum(map(followed, judged)))


def followed(entry: Entry) -> bool:
    """Whether a decision did what was proposed; a text of the person's own did not."""
    return entry.decision == entry.proposed and entry.decided_by != "human"


def _shares(entries: list[Entry], name: Callable[[Entry], str]) -> dict[str, Share]:
    found: dict[str, Share] = defaultdict(Share)
    for entry in entries:
        found[name(entry)].of += 1
        found[name(entry)].followed += followed(entry)
    return dict(sorted(found.items(), key=lambda pair: (pair[0] == UNKNOWN, pair[0])))


def _favoured(entry: Entry) -> str:
    """Return rank and word of the source that the proposal would have kept.

    The subject names the winner and the loser of what was decided, `(user over api)`.
    """
    over = _OVER.search(entry.subject)
    decided, proposed = _SIDED.match(entry.decision), _SIDED.match(entry.proposed)
    if not over or not decided or not proposed:
        return UNKNOWN
    word = over[1] if decided[1] == proposed[1] else over[2]
    return f"{_TIERS[word]} {word.upper()}" if word in _TIERS else UNKNOWN


def ages(items: Iterable[Item], today: date) -> dict[str, int]:
    """Return how many items wait, by how long."""
    names = [*(name for _, name in AGES), OLDER, UNKNOWN]
    found = Counter(_age(item, today) for item in items)
    return {name: found[name] for name in names if name != UNKNOWN or found[name]}


def _age(item: Item, today: date) -> str:
    days = age_days(item, today)
    if days is None:
        return UNKNOWN
    return next((name for most, name in AGES if days <= most), OLDER)


def by_day(report: Report, today: date, days: int) -> Iterator[tuple[str, int]]:
    """Yield the last days with their decisions, those without any too; the report is by day."""
    decided = {row.name: row.decided for row in report.rows}
    for back in reversed(range(days)):
        day = str(today - timedelta(days=back))
        yield day, decided.get(day, 0)


def first_day(text: str, today: date) -> date | None:
    """Return the day that `--since` names: a date, or `7d`, `2w` back; None for an empty text.

    Raises:
        BadUsage: It names none.
    """
    if not text:
        return None
    if (back := _SINCE.fullmatch(text)) and int(back[1]) * 7 <= LONGEST:
        return today - timedelta(days=int(back[1]) * (7 if back[2] == "w" else 1))
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadUsage(f"--since {text!r} is no day; give 2026-11-30, 7d or 2w.") from None
