"""The rows at the top and at the bottom: where we are, what can be pressed, what was done."""

from __future__ import annotations

from dataclasses import dataclass

from textual.strip import Strip

from inbox.app.actions import ACTIONS, Action, first_key
from inbox.app.spans import EMPTY, Line, Span, cells, ends, said
from inbox.app.widgets.styled import StyledRows


@dataclass(frozen=True, slots=True)
class Facts:
    """What the top row says."""

    root: str = ""
    branch: str = ""
    left: int = 0
    done: int = 0


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
        self.line = line
        self.refresh()

    def render_line(self, y: int) -> Strip:
        return self.strip(self.line if y == 0 else EMPTY)


def header(facts: Facts, width: int) -> Line:
    """Return the top row: program, folder, branch, and how far the person is."""
    left = (Span(" athenaeum-inbox ", "strong"), *said(f" {facts.root}  {facts.branch}", "dim"))
    right = (
        Span(f"{facts.left} left", "strong"),
        Span(f"  {facts.done} done  ", "ok" if facts.done else "dim"),
        Span("? ", "key"),
        Span("help ", "dim"),
    )
    return ends(left, right, width)


def hints(width: int, allowed: frozenset[str]) -> Line:
    """Return the keys that can be pressed now; words shorten to fit, keys never go."""
    wanted = [action for action in ACTIONS if action.hint and action.id in allowed]
    lines = (_hint_line(wanted, length) for length in (12, 7, 4, 1))
    return next((line for line in lines if cells(line) <= width), _hint_line(wanted, 0))


def _hint_line(wanted: list[Action], length: int) -> Line:
    line: list[Span] = [Span(" ")]
    for action in wanted:
        word = action.hint[:length].strip()
        line += [Span(first_key(action.id), "key")]
        line += [Span(f" {word}  " if word else " ", "dim")]
    return tuple(line)
