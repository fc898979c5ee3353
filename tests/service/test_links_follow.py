"""Links to a memory that goes do not dangle, and come back with undo (BR-26)."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Conflict
from inbox.service import Inbox
from tests.conftest import git
from tests.service.conftest import Pair

A, B = "raw/auto-memory/s/project_a.md", "raw/auto-memory/s/project_b.md"
NOTES = "raw/auto-memory/s/reference_notes.md"
HEAD = "---\nname: notes\ntype: reference\n---\n"
LINKS = f"{HEAD}\nSee [[a]], [[project_a|side a]] and [[project-b]]; `[[a]]` is code.\r\n"
UNLINKED = f"{HEAD}\nSee a, side a and [[project-b]]; `[[a]]` is code.\r\n"


def noted(pair: Pair, **more: str) -> tuple[Inbox, Path, Conflict]:
    inbox, root = pair(more={NOTES: LINKS, **{f"wiki/{name}.md": t for name, t in more.items()}})
    [item] = inbox.pending().items
    assert isinstance(item, Conflict)
    return inbox, root, item


def text(root: Path, path: str) -> str:
    return (root / path).read_bytes().decode()


@pytest.mark.parametrize("decision", [d.Tombstone("a"), d.Forget("a")])
def test_links_to_a_removed_memory_become_plain_text(pair: Pair, decision: d.Decision) -> None:
    inbox, root, item = noted(pair)
    made = inbox.decide(item, decision)
    assert text(root, NOTES) == UNLINKED
    inbox.undo(made.id)
    assert text(root, NOTES) == LINKS
    assert git(root, "diff", "--stat", "HEAD~2", "HEAD") == ""


def test_links_to_a_wrong_memory_lead_to_the_right_one(pair: Pair) -> None:
    inbox, root, item = noted(pair)
    inbox.decide(item, d.Correct("b"))
    assert text(root, NOTES) == LINKS.replace("[[a]],", "[[b]],").replace("[[project_a|", "[[b|")


def test_a_name_that_another_memory_bears_keeps_its_links(pair: Pair) -> None:
    inbox, root, item = noted(pair, a="---\nname: a\n---\n\nAnother a.\n")
    inbox.decide(item, d.Tombstone("a"))
    assert text(root, NOTES) == LINKS.replace("[[project_a|side a]]", "side a")


def test_a_memory_by_its_path_loses_its_links_too(pair: Pair) -> None:
    inbox, root, _ = noted(pair)
    inbox.decide(inbox.memory(A), d.Tombstone())
    assert text(root, NOTES) == UNLINKED


def test_links_in_what_cannot_be_read_or_is_compiled_stay(pair: Pair) -> None:
    broken = "---\nname: [\n---\nSee [[a]].\n"
    made = "---\ntype: auto-memory\n---\nSee [[a]].\n"
    inbox, root, item = noted(pair, broken=broken, **{"auto-page": made})
    inbox.decide(item, d.Tombstone("a"))
    assert (text(root, "wiki/broken.md"), text(root, "wiki/auto-page.md")) == (broken, made)
