"""Nothing in a file, a path, a commit or an argument steers the terminal (R13, H-42)."""

from __future__ import annotations

import argparse
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inbox.cli.parser import build
from inbox.formats.candidates import Claim
from inbox.formats.visible import hidden
from inbox.store.working import Shelf, row_of
from inbox.working.events import Event
from inbox.working.state import Entry, State, Task
from tests.cli.conftest import Run
from tests.conftest import git

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202egnp\u2066\u200b\ufeff\r"
PATH = f"raw/auto-memory/s/a{EVIL[:-1]}.md"
OTHER = "raw/auto-memory/s/b.md"
UNREADABLE = f"raw/auto-memory/s/c{EVIL[:-1]}.md"


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
        UNREADABLE: f"---\n- a{SAID}\n---\nlist\n",
        "wiki/page.md": f'---\nname: p\ncontested:\n  by: "{json.dumps(EVIL)[1:-1]}"\n---\nx\n',
        "wiki/_pending_questions.md": f"# Pending Questions\n\n{blocks()}\n",
        "wiki/_pending_merges.md": f"# Pending Merges\n\n{MERGE}",
        "wiki/_calibration.jsonl": json.dumps(row) + "\n{" + SAID + "\n",
        "wiki/_rule_proposals.jsonl": json.dumps(rule) + "\n",
        "wiki/_candidates.jsonl": json.dumps(dict.fromkeys(Claim.__dataclass_fields__, EVIL))
        + "\n",
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
    remember(root)
    (root / ".athenaeum-inbox.md").write_text(f"# ask{EVIL}\n", encoding="utf-8")
    return root


def remember(root: Path) -> None:
    """Leave a working memory, and a log of it, that hold something hostile in every field."""
    words: dict[str, Any] = {"content": EVIL, "category": EVIL, "evidence": EVIL}
    entry = Entry(id="m1", uuid=EVIL, confidence=0.8, supersedes=EVIL, **words)
    gone = replace(entry, id="m2")
    task = Task(active_goal=EVIL, progress=EVIL, next_steps=EVIL, key_decisions=(EVIL,))
    state = State(turn=1, seq=2, entries=(entry,), graveyard=("m2",), task=task)
    said: dict[str, Any] = {"operation": "delete", "detail": EVIL, "reason": EVIL}
    events = (
        Event(code="deleted", handle="m2", entry=gone, **said),
        Event(code="protected_delete", handle="m1", **said),
        Event(code="loops_closed", lines=(EVIL,)),
    )
    shelf = Shelf(root, "agent")
    shelf.commit(shelf.load(), state, row_of(shelf.load(), state, events, EVIL))


FORGED = "0123456789ab"
KINDS = {
    "MERGE": "merge",
    "ASKED": "question",
    "AUDIT": "audit",
    "CLAIM": "candidate",
    "REVIEW": "review",
}


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
    assert {*found} == {"conflict", "question", "merge", "audit", "rule", "candidate", "review"}
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


Uses = list[list[str]]

USES: dict[str, Uses] = {
    "list": [[], ["--settled"], ["--snoozed"], ["--limit", "1"], ["--limit", EVIL], [f"--{EVIL}"],
             [EVIL], ["--filter", EVIL], ["--filter", f"kind:{EVIL}"], ["--order", EVIL]],
    "count": [[], ["--exit-code"], [EVIL]],
    "log": [[], ["--limit", EVIL]],
    "show": [["CONFLICT"], ["ODD"], ["MERGE"], ["ASKED"], ["AUDIT"], [PATH], [EVIL],
             ["../" + EVIL]],
    "patch": [["CONFLICT"], ["MERGE"], ["FORGED"], [EVIL]],
    "doctor": [[], [EVIL]],
    "accept": [["CONFLICT"], ["ODD"], ["CONFLICT", "ODD", "MERGE"], ["--filter", "kind:conflict"],
               ["--stdin"], ["--ids", f"{EVIL},{EVIL}"], ["MERGE"], ["CLAIM"], ["REVIEW"],
               ["MERGE", "--without", PATH], ["MERGE", "--without", EVIL],
               ["CONFLICT", "--until", EVIL], ["CONFLICT", "--context", EVIL], [EVIL]],
    "keep": [["CONFLICT", "a"], ["CONFLICT", EVIL], [EVIL, EVIL]],
    "both": [["CONFLICT", "--context", EVIL], ["MERGE", "--context", EVIL]],
    "no-conflict": [["CONFLICT"], [EVIL]],
    "reject": [["CONFLICT"], ["MERGE"], ["CLAIM"], ["REVIEW"], [EVIL]],
    "pick": [["ODD", "0", "--value", EVIL], ["ODD", EVIL], ["CONFLICT", "7"]],
    "answer": [["ODD", f"it is {EVIL}"], ["ASKED", f"so {EVIL}"], ["AUDIT", EVIL], [EVIL, EVIL]],
    "edit": [["CONFLICT", "--take", EVIL], ["CONFLICT", "--take", "source", "--side", "b"],
             ["MERGE", "--file", EVIL], ["CONFLICT", "--side", EVIL, "--file", "-"]],
    "contest": [["CONFLICT", "--side", "both"], [PATH], [UNREADABLE], [EVIL]],
    "uncontest": [[PATH], ["wiki/page.md"], [EVIL]],
    "tombstone": [["CONFLICT", "--side", "b"], [PATH], [PATH, "--why", EVIL], [EVIL]],
    "undo": [["FORGED"], [EVIL], []],
    "redo": [[], [EVIL]],
    "next": [[], ["--filter", EVIL], ["--order", EVIL]],
    "explain": [["CONFLICT"], ["ODD"], ["MERGE"], ["ASKED"], [PATH], [EVIL]],
    "history": [["CONFLICT"], ["ODD"], ["MERGE"], [PATH], [EVIL]],
    "verify": [[], ["--since", EVIL], ["--limit", EVIL]],
    "snooze": [["CONFLICT", "ODD", "--until", "tomorrow"], ["CONFLICT", "--until", EVIL],
               [EVIL, "--until", "tomorrow"], ["--filter", EVIL], ["--list"]],
    "unsnooze": [["CONFLICT"], [EVIL], ["--ids", f"{EVIL},{EVIL}"]],
    "supersede": [[PATH, "--by", OTHER], [PATH, "--by", EVIL], [EVIL, "--by", OTHER]],
    "deprecate": [[PATH], [UNREADABLE], [EVIL]],
    "restore": [[PATH], [EVIL]],
    "except": [[PATH, "project:x"], [PATH, f"when {EVIL}"], [PATH, "x", "--key", EVIL],
               [EVIL, EVIL]],
    "repair": [[UNREADABLE], [PATH], [EVIL]],
    "verify-memory": [[PATH], [UNREADABLE], [EVIL]],
    "layer": [["set", PATH, "L1"], ["set", PATH, EVIL], [EVIL, PATH, "L1"]],
    "narrow": [["CONFLICT", "a", "--unless", "project:x"], ["CONFLICT", "a", "--until", EVIL],
               ["CONFLICT", "b", "--scope", EVIL], ["CONFLICT", "a", "--scope", f"org:{EVIL}"],
               ["CONFLICT", "a", "--unless", f"when {EVIL}"], [EVIL, EVIL]],
    "report": [[], ["--by", "week"], ["--by", EVIL], ["--since", EVIL], [EVIL]],
    "guidelines": [[], [EVIL]],
    "keys": [[], [EVIL]],
    "config": [["path"], ["check"], [EVIL]],
    "completion": [["bash"], ["zsh"], ["fish"], ["ids"], [EVIL]],
    "demo": [["made", "--no-open"], [f"odd{EVIL}", "--no-open"], ["made/x", EVIL]],
    "init": [[EVIL], ["made"], []],
    "working": [["show"], ["show", "--json"], ["show", "--block"], ["show", "--agent", EVIL],
                ["log"], ["log", "--json"], ["log", "--limit", EVIL],
                ["pin", "m1"], ["pin", EVIL], ["unpin", EVIL, "--json"], ["restore", "m2"],
                ["restore", EVIL], ["promote", "m1", "--dry-run"], ["promote", EVIL],
                ["promote", "m1", "--scope", EVIL], ["promote", "m1", "--type", EVIL],
                ["promote", "m1", "--reason", f"why {EVIL}"],
                ["update", "--transcript", EVIL], ["update", "--transcript", "-"],
                ["update", "--transcript", "-", "--reply", EVIL], [EVIL],
                ["clear", "--dry-run"], ["clear", "--yes", "--json"]],
}  # fmt: skip
"""How each command is called on the hostile root; the words in capitals stand for ids."""

DONE = {
    *("accept", "keep", "both", "no-conflict", "reject", "answer", "contest", "tombstone"),
    *("supersede", "deprecate", "except", "verify-memory", "layer", "snooze"),
}
"""What can be done on that root, and is."""


def parsers() -> dict[str, argparse.ArgumentParser]:
    [commands] = [
        action for action in build()._actions if isinstance(action, argparse._SubParsersAction)
    ]
    return dict(commands.choices)


def test_every_command_is_called_on_the_hostile_root() -> None:
    assert {*USES} == {*parsers()}, "give a new command its uses, hostile words among them"


@pytest.mark.hazard("H-42")
@pytest.mark.parametrize("command", USES)
def test_no_command_lets_a_file_or_a_word_steer_the_terminal(
    hostile: Path, run: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    start = git(hostile, "rev-parse", "HEAD").strip()
    found = ids(hostile, run)
    named = {"CONFLICT": found["conflict"][0], "ODD": found["conflict"][1], "FORGED": FORGED}
    named |= {kind: found[name][0] for kind, name in KINDS.items()}
    known = parsers()[command]._option_string_actions
    deciding = ["--reason", f"why {EVIL}"] if "--reason" in known else []
    came = set()
    for use in USES[command]:
        asked = [command, *(named.get(word, word) for word in use), *deciding]
        for flags in ([], ["--json"], ["--dry-run"], ["--yes"], ["--yes", "--json"]):
            if {*flags} <= {*known}:
                typed = io.TextIOWrapper(io.BytesIO(f"n{EVIL}\n".encode()), encoding="utf-8")
                monkeypatch.setattr("sys.stdin", typed)
                status, out, err = harmless(*run(hostile, *asked, *flags))
                assert status in (0, 1, 2, 3, 5, 6), (use, flags, err)
                assert out or err, (use, flags)
                git(hostile, "reset", "-q", "--hard", start)
                came.add(status)
    assert 0 in came or command not in DONE


def test_no_word_in_the_place_of_an_option_or_argument_steers_the_terminal(
    hostile: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, parser in parsers().items():
        for option, action in parser._option_string_actions.items():
            if option not in ("-h", "--help") and action.nargs != 0:
                assert harmless(*run(hostile, name, EVIL, option, EVIL))[0] in (2, 3, 6), name
    for word in (EVIL, f"-{EVIL}", f"--{EVIL}={EVIL}"):
        assert harmless(*run(hostile, word))[0] == 2


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
