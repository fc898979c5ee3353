"""The standing of a memory: read from its marks, changed along legal edges only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from inbox.domain.memory import Memory, Value
from inbox.domain.status import Status
from inbox.errors import Refused
from inbox.policy.dates import day_of, moment_of
from inbox.policy.names import same_name, slug

_WORDS = {**{status.value: status for status in Status}, "folded": Status.SUPERSEDED}
_YES = ("true", "1", "yes", "on")
_NUMBER_OR_DATE = re.compile(r"[-+]?[\d._]+|\d{4}-\d{1,2}-\d{1,2}.*")
_STATEMENT_KEYS = ("valid_from", "created_at", "created")


def status_of(memory: Memory) -> Status:
    """Return the status by athenaeum's marks, then by `status`; an unknown word is active."""
    if memory.scalar("superseded_by"):
        return Status.SUPERSEDED
    if _true(memory.header.get("deprecated")):
        return Status.DEPRECATED
    return _WORDS.get(memory.scalar("status").lower(), Status.ACTIVE)


def shown_status(memory: Memory) -> str:
    """Return the status as a screen shows it: a word that is not one of ours as it stands."""
    status, written = status_of(memory), memory.scalar("status")
    stands = _WORDS.get(written.lower(), Status.ACTIVE) == status and written.lower() != status
    return written if written and stands else status.value


def _true(value: Value) -> bool:
    """Whether YAML and athenaeum take a flag as set: text by its words, the rest by truth."""
    if not isinstance(value, str):
        return bool(value)
    text = value.strip().lower()
    number = bool(_NUMBER_OR_DATE.fullmatch(text)) and bool(text.strip("-+0._"))
    return text in _YES or number


def in_validity(memory: Memory, today: date) -> bool:
    """Whether `today` lies in the window; both ends belong to it, an unreadable end is open."""
    since, until = window(memory)
    return (since is None or since <= today) and (until is None or today <= until)


def window(memory: Memory) -> tuple[date | None, date | None]:
    """Return `valid_from` and `valid_until`; None where the window is open."""
    return day_of(memory.scalar("valid_from")), day_of(memory.scalar("valid_until"))


def statement_date(memory: Memory) -> str:
    """Return when the claim was made, as written; empty when no date can be read.

    Never `updated*`: a spelling fix is no statement (spec policy.md §2 step 6).
    """
    written = (memory.scalar(key) for key in _STATEMENT_KEYS)
    return next((text for text in written if moment_of(text)), "")


def add(status: Status | None) -> Status:
    """Return the status of a new memory; None is a memory that never was.

    Raises:
        Refused: There is one already, or there was one that may not come back like this.
    """
    if status is None:
        return Status.ACTIVE
    if status in (Status.TOMBSTONED, Status.PURGED):
        raise Refused(f"This memory is {status}; a new one may not bring it back.")
    raise Refused(f"There is a memory of this name, and it is {status}; edit that one.")


def contest(status: Status) -> Status:
    """Return the status of a memory that is disputed; a second dispute adds its reason only.

    Raises:
        Refused: It is not in force.
    """
    return _walk(status, "contest", (Status.ACTIVE, Status.CONTESTED), Status.CONTESTED)


def uphold(status: Status) -> Status:
    """Return the status of a contested memory that holds after all (uncontest).

    Raises:
        Refused: It is not contested.
    """
    return _walk(status, "uphold", (Status.CONTESTED,), Status.ACTIVE)


def supersede(status: Status) -> Status:
    """Return the status of a memory that another one replaces; see `may_supersede`.

    Raises:
        Refused: It is not in force.
    """
    return _walk(status, "supersede", (Status.ACTIVE, Status.CONTESTED), Status.SUPERSEDED)


def deprecate(status: Status) -> Status:
    """Return the status of a memory that is retired on purpose.

    Raises:
        Refused: It is not in force.
    """
    return _walk(status, "deprecate", (Status.ACTIVE, Status.CONTESTED), Status.DEPRECATED)


def tombstone(status: Status) -> Status:
    """Return the status of a memory that is removed through a marker.

    Raises:
        Refused: It is removed already.
    """
    legal = (Status.ACTIVE, Status.CONTESTED, Status.SUPERSEDED, Status.DEPRECATED)
    return _walk(status, "tombstone", legal, Status.TOMBSTONED)


def restore(status: Status, before: Status = Status.ACTIVE) -> Status:
    """Return the status of a memory that comes back; a tombstoned one gets `before` again.

    Raises:
        Refused: There is nothing to restore, or `before` is no status of a memory that stands.
    """
    if status is Status.TOMBSTONED and before in (Status.TOMBSTONED, Status.PURGED):
        raise Refused(f"A memory cannot be restored to {before}; give the status it had before.")
    legal = (Status.SUPERSEDED, Status.DEPRECATED, Status.TOMBSTONED)
    back = before if status is Status.TOMBSTONED else Status.ACTIVE
    return _walk(status, "restore", legal, back)


def purge(status: Status) -> Status:
    """Return the status of a memory whose content is removed for good.

    Raises:
        Refused: It is purged already.
    """
    legal = tuple(each for each in Status if each is not Status.PURGED)
    return _walk(status, "purge", legal, Status.PURGED)


def may_supersede(loser: str, winner: str, superseded_by: Mapping[str, str]) -> None:
    """Check that a supersession does not lead back to where it starts.

    `superseded_by` holds the links there are already, from name to name.

    Raises:
        Refused: A memory would supersede itself, directly or over others.
    """
    if same_name(loser, winner):
        raise Refused(f"{loser} cannot supersede itself; name the other memory.")
    links = {slug(name): target for name, target in superseded_by.items()}
    seen: set[str] = set()
    name = winner
    while (target := links.get(slug(name))) and slug(name) not in seen:
        seen.add(slug(name))
        if same_name(target, loser):
            raise Refused(
                f"{winner} is itself superseded by {loser}, directly or over others; "
                f"restore {winner} first."
            )
        name = target


_INSTEAD = {
    Status.ACTIVE: "it is in force as it is",
    Status.CONTESTED: "uphold, supersede or tombstone it",
    Status.SUPERSEDED: "restore it first",
    Status.DEPRECATED: "restore it first",
    Status.TOMBSTONED: "restore it first",
    Status.PURGED: "nothing brings a purged memory back",
}
_DONE = {
    "contest": "contested",
    "uphold": "upheld",
    "supersede": "superseded",
    "deprecate": "deprecated",
    "tombstone": "tombstoned",
    "restore": "restored",
    "purge": "purged",
}


def _walk(status: Status, verb: str, legal: tuple[Status, ...], to: Status) -> Status:
    if status in legal:
        return to
    again = status == to or (verb, status) == ("uphold", Status.ACTIVE)
    instead = "there is nothing to do" if again else _INSTEAD[status]
    raise Refused(f"This memory is {status} and cannot be {_DONE[verb]}: {instead}.")
