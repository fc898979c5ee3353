"""Bad input gets one sentence that names it and says what to do; nothing is written or lost."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import Run, read
from tests.conftest import git

PORT = "q-8af715325b05"
QUEUE = "wiki/_pending_questions.md"
LARK = "raw/auto-memory/-home-mira-code-larkspur/project_larkspur_port.md"
TIDE = "raw/auto-memory/-home-mira-code-tideline/project_ferry_api_port.md"


def state(root: Path) -> tuple[str, str, dict[str, bytes]]:
    """Head, status and every byte of the work tree."""
    texts = {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".git/" not in f"{path}" and path.name != ".athenaeum.lock"
    }
    return git(root, "rev-parse", "HEAD"), git(root, "status", "--porcelain"), texts


def refused(root: Path, run: Run, status: int, *said: str, words: tuple[str, ...] = ()) -> None:
    """A decision is refused with the status and the words, and leaves everything as it was."""
    before = state(root)
    code, out, err = run(root, *(words or ("accept", PORT)), "--yes")
    assert (code, out) == (status, ""), err
    assert err.count("\n") == 1
    for word in said:
        assert word in err
    assert state(root) == before


def test_no_repository_says_how_to_get_one(tmp_path: Path, run: Run) -> None:
    status, _, err = run(tmp_path, "list")
    assert status == 6
    assert "is not in a git repository" in err
    assert "athenaeum-inbox init" in err


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, run: Run) -> None:
    status, _, err = run(tmp_path / "nowhere", "list")
    assert (status, "nowhere" in err) == (6, True)


def test_a_bare_repository_is_no_place_to_decide(tmp_path: Path, run: Run) -> None:
    git(tmp_path, "init", "-q", "--bare", "bare.git")
    status, _, err = run(tmp_path / "bare.git", "list")
    assert (status, "is a bare repository; clone it" in err) == (6, True)


def test_an_empty_repository_is_an_empty_inbox(tmp_path: Path, run: Run) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    assert run(tmp_path, "list")[:2] == (0, "")
    assert run(tmp_path, "log")[0] == 0
    assert run(tmp_path, "count")[1] == "0\n"
    assert run(tmp_path, "undo", "--yes")[0] == 3


def test_without_an_identity_git_is_not_even_tried(
    sample: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.delenv(f"GIT_{role}_NAME")
        monkeypatch.delenv(f"GIT_{role}_EMAIL")
    git(sample, "config", "user.useConfigOnly", "true")
    refused(sample, run, 6, "git does not know who you are", "git config --global user.email")


def test_a_detached_head_is_fine(sample: Path, run: Run) -> None:
    git(sample, "checkout", "-q", "--detach")
    assert run(sample, "accept", PORT, "--yes")[0] == 0
    assert run(sample, "undo", "--yes")[0] == 0


def test_a_merge_in_progress_comes_first(sample: Path, run: Run) -> None:
    git(sample, "checkout", "-q", "-b", "side")
    git(sample, "commit", "-q", "--allow-empty", "-m", "side")
    git(sample, "checkout", "-q", "main")
    git(sample, "commit", "-q", "--allow-empty", "-m", "main")
    git(sample, "merge", "-q", "--no-commit", "--no-ff", "side")
    refused(sample, run, 6, "a merge is in progress", "--abort")


@contextmanager
def held(path: Path) -> Iterator[None]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    os.write(descriptor, b"pid: 4711\ntimestamp: 2026-12-01T00:00:00+00:00\nhost: \x1b[2Jx\n")
    yield
    os.close(descriptor)


def test_the_run_lock_of_athenaeum_is_waited_for_and_named(sample: Path, run: Run) -> None:
    with held(sample / ".athenaeum.lock"):
        start = time.monotonic()
        refused(sample, run, 4, "held by pid 4711, since 2026-12-01T00:00:00+00:00")
        assert 1.5 < time.monotonic() - start < 10
    assert run(sample, "accept", PORT, "--yes")[0] == 0


@pytest.mark.reported("BR-18")
def test_a_lock_of_git_is_named_and_never_removed(sample: Path, run: Run) -> None:
    lock = sample / ".git/index.lock"
    lock.touch()
    refused(sample, run, 4, "index.lock", "remove the file when none is running")
    assert lock.exists()
    assert "index.lock" in run(sample, "doctor")[1]


def test_a_missing_side_switches_verbs_off(sample: Path, run: Run) -> None:
    (sample / LARK).unlink()
    git(sample, "commit", "-qam", "gone")
    refused(sample, run, 3, "Side B cannot be used", "project_larkspur_port.md")
    assert "side B is missing" in run(sample, "show", PORT)[1]
    status, out, _ = run(sample, "doctor")
    assert (status, "project_larkspur_port.md: the file is not there" in out) == (5, True)


@pytest.mark.hazard("H-3")
@pytest.mark.parametrize("ref", ["../../../outside.md", "/etc/hostname", "..", "/", ""])
def test_a_side_outside_the_root_is_never_opened(
    sample: Path, run: Run, tmp_path: Path, ref: str
) -> None:
    (tmp_path / "outside.md").write_text("precious\n", encoding="utf-8")
    queue = sample / QUEUE
    text = queue.read_text(encoding="utf-8")
    old = "-home-mira-code-larkspur/project_larkspur_port.md\n**Also"
    queue.write_text(text.replace(old, f"{ref}\n**Also"), encoding="utf-8")
    git(sample, "commit", "-qam", "hostile")
    status, _, _ = run(sample, "accept", PORT, "--yes")
    assert status == 3
    assert (tmp_path / "outside.md").read_text(encoding="utf-8") == "precious\n"
    assert "precious" not in run(sample, "show", PORT)[1]


@pytest.mark.hazard("H-3")
@pytest.mark.parametrize("of", ["file", "folder"])
def test_a_side_behind_a_link_is_never_followed(
    sample: Path, run: Run, tmp_path: Path, of: str
) -> None:
    path = sample / (LARK if of == "file" else str(Path(LARK).parent))
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    git(sample, "add", "-A")
    git(sample, "commit", "-qm", "linked")
    refused(sample, run, 3, "Side B cannot be used", "a symbolic link")


def hook(root: Path, name: str, text: str) -> None:
    file = root / ".git/hooks" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    file.chmod(0o755)


def test_a_refusing_hook_is_quoted_and_all_is_put_back(sample: Path, run: Run) -> None:
    hook(sample, "pre-commit", "printf 'no \\033[2J commits on Tuesday' >&2; exit 1")
    before = state(sample)
    status, _, err = run(sample, "accept", PORT, "--yes")
    assert status == 6
    assert "no <U+001B>[2J commits on Tuesday" in err
    assert "everything is put back" in err
    assert state(sample) == before
    assert PORT in run(sample, "list")[1]


def test_a_failing_signature_is_a_refusal(sample: Path, run: Run) -> None:
    git(sample, "config", "commit.gpgsign", "true")
    git(sample, "config", "gpg.program", "false")
    before = state(sample)
    status, _, err = run(sample, "accept", PORT, "--yes")
    assert (status, "everything is put back" in err) == (6, True)
    assert state(sample) == before


def test_a_folder_in_the_place_of_a_file_is_named(sample: Path, run: Run) -> None:
    (sample / "wiki/_pending_questions_archive.md").mkdir()
    refused(sample, run, 6, "_pending_questions_archive.md")


def edited(root: Path, path: str, change: Callable[[bytes], bytes]) -> None:
    file = root / path
    file.write_bytes(change(file.read_bytes()))
    git(root, "commit", "-qam", "edited")


@pytest.mark.hazard("H-28", "H-29")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda raw: raw.replace(b"type: project", b"type: a: b"), "line 3"),
        (lambda raw: b"---\n- a\n- b\n---\n" + raw, "is a list"),
        (lambda raw: raw.replace(b"type: project", b"name: again"), "line 3"),
        (lambda raw: raw.replace(b"larkspur port", b"larkspur \xff port"), "not UTF-8"),
        (lambda raw: raw.replace(b"---\n\nThe", b"...\n\nThe"), "header"),
    ],
)
def test_a_header_that_cannot_be_read_is_not_written_to(
    sample: Path, run: Run, change: Callable[[bytes], bytes], said: str
) -> None:
    edited(sample, LARK, change)
    refused(sample, run, 3, LARK, "cannot be read", said)
    assert "8471" in run(sample, "show", PORT)[1]
    status, out, _ = run(sample, "doctor")
    assert (status, LARK in out) == (5, True)
    assert len(read(run(sample, "list", "--json")[1])["items"]) == 20


@pytest.mark.hazard("H-30")
def test_bytes_that_are_not_utf_8_in_a_queue_cost_only_their_block(sample: Path, run: Run) -> None:
    edited(sample, QUEUE, lambda raw: raw.replace(b"Nobody reads", b"Nobody \xff reads"))
    _, out, _ = run(sample, "list", "--json")
    [broken] = read(out)["broken"]
    assert "is not UTF-8" in broken["reason"]
    assert run(sample, "accept", PORT, "--yes")[0] == 0
    assert b"Nobody \xff reads" in (sample / QUEUE).read_bytes()


def test_a_side_that_changed_is_looked_at_again(sample: Path, run: Run) -> None:
    from inbox.domain.decision import Keep
    from inbox.errors import Stale
    from inbox.service import Inbox

    inbox = Inbox.open(sample)
    item = inbox.find(PORT)
    with (sample / TIDE).open("a", encoding="utf-8") as file:
        file.write("one more line\n")
    before = state(sample)
    with pytest.raises(Stale, match="changed since you looked"):
        inbox.decide(item, Keep("a"))
    assert state(sample) == before
    assert run(sample, "accept", PORT, "--yes")[0] == 0
    assert "one more line" in (sample / TIDE).read_text(encoding="utf-8")


def test_a_decision_made_elsewhere_is_not_made_twice(sample: Path, run: Run) -> None:
    from inbox.domain.decision import Keep
    from inbox.errors import Stale
    from inbox.service import Inbox

    inbox = Inbox.open(sample)
    item = inbox.find(PORT)
    assert run(sample, "no-conflict", PORT, "--yes")[0] == 0
    before = state(sample)
    with pytest.raises(Stale, match="decided elsewhere"):
        inbox.decide(item, Keep("a"))
    assert state(sample) == before


@pytest.mark.hazard("H-45")
def test_a_queue_of_twenty_megabytes_is_listed_and_decided(sample: Path, run: Run) -> None:
    block = (
        '## [2026-11-01] Merge: "Runaway {0}"\n- [ ] Approve this merge? Sources: a.md, b.md\n\n'
        "**Rationale**: r\n**Sources**:\n- a.md\n- b{0}.md\n**Confidence**: 0.5\n**Draft**:\n"
        "```markdown\n" + "All work and no play.\n" * 47_000 + "```\n"
    )
    merges = sample / "wiki/_pending_merges.md"
    big = "".join(f"\n---\n\n{block.format(number)}" for number in range(20))
    merges.write_text(f"# Pending Merges\n{big}", encoding="utf-8")
    assert merges.stat().st_size > 20_000_000
    git(sample, "commit", "-qam", "runaway")
    assert read(run(sample, "list", "--json")[1])["counts"]["by_kind"]["merge"] == 20
    assert run(sample, "accept", PORT, "--yes")[0] == 0
    assert "20." in run(sample, "doctor")[1]


def answered(text: str, answer: str) -> str:
    head, _, tail = text.partition("- [ ] Two surveys count")
    question, _, rest = tail.partition("\n")
    return f"{head}- [x] Two surveys count{question}\n\n{answer}\n{rest}"


@pytest.mark.hazard("H-4", "H-10")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("correct_b", "answered with `correct_b`, and no answer file says by whom"),
        ("keep_a: sure", "answered with `keep_a`"),
        ("", "checked without an answer"),
    ],
)
def test_an_answer_that_nobody_can_explain_is_named(
    sample: Path, run: Run, answer: str, said: str
) -> None:
    edited(sample, QUEUE, lambda raw: answered(raw.decode(), answer).encode())
    _, out, err = run(sample, "list", "--json")
    [broken] = read(out)["broken"]
    assert said in broken["reason"]
    assert said in err
    assert (sample / QUEUE).read_text("utf-8").split("\n")[broken["line"] - 1].startswith("## [")
    assert run(sample, "doctor")[0] == 5


def test_an_answer_in_plain_words_and_one_with_a_file_are_left_to_athenaeum(
    sample: Path, run: Run
) -> None:
    edited(sample, QUEUE, lambda raw: answered(raw.decode(), "Both piers were counted.").encode())
    assert read(run(sample, "list", "--json")[1])["broken"] == []
    edited(sample, QUEUE, lambda raw: raw.replace(b"Both piers were counted.", b"keep_a"))
    (sample / "raw/answers").mkdir()
    (sample / "raw/answers/20261201T000000Z-question-8044c9c9ce18.md").write_text("x\n", "utf-8")
    assert read(run(sample, "list", "--json")[1])["broken"] == []
