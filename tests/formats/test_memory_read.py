from __future__ import annotations

import subprocess
import sys

import pytest

from inbox.domain.memory import Problem
from inbox.formats import memory

SCALARS = [
    ("0123", "0123"),
    ("10:00", "10:00"),
    ("NO", "NO"),
    ("0.90", "0.90"),
    ("1_000", "1_000"),
    ("2026-04-27", "2026-04-27"),
    ("2026-02-25T23:39:45-04:00", "2026-02-25T23:39:45-04:00"),
    ("'quoted'", "quoted"),
    ('"a\\tb"', "a\tb"),
    ("!!python/object/apply:os.system ls", "ls"),
    ("!secret word", "word"),
    ("", None),
    ("~", None),
    ("null", None),
    ("'null'", "null"),
    ("one   # a note", "one"),
    (">-\n  folded\n  text", "folded text"),
    ("|\n  kept\n  lines", "kept\nlines\n"),
]


@pytest.mark.parametrize(("written", "value"), SCALARS)
def test_a_scalar_is_read_as_written(written: str, value: str | None) -> None:
    assert memory.read("a.md", f"---\nk: {written}\n---\n").header == {"k": value}


def test_lists_and_mappings_are_read_whole() -> None:
    text = "---\nsupersedes:\n- name: port\n  as_of: 2026-02-11\naliases: [zeta, 0123]\n---\n"
    assert memory.read("a.md", text).header == {
        "supersedes": [{"name": "port", "as_of": "2026-02-11"}],
        "aliases": ["zeta", "0123"],
    }


def test_aliases_and_merge_keys_are_expanded_as_athenaeum_expands_them() -> None:
    text = "---\nbase: &b {x: 1, y: 2}\nlist: [*b]\nmeta:\n  <<: *b\n  y: own\n---\n"
    assert memory.read("a.md", text).header == {
        "base": {"x": "1", "y": "2"},
        "list": [{"x": "1", "y": "2"}],
        "meta": {"x": "1", "y": "own"},
    }


def test_the_first_of_several_merged_mappings_wins() -> None:
    text = "---\na: &a {x: 1}\nb: &b {x: 2, z: 3}\n<<: [*a, *b]\n---\n"
    header = memory.read("a.md", text).header
    assert (header["x"], header["z"]) == ("1", "3")


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("---\nk: v\n---\nBody.\n", "Body.\n"),
        ("---\nk: v\n---\n\n\n Body", "\n\n Body"),
        ("---\nk: v\n---\n", ""),
        ("---\r\nk: v\r\n---\r\nBody.\r\n", "Body.\r\n"),
        ("---\rk: v\r---\rBody.\r", "Body.\r"),
        ("---  \nk: v\n--- \t\nBody.\n", "Body.\n"),
        ("---\u00a0\nk: v\n---\u00a0\nBody.\n", "Body.\n"),
        ("\ufeff---\nk: v\n---\nBody.\n", "Body.\n"),
        ("---\n\nk: v\n\n---\nBody.\n", "Body.\n"),
        ("---\n# why\nk: v\n---\nBody.\n---\n", "Body.\n---\n"),
    ],
)
def test_the_body_is_every_byte_behind_the_closing_line(text: str, body: str) -> None:
    found = memory.read("a.md", text)
    assert (found.problem, found.header, found.body) == (None, {"k": "v"}, body)
    assert found.text == text


@pytest.mark.parametrize(
    "text",
    ["", "Body.\n", "\nBody.\n", "name: x\n---\n", "-- \n", "----\nk: v\n----\n", "------  "],
)
def test_a_text_that_does_not_start_with_three_dashes_has_no_header(text: str) -> None:
    found = memory.read("a.md", text)
    assert (found.problem, found.header, found.body) == (None, {}, text)


@pytest.mark.parametrize("head", ["# only a comment\n", "\n  # why\n\n"])
def test_a_header_of_comments_has_no_values(head: str) -> None:
    found = memory.read("a.md", f"---\n{head}---\nBody.\n")
    assert (found.problem, found.header, found.body) == (None, {}, "Body.\n")


PROBLEMS = [
    ("never closed", "---\nname: x\nBody.\n", (1, 1), "never closed", None),
    ("a rule as the first line", "---\nJust text.\n", (1, 1), "never closed", None),
    ("nothing but the opening", "---", (1, 1), "never closed", None),
    ("closed by dots", "---\nk: v\n...\nBody.\n", (3, 1), "`...`", "Body.\n"),
    ("dots before dashes", "---\nk: v\n...\nB\n---\nC\n", (3, 1), "`...`", "B\n---\nC\n"),
    ("no break at the end", "---\nk: v\n---", (3, 1), "no line break", ""),
    ("blank line in front", "\n---\nk: v\n---\nBody.\n", (2, 1), "in front of", "Body.\n"),
    ("space in front", " ---\nk: v\n---\nBody.\n", (1, 2), "in front of", "Body.\n"),
    ("two marks in front", "\ufeff\ufeff---\nk: v\n---\nB\n", (1, 3), "in front of", "B\n"),
    ("blanks, never closed", "\n---\nk: v\n", (2, 1), "in front of", None),
    ("empty", "---\n---\nBody.\n", (1, 1), "empty", "Body.\n"),
    ("blank", "---\n \n\n---\nBody.\n---\n", (1, 1), "empty", "Body.\n---\n"),
    ("words behind the dashes", "--- x\nk: v\n---\nB\n", (1, 1), "not as a line", None),
    ("text behind the dashes", "---x\nk: v\n---\nB\n", (1, 1), "not as a line", None),
    ("broken quote", "---\nk: 'v\n---\nBody.\n", (2, 4), "not valid YAML", "Body.\n"),
    ("tab as indent", "---\na:\n\tb: 1\n---\nB\n", (3, 1), "not valid YAML", "B\n"),
    ("a list", "---\n- a\n---\nBody.\n", (2, 1), "a list", "Body.\n"),
    ("a scalar", "---\njust text\n---\nBody.\n", (2, 1), "a single value", "Body.\n"),
    ("a null scalar", "---\n~\n---\nBody.\n", (2, 1), "a single value", "Body.\n"),
    ("twice", "---\nk: 1\nl: 2\nk: 3\n---\nB\n", (4, 1), "`k` stands here twice", "B\n"),
    ("twice, quoted", "---\nk: 1\n'k': 3\n---\nB\n", (3, 1), "`k` stands here twice", "B\n"),
    ("twice, nested", "---\na:\n  k: 1\n  k: 2\n---\nB\n", (4, 3), "`k` stands", "B\n"),
    ("twice, in brackets", "---\na: {k: 1, k: 2}\n---\nB\n", (2, 11), "`k` stands", "B\n"),
    ("a list as key", "---\n? [a]\n: b\n---\nB\n", (2, 3), "a key is a list", "B\n"),
    ("a key in brackets", "---\na: {{b: c}: d}\n---\nB\n", (2, 5), "a key is a list", "B\n"),
    ("an alias to a list as key", "---\na: &l [x]\n*l : y\n---\nB\n", (3, 1), "a key is", "B\n"),
    ("a second document", "---\na: 1\n--- b\n---\nB\n", (3, 1), "second document", "B\n"),
    ("an unknown alias", "---\na: *x\n---\nB\n", (2, 4), "names nothing", "B\n"),
    ("an alias in itself", "---\na: &x [*x]\n---\nB\n", (2, 8), "contains itself", "B\n"),
    ("an anchor twice", "---\na: &x 1\nb: &x 2\n---\nB\n", (3, 4), "&x stands here", "B\n"),
    ("a merge key of text", "---\n<<: x\n---\nB\n", (2, 1), "merge key", "B\n"),
    ("a list of texts merged", "---\n<<: [{a: 1}, x]\n---\nB\n", (2, 1), "merge key", "B\n"),
    ("NEL", "---\nk: a\x85b\n---\nB\n", (2, 5), "U+0085 is a line break", "B\n"),
    ("line separator", "---\nk: a\u2028b\n---\nB\n", (2, 5), "U+2028 is a line", "B\n"),
    ("paragraph separator", "---\nk: a\n---\u2029\nB\n", (3, 4), "U+2029 is a line", "B\n"),
    ("a control character", "---\nk: a\x07b\n---\nB\n", (2, 5), "U+0007 cannot stand", "B\n"),
    ("a form feed", "---\nk: a\x0cb\n---\nB\n", (2, 5), "U+000C cannot stand", "B\n"),
    ("NUL", "---\nk: \x00\n---\nB\n", (2, 4), "U+0000 cannot stand", "B\n"),
    ("a mark at a line's start", "---\n\ufeffk: v\n---\nB\n", (2, 1), "U+FEFF", "B\n"),
    ("a byte of Latin-1", "---\nk: é\udce9\n---\nB\n", (2, 5), "byte 9 (0xe9)", "B\n"),
    ("one in the body", "---\nk: v\n---\nB\udc80\n", (4, 2), "byte 14 (0x80)", "B\udc80\n"),
    ("one without a header", "é\n\udcff", (2, 1), "byte 3 (0xff)", None),
    ("UTF-16", "\udcff\udcfe-\x00", (1, 1), "byte 0 (0xff)", None),
    ("half a character", "a\ud83d", (1, 2), "half a character, U+D83D", None),
    ("an escaped half", '---\nk: "\\ud83d"\n---\nB\n', (2, 0), "", "B\n"),
    ("an escape past the end", '---\nk: "\\U00110000"\n---\nB\n', (2, 0), "", "B\n"),
    ("lone returns", "---\rk: 'v\r---\rB\r", (1, 8), "not valid YAML", "B\r"),
    ("CRLF", "---\r\nk: 1\r\nk: 2\r\n---\r\nB\r\n", (3, 1), "`k` stands", "B\r\n"),
    ("behind an emoji", '---\nn: "🛶" x\n---\nB\n', (2, 8), "not valid YAML", "B\n"),
]


@pytest.mark.parametrize(
    ("text", "place", "reason", "body"),
    [row[1:] for row in PROBLEMS],
    ids=[row[0] for row in PROBLEMS],
)
def test_what_cannot_be_read_says_where_and_why_and_still_shows_its_body(
    text: str, place: tuple[int, int], reason: str, body: str | None
) -> None:
    found = memory.read("a.md", text)
    assert found.problem
    line, column = place
    assert found.problem.line == line
    assert found.problem.column == (column or found.problem.column)
    assert reason in found.problem.reason
    assert "\n" not in found.problem.reason
    assert (found.header, found.body, found.text) == ({}, text if body is None else body, text)


def test_a_reason_spells_out_what_would_steer_a_terminal() -> None:
    text = '---\n"\\e[31m": 1\n"\\e[31m": 2\n---\n'
    assert memory.read("a.md", text).problem == Problem(
        3, 1, "the key `<U+001B>[31m` stands here twice"
    )


def test_nested_aliases_that_stand_for_billions_are_not_expanded() -> None:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    text = "---\n" + "\n".join(rows) + "\n---\nBody.\n"
    found = memory.read("a.md", text)
    assert found.problem
    assert "more than 50000 values" in found.problem.reason
    assert found.body == "Body.\n"


@pytest.mark.parametrize(
    "head", ["k: " + "[" * 5_000, "- " * 5_000, "? " * 5_000, "{a: " * 5_000, "k: " + "[" * 262_000]
)
def test_a_header_nested_without_end_is_a_problem_and_no_crash(head: str) -> None:
    found = memory.read("a.md", f"---\n{head}\n---\nBody.\n")
    assert found.problem
    assert found.body == "Body.\n"


def test_the_deepest_header_that_is_read_can_be_written_too() -> None:
    text = f"---\nk: {'[' * 63}{']' * 63}\n---\n"
    assert memory.read("a.md", text).problem is None
    assert memory.set_key("a.md", text, "l", "v") == text.replace("\n---\n", "\nl: v\n---\n")
    deeper = memory.read("a.md", text.replace("[]", "[[]]"))
    assert deeper.problem == Problem(2, 67, "the header is nested deeper than 64 levels")


def test_a_header_beyond_the_bound_is_not_parsed() -> None:
    found = memory.read("a.md", "---\nk: " + "v" * 300_000 + "\n---\nBody.\n")
    assert found.problem == Problem(1, 1, "the header is larger than 256 KiB")
    assert found.body == "Body.\n"


def test_a_mark_inside_a_value_and_a_large_body_are_no_problem() -> None:
    body = "\u2028\x85\x0b\x00" + "b" * 400_000
    found = memory.read("a.md", f"---\nk: a\ufeffb\n---\n{body}")
    assert (found.problem, found.header, found.body) == (None, {"k": "a\ufeffb"}, body)


def test_a_pyyaml_without_its_c_loader_reads_the_same() -> None:
    code = (
        "import yaml; vars(yaml).pop('CSafeLoader', None); from inbox.formats import memory;"
        "print(memory.read('a.md', '---\\nk: 0123\\n---\\n').header)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "{'k': '0123'}\n"
