"""Nothing in a file, a path, a commit or an argument steers the terminal (R13, H-42)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inbox.formats.visible import hidden
from tests.cli.conftest import Run
from tests.conftest import git

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202egnp\u2066\u200b\ufeff\r"
PATH = f"raw/auto-memory/s/a{EVIL[:-1]}.md"
OTHER = "raw/auto-memory/s/b.md"


def memory(source: str, body: str) -> str:
    return f'---\nname: "n{json.dumps(EVIL)[1:-1]}"\nsource: {source}\n---\n{body}{EVIL}\n'


def question(day: int, entity: str, ref: str, *lines: str) -> str:
    header = f'## [2026-11-0{day}] Entity: "{entity}" (from {ref})'
    return "\n".join([header, *lines])


SAID = EVIL[:-1]


def blocks() -> str:
    conflict = question(
        1,
        f"e{SAID}",
        "wiki/x.md",
        f"- [ ] Which one{SAID}?",
        "",
        f"**Conflict type**: fact{SAID}",
        f"**Description**: d{SAID}",
        f"Passage 1: one{SAID}",
        f"Passage 2: two{SAID}",
        f"Members involved: {PATH.removeprefix('raw/')}, s/b.md",
        "**Proposed resolution**: keep_a",
        "**Confidence**: 0.9",
        f"**Rationale**: r{SAID}",
    )
    odd = question(
        2,
        f"o{SAID}",
        f"r{SAID}",
        f"- [ ] Which is correct: (a) x{SAID}, (b) y, (c) both, (d) neither/other?",
        "",
        f"**Description**: d{SAID}",
        f"Members involved: gone{SAID}.md, s/b.md, also{SAID}.md",
        f"**Proposed resolution**: sell{SAID}",
        f"**Confidence**: {SAID}",
    )
    asked = question(4, "agent", "agent-raised", f"- [ ] Ask{SAID}", "", "**Raised by**: agent")
    return "\n\n---\n\n".join([conflict, odd, asked, f"## broken{SAID}\n- [ ] x"])


MERGE = (
    f'## [2026-11-03] Merge: "t{SAID}"\n- [ ] Approve?\n\n**Rationale**: r{SAID}\n'
    f"**Write kind**: k{SAID}\n**Sources**:\n- {PATH}\n- {OTHER}\n**Confidence**: 0.5\n"
    f"**Draft**:\n```markdown\ndraft{SAID}\n```\n"
)


def spiteful() -> dict[str, str]:
    """A knowledge root where every field that is shown holds something hostile."""
    row = {"kind": "audit", "id": f"i{EVIL}", "tier": EVIL, "verdict": EVIL, "created_at": EVIL}
    rule = {"kind": "proposal", "id": "7", "rule_name": EVIL, EVIL: EVIL}
    return {
        PATH: memory("user:conv-1", "one"),
        OTHER: memory("claude:s", "two"),
        f"raw/auto-memory/s/c{SAID}.md": f"---\n- a{SAID}\n---\nlist\n",
        "wiki/page.md": f'---\nname: p\ncontested:\n  by: "{json.dumps(EVIL)[1:-1]}"\n---\nx\n',
        "wiki/_pending_questions.md": f"# Pending Questions\n\n{blocks()}\n",
        "wiki/_pending_merges.md": f"# Pending Merges\n\n{MERGE}",
        "wiki/_calibration.jsonl": json.dumps(row) + "\n{" + SAID + "\n",
        "wiki/_rule_proposals.jsonl": json.dumps(rule) + "\n",
    }


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A root with a hostile name, and a decision in its log that somebody else forged."""
    root = tmp_path / "know\x1b[2J\u202eledge"
    for path, text in spiteful().items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("utf-8"))
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "i18n.commitEncoding", "UTF-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "start")
    (root / "wiki/page.md").write_text(f"---\nname: p\n---\ny{EVIL}\n", encoding="utf-8")
    forged = f"Keep A: s{EVIL}\n\nreason{EVIL}\n\nInbox-Id: 0123456789ab\nInbox-Decision: k{EVIL}\n"
    git(root, "commit", "-qa", "--cleanup=verbatim", "-m", forged)
    return root


def harmless(status: int, out: str, err: str) -> tuple[int, str, str]:
    shown = {f"U+{ord(character):04X}" for character in out + err if hidden(character)}
    assert shown == set()
    return status, out, err


def ids(root: Path, run: Run) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for item in json.loads(run(root, "list", "--json")[1])["items"]:
        found.setdefault(item["kind"], []).append(item["id"])
    return found


@pytest.mark.hazard("H-42")
@pytest.mark.parametrize("command", ["list", "count", "log", "doctor"])
@pytest.mark.parametrize("flag", [[], ["--json"]])
def test_no_reading_command_lets_a_file_steer_the_terminal(
    hostile: Path, run: Run, command: str, flag: list[str]
) -> None:
    assert harmless(*run(hostile, command, *flag))[1]


@pytest.mark.hazard("H-42")
@pytest.mark.parametrize("command", ["show", "patch"])
@pytest.mark.parametrize("flag", [[], ["--json"]])
def test_no_item_steers_the_terminal_when_it_is_shown(
    hostile: Path, run: Run, command: str, flag: list[str]
) -> None:
    found = ids(hostile, run)
    assert {*found} == {"conflict", "question", "merge", "audit", "rule"}
    for named in [*found.values()]:
        for name in named:
            status, out, err = harmless(*run(hostile, command, name, *flag))
            assert status == 0 or (command, status) == ("patch", 3)
            assert out or err


def test_a_forged_commit_does_not_steer_the_terminal(hostile: Path, run: Run) -> None:
    assert "<U+001B>" in harmless(*run(hostile, "patch", "0123456789ab"))[1]
    assert "<U+001B>" in harmless(*run(hostile, "undo", "0123456789ab", "--dry-run"))[1]
    assert harmless(*run(hostile, "undo", "0123456789ab", "--yes"))[0] == 0
    assert "<U+001B>" in harmless(*run(hostile, "log"))[1]


def words(found: dict[str, list[str]]) -> list[list[str]]:
    [asked], [merge] = found["question"], found["merge"]
    return [
        ["keep", found["conflict"][0], "a"],
        ["both", found["conflict"][0], "--context", EVIL],
        ["no-conflict", found["conflict"][0]],
        ["contest", found["conflict"][0], "--side", "both"],
        ["tombstone", found["conflict"][0], "--side", "b"],
        ["reject", found["conflict"][0]],
        ["pick", found["conflict"][1], "0", "--value", EVIL],
        ["answer", found["conflict"][1], f"it is {EVIL}"],
        ["accept", found["conflict"][1]],
        ["accept", merge],
        ["reject", merge],
        ["accept", merge, "--without", PATH],
        ["answer", asked, f"so {EVIL}"],
        ["contest", PATH],
        ["tombstone", PATH],
        ["uncontest", PATH],
        ["contest", f"raw/auto-memory/s/c{SAID}.md"],
        ["contest", EVIL],
        ["show", EVIL],
        ["undo", EVIL],
        ["keep", EVIL, EVIL],
        [EVIL],
        ["list", f"--{EVIL}"],
        ["list", "--limit", EVIL],
        ["edit", merge, "--file", EVIL],
    ]


@pytest.mark.parametrize("flag", [["--dry-run"], ["--yes"], ["--yes", "--json"]])
def test_no_verb_lets_words_steer_the_terminal(hostile: Path, run: Run, flag: list[str]) -> None:
    start = git(hostile, "rev-parse", "HEAD").strip()
    done = 0
    for verb in words(ids(hostile, run)):
        deciding = verb[0] not in (EVIL, "list", "show")
        asked = [*verb, *flag, "--reason", f"why {EVIL}"] if deciding else verb
        status, out, err = harmless(*run(hostile, *asked))
        assert status in (0, 2, 3), err
        done += deciding and status == 0
        assert out or err
        git(hostile, "reset", "-q", "--hard", start)
    assert done >= 10


def test_what_a_hook_says_does_not_steer_the_terminal(hostile: Path, run: Run) -> None:
    hook = hostile / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_bytes(b"#!/bin/sh\nprintf '\\033[2J\\233 \\342\\200\\256 no\\n' >&2\nexit 1\n")
    hook.chmod(0o755)
    name = ids(hostile, run)["conflict"][0]
    for flag in ([], ["--json"]):
        assert harmless(*run(hostile, "keep", name, "a", "--yes", *flag))[0] == 6


def test_no_folder_name_steers_the_terminal(tmp_path: Path, run: Run) -> None:
    missing = tmp_path / f"none{EVIL}"
    assert harmless(*run(missing, "list"))[0] == 6
    assert harmless(*run(tmp_path, "init", str(missing), "--yes"))[0] == 2
    missing.mkdir()
    assert harmless(*run(missing, "list"))[0] == 6
    assert harmless(*run(tmp_path, "init", str(missing), "--yes"))[0] == 0
    assert harmless(*run(tmp_path, "init", str(missing), "--yes"))[0] == 6
    assert harmless(*run(tmp_path, "demo", str(missing), "--no-open"))[0] == 2
    assert harmless(*run(tmp_path, "demo", str(missing / "demo"), "--no-open"))[0] == 0
