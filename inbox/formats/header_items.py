"""One item of a list in a header added or removed; the other items keep their bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inbox.domain.memory import Value
from inbox.errors import Unwritable
from inbox.formats import header_yaml
from inbox.formats.header import Entry, Header
from inbox.formats.header_frame import line_stop
from inbox.formats.header_nodes import Listing, Node, value_of
from inbox.formats.header_splice import (
    body_of,
    entry_of,
    node_of,
    opened,
    proved,
    remove_key,
    set_key,
)
from inbox.formats.header_yaml import Given

_FILLER = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))*")
_DASH = re.compile(r" *(?=-[ \t\r\n])")


Cuts = list[tuple[int, int]]
"""What to leave out, in order of position."""


@dataclass(frozen=True, slots=True)
class ItemLines:
    """The whole lines of one item; comments and blank lines around it stay out."""

    start: int
    stop: int
    indent: str


def item_lines(text: str, entry: Entry) -> tuple[ItemLines, ...] | None:
    """Return where each item of a list stands; None unless each has lines of its own."""
    listing = entry.value
    if not isinstance(listing, Listing) or not listing.block:
        return None
    lines = []
    at = line_stop(text, entry.key.end)
    for item in listing.items:
        filler = _FILLER.match(text, at)
        start = filler.end() if filler else at
        dash = _DASH.match(text, start)
        if dash is None:
            return None
        at = line_stop(text, item.end)
        lines.append(ItemLines(start, at, dash[0]))
    return tuple(lines)


def add_item(path: str, text: str, key: str, value: Given) -> str:
    """Return the text with one more item at the end of a list; the same text if it is there.

    A missing key, a null and an empty list get their first item.

    Raises:
        Unwritable: The key holds no list, or the result would not read as intended.
    """
    found = opened(path, text)
    entry = entry_of(found, key)
    if found is None or entry is None or value_of(entry.value) is None:
        return set_key(path, text, key, [value])
    listing = _listing(path, text, entry)
    if _as_written(path, value) in map(value_of, listing.items):
        return text
    if listing.block:
        new = _block_added(path, found, entry, value)
    else:
        new = _flow_added(text, listing, header_yaml.item(value, flow=True))
    return _proved_items(path, new, found, entry, (*listing.items, node_of(path, value)))


def remove_item(path: str, text: str, key: str, value: Given) -> str:
    """Return the text without an item, compared as written; the same text if it is not there.

    The last item of a list of lines takes the key with it; brackets stay, empty.

    Raises:
        Unwritable: The key holds no list, or the result would not read as intended.
    """
    found = opened(path, text)
    entry = entry_of(found, key)
    if found is None or entry is None or value_of(entry.value) is None:
        return text
    listing = _listing(path, text, entry)
    wanted = _as_written(path, value)
    gone = {at for at, item in enumerate(listing.items) if value_of(item) == wanted}
    if not gone:
        return text
    if listing.block and len(gone) == len(listing.items):
        return remove_key(path, text, key)
    cuts = _line_cuts if listing.block else _flow_cuts
    new = _without(text, cuts(path, text, entry, gone))
    rest = tuple(item for at, item in enumerate(listing.items) if at not in gone)
    return _proved_items(path, new, found, entry, rest)


def _listing(path: str, text: str, entry: Entry) -> Listing:
    if not isinstance(entry.value, Listing):
        raise Unwritable(path, f"`{entry.key.text}` holds no list")
    if text[entry.value.start] == "*":
        raise Unwritable(path, f"`{entry.key.text}` repeats a list from elsewhere by an alias")
    return entry.value


def _as_written(path: str, value: Given) -> Value:
    return value_of(node_of(path, value))


def _proved_items(path: str, new: str, found: Header, entry: Entry, items: tuple[Node, ...]) -> str:
    listing = entry.value
    assert isinstance(listing, Listing)
    wanted = Listing(listing.tag, items, listing.start, listing.end)
    pairs = tuple((name, wanted if name is entry.key else node) for name, node in found.pairs)
    return proved(path, new, pairs, body_of(found.text, found))


def _block_added(path: str, found: Header, entry: Entry, value: Given) -> str:
    last = _lines(path, found.text, entry)[-1]
    written = header_yaml.item(value).removesuffix("\n").split("\n")
    new = "".join(last.indent + line + found.frame.newline for line in written)
    return found.text[: last.stop] + new + found.text[last.stop :]


def _lines(path: str, text: str, entry: Entry) -> tuple[ItemLines, ...]:
    lines = item_lines(text, entry)
    if not lines:
        raise Unwritable(path, f"the items of `{entry.key.text}` do not start their lines")
    return lines


def _flow_added(text: str, listing: Listing, written: str) -> str:
    if listing.items:
        at, written = listing.items[-1].end, ", " + written
    else:
        at = text.rindex("[", listing.start, listing.end) + 1
    return text[:at] + written + text[at:]


def _line_cuts(path: str, text: str, entry: Entry, gone: set[int]) -> Cuts:
    lines = _lines(path, text, entry)
    return [(lines[at].start, lines[at].stop) for at in sorted(gone)]


def _flow_cuts(path: str, text: str, entry: Entry, gone: set[int]) -> Cuts:
    """Return each item with one comma: the one in front, or behind while none stays in front."""
    items = _listing(path, text, entry).items
    first = min(set(range(len(items))) - gone, default=len(items) - 1)
    cuts = []
    for at in sorted(gone):
        if at == first:
            cuts.append((items[at].start, items[at].end))
            continue
        left, right = (items[at - 1], items[at]) if at > first else (items[at], items[at + 1])
        if "#" in text[left.end : right.start]:
            raise Unwritable(path, f"a comment stands between the items of `{entry.key.text}`")
        cuts.append((left.end, right.end) if at > first else (left.start, right.start))
    return cuts


def _without(text: str, cuts: Cuts) -> str:
    kept, at = [], 0
    for start, stop in cuts:
        kept.append(text[at:start])
        at = stop
    return "".join(kept) + text[at:]
