"""Putting an item off: which words mean which time, and until when an item rests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from difflib import get_close_matches

from inbox.domain.item import (
    Block,
    Candidate,
    Conflict,
    Item,
    Lone,
    MergeProposal,
    Notice,
    Question,
    Review,
)
from inbox.errors import BadUsage
from inbox.formats.pieces import digest

MORNING = time(6)
"""When a snooze that names a day ends."""

DEFAULT = "tomorrow"
LONGEST = timedelta(days=5 * 366)

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_FORMS = ("1h", "1d", "1w", DEFAULT, *_DAYS, "2030-12-31", "2030-12-31T15:00")
_SPAN = re.compile(r"(\d{1,5})([hdw])", re.ASCII)
_HOURS = {"h": 1, "d": 24, "w": 7 * 24}
_DATE = re.compile(
    r"\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2})?(?:[Zz]|[+-]\d{2}:?\d{2})?)?", re.ASCII
)
_DATE_ONLY = len("2030-12-31")

Local = Callable[[datetime], datetime]
"""Gives a wall-clock time the zone that it has where the reviewer is."""


@dataclass(frozen=True, slots=True)
class Snooze:
    """An item that is put off while it reads as it did."""

    id: str
    until: datetime
    text: str
    """The digest of what was shown: its blocks, its row, or its memory."""


def until(text: str, now: datetime, local: Local) -> datetime:
    """Return when a snooze ends: `1h`, `2d`, `1w`, `tomorrow`, a weekday, a date, a date-time.

    A day means its morning at six, a time without a zone the reviewer's own clock.

    Raises:
        BadUsage: It is no time, is past, or is years away.
    """
    when = _time(text.strip().lower(), now, local)
    if when is None:
        near = get_close_matches(text.strip().lower(), _FORMS, 1, 0.0)[0]
        raise BadUsage(
            f"{text!r} is no time, the nearest is {near!r}; write 1h, 2d, 1w, tomorrow, a weekday, "
            "2030-12-31 or 2030-12-31T15:00."
        )
    if when <= now:
        raise BadUsage(f"{text!r} is past; a snooze ends in the time to come.")
    if when - now > LONGEST:
        raise BadUsage(f"{text!r} is more than five years away; reject the item instead.")
    return when


def _time(text: str, now: datetime, local: Local) -> datetime | None:
    if span := _SPAN.fullmatch(text):
        return now + timedelta(hours=int(span[1]) * _HOURS[span[2]])
    if text in _DAYS:
        ahead = (_DAYS.index(text) - now.weekday() - 1) % len(_DAYS) + 1
        return local(datetime.combine(now.date() + timedelta(days=ahead), MORNING))
    if text == DEFAULT:
        return local(datetime.combine(now.date() + timedelta(days=1), MORNING))
    return _written(text, local) if _DATE.fullmatch(text) else None


def _written(text: str, local: Local) -> datetime | None:
    try:
        found = datetime.fromisoformat(text.upper())
        if len(text) == _DATE_ONLY:
            found = datetime.combine(found.date(), MORNING)
        return found if found.tzinfo else local(found)
    except (ValueError, OverflowError):
        return None


def shown(item: Item) -> str:
    """Return the digest of what a person saw of an item itself."""
    match item:
        case Conflict() | Question() | MergeProposal():
            return of_blocks((item.block, *item.twins))
        case Lone():
            return digest(item.member.require().text)
        case Notice() | Review():
            return digest(item.text)
        case Candidate():
            return digest(item.row)


def of_blocks(blocks: Iterable[Block]) -> str:
    """Return the digest of the blocks of an item."""
    return digest("\0".join(block.text for block in blocks))


def rests(
    snoozes: Mapping[str, Snooze], item_id: str, text: Callable[[], str], now: datetime
) -> datetime | None:
    """Return until when an item rests; None when it does not, or reads otherwise than it did."""
    found = snoozes.get(item_id)
    if found is None or found.until <= now or found.text != text():
        return None
    return found.until
