"""Memory files as people and agents write them, for properties: most can be read."""

from __future__ import annotations

from hypothesis import strategies as st

KEYS = [
    "name", "type", "status", "source", "supersedes", "aliases", "refines", "metadata",
    "valid_until", "on", "0123", "'quoted key'", '"double"', "größe", "with blank", "open",
    "close", "a/b", "a#2", "~",
]  # fmt: skip

SCALARS = [
    "v", "two words", "0123", "10:00", "NO", "yes", "true", "0.90", "1_000", "2026-04-27",
    "2026-02-25T23:39:45-04:00", "'2026-02-11'", "'it''s'", '"a: b"', '"tab\\there"', "''",
    "user:conv-12#1", "a---b", "größe 🛶", "!foo bar", "!!str 12", "~", "null", "", "",
    "one\n  two", "'one\n\n  two'", '"one\\\n  two"', "=", "<<",
]  # fmt: skip

FLOWS = [
    "[]", "[ ]", "[zeta, alpha]", "[a, b,]", "[zeta]", "{a: 1}", "{}", "[[a], {b: c}]",
    "[\n  a,\n  b\n  ]", "[a, # why\n  b]", "[a: b , c]", "['q', \"r\", 0123]", "[{name: x}]",
]  # fmt: skip

ITEMS = [
    "a", "zeta", "'q'", "0123", "", "~", "{name: x}", "name: x\n  as_of: 2026-02-11",
    "[m, n]", "|\n  block\n", "- deep", "\n  below", "x   # why",
]  # fmt: skip

NOTES = ["", "", "", " ", "   # keep", " # é"]
FILLERS = ["# note", "  # indented", "", "   ", "#", "# a: b"]
NEWLINES = ["\n", "\n", "\r\n", "\r"]
BODIES = ["", "Body.\n", "Body without end", "\n\nBody.\n", "---\nx: y\n---\nmore\n", "\t x \r\n",
          "one\u2028two\n", "# h\n\n- [ ] x\n"]  # fmt: skip

fillers = st.lists(st.sampled_from(FILLERS), max_size=2)


@st.composite
def block_scalars(draw: st.DrawFn) -> list[str]:
    head = draw(st.sampled_from("|>")) + draw(st.sampled_from(["", "", "-", "+", "2", "2+"]))
    lines = draw(
        st.lists(st.sampled_from(["  text", "  # no comment", "", "    more", "  "]), max_size=4)
    )
    return [head + draw(st.sampled_from(["", " # note"])), *lines]


@st.composite
def block_lists(draw: st.DrawFn) -> list[str]:
    indent = draw(st.sampled_from(["", "", "  ", "    "]))
    lines = [draw(st.sampled_from(["", "", " # why", "!!seq"]))]
    for item in draw(st.lists(st.sampled_from(ITEMS), min_size=1, max_size=4)):
        lines += draw(st.lists(st.sampled_from(["# between", "", "   # in"]), max_size=1))
        first, *rest = f"- {item}".split("\n")
        lines += [indent + first, *(indent + line for line in rest)]
    return lines


NESTED = ["type: memory", "a: |\n    x", "b:\n  - c", "d:"]

VALUES: dict[str, st.SearchStrategy[list[str]]] = {
    "scalar": st.builds(str.__add__, st.sampled_from(SCALARS), st.sampled_from(NOTES)).map(
        lambda value: value.split("\n")
    ),
    "flow": st.builds(str.__add__, st.sampled_from(FLOWS), st.sampled_from(NOTES)).map(
        lambda value: value.split("\n")
    ),
    "block": block_scalars(),
    "list": block_lists(),
    "mapping": st.builds(
        lambda inner, more: ["", *f"  {inner}".split("\n"), *more],
        st.sampled_from(NESTED),
        st.sampled_from([[], ["  z: 1"]]),
    ),
    "x": st.just(["&x v"]),
    "y": st.just(["&y", "- a", "- b"]),
    "*x": st.sampled_from([["*x"], ["*x  # why"]]),
    "*y": st.just(["*y"]),
}
"""The lines of a value by its kind; the first line goes behind the colon."""


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A memory with a header; nine of ten can be read."""
    lines = ["---" + draw(st.sampled_from(["", "", "", " "]))]
    kinds = ["scalar", "scalar", "scalar", "flow", "block", "list", "list", "mapping", "x", "y"]
    for key in draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=6, unique=True)):
        lines += draw(fillers)
        kind = draw(st.sampled_from(kinds))
        first, *rest = draw(VALUES[kind])
        if kind in ("x", "y"):
            # A name is given once; what follows may repeat it.
            kinds = [f"*{kind}" if other == kind else other for other in kinds]
        lines += [f"{key}{draw(st.sampled_from(['', '', ' ']))}: {first}", *rest]
    lines += draw(fillers)
    lines += ["---" + draw(st.sampled_from(["", "", "  "])), ""]
    newline = draw(st.sampled_from(NEWLINES))
    head = "\n".join(lines).replace("\n", newline)
    return draw(st.sampled_from(["", "", "", "\ufeff"])) + head + draw(st.sampled_from(BODIES))


WORDS = ["---", "--- ", "...", "----", "name: x", "a: [", "- b", "  c", "# d", "k: |", "\ufeff",
         "\udce9", "\u2028", "\x85", "\x0b", "\x00", "*x", "&x y", "? z", ": w", "", " ", "\t",
         "supersedes:", "<<: *x", "'", '"', "{", "!!python/name:x", "\U0001f6f6"]  # fmt: skip

scraps = st.lists(
    st.sampled_from(WORDS) | st.text(max_size=4) | st.characters(categories=["Cs"]), max_size=12
)
anything = (
    st.builds(str.join, st.sampled_from(["\n", "\r\n", "\r", "", " "]), scraps)
    | scraps.map("\n".join).map("---\n{}\n---\nbody".format)
    | st.text()
    | texts()
)
"""Texts of every kind, broken ones and ones that are no UTF-8 among them."""

ODD = ["", "v", "a: b", "# c", "2026-02-11", "10:00", "true", "~", "- x", "[a]", "*x", "it's",
       "two\nlines", "\u2028", "\x85", "\ufeff", "🛶 größe", " lead", "trail ", "---", "x" * 300,
       "%", "\\", '"', "\x07", "a #b"]  # fmt: skip

given_texts = st.sampled_from(ODD) | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
given_values = st.recursive(
    given_texts | st.booleans(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "as_of", "reason", "on"]), inner, max_size=3)
    ),
    max_leaves=4,
)
