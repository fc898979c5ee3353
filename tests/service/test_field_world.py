"""Reported faults that come from git and from other writers (BR-17, 18, 22, 26, 37)."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from inbox.domain import decision as d
from inbox.domain.item import Conflict
from inbox.errors import Stale
from inbox.formats import trailers
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git
from tests.service.conftest import MEMORY, NOW, Pair, block

A = "raw/auto-memory/s/project_a.md"
SIGNER = """#!/bin/sh
cat > /dev/null
printf '\\n[GNUPG:] SIG_CREATED D 1 8 00 0 x\\n' >&2
printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'
"""


def only(inbox: Inbox) -> Conflict:
    [item] = [item for item in inbox.pending().items if isinstance(item, Conflict)]
    return item


@pytest.mark.reported("BR-17")
def test_br17_a_decision_is_signed_and_leaves_staged_files_staged(
    pair: Pair, tmp_path: Path
) -> None:
    inbox, root = pair()
    signer = tmp_path / "signer"
    signer.write_text(SIGNER, encoding="utf-8")
    signer.chmod(0o755)
    git(root, "config", "commit.gpgsign", "true")
    git(root, "config", "gpg.program", str(signer))
    (root / "notes.md").write_text("half-done\n", encoding="utf-8")
    git(root, "add", "notes.md")
    inbox.decide(only(inbox), d.Keep("a"))
    assert "gpgsig -----BEGIN PGP SIGNATURE-----" in git(root, "cat-file", "-p", "HEAD")
    assert "notes.md" not in git(root, "show", "--format=", "--name-only")
    assert git(root, "status", "--porcelain") == "A  notes.md\n"


@pytest.mark.reported("BR-18")
def test_br18_a_lock_that_goes_away_is_waited_for(pair: Pair) -> None:
    inbox, root = pair()
    lock = root / ".git/index.lock"
    lock.touch()
    release = threading.Timer(0.4, lock.unlink)
    release.start()
    inbox.decide(only(inbox), d.Keep("a"))
    release.join()
    assert git(root, "rev-list", "--count", "HEAD") == "2\n"


@pytest.mark.reported("BR-22")
@pytest.mark.parametrize("committed", [True, False])
def test_br22_a_memory_that_moved_on_is_not_written_over(pair: Pair, *, committed: bool) -> None:
    inbox, root = pair()
    item = only(inbox)
    with (root / A).open("a", encoding="utf-8") as file:
        file.write("One more line.\n")
    if committed:
        git(root, "commit", "-qam", "elsewhere")
    with pytest.raises(Stale, match="changed since you looked"):
        inbox.decide(item, d.Keep("b"))
    assert (root / A).read_text("utf-8").endswith("One more line.\n")
    inbox.decide(only(inbox), d.Keep("b"))
    assert (root / A).read_text("utf-8").endswith("One more line.\n")


@pytest.mark.reported("BR-26")
def test_br26_a_ghost_of_the_index_is_left_and_a_pointer_goes(make_repo: MakeRepo) -> None:
    index = (
        "# Index\n- [Deploy target](project_deploy.md) - we deploy to Fernhost\n"
        "- [Docs host](../wiki/docs.md) - keep\n- [Ghost](never_written.md) - notes\n"
    )
    root = make_repo(
        {
            "athenaeum.yaml": "{}\n",
            "raw/auto-memory/s/MEMORY.md": index,
            "raw/auto-memory/s/project_deploy.md": MEMORY.format("deploy", "user:ann"),
        }
    )
    inbox = Inbox(Repository.open(root), clock=lambda: NOW)
    made = inbox.decide(inbox.find("raw/auto-memory/s/project_deploy.md"), d.Tombstone())
    left = (root / "raw/auto-memory/s/MEMORY.md").read_text("utf-8")
    ghosts = [found.what for found in inbox.doctor() if "points at" in found.what]
    assert [what.split("points at ")[1] for what in ghosts] == [
        "raw/auto-memory/wiki/docs.md, which is not there",
        "raw/auto-memory/s/never_written.md, which is not there",
    ]
    assert left.splitlines() == [line for line in index.splitlines() if "Deploy" not in line]
    inbox.undo(made.id)
    assert (root / "raw/auto-memory/s/MEMORY.md").read_text("utf-8") == index
    assert git(root, "diff", "--stat", "HEAD~2", "HEAD") == ""


@pytest.mark.reported("BR-37")
def test_br37_a_tombstone_of_the_general_rule_leaves_the_projects_alone(
    make_repo: MakeRepo,
) -> None:
    rule = "---\nname: indent\ntype: feedback\n---\nUse {0}.\n"
    names = {"project-a": "tabs", "project-b": "spaces", "_unscoped": "two spaces"}
    files: dict[str, str | bytes] = {"athenaeum.yaml": "{}\n"}
    root = make_repo(
        files
        | {
            f"raw/auto-memory/{name}/feedback_indent.md": rule.format(w)
            for name, w in names.items()
        }
    )
    inbox = Inbox(Repository.open(root), clock=lambda: NOW)
    inbox.decide(inbox.find("raw/auto-memory/_unscoped/feedback_indent.md"), d.Tombstone())
    touched = git(root, "show", "--format=", "--name-only").split()
    assert touched == ["raw/auto-memory/_unscoped/feedback_indent.md", "wiki/_tombstones.jsonl"]


@pytest.mark.parametrize(
    "decision",
    [
        d.Keep("a"),
        d.Correct("b"),
        d.Forget("a"),
        d.AttributeBoth(),
        d.NotAConflict(),
        d.DeprecateBoth(),
        d.RetainBoth("One each."),
        d.FileMerge(),
        d.Reject(),
        d.Contest("both"),
        d.Tombstone("b"),
        d.Edit("a", "Mine.\n"),
    ],
)
def test_the_real_run_is_the_preview_to_the_byte(pair: Pair, decision: d.Decision) -> None:
    inbox, root = pair()
    shown = inbox.preview(only(inbox), decision, "why")
    # A second program, as `--dry-run` and the real run are two.
    again = Inbox(Repository.open(root), clock=lambda: NOW)
    assert again.preview(only(again), decision, "why") == shown
    made = again.decide(only(again), decision, "why")
    assert made.id == shown.change.message.trailer("Inbox-Id")
    message = git(root, "show", "-s", "--format=%B")
    assert message.strip() == trailers.render(shown.change.message).strip()
    for file in shown.files:
        path = root / file.path
        assert (path.read_bytes().decode() if path.exists() else None) == file.after
    touched = {*git(root, "show", "--format=", "--name-only").split()}
    assert touched == {file.path for file in shown.files}


def test_one_decision_is_one_more_block_for_nobody(pair: Pair) -> None:
    inbox, root = pair(
        more={
            "wiki/_pending_questions.md": "# Pending Questions\n"
            + block("s/project_a.md", "s/project_b.md")
            + block("s/project_b.md", "s/project_a.md").replace('"thing"', '"other"')
        }
    )
    first, second = inbox.pending().items
    inbox.decide(first, d.NotAConflict())
    assert [item.id for item in inbox.pending().items] == [second.id]
    assert git(root, "status", "--porcelain") == ""
