"""The report from the command line."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run, read
from tests.conftest import git

PORT = "q-8af715325b05"


def test_the_report_is_markdown(sample: Path, run: Run) -> None:
    assert run(sample, "keep", PORT, "a", "--yes")[0] == 0
    status, out, err = run(sample, "report")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "# Decisions"
    assert lines[2].startswith("1 decided, 0 taken back, ")
    assert "| day | decided | taken back | followed |" in lines
    assert "| keep_a | 1 |" in lines
    assert "## Waiting, by age" in lines


def test_the_report_is_json_with_the_same_numbers(sample: Path, run: Run) -> None:
    run(sample, "keep", PORT, "a", "--yes")
    found = read(run(sample, "report", "--json", "--by", "reviewer")[1])
    assert found["schema"] == 1
    assert found["report"]["by"] == "reviewer"
    assert [row["decided"] for row in found["report"]["rows"]] == [1]
    assert found["report"]["total"]["decided"] == 1
    assert found["report"]["decisions"] == {"keep_a": 1}
    assert sum(found["waiting"].values()) > 0


def test_since_leaves_out_what_came_before(sample: Path, run: Run) -> None:
    run(sample, "keep", PORT, "a", "--yes")
    out = run(sample, "report", "--since", "9999-01-01")[1]
    assert out.startswith("# Decisions since 9999-01-01\n\n0 decided, ")
    assert "| keep_a |" not in out
    status, _, err = run(sample, "report", "--since", "lately")
    assert (status, "'lately' is no day" in err) == (2, True)


def test_a_repository_without_decisions_has_a_report(sample: Path, run: Run) -> None:
    status, out, _ = run(sample, "report", "--by", "week")
    assert status == 0
    assert "0 decided, 0 taken back, " in out
    assert "## By week" not in out


def test_a_reviewers_name_breaks_no_table(sample: Path, run: Run) -> None:
    git(sample, "config", "user.name", "x")
    run(sample, "--reviewer", "A | B\x1b[2J <a@example.com>", "keep", PORT, "a", "--yes")
    out = run(sample, "report", "--by", "reviewer")[1]
    assert "A \\| B" in out or "| Testy" in out
    assert "\x1b" not in out
