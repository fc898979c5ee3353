"""What a header holds, as nodes: every scalar as written, with its place in the text."""

from __future__ import annotations

from dataclasses import dataclass, field

from inbox.domain.memory import Value

TAG = "tag:yaml.org,2002:"
NULL, MERGE = TAG + "null", TAG + "merge"


@dataclass(frozen=True, slots=True)
class Scalar:
    """One text, as written; equal to another with the same tag and text."""

    tag: str
    text: str
    start: int = field(compare=False)
    end: int = field(compare=False)
    block: bool = field(compare=False, default=False)
    """Whether it is a literal or folded block."""

    @property
    def size(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class Listing:
    """A list."""

    tag: str
    items: tuple[Node, ...]
    start: int = field(compare=False)
    end: int = field(compare=False)
    block: bool = field(compare=False, default=False)
    """Whether it is written as lines, not in brackets or as an alias."""

    size: int = field(compare=False, default=1)
    """The nodes it stands for once aliases are expanded."""


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping whose keys are scalars, each of them once."""

    tag: str
    pairs: tuple[Pair, ...]
    start: int = field(compare=False)
    end: int = field(compare=False)
    block: bool = field(compare=False, default=False)
    size: int = field(compare=False, default=1)


Node = Scalar | Listing | Table
Pair = tuple[Scalar, Node]


def value_of(node: Node) -> Value:
    """Return the node as a plain value: texts as written, null as None, merge keys merged."""
    match node:
        case Scalar(tag=tag, text=text):
            return None if tag == NULL else text
        case Listing(items=items):
            return [value_of(item) for item in items]
        case Table(pairs=pairs):
            return values_of(pairs)


def values_of(pairs: tuple[Pair, ...]) -> dict[str, Value]:
    """Return pairs as a mapping; what a merge key brings yields to what is written out."""
    merged: dict[str, Value] = {}
    own: dict[str, Value] = {}
    for key, node in pairs:
        if key.tag == MERGE:
            for table in reversed(tables_in(node)):
                merged |= values_of(table.pairs)
        else:
            own[key.text] = value_of(node)
    return merged | own


def tables_in(node: Node) -> list[Table]:
    """Return the mappings that a merge key names: one, or a list of them."""
    return [item for item in merged_in(node) if isinstance(item, Table)]


def merged_in(node: Node) -> tuple[Node, ...]:
    """Return all that a merge key names, mappings or not."""
    return node.items if isinstance(node, Listing) else (node,)
