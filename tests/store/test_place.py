"""Where a folder's repository is, and which layout it has (design R3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.domain.layout import KNOWLEDGE_ROOT, PLAIN_FOLDER
from inbox.errors import RepositoryRefused
from inbox.store.layout import detect
from inbox.store.place import locate
from inbox.store.repository import Repository
from tests.conftest import MakeRepo, git


def test_a_folder_without_a_repository_says_how_to_begin(tmp_path: Path) -> None:
    with pytest.raises(RepositoryRefused, match=r"not in a git repository; .*init.*--repo.*demo"):
        locate(tmp_path)


def test_a_missing_folder_and_a_file_are_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for name in ("nowhere", "file"):
        with pytest.raises(RepositoryRefused, match=f"{name} is no folder"):
            Repository.open(tmp_path / name)


def test_a_bare_repository_is_refused(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "bare.git")
    with pytest.raises(RepositoryRefused, match="is a bare repository"):
        Repository.open(tmp_path / "bare.git")


@pytest.mark.parametrize("below", [".git", ".git/hooks"])
def test_gits_own_folder_is_refused(make_repo: MakeRepo, below: str) -> None:
    root = make_repo({})
    (root / below).mkdir(exist_ok=True)
    with pytest.raises(RepositoryRefused, match="git's own folder"):
        Repository.open(root / below)


@pytest.mark.parametrize(
    "words", ["gitdir: ../nowhere\n", "gitdir: \n", "", "nonsense", "gitdir: \udcff\n"]
)
def test_a_broken_git_file_is_named(tmp_path: Path, words: str) -> None:
    (tmp_path / ".git").write_bytes(words.encode("utf-8", "surrogateescape"))
    with pytest.raises(RepositoryRefused, match=r"\.git"):
        Repository.open(tmp_path)


def test_a_repository_without_commits_opens(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "trunk")
    repository = Repository.open(tmp_path)
    assert repository.branch() == "trunk"
    assert list(repository.memories()) == []
    assert repository.decision_id("x")


def test_a_folder_below_and_a_link_to_it_find_the_same_repository(
    make_repo: MakeRepo, tmp_path: Path
) -> None:
    root = make_repo({"deep/er/a.md": "a\n"})
    (tmp_path / "link").symlink_to(root / "deep")
    place = locate((tmp_path / "link").resolve())
    assert place.top == root
    assert Repository.open(tmp_path / "link").root == root / "deep"


def test_a_submodule_is_a_repository_of_its_own(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo({"a.md": "a\n"})
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q", "-b", "main")
    git(other, "commit", "-q", "--allow-empty", "-m", "start")
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other), "sub")
    assert Repository.open(root / "sub").root == root / "sub"
    assert locate(root / "sub").folder == root / ".git/modules/sub"
    assert "another repository" in Repository.open(root).look("sub/a.md").problem


def test_the_head_is_read_as_git_reads_it(make_repo: MakeRepo, tmp_path: Path) -> None:
    root = make_repo({"a.md": "a\n"})
    head = git(root, "rev-parse", "HEAD").strip()
    assert locate(root).head() == head
    git(root, "pack-refs", "--all")
    assert locate(root).head() == head
    git(root, "checkout", "-q", "--detach")
    assert locate(root).head() == head
    git(root, "checkout", "-q", "--orphan", "fresh")
    assert locate(root).head() == ""
    git(root, "worktree", "add", "-q", str(tmp_path / "linked"), "main")
    assert locate(tmp_path / "linked").head() == head


def test_both_layouts_are_told_apart(make_repo: MakeRepo) -> None:
    root = make_repo({"wiki/a.md": "a\n"})
    assert detect(root) == PLAIN_FOLDER
    (root / "raw").mkdir()
    assert detect(root) == KNOWLEDGE_ROOT
    (root / "raw").rmdir()
    (root / "athenaeum.yaml").write_text("")
    assert detect(root) == KNOWLEDGE_ROOT


@pytest.mark.parametrize(
    "text",
    [
        "recall: {extra_intake_roots: [",
        "recall:\n\textra_intake_roots: [a]\n",
        "recall: [extra_intake_roots]\n",
        "recall: {extra_intake_roots: word}\n",
        "recall: {extra_intake_roots: {a: b}}\n",
        "extra_intake_roots: [a]\n",
        "# extra_intake_roots\n",
        "recall: {extra_intake_roots: [[a], {b: c}, '', ' ']}\n",
        "recall: {extra_intake_roots: [../out, /etc, a/../../out, ..]}\n",
        "--- 1\n--- 2\nextra_intake_roots: x\n",
        "recall: !!python/object/apply:os.system [echo extra_intake_roots]\n",
        f"extra_intake_roots: {'[' * 5_000}\n",
        "extra_intake_roots: \0\n",
    ],
)
def test_a_configuration_that_makes_no_sense_adds_no_roots(make_repo: MakeRepo, text: str) -> None:
    root = make_repo({"athenaeum.yaml": text})
    assert detect(root) == KNOWLEDGE_ROOT


def test_extra_roots_inside_are_kept_in_order(make_repo: MakeRepo) -> None:
    text = "recall:\n  extra_intake_roots: [b/c/, ./a, {0}/d, {0}, wiki, b/c]\n"
    root = make_repo({"a/x.md": "x\n"})
    (root / "athenaeum.yaml").write_text(text.format(root))
    extra = detect(root).intake_roots[len(KNOWLEDGE_ROOT.intake_roots) :]
    assert extra == ("b/c/", "a/", "d/", "")


def test_a_configuration_that_is_a_link_or_a_folder_is_not_read(
    make_repo: MakeRepo, tmp_path: Path
) -> None:
    root = make_repo({})
    (tmp_path / "outside.yaml").write_text("recall:\n  extra_intake_roots: [a]\n")
    (root / "athenaeum.yaml").symlink_to(tmp_path / "outside.yaml")
    assert detect(root) == KNOWLEDGE_ROOT
    (root / "athenaeum.yaml").unlink()
    (root / "athenaeum.yaml").mkdir()
    assert detect(root) == KNOWLEDGE_ROOT
