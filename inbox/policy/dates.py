"""Dates as memories write them: read leniently, compared without a clock."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone

_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?![\d-])")
_TIME = re.compile(
    r"(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6})\d*)?)?"
    r"[ \t]*(?:([Zz])|([+-])(\d{1,2}):?(\d{2})?)?"
)
_LAST_MOMENT = timedelta(days=1) - timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Moment:
    """When something was said, in UTC; a bare date lasts the whole day."""

    first: datetime
    last: datetime

    def after(self, other: Moment) -> bool:
        """Whether all of this is later; a date is not after a time on the same day."""
        return self.first > other.last


def day_of(text: str) -> date | None:
    """Return the day a date or date-time names, as written; None when there is none.

    30 February is no day: a date that cannot be read sets no limit (spec policy.md §1).
    """
    found = _DAY.match(text.strip())
    if not found:
        return None
    year, month, day = map(int, found.groups())
    try:
        return date(year, month, day)
    except ValueError:
        return None


def moment_of(text: str) -> Moment | None:
    """Return when `text` says, in UTC; a time without a zone counts as UTC."""
    day = day_of(text)
    if day is None:
        return None
    start = datetime(day.year, day.month, day.day, tzinfo=UTC)
    rest = _DAY.sub("", text.strip(), count=1)
    if not rest:
        return Moment(start, start + _LAST_MOMENT)
    time = _TIME.fullmatch(rest)
    return _at(start, time) if time else None


def _at(start: datetime, time: re.Match[str]) -> Moment | None:
    hour, minute, second, fraction = time.group(1, 2, 3, 4)
    try:
        moment = start.replace(
            hour=int(hour),
            minute=int(minute),
            second=int(second or 0),
            microsecond=int((fraction or "").ljust(6, "0")),
            tzinfo=_zone(time),
        ).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return Moment(moment, moment)


def _zone(time: re.Match[str]) -> timezone:
    sign, hours, minutes = time.group(6, 7, 8)
    if not sign:
        return UTC
    offset = timedelta(hours=int(hours), minutes=int(minutes or 0))
    return timezone(-offset if sign == "-" else offset)
