"""Faults that people met with memory files, each as its whole kind (`field-cases.jsonl`)."""

from __future__ import annotations

import json
import re
from difflib import unified_diff
from pathlib import Path

import pytest

from inbox.errors import Unwritable
from inbox.formats import memory
from inbox.formats.memory import Given
from tests.conftest import DATA

CASES = {
    case["id"]: case["input"]
    for case in map(json.loads, (DATA / "field-cases.jsonl").read_text("utf-8").splitlines())
}


def text_of(case: str) -> str:
    return re.sub(r"<U\+(\w+)>", lambda mark: chr(int(mark[1], 16)), CASES[case])


def changed_lines(before: str, after: str) -> list[str]:
    lines = unified_diff(before.split("\n"), after.split("\n"), lineterm="", n=0)
    return [line for line in lines if line[0] in "+-" and line[:3] not in ("+++", "---")]


@pytest.mark.reported("BR-01", "BR-02")
@pytest.mark.parametrize(
    "written",
    ["10:00", "06:20", "2026-02-25T23:39:45-04:00", "2026-02-25 23:39:45Z", "2026-04-27", "0123",
     "0o17", "0x1F", "1e3", "1_000", "12:30:45", ".inf", "NO", "on", "y", "0019", "1.10"],
)  # fmt: skip
def test_br01_br02_a_scalar_yaml_would_convert_stays_as_written(written: str) -> None:
    text = text_of("BR-01").replace("10:00", written)
    new = memory.set_key("a.md", text, "status", "contested")
    assert memory.read("a.md", text).header["send_at"] == written
    assert memory.read("a.md", new).header["send_at"] == written
    assert changed_lines(text, new) == ["+status: contested"]


def test_br02_a_session_id_that_looks_like_a_date_is_text() -> None:
    header = memory.read("a.md", text_of("BR-02")).header
    assert header["originSessionId"] == "2026-04-27"
    assert sorted([str(header["originSessionId"]), "0a11c0de-0000"])


@pytest.mark.reported("BR-04")
@pytest.mark.parametrize(
    ("value", "column"),
    [("OnGUI: cache it", 19), ("@widgets/core buttons", 14), ("`code` first", 14), ("%d rows", 14),
     ("'open", 14), ("a\n b: c", 3), ("&x &y z", None), ("*who", 14), ("[a, b", None), ("{", None)],
)  # fmt: skip
def test_br04_a_description_that_is_no_yaml_names_its_place_and_keeps_the_body(
    value: str, column: int | None
) -> None:
    first = text_of("BR-04").partition("-----8<-----")[0]
    text = first.replace("OnGUI: cache the values that choose a branch", value)
    found = memory.read("a.md", text)
    assert found.problem
    assert 3 <= found.problem.line <= 6
    assert column is None or found.problem.column == column
    assert found.body == "Body that must stay visible.\n"
    refuse_every_write(text)


def refuse_every_write(text: str) -> None:
    with pytest.raises(Unwritable):
        memory.set_key("a.md", text, "status", "active")
    with pytest.raises(Unwritable):
        memory.remove_key("a.md", text, "name")
    with pytest.raises(Unwritable):
        memory.add_item("a.md", text, "aliases", "b")
    with pytest.raises(Unwritable):
        memory.remove_item("a.md", text, "aliases", "b")
    with pytest.raises(Unwritable):
        memory.with_body("a.md", text, "New.\n")


@pytest.mark.reported("BR-05")
@pytest.mark.parametrize(
    "again", ["source: z", "'source': z", '"source" : z', "source:", "&a source: z"]
)
def test_br05_a_key_that_stands_twice_gives_no_value_and_no_write(again: str) -> None:
    text = text_of("BR-05").replace("source: claude:tier3-recap", again)
    found = memory.read("a.md", text)
    assert found.problem
    assert (found.problem.line, found.header) == (5, {})
    assert "`source` stands here twice" in found.problem.reason
    refuse_every_write(text)


BODIES = [
    "First part.\n\n---\n\nkey: looks like yaml\n---\nLast part.\n",
    "---\n",
    "---\nname: other\n---\n",
    "\n---\n---\n...\n",
    "text\n--- \ntext",
]


@pytest.mark.reported("BR-07")
@pytest.mark.parametrize("body", BODIES)
def test_br07_rules_in_the_body_and_dashes_in_a_value_do_not_end_the_header(body: str) -> None:
    text = text_of("BR-07").partition("First part.")[0] + body
    found = memory.read("a.md", text)
    assert found.header["name"] == "Fever---Tarsholm 2026"
    assert (len(found.header), found.body) == (3, body)
    marked = memory.set_key("a.md", text, "superseded_by", "x")
    assert memory.read("a.md", marked).body == body
    assert memory.remove_key("a.md", marked, "superseded_by") == text


@pytest.mark.reported("BR-08")
def test_br08_a_mark_in_front_hides_no_header_and_gets_no_second_one() -> None:
    text = text_of("BR-08")
    assert text.startswith("\ufeff---\n")
    assert memory.read("a.md", text).header["name"] == "greeting"
    marked = memory.set_key("a.md", text, "status", "contested")
    assert changed_lines(text, marked) == ["+status: contested"]
    assert (marked.startswith("\ufeff---\n"), marked.count("---\n")) == (True, 2)


@pytest.mark.reported("BR-10")
@pytest.mark.parametrize(
    ("edit", "lines"),
    [
        (("set_key", "status", "contested"), ["+status: contested\r"]),
        (("set_key", "type", "project"), ["-type: feedback\r", "+type: project\r"]),
        (
            ("set_key", "name", "x"),
            ["-name: tests-location   # keep first\r", "+name: x   # keep first\r"],
        ),
        (
            ("add_item", "aliases", "new"),
            ["-aliases: [zeta, alpha]\r", "+aliases: [zeta, alpha, new]\r"],
        ),
        (("remove_key", "type"), ["-type: feedback\r"]),
        (
            ("remove_key", "description"),
            ["-description: >-\r", "-  long text that is folded\r", "-  over two lines\r"],
        ),
        (("with_body", "New.\r\n"), ["-Tests go next to the module.\r", "+New.\r"]),
    ],
)
def test_br10_one_change_is_one_change_in_the_diff(edit: tuple[str, ...], lines: list[str]) -> None:
    text = text_of("BR-10")
    name, *given = edit
    assert changed_lines(text, getattr(memory, name)("a.md", text, *given)) == lines


@pytest.mark.reported("BR-11")
@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85"])
def test_br11_a_line_break_of_yaml_alone_is_named_in_a_header_and_kept_in_a_body(mark: str) -> None:
    found = memory.read("a.md", text_of("BR-11").replace("\u2028", mark))
    assert found.problem
    assert (found.problem.line, found.problem.column) == (2, 12)
    assert found.body == f"Line one{mark}still line one.\n"
    text = f"---\nname: x\n---\nLine one{mark}still line one.\nTwo.\n"
    assert memory.read("a.md", text).problem is None
    marked = memory.set_key("a.md", text, "status", "active")
    assert changed_lines(text, marked) == ["+status: active"]
    written = memory.set_key("a.md", text, "name", f"a{mark}b")
    assert memory.read("a.md", written).header["name"] == f"a{mark}b"
    assert mark not in written.partition("Line one")[0]


def test_br39_unreadable_files_are_listed_with_their_place_and_the_others_load() -> None:
    good = {f"{n}.md": f"---\nname: m{n}\n---\nBody {n}.\n" for n in range(40)}
    bad = {
        "path.md": "---\nname: x\nkey: `C:\\agent\\run`\n---\nBody.\n",
        "rule.md": "---\nJust a body under a rule.\n",
    }
    found = [memory.read(path, text) for path, text in (good | bad).items()]
    broken = {each.path: str(each.problem) for each in found if each.problem}
    assert len(found) - len(broken) == 40
    assert broken.keys() == bad.keys()
    assert broken["path.md"].startswith("line 3, column 6: the header is not valid YAML: found")
    assert broken["rule.md"].startswith("line 1, column 1: the header that this line `---` opens")


VALUES: list[Given] = ["x", "2026-02-11", True, ["a"], [{"name": "n", "as_of": "2026-02-11"}]]


@pytest.mark.parametrize(
    "path",
    sorted((DATA / "athenaeum-sample/knowledge").rglob("[!_]*.md"), key=str),
    ids=lambda path: path.name,
)
@pytest.mark.parametrize("value", VALUES, ids=str)
def test_every_memory_of_the_sample_takes_a_key_and_gives_it_back(path: Path, value: Given) -> None:
    text = path.read_bytes().decode()
    marked = memory.set_key(path.name, text, "marked", value)
    assert memory.remove_key(path.name, marked, "marked") == text
