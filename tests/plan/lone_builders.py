"""One memory by itself from its text, planned without a repository."""

from __future__ import annotations

from datetime import UTC, datetime

from inbox.domain import decision as d
from inbox.domain.edit import Change
from inbox.domain.item import Lone, Member
from inbox.domain.layout import PLAIN_FOLDER
from inbox.domain.snapshot import Snapshot
from inbox.formats import codecs
from inbox.formats.memory import read
from inbox.plan import plan
from inbox.policy.sources import source_of
from inbox.policy.status import status_of

NOW = datetime(2026, 12, 1, 8, 0, 1, tzinfo=UTC)
Texts = dict[str, str | None]


def member(path: str, text: str) -> Member:
    memory = read(path, text)
    source, problem = source_of(memory), str(memory.problem or "")
    return Member(path, path, memory, source, status_of(memory), "", "", problem)


def lone(text: str, other: str | None = None) -> Lone:
    beside = None if other is None else member("other.md", other)
    return Lone(id="s-1", title="t", created="", member=member("note.md", text), other=beside)


def planned(item: Lone, decision: d.Decision, reason: str = "") -> Change:
    members = filter(None, (item.member, item.other))
    texts: Texts = {each.require().path: each.require().text for each in members}
    snapshot = Snapshot("/r", PLAIN_FOLDER, texts, NOW, "Ann <a@x>", "0123456789ab", reason)
    return plan(item, decision, snapshot)


def carried_out(item: Lone, decision: d.Decision, reason: str = "") -> Texts:
    """Return every text after the decision, by path."""
    members = filter(None, (item.member, item.other))
    texts: Texts = {each.require().path: each.require().text for each in members}
    return texts | codecs.applied(planned(item, decision, reason).edits, texts)
