from __future__ import annotations

import pytest

from inbox.formats import memory
from inbox.formats.pieces import Piece, digest

HEAD = """---
# about
name: x  # why

supersedes: # all
- name: a
  as_of: 2026-01-01
# between
- b

- b
aliases: [zeta, alpha]
tags:
- t
---
Body.
"""


def test_a_memory_is_split_into_lines_entries_items_and_body() -> None:
    assert memory.split(HEAD) == (
        Piece("fm:open", "---\n"),
        Piece(f"fm#{digest('# about' + chr(10))}", "# about\n"),
        Piece("fm:name", "name: x  # why\n"),
        Piece(f"fm#{digest(chr(10))}", "\n"),
        Piece("fm:supersedes", "supersedes: # all\n"),
        Piece(
            f"fm:supersedes/{digest('- name: a' + chr(10) + '  as_of: 2026-01-01' + chr(10))}",
            "- name: a\n  as_of: 2026-01-01\n",
        ),
        Piece(f"fm#{digest('# between' + chr(10))}", "# between\n"),
        Piece(f"fm:supersedes/{digest('- b' + chr(10))}", "- b\n"),
        Piece(f"fm#{digest(chr(10))}#2", "\n"),
        Piece(f"fm:supersedes/{digest('- b' + chr(10))}#2", "- b\n"),
        Piece("fm:aliases", "aliases: [zeta, alpha]\n"),
        Piece("fm:tags", "tags:\n- t\n"),
        Piece("fm:close", "---\n"),
        Piece("body", "Body.\n"),
    )


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("", ["body"]),
        ("\ufeffBody.\n", ["body"]),
        ("\ufeff---\nk: v\n---\n", ["fm:open", "fm:k", "fm:close", "body"]),
        ("---\nk: v\n", ["text"]),
        ("---\nk: v\nk: w\n---\n", ["text"]),
        ("half \ud83d", ["text"]),
        ("---\n{k: v, l: w}\n---\n", ["fm:open", "fm", "fm:close", "body"]),
        ("---\n? k\n: v\n---\n", ["fm:open", "fm", "fm:close", "body"]),
        (
            "---\nopen: 1\nclose: 2\na/b#%: 3\n---\n",
            ["fm:open", "fm:%open", "fm:%close", "fm:a%2Fb%23%25", "fm:close", "body"],
        ),
        ("---\nrefines: &x\n- a\n---\n", None),
        (
            "---\nx: &x\n- a\nrefines: *x\n---\n",
            ["fm:open", "fm:x", "fm:refines", "fm:close", "body"],
        ),
        ("---\nrefines:\n  !!seq\n  - a\n---\n", ["fm:open", "fm:refines", "fm:close", "body"]),
    ],
)
def test_each_kind_of_text_has_its_pieces(text: str, keys: list[str] | None) -> None:
    found = [piece.key for piece in memory.split(text)]
    assert (
        found == keys
        if keys
        else found[1:3] == ["fm:refines", f"fm:refines/{digest('- a' + chr(10))}"]
    )
