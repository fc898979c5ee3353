"""The decision-answer files that athenaeum reads, by what they answer."""

from __future__ import annotations

import re

from inbox.store import files
from inbox.store.repository import Repository

_NAME = re.compile(
    r"(?:.*/)?[^/-]+-(question|merge|audit|proposed-rule)-([0-9A-Za-z]{1,64})(?:-\d+)?\.md"
)
"""A second file in the same second gets a number behind the id (athenaeum-format §3.6)."""

ANSWERED_AS = {"audit": "audit", "rule": "proposed-rule"}
"""athenaeum's word for the kinds of rows that can be answered."""

AnswerFiles = dict[tuple[str, str], str]
"""Path by athenaeum's kind of decision and its id; the newest where there are several."""


def answer_files(repository: Repository) -> AnswerFiles:
    """Return the answer files of a root; athenaeum never removes one."""
    paths = files.walk(repository.root, repository.layout.answers_dir)
    named = ((path, _NAME.fullmatch(path)) for path in sorted(paths))
    return {(name[1], name[2]): path for path, name in named if name}
