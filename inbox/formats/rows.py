"""Files of one entry a line: ledgers (JSON lines) and `MEMORY.md`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from inbox.domain.item import Broken
from inbox.formats.passages import lines_of
from inbox.formats.pieces import Piece, Pieces, digest, numbered


def split_rows(text: str) -> Pieces:
    """Split a ledger: one piece a row, keyed by its content."""
    return _split("row", text)


def split_lines(text: str) -> Pieces:
    """Split an index page: one piece a line, keyed by its content."""
    return _split("line", text)


def _split(kind: str, text: str) -> Pieces:
    return numbered(Piece(f"{kind}:{digest(_bare(line))}", line) for line in lines_of(text))


def _bare(line: str) -> str:
    return line.rstrip("\r\n")


def same(found: str, expected: str) -> bool:
    """Whether two lines are the same but for the line end, which a missing last one changes."""
    return _bare(found) == _bare(expected)


def appended(text: str | None, row: str) -> str:
    """Return a file with one more line at its end, with the line end the file uses."""
    text = text or ""
    end = "\r\n" if "\r\n" in text else "\n"
    glue = end if text and not text.endswith("\n") else ""
    return f"{text}{glue}{row}{end}"


Row = dict[str, Any]


def rows_of(path: str, text: str) -> tuple[tuple[Row, ...], tuple[Broken, ...]]:
    """Return the rows that are JSON objects, and the lines that are not with the reason."""
    rows: list[Row] = []
    broken: list[Broken] = []
    for number, value in _read(text):
        if isinstance(value, dict):
            rows.append(value)
        else:
            broken.append(Broken(path, number, str(value)))
    return tuple(rows), tuple(broken)


def _read(text: str) -> Iterator[tuple[int, Row | str]]:
    for number, line in enumerate(lines_of(text), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield number, f"not JSON: {error}"
            continue
        yield number, value if isinstance(value, dict) else "not a JSON object"


def render(row: Row) -> str:
    """Return a row as one line of ASCII JSON, as athenaeum writes its ledgers."""
    return json.dumps(row)
