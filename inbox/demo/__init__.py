"""An invented observatory and its goat: memories and a queue to try every verb on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from importlib.resources import files as resources
from importlib.resources.abc import Traversable

from inbox.domain.layout import KNOWLEDGE_ROOT
from inbox.formats import questions, queue
from inbox.formats.blocks import short_hash

_DAY = re.compile(r"\{\{([+-]?\d+)d(\.compact)?\}\}")
_CHARACTER = re.compile(r"\{\{U\+([0-9A-F]{4})\}\}")
_ROW_ID = re.compile(r"\{\{id ([a-z_ ]+)\}\}")
_FINGERPRINT = "{{fingerprint}}"


def files(today: date) -> dict[str, str]:
    """Return a knowledge root as texts by path, with ages counted back from `today`.

    The templates in `content/` hold `{{-3d}}` for a day (`{{-3d.compact}}` without hyphens,
    in names too), `{{U+001B}}` for a character that no editor should have to show,
    `{{fingerprint}}` in a question, and `{{id key key}}` for the id of a ledger row.
    """
    templates = _texts(resources(__name__) / "content", "")
    return {_dated(path, today): _filled(path, text, today) for path, text in templates}


def _texts(folder: Traversable, prefix: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = prefix + entry.name
        if entry.is_dir():
            yield from _texts(entry, path + "/")
        else:
            # A checkout may have turned line ends to the platform's own.
            yield path, entry.read_bytes().decode().replace("\r\n", "\n")


def _filled(path: str, text: str, today: date) -> str:
    text = _CHARACTER.sub(lambda found: chr(int(found[1], 16)), _dated(text, today))
    if path == KNOWLEDGE_ROOT.questions:
        for block in queue.blocks(path, text):
            text = text.replace(block.text, _fingerprinted(block.text))
    return "".join(map(_identified, text.splitlines(keepends=True)))


def _dated(text: str, today: date) -> str:
    def day(found: re.Match[str]) -> str:
        then = today + timedelta(days=int(found[1]))
        return then.strftime("%Y%m%d") if found[2] else then.isoformat()

    return _DAY.sub(day, text)


def _fingerprinted(own: str) -> str:
    said = questions.parse(own)
    if isinstance(said, str) or said.fingerprint != _FINGERPRINT:
        return own
    a, b = said.passages
    return own.replace(_FINGERPRINT, questions.fingerprint(a, b, said.conflict_type))


def _identified(row: str) -> str:
    """Fill in the id that athenaeum would give: a digest of some fields of the row."""
    wanted = _ROW_ID.search(row)
    if wanted is None:
        return row
    fields = json.loads(row)
    return row.replace(
        wanted[0], short_hash("\0".join(fields[key] for key in wanted[1].split()), 16)
    )
