"""Settings from the command line: which place wins, what is refused, what only reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.config import Config
from inbox.service import Inbox
from tests.cli.conftest import Run, read
from tests.conftest import git

PORT = "q-8af715325b05"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's own settings file, which is not there yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    file = tmp_path / "settings/athenaeum-inbox/config.toml"
    file.parent.mkdir(parents=True)
    return file


def repository(root: Path, text: str) -> Path:
    file = root / ".athenaeum-inbox.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_config_path_names_every_place(sample: Path, run: Run, own: Path) -> None:
    own.write_text("mouse = false", encoding="utf-8")
    status, out, _ = run(sample, "config", "path")
    assert status == 0
    assert f"your settings              {own}\n" in out
    assert f"{sample}/.athenaeum-inbox.toml  (not there)" in out
    assert f"{own.parent}/themes  (not there)" in out
    [first, *_] = read(run(sample, "config", "path", "--json")[1])["places"]
    assert first == {"what": "your settings", "path": str(own), "there": True}


def test_the_settings_of_the_readme_are_without_mistakes(sample: Path, run: Run, own: Path) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    example = readme.partition("```toml\n")[2].partition("```")[0]
    assert "[filters]" in example
    own.write_text(example, encoding="utf-8")
    status, out, _ = run(sample, "config", "check")
    assert (status, out) == (0, "")


def test_config_check_names_every_mistake_and_exits_with_2(
    sample: Path, run: Run, own: Path
) -> None:
    own.write_text('theem = 1\ntheme = "inbox-drak"\n[keys]\ndecide.accept = "e"\n', "utf-8")
    theirs = repository(sample, 'editor = "sh"\n[keys]\ndecide.both = "j"\n')
    themes = own.parent / "themes"
    themes.mkdir()
    (themes / "mine.toml").write_text('primary = "#fff"\nsurfaec = "#000"\n', encoding="utf-8")
    status, out, err = run(sample, "config", "check")
    assert (status, err) == (2, "")
    assert out.splitlines() == [
        f"{own}:1: there is no setting `theem`; did you mean `theme`?",
        f"{own}:4: `decide.accept` and `decide.edit` are on the same key, e",
        f"{themes}/mine.toml:2: there is no colour `surfaec`; did you mean `surface`?",
        f"{own}:2: there is no theme `inbox-drak`; did you mean `inbox-dark`?",
        f"{theirs}:1: `editor` counts in your own settings only, and is ignored here",
        f"{theirs}:3: a key that decides (`decide.both`) counts in your own settings only, "
        "and is ignored here",
    ]
    found = read(run(sample, "config", "check", "--json")[1])
    assert [row["line"] for row in found["problems"]] == [1, 4, 2, 2]
    assert found["ignored"][0]["path"] == str(theirs)


def test_right_settings_are_said_to_be_right(sample: Path, run: Run, own: Path) -> None:
    own.write_text('theme = "inbox-light"\n[keys]\ndecide.accept = "b"\n', encoding="utf-8")
    assert run(sample, "config", "check") == (0, "", "the settings are right.\n")


def test_wrong_settings_stop_every_command_before_it_does_anything(
    sample: Path, run: Run, own: Path
) -> None:
    own.write_text("theem = 1\nmuose = 2\n", encoding="utf-8")
    for words in (["list"], ["accept", PORT, "--yes"], ["count"]):
        status, out, err = run(sample, *words)
        assert (status, out) == (2, "")
        assert f"{own}:1: there is no setting `theem`; did you mean `theme`?; 1 more" in err
    assert git(sample, "rev-list", "--count", "HEAD") == "1\n"


def test_a_named_settings_file_that_is_not_there_is_a_mistake(
    sample: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ATHENAEUM_INBOX_CONFIG", str(tmp_path / "none.toml"))
    status, _, err = run(sample, "list")
    assert status == 2
    assert "none.toml: is not there, and ATHENAEUM_INBOX_CONFIG names it" in err


def test_a_link_in_place_of_the_repositorys_settings_is_not_followed(
    sample: Path, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere.toml").write_text("read_only = true", encoding="utf-8")
    (sample / ".athenaeum-inbox.toml").symlink_to(tmp_path / "elsewhere.toml")
    status, _, err = run(sample, "list")
    assert status == 2
    assert "a symbolic link" in err


def test_ones_own_settings_may_be_a_link(sample: Path, run: Run, own: Path, tmp_path: Path) -> None:
    (tmp_path / "dotfiles.toml").write_text("read_only = true", encoding="utf-8")
    own.symlink_to(tmp_path / "dotfiles.toml")
    assert run(sample, "accept", PORT, "--yes")[0] == 3


def test_more_than_settings_are_not_read(sample: Path, run: Run) -> None:
    repository(sample, "#" * 40_000)
    status, _, err = run(sample, "list")
    assert status == 2
    assert "larger than 32 KB" in err


def test_keys_prints_the_persons_own_table(sample: Path, run: Run, own: Path) -> None:
    own.write_text('[keys]\ndecide.accept = "b"\n', encoding="utf-8")
    status, out, _ = run(sample, "keys")
    assert status == 0
    assert "* b              decide.accept          do what is proposed\n" in out
    assert "  z u            undo.undo " in out
    rows = {row["id"]: row for row in read(run(sample, "keys", "--json")[1])["keys"]}
    assert rows["decide.accept"]["keys"] == ["b"]
    assert [name for name, row in rows.items() if row["changed"]] == ["decide.accept"]


READ_ONLY = "this run only reads"


@pytest.mark.parametrize("way", ["flag", "flag in front", "variable", "own file", "repository"])
def test_every_verb_is_off_in_a_run_that_only_reads(
    sample: Path, run: Run, own: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "variable":
        monkeypatch.setenv("ATHENAEUM_INBOX_READ_ONLY", "1")
    elif way == "own file":
        own.write_text("read_only = true", encoding="utf-8")
    elif way == "repository":
        repository(sample, "read_only = true")
    before = ["--read-only"] if way == "flag in front" else []
    behind = ["--read-only"] if way == "flag" else []
    for verb in (["accept", PORT], ["keep", PORT, "a"], ["tombstone", PORT, "--side", "a"]):
        status, out, err = run(sample, *before, *verb, "--yes", *behind)
        assert (status, out) == (3, "")
        assert READ_ONLY in err
    assert run(sample, *before, "undo", "--yes", *behind)[0] == 3
    assert git(sample, "rev-list", "--count", "HEAD") == "1\n"
    assert run(sample, *before, "keep", PORT, "a", "--dry-run", *behind)[0] == 0
    assert run(sample, *before, "list", *behind)[0] == 0


def test_a_flag_cannot_be_taken_for_a_no(sample: Path, run: Run, own: Path) -> None:
    own.write_text("read_only = false", encoding="utf-8")
    assert run(sample, "keep", PORT, "a", "--yes", "--read-only")[0] == 3
    assert run(sample, "keep", PORT, "a", "--yes")[0] == 0


def test_init_makes_no_repository_in_a_run_that_only_reads(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    status, _, err = run(folder, "--read-only", "init", "--yes")
    assert status == 3
    assert READ_ONLY in err
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("words", [["--reviewer", "Ada <ada@x.org>"], []])
def test_the_reviewer_is_the_author_of_the_commit(
    sample: Path, run: Run, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not words:
        monkeypatch.setenv("ATHENAEUM_INBOX_REVIEWER", "Ada <ada@x.org>")
    assert run(sample, "keep", PORT, "a", "--yes", *words)[0] == 0
    assert git(sample, "log", "-1", "--format=%an <%ae> %cn") == "Ada <ada@x.org> Testy\n"
    assert run(sample, "undo", "--yes", *words)[0] == 0


def test_another_reviewers_decision_is_not_ones_own_last(sample: Path, run: Run) -> None:
    assert run(sample, "keep", PORT, "a", "--yes", "--reviewer", "Ada <ada@x.org>")[0] == 0
    status, _, err = run(sample, "undo", "--yes")
    assert status == 3
    assert "no decision of yours" in err


def test_a_reviewer_that_is_no_name_is_refused(sample: Path, run: Run) -> None:
    status, _, err = run(sample, "keep", PORT, "a", "--yes", "--reviewer", "Ada <")
    assert status == 2
    assert "--reviewer: 'Ada <' is no reviewer" in err


def test_an_unknown_order_and_a_filter_without_a_meaning_are_named_with_their_lines(
    sample: Path, run: Run, own: Path
) -> None:
    own.write_text('order = "newset"\n[filters]\nmine = "tier:<=3"\nodd = "teir:3"\n', "utf-8")
    status, out, _ = run(sample, "config", "check")
    assert status == 2
    lines = out.splitlines()
    assert lines[0] == f"{own}:1: there is no order `newset`; did you mean `newest`?"
    assert lines[1].startswith(f"{own}:4: `filters.odd`: the filter's word 'teir:3' at column 1: ")
    assert len(lines) == 2
    status, out, err = run(sample, "list")
    assert (status, out) == (2, "")
    assert f"{own}:1: there is no order" in err


def test_more_filters_than_the_menu_has_keys_are_a_mistake(
    sample: Path, run: Run, own: Path
) -> None:
    rows = "\n".join(f'f{number} = "words"' for number in range(33))
    own.write_text(f"[filters]\n{rows}\n", encoding="utf-8")
    [line] = run(sample, "config", "check")[1].splitlines()
    assert line.startswith(f"{own}:33: these are more than 31 filters")


def test_a_saved_filter_and_the_order_of_the_settings_choose_what_is_listed(
    sample: Path, run: Run, own: Path
) -> None:
    own.write_text('order = "newest"\n[filters]\nports = "port"\n', encoding="utf-8")
    listed = [item["id"] for item in read(run(sample, "list", "--json")[1])["items"]]
    newest = read(run(sample, "list", "--json", "--order", "newest")[1])["items"]
    by_kind = run(sample, "list", "--json", "--order", "kind")[1]
    filed = [each["id"] for each in read(by_kind)["items"]]
    assert listed == [item["id"] for item in newest] != filed
    saved = read(run(sample, "list", "--json", "--saved", "ports")[1])["items"]
    assert saved == read(run(sample, "list", "--json", "--filter", "port")[1])["items"] != newest
    status, _, err = run(sample, "count", "--saved", "prots")
    assert (status, "there is no saved filter `prots`; did you mean `ports`?" in err) == (2, True)
    assert run(sample, "list", "--saved", "ports", "--filter", "x")[0] == 2


def test_the_editor_of_the_settings_goes_before_that_of_git(sample: Path) -> None:
    assert Inbox.open(sample, Config(editor="code --wait")).editor() == "code --wait"
