from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from inbox.domain.memory import Value
from inbox.domain.status import Status
from inbox.errors import Refused
from inbox.policy import status as edges
from inbox.policy.status import (
    in_validity,
    may_supersede,
    shown_status,
    statement_date,
    status_of,
)
from tests.policy.builders import memory

ACTIVE, CONTESTED, SUPERSEDED, DEPRECATED, TOMBSTONED, PURGED = Status


@pytest.mark.parametrize(
    ("header", "status", "shown"),
    [
        ({}, ACTIVE, "active"),
        ({"status": "active"}, ACTIVE, "active"),
        ({"status": None}, ACTIVE, "active"),
        ({"status": "contested"}, CONTESTED, "contested"),
        ({"status": "Contested"}, CONTESTED, "contested"),
        ({"status": "folded"}, SUPERSEDED, "folded"),
        ({"status": "approved"}, ACTIVE, "approved"),
        ({"status": "candidate"}, ACTIVE, "candidate"),
        ({"status": "contradiction-flagged"}, ACTIVE, "contradiction-flagged"),
        ({"status": ["contested"]}, ACTIVE, "active"),
        ({"status": "tombstoned"}, TOMBSTONED, "tombstoned"),
        ({"superseded_by": "port 9120"}, SUPERSEDED, "superseded"),
        ({"superseded_by": "port", "status": "approved"}, SUPERSEDED, "superseded"),
        ({"superseded_by": "port", "status": "contested"}, SUPERSEDED, "superseded"),
        ({"superseded_by": None}, ACTIVE, "active"),
        ({"superseded_by": "  "}, ACTIVE, "active"),
        ({"superseded_by": ["port"]}, ACTIVE, "active"),
        ({"superseded_by": "0"}, SUPERSEDED, "superseded"),
        ({"deprecated": "true", "superseded_by": "x"}, SUPERSEDED, "superseded"),
        ({"deprecated": "true", "status": "contested"}, DEPRECATED, "deprecated"),
    ],
)
def test_a_status_is_read_from_the_marks(
    header: dict[str, Value], status: Status, shown: str
) -> None:
    found = memory(**header)
    assert (status_of(found), shown_status(found)) == (status, shown)


@pytest.mark.parametrize(
    ("value", "deprecated"),
    [
        ("true", True),
        ("True", True),
        ("1", True),
        ("YES", True),
        ("on", True),
        ("2", True),
        ("2026-01-01", True),
        (["x"], True),
        ("false", False),
        ("no", False),
        ("0", False),
        ("0.0", False),
        ("off", False),
        ("maybe", False),
        ("", False),
        (None, False),
        ([], False),
    ],
)
def test_deprecated_is_read_as_athenaeum_reads_it(value: Value, deprecated: bool) -> None:
    assert (status_of(memory(deprecated=value)) is DEPRECATED) is deprecated


@pytest.mark.parametrize(
    ("since", "until", "inside"),
    [
        ("", "", True),
        ("2026-03-31", "2026-03-31", True),
        ("2026-04-01", "", False),
        ("", "2026-03-30", False),
        ("", "2026-02-30", True),
        ("soon", "later", True),
        ("2026-03-31T23:00:00-05:00", "", True),
        ("", "2026-3-31", True),
    ],
)
def test_a_window_holds_both_its_ends_and_an_unreadable_end_is_open(
    since: str, until: str, inside: bool
) -> None:
    found = memory(valid_from=since, valid_until=until)
    assert in_validity(found, date(2026, 3, 31)) is inside


@pytest.mark.parametrize(
    ("header", "shown"),
    [
        ({"valid_from": "2026-01-01", "created_at": "2025-01-01"}, "2026-01-01"),
        ({"created_at": "2025-01-01T10:00:00Z", "created": "2024-01-01"}, "2025-01-01T10:00:00Z"),
        ({"created": "2024-01-01"}, "2024-01-01"),
        ({"valid_from": "2026-02-30", "created": "2024-01-01"}, "2024-01-01"),
        ({"updated_at": "2026-09-01", "updated": "2026-09-01"}, ""),
        ({"created_at": None}, ""),
    ],
)
def test_a_statement_is_dated_by_when_it_was_made(header: dict[str, Value], shown: str) -> None:
    assert statement_date(memory(**header)) == shown


LEGAL = {
    ("contest", ACTIVE): CONTESTED,
    ("contest", CONTESTED): CONTESTED,
    ("uphold", CONTESTED): ACTIVE,
    ("supersede", ACTIVE): SUPERSEDED,
    ("supersede", CONTESTED): SUPERSEDED,
    ("deprecate", ACTIVE): DEPRECATED,
    ("deprecate", CONTESTED): DEPRECATED,
    ("restore", SUPERSEDED): ACTIVE,
    ("restore", DEPRECATED): ACTIVE,
    ("restore", TOMBSTONED): ACTIVE,
    ("tombstone", ACTIVE): TOMBSTONED,
    ("tombstone", CONTESTED): TOMBSTONED,
    ("tombstone", SUPERSEDED): TOMBSTONED,
    ("tombstone", DEPRECATED): TOMBSTONED,
    ("purge", ACTIVE): PURGED,
    ("purge", CONTESTED): PURGED,
    ("purge", SUPERSEDED): PURGED,
    ("purge", DEPRECATED): PURGED,
    ("purge", TOMBSTONED): PURGED,
}
VERBS: dict[str, Callable[[Status], Status]] = {
    "contest": edges.contest,
    "uphold": edges.uphold,
    "supersede": edges.supersede,
    "deprecate": edges.deprecate,
    "restore": edges.restore,
    "tombstone": edges.tombstone,
    "purge": edges.purge,
}
PAIRS = [(verb, status) for verb in VERBS for status in Status]


@pytest.mark.parametrize(("verb", "status"), PAIRS)
def test_a_status_changes_along_legal_edges_only(verb: str, status: Status) -> None:
    if (verb, status) in LEGAL:
        assert VERBS[verb](status) is LEGAL[verb, status]
        return
    with pytest.raises(Refused, match=rf"^This memory is {status} and cannot be \w+: .*\.$"):
        VERBS[verb](status)


@pytest.mark.parametrize("before", [ACTIVE, CONTESTED, SUPERSEDED, DEPRECATED])
def test_a_tombstoned_memory_comes_back_as_it_was(before: Status) -> None:
    assert edges.restore(edges.tombstone(before), before) is before


@pytest.mark.parametrize("before", [TOMBSTONED, PURGED])
def test_a_tombstoned_memory_does_not_come_back_as_removed(before: Status) -> None:
    with pytest.raises(Refused, match="the status it had before"):
        edges.restore(TOMBSTONED, before)


def test_a_superseded_memory_comes_back_active_whatever_it_was() -> None:
    assert edges.restore(SUPERSEDED, CONTESTED) is ACTIVE


def test_a_memory_that_never_was_begins_active() -> None:
    assert edges.add(None) is ACTIVE


@pytest.mark.parametrize("status", list(Status))
def test_a_memory_that_is_or_was_there_is_not_added(status: Status) -> None:
    with pytest.raises(Refused, match=str(status)):
        edges.add(status)


def test_a_memory_does_not_supersede_itself() -> None:
    with pytest.raises(Refused, match="cannot supersede itself"):
        may_supersede("Larkspur port", "larkspur-port", {})


def test_a_supersession_does_not_close_a_circle() -> None:
    links = {"port 3": "port 2", "Port 2": "port-1"}
    with pytest.raises(Refused, match="restore port 3 first"):
        may_supersede("port 1", "port 3", links)
    may_supersede("port 4", "port 3", links)


def test_a_circle_that_is_there_already_does_not_hang_the_check() -> None:
    may_supersede("other", "port 1", {"port 1": "port 2", "port 2": "port 1"})
