"""The one table of what keys do: feeds bindings, hint row, help and the README."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a key does."""

    id: str
    keys: str
    """Comma-separated, the first is the one that hints show."""

    group: str
    hint: str
    """A word for the hint row; empty keeps it out."""

    does: str
    """A sentence for help and README."""

    decides: bool = False
    """Whether it decides: such keys rest for a moment after an item came up by itself."""

    short: str = ""
    """The word of the hint row where there is little room; empty: the word as it is."""


DIGITS = {"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
"""Digits that mean something only where a question has so many options."""

ACTIONS: tuple[Action, ...] = (
    Action("move.down", "j,down", "move", "", "next row; scrolls where a box has the focus"),
    Action("move.up", "k,up", "move", "", "previous row"),
    Action("move.first", "g,home", "move", "", "first"),
    Action("move.last", "G,end", "move", "", "last"),
    Action("move.page_down", "ctrl+d,pagedown", "move", "", "half a page down"),
    Action("move.page_up", "ctrl+u,pageup", "move", "", "half a page up"),
    Action("move.next_open", "n", "move", "", "next open item"),
    Action("move.previous_open", "N", "move", "", "previous open item"),
    Action("move.claims_down", "J", "move", "", "scroll both claims down from the queue"),
    Action("move.claims_up", "K", "move", "", "scroll both claims up from the queue"),
    Action("focus.next", "tab", "move", "", "queue, claims, lower box; narrow: queue or item"),
    Action("focus.previous", "shift+tab", "move", "", "the same backwards"),
    Action("item.open", "enter", "move", "", "open the item; never decides"),
    Action("view.next", "]", "see", "", "lower box: Patch, Result, Why, History"),
    Action("view.previous", "[", "see", "", "lower box: the other way round"),
    Action("view.diff", "d", "see", "", "side by side, one column, plain"),
    Action("view.wrap", "w", "see", "", "wrap long lines, or cut them"),
    Action("view.maximize", "m", "see", "", "the focused box alone, or all boxes"),
    Action("view.context_less", "{", "see", "", "fold more of what is alike"),
    Action("view.context_more", "}", "see", "", "fold less of it, at last nothing"),
    Action("working.open", "W", "see", "", "an agent's working memory; p pins, r restores there"),
    Action("merge.previous", "h,left", "see", "", "the source of a merge before"),
    Action("merge.next", "l,right", "see", "", "the next source of a merge"),
    Action("statistics.open", "number_sign", "see", "", "statistics of queue and log"),
    Action("decide.accept", "a", "decide", "accept", "do what is proposed", decides=True),
    Action(
        "decide.one",
        "1",
        "decide",
        "keep A",
        "keep A; on an enumerated question option 1",
        decides=True,
        short="A",
    ),
    Action(
        "decide.two",
        "2",
        "decide",
        "keep B",
        "keep B; on an enumerated question option 2",
        decides=True,
        short="B",
    ),
    Action("decide.both", "3", "decide", "both", "keep both; asks for a line of context", True),
    Action(
        "decide.no_conflict",
        "0",
        "decide",
        "no conflict",
        "not a conflict, no duplicate; or neither option",
        decides=True,
        short="no",
    ),
    *(
        Action(
            f"decide.{name}", str(n), "decide", "", f"option {n} of an enumerated question", True
        )
        for name, n in DIGITS.items()
    ),
    Action("decide.reject", "x", "decide", "reject", "reject a merge; set a proposal aside", True),
    Action("decide.edit", "e", "decide", "edit", "edit the surviving side, or the draft", True),
    Action("decide.editor", "E", "decide", "", "the same in your own editor", True),
    Action("decide.answer", "i", "decide", "answer", "answer a question without two sides", True),
    Action("decide.contest", "c", "decide", "contest", "mark a side as disputed", True),
    Action("decide.uncontest", "C", "decide", "uphold", "uphold a contested memory", True),
    Action(
        "decide.tombstone", "t", "decide", "tomb", "remove a side and block its return; asks", True
    ),
    Action("decide.merge", "M", "decide", "", "propose a merge of the two sides", True),
    Action(
        "decide.more",
        "full_stop",
        "decide",
        "",
        "more: narrow, supersede, deprecate, layer …",
        True,
    ),
    Action("decide.snooze", "s", "decide", "snooze", "rest until later; only for you", True),
    Action("decide.reason", "r", "decide", "", "give a reason for the next decision"),
    Action(
        "undo.undo",
        "z,u",
        "take back",
        "undo",
        "take your last decision back, in any session",
        True,
    ),
    Action("undo.redo", "Z,ctrl+r", "take back", "", "take your last undo back", True),
    Action(
        "log.open", "L", "take back", "log", "past decisions; z there takes the chosen one back"
    ),
    Action(
        "mark.toggle",
        "space",
        "many",
        "",
        "mark an item, verbs act on all marked; a merge source: leave out",
    ),
    Action("mark.range", "v", "many", "", "begin a range here, mark it with v once more"),
    Action("mark.all", "asterisk", "many", "", "mark all on show, or none"),
    Action("filter.open", "slash", "find", "", "filter as you type"),
    Action("filter.saved", "f", "find", "", "the filters of your settings"),
    Action("filter.clear", "F", "find", "", "show everything again"),
    Action("view.order", "o", "find", "", "order and groups"),
    Action("view.resting", "S", "find", "", "show what is snoozed or settled, too"),
    Action("copy.menu", "y", "out", "", "copy the id, the patch, the text or the paths"),
    Action("repo.reload", "R", "program", "", "read everything again"),
    Action("palette.open", "colon,ctrl+p", "program", "", "all commands, by name"),
    Action("guidelines.open", "H", "program", "", "the guidelines of these memories, if any"),
    Action("help.open", "?", "program", "help", "this list"),
    Action("app.back", "q", "program", "quit", "back; on the first screen quit"),
    Action("app.escape", "escape", "program", "", "back one step, never quits"),
)

BY_ID = {action.id: action for action in ACTIONS}

_SHOWN = {
    "down": "↓",
    "up": "↑",
    "enter": "Enter",
    "tab": "Tab",
    "shift+tab": "shift+Tab",
    "escape": "Esc",
    "home": "Home",
    "end": "End",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "question_mark": "?",
    "left": "←",
    "right": "→",
    "space": "Space",
    "asterisk": "*",
    "colon": ":",
    "comma": ",",
    "full_stop": ".",
    "slash": "/",
    "minus": "-",
    "number_sign": "#",
}


def shown(keys: str) -> str:
    """Return the keys of an action as a person reads them."""
    return " ".join(map(_shown, keys.split(",")))


def _shown(key: str) -> str:
    if key in _SHOWN:
        return _SHOWN[key]
    # Settings may spell a character by its name: `question_mark`.
    try:
        return unicodedata.lookup(key.replace("_", " ")) if "_" in key else key
    except KeyError:
        return key


def key_table() -> str:
    """Return the table of keys as markdown, for the README."""
    rows = (f"| `{shown(action.keys)}` | {action.does} |" for action in ACTIONS)
    return "\n".join(["| key | does |", "|---|---|", *rows])
