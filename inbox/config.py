"""Settings as values: what a settings file says, and what holds when several places speak."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any

LONGEST_VALUE = 20
"""Lines of one value that are looked through for where a setting stands."""

REVIEWER = "ATHENAEUM_INBOX_REVIEWER"
READ_ONLY = "ATHENAEUM_INBOX_READ_ONLY"

_AT = re.compile(r"\s*\(at line (\d+), column \d+\)$")
_PERSON = re.compile(r"([^<>\n]*[^<>\s])(?:\s*<([^<>\s]+)>)?")
_YES = ("1", "true", "yes", "on")
_NO = ("0", "false", "no", "off", "")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a setting is made."""

    path: str
    """The file, or the flag or variable."""

    line: int
    """From 1; 0 outside a file, and where it is about a whole file."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text from a settings file, with where it stands."""

    text: str
    place: Place
    own: bool = True
    """Whether it is the person's own file, and not the one that comes with the memories."""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings that hold; each field is a setting of the same name."""

    theme: str = ""
    """Empty leaves the choice to `TEXTUAL_THEME`, then to our own default."""

    order: str = ""
    reviewer: str = ""
    """`Name <address>` on the commits; empty is whom git knows."""

    read_only: bool = False
    advance: bool = True
    """Whether the next open item comes up as soon as a decision is made."""

    mouse: bool = True
    editor: str = ""
    notify_command: str = ""
    """Run, without a shell, when something new waits while the screen is open."""

    keys: Mapping[str, Said] = field(default_factory=dict)
    """Keys, comma-separated, by the id of an action."""

    filters: Mapping[str, Said] = field(default_factory=dict)
    """Expressions by the name that they are saved under."""

    places: Mapping[str, Place] = field(default_factory=dict)
    """Where each setting that is made is made."""

    @property
    def author(self) -> tuple[str, str] | None:
        """Name and address of the reviewer (the address may be empty); None where none is set."""
        found = _PERSON.fullmatch(self.reviewer.strip())
        return (found[1].strip(), found[2] or "") if found else None

    def problem(self, name: str, what: str) -> Problem:
        """Return that the value of a setting is wrong, with where it is made."""
        place = self.places.get(name, Place(name, 0))
        return Problem(place.path, place.line, what)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a settings file."""

    path: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}" if self.line else f"{self.path}: {self.what}"


@dataclass(frozen=True, slots=True)
class Layer:
    """What one place says: the settings it names, what is wrong there, what is ignored."""

    values: Mapping[str, Any] = field(default_factory=dict)
    """By the name of a setting; `keys` and `filters` hold a mapping to `Said`."""

    places: Mapping[str, Place] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    ignored: tuple[Problem, ...] = ()
    """Settings of the person's own that the file of a repository must not make."""


OWN_ONLY = ("reviewer", "editor", "notify_command")
"""Read from the person's own file only: others can push the file of a repository.

They name programs to run, or put another name on a commit.
"""

TABLES = ("keys", "filters")
_KINDS: dict[str, type] = {
    each.name: dict if each.name in TABLES else type(each.default)
    for each in fields(Config)
    if each.name != "places"
}
_KIND_WORDS = {bool: "true or false", str: 'a text in quotes, like "this"', dict: "a table"}


def parsed(text: str, path: str, *, own: bool) -> Layer:
    """Return what the text of a settings file says.

    `own` is whether it is the person's own file; else it came with the memories.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Layer(problems=(not_toml(str(error), text, path),))
    except RecursionError:
        return Layer(problems=(Problem(path, 0, "is nested too deeply for settings"),))
    reading = _Reading(text, path, own)
    values = {name: value for name, value in table.items() if reading.takes(name, value)}
    for name in TABLES:
        if name in values:
            values[name] = dict(reading.entries(name, values[name]))
    places = {name: reading.place(name) for name in values}
    return Layer(values, places, tuple(reading.problems), tuple(reading.ignored))


def not_toml(message: str, text: str, path: str) -> Problem:
    """Return where a text is no TOML, from what `tomllib` says."""
    found = _AT.search(message)
    line = int(found[1]) if found else text.count("\n") + 1
    return Problem(path, line, f"is not TOML here: {_AT.sub('', message)}")


class _Reading:
    """Checks the settings of one file, one after the other."""

    def __init__(self, text: str, path: str, own: bool) -> None:
        self._path, self._own = path, own
        self._lines = lines_of(text)
        self.problems: list[Problem] = []
        self.ignored: list[Problem] = []

    def place(self, *names: str) -> Place:
        """Return where a setting, or an entry of a table, is made."""
        return Place(self._path, self._lines.get(names, 1))

    def _problem(self, what: str, *names: str) -> Problem:
        return Problem(self._path, self.place(*names).line, what)

    def takes(self, name: str, value: object) -> bool:
        """Whether a setting counts; else say why it does not."""
        kind = _KINDS.get(name)
        if kind is None:
            self.problems.append(self._problem(unknown("setting", name, _KINDS), name))
        elif not isinstance(value, kind):
            wanted = _KIND_WORDS[kind]
            self.problems.append(self._problem(f"`{name}` has to be {wanted}", name))
        elif name in OWN_ONLY and not self._own:
            what = f"`{name}` counts in your own settings only, and is ignored here"
            self.ignored.append(self._problem(what, name))
        else:
            return True
        return False

    def entries(self, name: str, table: Mapping[str, object]) -> Iterator[tuple[str, Said]]:
        """Yield the entries of a table; `a.b = "x"` names the same as `"a.b" = "x"`."""
        for names, value in _leaves(table):
            entry = ".".join(names)
            if isinstance(value, str):
                yield entry, Said(value, self.place(name, *names), self._own)
            else:
                what = f"`{name}.{entry}` has to be {_KIND_WORDS[str]}"
                self.problems.append(self._problem(what, name, *names))


def _leaves(table: Mapping[str, object]) -> Iterator[tuple[tuple[str, ...], object]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from (((name, *names), leaf) for names, leaf in _leaves(value))
        else:
            yield (name,), value


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Return that there is no such thing, and which name comes nearest."""
    near = get_close_matches(name.lower(), list(known), n=1, cutoff=0.5)
    return f"there is no {what} `{name}`" + (f"; did you mean `{near[0]}`?" if near else "")


def lines_of(text: str) -> dict[tuple[str, ...], int]:
    """Return the line on which each setting and table of a right TOML text begins, from 1.

    TOML libraries do not tell. The text is read one statement at a time: so many lines as it
    takes until they are TOML by themselves, together with the table they belong to.
    """
    found: dict[tuple[str, ...], int] = {}
    header = ""
    lines = text.splitlines(keepends=True)
    start = 0
    while start < len(lines):
        if lines[start].lstrip().startswith("["):
            header = ""
        end, table = _statement(header, lines, start)
        for names in _paths(table):
            found.setdefault(names, start + 1)
        if lines[start].lstrip().startswith("["):
            header = "".join(lines[start:end])
        start = end
    return found


def _statement(header: str, lines: list[str], start: int) -> tuple[int, dict[str, Any]]:
    """Return where a statement ends, and what it says."""
    for end in range(start + 1, min(start + LONGEST_VALUE, len(lines)) + 1):
        try:
            return end, tomllib.loads(header + "".join(lines[start:end]))
        except tomllib.TOMLDecodeError:
            continue
    return start + 1, {}


def _paths(table: Mapping[str, object]) -> Iterator[tuple[str, ...]]:
    """Yield the name of everything in a table, and below it."""
    for name, value in table.items():
        yield (name,)
        if isinstance(value, dict):
            yield from ((name, *names) for names in _paths(value))


def from_environment(environment: Mapping[str, str]) -> Layer:
    """Return what the environment says (`ATHENAEUM_INBOX_…`)."""
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    if reviewer := environment.get(REVIEWER):
        values["reviewer"] = reviewer
    said = environment.get(READ_ONLY, "").strip().lower()
    if said not in (*_YES, *_NO):
        problems.append(Problem(READ_ONLY, 0, f"is {said!r}; give 1 or 0"))
    elif said:
        values["read_only"] = said in _YES
    places = {"reviewer": Place(REVIEWER, 0), "read_only": Place(READ_ONLY, 0)}
    return Layer(values, {name: places[name] for name in values}, tuple(problems))


def from_flags(**values: object) -> Layer:
    """Return what the flags of the command line say; None is a flag that is not there."""
    given = {name: value for name, value in values.items() if value is not None}
    return Layer(given, {name: Place(f"--{name.replace('_', '-')}", 0) for name in given})


def merged(layers: Iterable[Layer]) -> Config:
    """Return the settings that hold; the first place that names one wins.

    The tables are merged entry by entry. A key of one's own beats one from a repository: the
    fingers are the person's, and what others push must not take a key from under them.
    """
    values: dict[str, Any] = {}
    places: dict[str, Place] = {}
    for layer in layers:
        places = {**layer.places, **places}
        for name, value in layer.values.items():
            if name == "keys":
                values[name] = {**values.get(name, {}), **value}
            elif name in TABLES:
                values[name] = {**value, **values.get(name, {})}
            else:
                values.setdefault(name, value)
    return Config(**values, places=places)
