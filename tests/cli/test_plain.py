"""The line mode, driven over pipes and a terminal as a person at a dumb one would."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest

from inbox.demo import files
from inbox.formats.visible import hidden
from tests.conftest import MakeRepo, git

SOURCES = Path(__file__).parents[2]
PROMPT = "\n> "
BOXES = re.compile("[\u2500-\u259f\x1b]")
VERB = re.compile(r"^(\d+)\. (.*) \((.*)\)$", re.MULTILINE)


class Session:
    """A running line mode; `told` is all that it said."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.told = ""
        self.heard = self._listen()

    def _listen(self) -> str:
        """Return what is said up to the next prompt, or to the end."""
        assert self._process.stdout is not None
        heard = ""
        while not f"\n{heard}".endswith(PROMPT):
            letter = self._process.stdout.read(1)
            if not letter:
                break
            heard += letter
        self.told += heard
        return heard

    def answer(self, line: str) -> str:
        """Type a line; return what is said then."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        self.heard = self._listen()
        return self.heard

    def end(self) -> int:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self.told += self._listen()
        return self._process.wait(10)


@contextmanager
def plain(root: Path, *words: str) -> Iterator[Session]:
    command = [sys.executable, "-m", "inbox", "--repo", str(root), "--plain", *words]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True, cwd=SOURCES
    )
    # A session that both sides wait in would hang the whole suite.
    limit = threading.Timer(240, process.kill)
    limit.start()
    try:
        yield Session(process)
    finally:
        limit.cancel()
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            stream.close()


@pytest.fixture
def root(make_repo: MakeRepo) -> Path:
    return make_repo(dict(files(date.today())))  # noqa: DTZ011


def decisions(root: Path) -> list[str]:
    log = git(root, "log", "--format=%s%x00%(trailers:key=Inbox-Id,valueonly)")
    rows = (line.split("\0") for line in log.splitlines() if "\0" in line)
    return [subject for subject, name in rows if name]


REPLIES = {
    "What now?": "",
    "Queue and rule differ": "queue",
    "Which side": "a",
    "Contest which side": "a",
    "A line of context": "one for the dome, one for the house",
    "What holds instead?": "neither of them",
    "Your answer": "He is a colleague.",
    "Type y": "y",
}


def reply(session: Session) -> str:
    """Return what to say to the last question."""
    question = session.heard.rstrip("> \n").rpartition("\n")[2]
    return next((said for known, said in REPLIES.items() if known in question), ".")


def test_the_whole_queue_of_the_demo_can_be_worked_off_in_lines(root: Path) -> None:
    with plain(root) as session:
        left = int(re.search(r"Item 1 of (\d+)", session.heard)[1])  # type: ignore[index]
        for _ in range(left * 2):
            before = len(decisions(root))
            listed = session.answer("verbs")
            verbs = VERB.findall(listed)
            if not verbs:
                assert "No verb is on here." in listed
                if "no item after" in session.answer("next"):
                    break
                continue
            # Contesting what is contested already changes nothing.
            session.answer("uphold" if "C" in (verb[2] for verb in verbs) else verbs[0][0])
            while "What now?" not in session.heard:
                session.answer(reply(session))
            assert len(decisions(root)) == before + 1, session.heard
        session.answer("quit")
        assert re.search(r"\d+ decided, \d+ left", session.told)
    assert len(decisions(root)) >= left - 10
    assert not BOXES.search(session.told)
    assert not any(hidden(letter) for letter in session.told)
    assert git(root, "status", "--porcelain") == ""


def test_a_verb_goes_by_number_letter_or_word_and_is_undone(root: Path) -> None:
    with plain(root) as session:
        for name in ("4", "a", "accept"):
            session.answer("list")
            at = re.search(r"(\d+) of \d+: dome-wind-limit", session.heard)
            assert at is not None
            assert "dome-wind-limit. conflict, 1 day old." in session.answer(f"go {at[1]}")
            assert "4. accept what is proposed: keep_a (a)" in session.heard
            assert "done: Keep A: dome-wind-limit" in session.answer(name)
            assert "done: Undo: Keep A: dome-wind-limit" in session.answer("undo")
        assert "3 decided" in session.answer("quit")
    assert len(decisions(root)) == 6


def test_what_is_missing_is_asked_for_and_an_empty_line_goes_back(root: Path) -> None:
    with plain(root) as session:
        session.answer("list")
        at = re.search(r"(\d+) of \d+: deploy-from-main", session.heard)
        assert at is not None
        session.answer(f"go {at[1]}")
        assert "Which side: a, b?" in session.answer("tombstone")
        assert "that is none of a, b." in session.answer("z")
        assert "nothing was done." in session.answer("")
        session.answer("t")
        assert "Inbox-Decision: tombstone" in session.answer("b")
        assert "nothing was done." in session.answer("yes")
        assert decisions(root) == []
        session.answer("reason one of them moved")
        assert "one of them moved" in session.answer("patch")
        assert "A line of context" in session.answer("3")
        session.answer("summer and winter")
        assert "done: " in session.heard
        assert session.end() == 0
        assert "the input has ended." in session.told
    assert "one of them moved" in git(root, "log", "-1", "--format=%b")


def test_a_verb_that_is_off_says_why_and_a_strange_word_is_named(root: Path) -> None:
    with plain(root) as session:
        session.answer("list")
        at = re.search(r"(\d+) of \d+: Perry", session.heard)
        assert at is not None
        session.answer(f"go {at[1]}")
        assert "no two sides" in session.answer("1")
        assert "'dance' is no verb; help lists them." in session.answer("dance")
        assert "99" in session.answer("go 99")
        assert "undo (z): take your last decision back" in session.answer("help")
        assert "no decision has been made here yet." in session.answer("log")
        assert "there is no decision of yours" in session.answer("undo")
    assert decisions(root) == []


def go_to(session: Session, title: str) -> None:
    at = re.search(rf"(\d+) of \d+: {title}", session.answer("list"))
    assert at is not None, session.heard
    session.answer(f"go {at[1]}")


def test_the_rarer_verbs_ask_for_the_memory_and_what_is_missing(root: Path) -> None:
    with plain(root) as session:
        go_to(session, "dome-wind-limit")
        told = session.answer(".")
        assert [row[1].partition(":")[0] for row in VERB.findall(told)][:2] == [
            "propose a merge of the two sides",
            "narrow a side, so that both hold",
        ]
        assert "Which memory: 1, 2?" in session.answer("deprecate")
        assert "done: Deprecate: " in session.answer("1")
        assert "done: Undo" in session.answer("z")
        assert "done: Redo: Deprecate: " in session.answer("redo")
        session.answer("z")
        session.answer("18")
        session.answer("2")
        assert "done: Put on L1: dome weather rules" in session.answer("l1")
        go_to(session, "dome-wind-limit")
        session.answer("narrow")
        session.answer("b")
        session.answer("until")
        assert "done: Narrow B: dome-wind-limit" in session.answer("2026-06-01")
    subjects = decisions(root)
    assert len(subjects) == 6
    assert git(root, "status", "--porcelain") == ""


def test_what_is_shown_is_filtered_ordered_and_put_off(root: Path, tmp_path: Path) -> None:
    own = tmp_path / ".config/athenaeum-inbox/config.toml"
    own.parent.mkdir(parents=True)
    own.write_text('order = "newest"\n[filters]\nmerges = "kind:merge"\n', encoding="utf-8")
    with plain(root) as session:
        assert "0 days old" in session.heard
        assert "merges: kind:merge" in session.answer("saved")
        assert "Item 1 of 2:" in session.answer("saved merges")
        assert "no item after" in [session.answer("n"), session.answer("n")][1]
        assert "done: put off until " in session.answer("snooze 1h")
        assert "Item 1 of 1:" in session.heard
        assert "Nothing passes the filter." in session.answer("filter wind kind:merge")
        assert "no meaning" in session.answer("filter kind:mood") or "kind" in session.heard
        assert "no filter" in session.answer("/")
        assert "order NAME, one of kind, oldest" in session.answer("order best")
        session.answer("order oldest")
        session.answer("go 1")
        assert "13 days old" in session.heard
        assert "give" in session.answer("snooze someday") or "someday" in session.heard
    assert decisions(root) == []


def test_a_run_that_only_reads_has_no_verb_in_lines(root: Path) -> None:
    with plain(root, "--read-only") as session:
        assert "No verb is on here." in session.heard
        assert "this run only reads" in session.answer("1")
        assert "this run only reads" in session.answer("undo")
    assert decisions(root) == []


def test_where_nothing_waits_the_line_mode_says_so(make_repo: MakeRepo) -> None:
    with plain(make_repo({"wiki/page.md": "a page\n"})) as session:
        assert "Nothing waits." in session.heard
        assert "Nothing waits." in session.answer("patch")
        assert "no item here" in session.answer("1")
        assert "0 decided, 0 left" in session.answer("q")


def test_a_dumb_terminal_gets_lines(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "inbox", "--repo", str(root)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=SOURCES) as run:
        os.close(theirs)
        os.write(ours, b"quit\n")
        told = b""
        try:
            while chunk := os.read(ours, 4096):
                told += chunk
        except OSError:  # the other end is closed
            pass
        assert run.wait(10) == 0
    os.close(ours)
    assert b"What now? A verb, or help." in told
    assert b"\x1b" not in told
