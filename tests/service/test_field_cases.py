"""Faults that people have reported of such tools, each as its kind, through the whole program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Conflict
from inbox.service import Inbox
from tests.conftest import DATA, git
from tests.service.conftest import MEMORY, Pair

CASES = {
    row["id"]: row
    for row in map(
        json.loads, (DATA / "field-cases.jsonl").read_text(encoding="utf-8").splitlines()
    )
}
A = MEMORY.format("a", "user:ann")


def only(inbox: Inbox) -> Conflict:
    [item] = [item for item in inbox.pending().items if isinstance(item, Conflict)]
    return item


def numstat(root: Path, path: str) -> tuple[str, str]:
    rows = (
        line.split("\t") for line in git(root, "show", "--format=", "--numstat", "-z").split("\0")
    )
    return next((row[0], row[1]) for row in rows if row[-1] == path)


HEADERS = {
    "BR-01": CASES["BR-01"]["input"],
    "BR-02": CASES["BR-02"]["input"],
    "BR-07": CASES["BR-07"]["input"],
    "BR-08": CASES["BR-08"]["input"].replace("<U+FEFF>", "\ufeff"),
    "BR-10": CASES["BR-10"]["input"],
    "odd scalars": "---\nname: b\non: yes\ncode: 0123\nratio: 0.90\nat: 10:00\n---\nx\n",
    "anchors": "---\nname: &n b\nalias: *n\n---\nx\n",
    "no final line break": "---\nname: b\n---\nx",
    "comments": "---\n# first\nname: b   # why\n\n# last\n---\nx\n",
    "flow list": "---\nname: b\ntags: [one, 'two']\nsupersedes: []\n---\nx\n",
    "block text": "---\nname: b\nnote: |+\n  kept\n\n---\nx\n",
    "rules in the body": "---\nname: b\n---\n\n---\n\nkey: value\n---\nlast\n",
    "wide text": "---\nname: b\nnote: " + "long " * 60 + "\n---\nx\n",
}


@pytest.mark.reported("BR-01", "BR-02", "BR-07", "BR-08", "BR-10")
@pytest.mark.parametrize("kind", HEADERS)
def test_a_status_change_adds_its_lines_and_touches_no_other(pair: Pair, kind: str) -> None:
    before = HEADERS[kind].encode()
    inbox, root = pair(texts=(A, before))
    made = inbox.decide(only(inbox), d.Keep("a"))
    path = "raw/auto-memory/s/project_b.md"
    assert numstat(root, path) == ("2", "0")
    after = (root / path).read_bytes()
    kept = [
        line
        for line in after.split(b"\n")
        if b"superseded_by" not in line and b"valid_until: '2026" not in line
    ]
    assert b"\n".join(kept) == before
    inbox.undo(made.id)
    assert (root / path).read_bytes() == before


@pytest.mark.reported("BR-01", "BR-02", "BR-07", "BR-08", "BR-10")
@pytest.mark.parametrize("kind", HEADERS)
def test_contest_and_uphold_bring_every_byte_back(pair: Pair, kind: str) -> None:
    path = "raw/auto-memory/s/project_b.md"
    inbox, root = pair(texts=(A, HEADERS[kind].encode()))
    inbox.decide(inbox.memory(path), d.Contest(), "not sure")
    assert inbox.memory(path).member.status == "contested"
    inbox.decide(inbox.memory(path), d.Uphold())
    assert (root / path).read_bytes() == HEADERS[kind].encode()


UNREADABLE = {
    "BR-04 colon": CASES["BR-04"]["input"].split("-----8<-----")[0],
    "BR-04 at": CASES["BR-04"]["input"].rpartition("-----8<-----\n")[2],
    "BR-05 twice": CASES["BR-05"]["input"],
    "BR-11 separators": CASES["BR-11"]["input"]
    .replace("<U+2028>", "\u2028")
    .replace("<U+0085>", "\x85"),
    "BR-39 escape": "---\nname: b\nkey: `C:\\agent\\run`\n---\nBody.\n",
    "BR-39 lone line": "---\nname: b\nnever closed\n",
    "a list": "---\n- a\n---\nBody.\n",
    "tabs": "---\nname:\tb: c\n---\nBody.\n",
}


@pytest.mark.reported("BR-04", "BR-05", "BR-11", "BR-39")
@pytest.mark.parametrize("kind", UNREADABLE)
def test_an_unreadable_header_is_listed_with_its_place_and_left_alone(
    pair: Pair, kind: str
) -> None:
    raw = UNREADABLE[kind].encode()
    inbox, root = pair(texts=(A, raw))
    item = only(inbox)
    assert item.b.memory is not None
    assert item.b.memory.problem is not None
    assert item.b.source.tier == 9
    assert "cannot be read (line " in inbox.why_not(item, d.Keep("a"))
    assert any("project_b.md: line " in found.what for found in inbox.doctor())
    inbox.decide(item, d.NotAConflict())
    assert (root / "raw/auto-memory/s/project_b.md").read_bytes() == raw


@pytest.mark.reported("BR-39")
def test_forty_good_memories_load_beside_two_bad_ones(pair: Pair) -> None:
    good = {f"wiki/page-{number}.md": MEMORY.format(number, "user:a") for number in range(38)}
    bad = {"wiki/x.md": UNREADABLE["BR-39 escape"], "wiki/y.md": UNREADABLE["BR-39 lone line"]}
    inbox, _ = pair(more={**good, **bad})
    found = [finding.what for finding in inbox.doctor()]
    assert "42 memories looked at" in found
    assert len([what for what in found if what.startswith(("wiki/x.md", "wiki/y.md"))]) == 2
    assert len(inbox.pending().items) == 1


@pytest.mark.reported("BR-20")
@pytest.mark.parametrize(
    "names",
    [
        ("s/minnebok-på-norsk.md", "s/notes b/ plan.md"),
        ("s/-rf.md", "s/--help.md"),
        ("s/:(top)y.md", "s/[z].md"),
        ("s/quote\"'s.md", "s/tab\tname.md"),
        ("s/star*.md", "s/日本 🐐.md"),
        ("s/a;b|c.md", "s/$(x).md"),
    ],
)
def test_names_are_names_and_no_options_or_patterns(pair: Pair, names: tuple[str, str]) -> None:
    inbox, root = pair(names=names)
    made = inbox.decide(only(inbox), d.Keep("a"))
    touched = git(root, "show", "--format=", "--name-only", "-z").split("\0")
    assert {f"raw/auto-memory/{name}" for name in names} <= {*touched}
    assert git(root, "status", "--porcelain") == ""
    inbox.undo(made.id)
    assert git(root, "diff", "--stat", "HEAD~2", "HEAD") == ""


@pytest.mark.reported("BR-20")
def test_a_name_that_is_not_utf_8_hurts_nobody(pair: Pair) -> None:
    inbox, root = pair()
    odd = root / "raw/auto-memory/s" / b"bokm\xe5l.md".decode("utf-8", "surrogateescape")
    odd.write_text("x\n", encoding="utf-8")
    assert inbox.pending().items
    assert inbox.doctor()
    inbox.decide(only(inbox), d.Keep("a"))
    assert odd.exists()


@pytest.mark.reported("BR-35")
def test_a_claim_of_approval_is_a_claim_of_the_text(pair: Pair) -> None:
    inbox, _ = pair(texts=(CASES["BR-35"]["input"], MEMORY.format("b", "user:ann")))
    item = only(inbox)
    assert item.a.source.badge == "1 USER?"
    assert item.rule is None or item.rule.winner != "a"


@pytest.mark.reported("BR-37")
def test_projects_do_not_overwrite_each_other(pair: Pair) -> None:
    rule = "---\nname: indent\ntype: feedback\nscope: 'project: {0}'\n---\nUse {1}.\n"
    texts = (rule.format("a", "tabs"), rule.format("b", "spaces"))
    inbox, root = pair(texts=texts)
    verdict = only(inbox).rule
    assert verdict is not None
    assert (verdict.action, verdict.decided_by) == ("not_a_conflict", "rule:scope-disjoint")
    inbox.decide(only(inbox), d.NotAConflict())
    for name, text in zip("ab", texts, strict=True):
        assert (root / f"raw/auto-memory/s/project_{name}.md").read_text("utf-8") == text


@pytest.mark.reported("BR-24")
def test_a_draft_may_hold_rules_headings_and_fences(pair: Pair) -> None:
    draft = "---\nname: open-files\n---\n## Rules\n```sh\nsubl x\n```\n---"
    queue = (
        '# Pending Merges\n\n## [2026-07-01] Merge: "open-files"\n- [ ] approve?\n**Sources**:\n'
        "- s/project_a.md\n- s/project_b.md\n**Draft**:\n"
        f"````markdown\n{draft}\n````\n\n"
        '## [2026-07-02] Merge: "second"\n- [ ] approve?\n**Draft**:\n```markdown\nunclosed\n\n'
        '## [2026-07-03] Merge: "third"\n- [ ] which?\n**Draft**:\n```markdown\nx\n```\n'
    )
    inbox, root = pair(more={"wiki/_pending_merges.md": queue})
    first, *others = [item for item in inbox.pending().items if item.id.startswith("m-")]
    assert [item.title for item in (first, *others)] == ["open-files", "second", "third"]
    assert first.draft == draft  # type: ignore[union-attr]
    inbox.decide(first, d.Reject())
    left = (root / "wiki/_pending_merges.md").read_text("utf-8")
    assert left == "# Pending Merges\n\n" + queue[queue.index("## [2026-07-02]") :]


@pytest.mark.reported("BR-29")
def test_the_newer_statement_holds_and_the_older_is_history(pair: Pair) -> None:
    old = "---\nname: likes\nsource: user:conv-1\ncreated: 2026-01-01\n---\nLikes Chinese food.\n"
    new = "---\nname: hates\nsource: user:conv-2\ncreated: 2026-05-01\n---\nHates Chinese food.\n"
    inbox, root = pair(texts=(old, new))
    inbox.decide(only(inbox), d.Keep("b"))
    assert inbox.memory("raw/auto-memory/s/project_a.md").member.status == "superseded"
    assert inbox.memory("raw/auto-memory/s/project_b.md").member.status == "active"
    assert (root / "raw/auto-memory/s/project_a.md").read_text("utf-8").endswith("Chinese food.\n")


def test_a_window_that_closed_earlier_stays_closed(pair: Pair) -> None:
    ended = MEMORY.format("b", "user:ann").replace("source", "valid_until: 2026-01-01\nsource")
    inbox, root = pair(texts=(A, ended))
    inbox.decide(only(inbox), d.Keep("a"))
    path = "raw/auto-memory/s/project_b.md"
    assert numstat(root, path) == ("1", "0")
    assert "valid_until: 2026-01-01\n" in (root / path).read_text("utf-8")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_that_git_would_change_do_not_hinder_undo(pair: Pair, end: str) -> None:
    texts = [MEMORY.format(name, "user:ann").replace("\n", end) for name in "ab"]
    inbox, root = pair(texts=(texts[0], texts[1]))
    git(root, "config", "core.autocrlf", "true")
    inbox.decide(only(inbox), d.Keep("a"))
    inbox.undo()
    for name, text in zip("ab", texts, strict=True):
        assert (root / f"raw/auto-memory/s/project_{name}.md").read_bytes() == text.encode()
