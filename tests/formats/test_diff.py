"""Diffs are what git applies: the patch on screen is the patch of the commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inbox.domain.edit import FileChange
from inbox.formats.diff import unified

texts = st.lists(
    st.sampled_from(["one", "two", "", "  x", "a\u2028b", "c\rd", "- e"]), max_size=8
).flatmap(lambda lines: st.sampled_from(["", "\n"]).map(lambda last: "\n".join(lines) + last))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts, texts)
def test_git_applies_a_diff_of_ours(tmp_path: Path, before: str, after: str) -> None:
    if before == after or not before or not after:
        return
    file = tmp_path / "page.md"
    file.write_bytes(before.encode())
    diff = unified([FileChange("page.md", before, after)])
    subprocess.run(
        ["git", "apply", "--whitespace=nowarn", "-"], cwd=tmp_path, input=diff.encode(), check=True
    )
    assert file.read_bytes().decode() == after


def test_a_file_that_comes_or_goes_says_so() -> None:
    diff = unified([FileChange("new.md", None, "x\n"), FileChange("old.md", "y", None)])
    assert diff == (
        "--- /dev/null\n+++ b/new.md\n@@ -0,0 +1 @@\n+x\n"
        "--- a/old.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-y\n\\ No newline at end of file\n"
    )
