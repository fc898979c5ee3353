"""YAML text to nodes, from parser events.

The two loaders of PyYAML compose by recursion (a deep header would end the process), drop
where an alias stands, and construct what tags name.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, cast

import yaml

from inbox.formats.header_frame import SURROGATE, Unreadable
from inbox.formats.header_nodes import (
    MERGE,
    TAG,
    Listing,
    Node,
    Pair,
    Scalar,
    Table,
    merged_in,
    tables_in,
)
from inbox.formats.visible import one_line

MAX_DEPTH = 64
"""Levels of lists and mappings in each other."""

MAX_NODES = 50_000
"""Nodes once aliases are expanded: a few lines of nested aliases stand for billions."""

# The C loader is ten times faster; not every build of PyYAML has it, so its name stays a text.
Loader: TypeAlias = "type[yaml.SafeLoader] | type[yaml.CSafeLoader]"
LOADER: Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_Start = yaml.SequenceStartEvent | yaml.MappingStartEvent


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not come yet."""

    event: _Start
    nodes: list[Node] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    size: int = 1

    @property
    def awaits_key(self) -> bool:
        return isinstance(self.event, yaml.MappingStartEvent) and len(self.nodes) % 2 == 0


def compose(head: str, shift: int = 0, loader: Loader = LOADER) -> Node | None:
    """Return the node that YAML text spells, its places moved by `shift`; None for nothing.

    Raises:
        Unreadable: It is no YAML, or YAML that two readers would take differently.
    """
    composer = _Composer(head, shift, loader)
    try:
        composer.run()
    except yaml.MarkedYAMLError as error:
        raise Unreadable(shift + _place(error, head), _invalid(error.problem)) from error
    # The pure loader lets `chr` speak for itself on an escape past the last code point.
    except (yaml.YAMLError, ValueError) as error:
        raise Unreadable(shift, _invalid(str(error))) from error
    finally:
        composer.loader.dispose()
    return composer.root


def _place(error: yaml.MarkedYAMLError, head: str) -> int:
    mark = error.problem_mark or error.context_mark
    at = mark.index if mark else 0
    if at >= len(head) and error.context_mark:
        # A quote that is never closed is found at the end, but missed where it opens.
        at = error.context_mark.index
    return min(at, len(head))


def _invalid(problem: str | None) -> str:
    return f"the header is not valid YAML: {one_line(problem or 'it cannot be parsed')}"


class _Composer:
    """Puts the events of one document together."""

    def __init__(self, head: str, shift: int, loader: Loader) -> None:
        self.head, self.shift = head, shift
        self.loader = loader(head)
        self.root: Node | None = None
        self.stack: list[_Open] = []
        self.anchors: dict[str, Node | None] = {}

    def run(self) -> None:
        while (event := self.loader.get_event()) is not None:
            match event:
                case yaml.ScalarEvent():
                    self._anchor(event, self._add(event, self._scalar(event)))
                case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                    self._close(event)
                case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                    self._open(event)
                case yaml.AliasEvent():
                    self._add(event, self._aliased(event))
                case yaml.DocumentStartEvent() if self.root is not None:
                    raise self._fault(event, "a second document starts inside the header")

    def _fault(self, event: yaml.Event, reason: str) -> Unreadable:
        return Unreadable(self._span(event)[0], reason)

    def _span(self, event: yaml.Event) -> tuple[int, int]:
        start, end = event.start_mark, event.end_mark
        assert start
        assert end
        return self.shift + start.index, self.shift + end.index

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        tag, text, style = event.tag, event.value, event.style
        if tag is None or tag == "!":
            tag = _resolved(self.loader, text, event.implicit)
        if not text.isascii() and SURROGATE.search(text):
            raise self._fault(event, "an escape stands for half a character")
        start, end = self._span(event)
        block = style in ("|", ">")
        if block:
            end = start + _block_length(self.head[start - self.shift : end - self.shift], text)
        return Scalar(tag, text, start, end, block)

    def _aliased(self, event: yaml.AliasEvent) -> Node:
        name = event.anchor or ""
        if name not in self.anchors:
            raise self._fault(event, f"the alias *{one_line(name)} names nothing")
        target = self.anchors[name]
        if target is None:
            raise self._fault(event, f"the alias *{one_line(name)} contains itself")
        start, end = self._span(event)
        return replace(target, start=start, end=end, block=False)

    def _anchor(self, event: yaml.NodeEvent, node: Node | None) -> None:
        if event.anchor is None:
            return
        # PyYAML refuses this when it loads, so athenaeum would see no header.
        if event.anchor in self.anchors:
            raise self._fault(event, f"the anchor &{one_line(event.anchor)} stands here again")
        self.anchors[event.anchor] = node

    def _open(self, event: _Start) -> None:
        if self.stack and self.stack[-1].awaits_key:
            raise self._fault(event, "a key is a list or a mapping")
        if len(self.stack) == MAX_DEPTH:
            raise self._fault(event, f"the header is nested deeper than {MAX_DEPTH} levels")
        self._anchor(event, None)
        self.stack.append(_Open(event))

    def _close(self, event: yaml.Event) -> None:
        opened = self.stack.pop()
        start, nodes = opened.event, opened.nodes
        block = not start.flow_style
        end = nodes[-1].end if block and nodes else self._span(event)[1]
        span = self._span(start)[0], end, block, opened.size
        node: Node
        if isinstance(start, yaml.SequenceStartEvent):
            node = Listing(_tag(start, "seq"), tuple(nodes), *span)
        else:
            node = Table(_tag(start, "map"), _paired(nodes), *span)
        self._add(start, node)
        if start.anchor is not None:
            self.anchors[start.anchor] = node

    def _add(self, event: yaml.Event, node: Node) -> Node:
        if not self.stack:
            self.root = node
            return node
        parent = self.stack[-1]
        if parent.awaits_key:
            self._key(event, parent, node)
        parent.nodes.append(node)
        parent.size += node.size
        if parent.size > MAX_NODES:
            raise self._fault(event, f"the header stands for more than {MAX_NODES} values")
        return node

    def _key(self, event: yaml.Event, parent: _Open, node: Node) -> None:
        if not isinstance(node, Scalar):
            raise self._fault(event, "a key is a list or a mapping")
        if node.text in parent.keys:
            raise self._fault(event, f"the key `{one_line(node.text)}` stands here twice")
        parent.keys.add(node.text)


def _resolved(loader: Any, text: str, implicit: tuple[bool, bool]) -> str:
    # PyYAML's stubs leave the types of this method open.
    return cast("str", loader.resolve(yaml.ScalarNode, text, implicit))


def _block_length(lines: str, text: str) -> int:
    """Return how far a block scalar's last line reaches; blank lines count if they are kept."""
    if text.endswith("\n\n") or (text and not text.strip("\n")):
        return len(lines.removesuffix("\n").removesuffix("\r"))
    return len(lines.rstrip(" \t\r\n"))


def _tag(event: yaml.CollectionStartEvent, usual: str) -> str:
    return event.tag if event.tag not in (None, "!") else TAG + usual


def _paired(nodes: list[Node]) -> tuple[Pair, ...]:
    pairs = cast("tuple[Pair, ...]", tuple(zip(nodes[::2], nodes[1::2], strict=True)))
    for key, node in pairs:
        if key.tag == MERGE and len(tables_in(node)) < len(merged_in(node)):
            raise Unreadable(key.start, "the merge key `<<` does not name mappings")
    return pairs
