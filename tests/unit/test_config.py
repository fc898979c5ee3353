"""What settings files say, and which place wins."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.config import (
    Config,
    Layer,
    Place,
    from_environment,
    from_flags,
    lines_of,
    merged,
    parsed,
)

EVERYTHING = """\
# Mine.
theme = "inbox-light"
order = "newest"
read_only = true
advance = false
mouse = false
editor = "vi"
notify_command = "notify-send inbox"
reviewer = "Ada Moreno <ada@example.com>"

[keys]
decide.accept = "y"
"undo.undo" = "u"

[filters]
old = "age > 30"
"""


def own(text: str) -> Layer:
    return parsed(text, "config.toml", own=True)


def theirs(text: str) -> Layer:
    return parsed(text, "repo.toml", own=False)


def wrong(layer: Layer) -> list[str]:
    return list(map(str, layer.problems))


def test_a_whole_file_is_taken_without_a_complaint() -> None:
    layer = own(EVERYTHING)
    assert (layer.problems, layer.ignored) == ((), ())
    config = merged([layer])
    assert config.theme == "inbox-light"
    assert (config.read_only, config.advance, config.mouse) == (True, False, False)
    assert config.author == ("Ada Moreno", "ada@example.com")
    assert {name: said.text for name, said in config.keys.items()} == {
        "decide.accept": "y",
        "undo.undo": "u",
    }
    assert config.keys["undo.undo"].place == Place("config.toml", 13)
    assert config.filters["old"].place == Place("config.toml", 16)


def test_without_any_file_the_defaults_hold() -> None:
    assert merged([]) == Config()
    assert Config().advance
    assert Config().author is None


def test_a_flag_beats_the_environment_beats_the_repository_beats_ones_own_file() -> None:
    layers = [
        from_flags(read_only=None, reviewer="Flag"),
        from_environment({"ATHENAEUM_INBOX_REVIEWER": "Variable"}),
        theirs('theme = "theirs"\nmouse = false'),
        own('theme = "mine"\nadvance = false\nmouse = true\nreviewer = "Mine"'),
    ]
    config = merged(layers)
    assert (config.reviewer, config.theme) == ("Flag", "theirs")
    assert (config.advance, config.mouse) == (False, False)
    assert merged(layers[1:]).reviewer == "Variable"
    assert merged(layers[3:]).reviewer == "Mine"
    assert config.places["theme"] == Place("repo.toml", 1)
    assert config.places["reviewer"] == Place("--reviewer", 0)


def test_tables_are_merged_entry_by_entry() -> None:
    layers = [theirs('[filters]\na = "1"\nb = "2"'), own('[filters]\nb = "3"\nc = "4"')]
    said = merged(layers).filters
    assert {name: each.text for name, each in said.items()} == {"a": "1", "b": "2", "c": "4"}
    assert [said[name].own for name in "abc"] == [False, False, True]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('\ntheem = "x"', "config.toml:2: there is no setting `theem`; did you mean `theme`?"),
        ("qqqqqqq = 1", "config.toml:1: there is no setting `qqqqqqq`"),
        ("read_only = 1", "config.toml:1: `read_only` has to be true or false"),
        ("theme = true", 'config.toml:1: `theme` has to be a text in quotes, like "this"'),
        ('keys = "a"', "config.toml:1: `keys` has to be a table"),
        (
            '[keys]\n"decide.accept" = "a"\n\n"undo.undo" = ["z"]',
            'config.toml:4: `keys.undo.undo` has to be a text in quotes, like "this"',
        ),
        ('[filters]\n\nx = """\na"""\ny = 3', "config.toml:5: `filters.y` has to be a text"),
        ("theme = \n", "config.toml:1: is not TOML here: Invalid value"),
        ('a = "x"\na = "y"', "config.toml:2: is not TOML here: Cannot overwrite a value"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_the_nearest_name(text: str, problem: str) -> None:
    [said] = wrong(own(text))
    assert said.startswith(problem)


def test_a_key_of_ones_own_beats_that_of_a_repository() -> None:
    layers = [theirs('[keys]\na = "1"\nb = "2"'), own('[keys]\nb = "3"')]
    assert {name: said.text for name, said in merged(layers).keys.items()} == {"a": "1", "b": "3"}


def test_every_mistake_of_a_file_is_named() -> None:
    assert len(wrong(own('a = 1\nb = 2\ntheme = 3\n[keys]\nx = 1\ny = "2"'))) == 4


def test_too_deep_a_nesting_is_no_crash() -> None:
    [said] = wrong(own("a = " + "[" * 20_000 + "]" * 20_000))
    assert said.startswith("config.toml")


@pytest.mark.parametrize("name", ["reviewer", "editor", "notify_command"])
def test_a_repository_names_no_program_and_no_person(name: str) -> None:
    layer = theirs(f'theme = "x"\n{name} = "rm -rf ~"')
    assert name not in layer.values
    assert layer.problems == ()
    [said] = map(str, layer.ignored)
    assert said.startswith(f"repo.toml:2: `{name}` counts in your own settings only")


@pytest.mark.parametrize(
    ("said", "read_only"),
    [("1", True), ("yes", True), (" On ", True), ("0", False), ("false", False)],
)
def test_the_environment_says_yes_and_no_in_many_ways(said: str, read_only: bool) -> None:
    layer = from_environment({"ATHENAEUM_INBOX_READ_ONLY": said})
    assert layer.values == {"read_only": read_only}


def test_an_empty_variable_says_nothing_and_a_strange_one_is_a_mistake() -> None:
    assert from_environment({"ATHENAEUM_INBOX_READ_ONLY": ""}) == Layer()
    [said] = wrong(from_environment({"ATHENAEUM_INBOX_READ_ONLY": "perhaps"}))
    assert said == "ATHENAEUM_INBOX_READ_ONLY: is 'perhaps'; give 1 or 0"


@pytest.mark.parametrize(
    ("written", "author"),
    [
        ("Ada", ("Ada", "")),
        ("Ada Moreno <ada@x.org>", ("Ada Moreno", "ada@x.org")),
        ("Ada<a@x>", ("Ada", "a@x")),
        ("<a@x>", None),
        ("Ada <a@x", None),
        ("Ada\nGIT", None),
        ("", None),
    ],
)
def test_a_reviewer_is_a_name_with_or_without_an_address(
    written: str, author: tuple[str, str] | None
) -> None:
    assert Config(reviewer=written).author == author


NAMES = st.from_regex(r"[a-z]{1,5}", fullmatch=True)
VALUES = st.sampled_from(["1", '"x"', '"""\n[no]\nb = 1\n"""', "[\n 1,\n 2,\n]", "true"])


@given(st.dictionaries(NAMES, VALUES), st.dictionaries(NAMES, VALUES), NAMES)
def test_the_line_of_every_setting_is_where_it_begins(
    top: dict[str, str], below: dict[str, str], table: str
) -> None:
    lines: list[str] = []
    wanted: dict[tuple[str, ...], int] = {}
    for path, entries in ((), top), ((table,), below):
        if path and table not in top:
            lines += ["# [no]", f"[{table}]"]
            wanted[path] = len(lines)
        elif path:
            break
        for name, value in entries.items():
            lines.append(f"{name} = {value}")
            wanted[(*path, name)] = len(lines)
            lines = "\n".join(lines).split("\n")
    text = "\n".join(lines)
    tomllib.loads(text)
    assert lines_of(text) == wanted
