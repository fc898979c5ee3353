"""The rows at the top and at the bottom: where we are, what can be pressed, what was done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from textual.strip import Strip

from inbox.app.actions import ACTIONS
from inbox.app.keyboard import first_key
from inbox.app.spans import EMPTY, Line, Span, cells, ends, said
from inbox.app.widgets.styled import StyledRows


@dataclass(frozen=True, slots=True)
class Facts:
    """What the top row says."""

    root: str = ""
    branch: str = ""
    left: int | None = None
    """None until the queue has been read."""

    done: int = 0
    snoozed: int = 0
    ahead: int = 0
    """Commits that are not pushed."""

    behind: int = 0
    """Commits that are fetched and not pulled."""

    read_only: bool = False


_WELL_KNOWN = ("help.open", "app.back", "log.open")


class Bar(StyledRows):
    """One row."""

    DEFAULT_CSS = """
    Bar { height: 1; background: $surface; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.line: Line = EMPTY

    def show(self, line: Line) -> None:
        """Draw another line."""
        if line != self.line:
            self.line = line
            self.refresh()

    def render_line(self, y: int) -> Strip:
        return self.strip(self.line if y == 0 else EMPTY)


def header(facts: Facts, width: int) -> Line:
    """Return the top row: program, folder, branch, and how far the person is."""
    left = (Span(" athenaeum-inbox ", "strong"), *said(_place(facts), "dim"))
    counts = (
        ()
        if facts.left is None
        else (
            Span(f"{facts.left} left", "strong"),
            Span(f"  {facts.done} done", "ok" if facts.done else "dim"),
            Span(f"  {facts.snoozed} snoozed  " if facts.snoozed else "  ", "dim"),
        )
    )
    locked = (Span("read-only  ", "warn"),) if facts.read_only else ()
    help_ = (Span(f"{first_key('help.open')} ", "key"), Span("help ", "dim"))
    return ends(left, (*locked, *counts, *help_), width)


def _place(facts: Facts) -> str:
    apart = f" ^{facts.ahead} v{facts.behind}" if facts.ahead or facts.behind else ""
    return f" {facts.root}  {facts.branch}{apart}"


def hints(width: int, allowed: frozenset[str], words: Mapping[str, tuple[str, str]]) -> Line:
    """Return the keys that can be pressed now; words shorten to fit.

    `words` has another long and short word for some actions of the item that is on show. What
    verbs are called counts for more than keys which the help, named in the top row, names too.
    """
    wanted = [action for action in ACTIONS if action.hint and action.id in allowed]
    named = {a.id: words.get(a.id, (a.hint, a.short or a.hint)) for a in wanted}
    full = [(first_key(name), long) for name, (long, _) in named.items()]
    bare = {name: pair for name, pair in named.items() if name not in _WELL_KNOWN}
    verbs = [(first_key(name), long) for name, (long, _) in bare.items()]
    short = [(first_key(name), word) for name, (_, word) in bare.items()]
    for pairs, apart in ((full, "  "), (verbs, "  "), (short, "  "), (short, " ")):
        line = _hint_line(pairs, apart)
        if cells(line) <= width:
            return line
    return _hint_line([(key, word[:1]) for key, word in short], " ")


def _hint_line(pairs: list[tuple[str, str]], apart: str) -> Line:
    line: list[Span] = [Span(" ")]
    for key, word in pairs:
        line += [Span(key, "key"), Span(f" {word}{apart}", "dim")]
    last = line.pop()
    return (*line, Span(last.text.rstrip(), last.style))
