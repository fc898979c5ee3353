"""What a member reference of a queue file resolves to (design R3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.store.repository import Repository
from tests.conftest import MakeRepo


@pytest.fixture
def known(make_repo: MakeRepo, tmp_path: Path) -> Repository:
    root = make_repo(
        {
            "athenaeum.yaml": "recall:\n  extra_intake_roots: [notes]\n",
            "raw/auto-memory/p/a.md": "a\n",
            "raw/x.md": "x\n",
            "wiki/w.md": "w\n",
            "notes/n.md": "n\n",
            "elsewhere/e.md": "e\n",
        }
    )
    (tmp_path / "secret.md").write_text("secret\n")
    (root / "wiki/link.md").symlink_to(tmp_path / "secret.md")
    return Repository.open(root)


@pytest.mark.parametrize(
    ("ref", "path"),
    [
        ("p/a.md", "raw/auto-memory/p/a.md"),
        ("auto-memory/p/a.md", "raw/auto-memory/p/a.md"),
        ("x.md", "raw/x.md"),
        ("w.md", "wiki/w.md"),
        ("n.md", "notes/n.md"),
        ("./w.md", "wiki/w.md"),
        ("../wiki/w.md", "wiki/w.md"),
        ("{root}/wiki/w.md", "wiki/w.md"),
        ("/home/mira/knowledge/wiki/w.md", "wiki/w.md"),
        ("/home/mira/raw/auto-memory/p/a.md", "raw/auto-memory/p/a.md"),
        ("/home/mira/wiki/../raw/x.md", "raw/x.md"),
        ("{root}/wiki/../raw/x.md", "raw/x.md"),
    ],
)
def test_a_reference_resolves_as_athenaeum_resolves_it(
    known: Repository, ref: str, path: str
) -> None:
    assert known.resolve(ref.format(root=known.root)) == (path, "")


@pytest.mark.parametrize(
    ("ref", "problem"),
    [
        ("nowhere.md", "the file is not there"),
        ("/etc/hostname", "outside the root"),
        ("../../secret.md", "the file is not there"),
        ("{root}/../secret.md", "outside the root"),
        ("../../../../../etc/hostname", "outside the root"),
        ("link.md", "a symbolic link"),
        ("p", "not a regular file"),
        ("nul\0.md", "the file is not there"),
        ("", "outside the root"),
    ],
)
def test_a_reference_that_leads_nowhere_says_why(known: Repository, ref: str, problem: str) -> None:
    path, why = known.resolve(ref.format(root=known.root))
    assert path is None
    assert why
    if ref:
        assert why == problem


def test_an_absolute_reference_of_a_moved_plain_folder_is_found_by_its_tail(
    make_repo: MakeRepo,
) -> None:
    root = make_repo({"deep/er/a.md": "a\n", "a.md": "other\n"})
    repository = Repository.open(root)
    assert repository.resolve("/old/home/deep/er/a.md") == ("deep/er/a.md", "")
    assert repository.resolve("/old/home/a.md") == ("a.md", "")


def test_a_person_may_name_a_memory_as_they_like(known: Repository) -> None:
    for spelled in ("wiki/w.md", "w.md", f"{known.root}/wiki/w.md"):
        assert known.named(spelled) == ("wiki/w.md", "")
