"""Which keys do what: the action table, with what the person's settings change in it."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field

from inbox.app.actions import ACTIONS, BY_ID, shown
from inbox.config import Config, Problem, Said, unknown

MODIFIERS = ("ctrl", "shift", "alt", "super", "hyper", "meta")
RESERVED = {
    "ctrl+c": "copies in Textual",
    "ctrl+q": "quits",
}
"""Keys that Textual keeps, each with what it does."""


@dataclass(frozen=True, slots=True)
class Keyboard:
    """The keys of every action."""

    changed: Mapping[str, str] = field(default_factory=dict)
    """Keys, comma-separated, by the id of an action; the others have those of the table."""

    def keys(self, action_id: str) -> str:
        """Return the keys of an action, comma-separated."""
        return self.changed.get(action_id, BY_ID[action_id].keys)

    def shown(self, action_id: str) -> str:
        """Return the keys of an action as a person reads them."""
        return shown(self.keys(action_id))


IN_USE: ContextVar[Keyboard] = ContextVar("keyboard", default=Keyboard())  # noqa: B039 - frozen
"""The keyboard of the program that is running, which every drawn word about a key asks."""


def first_key(action_id: str) -> str:
    """Return the key that hints show for an action, on the keyboard in use."""
    return shown(IN_USE.get().keys(action_id).partition(",")[0])


def all_keys(action_id: str) -> str:
    """Return the keys of an action as a person reads them, on the keyboard in use."""
    return IN_USE.get().shown(action_id)


def keyboard(config: Config) -> Keyboard:
    """Return the keys that settings without a problem give."""
    counted = {name: said for name, said in config.keys.items() if not _foreign(name, said)}
    return Keyboard({name: ",".join(_split(said)) for name, said in counted.items()})


def ignored(config: Config) -> Iterator[Problem]:
    """Yield the keys that do not count.

    A file that others can push must not put a decision on a key that was for moving about.
    """
    for name, said in config.keys.items():
        if _foreign(name, said):
            what = f"a key that decides (`{name}`) counts in your own settings only"
            yield Problem(said.place.path, said.place.line, f"{what}, and is ignored here")


def _foreign(name: str, said: Said) -> bool:
    return not said.own and name in BY_ID and BY_ID[name].decides


def _split(said: Said) -> list[str]:
    return [key.strip() for key in said.text.split(",")]


def problems(config: Config) -> Iterator[Problem]:
    """Yield what is wrong with the keys: unknown actions and keys, keys that do two things."""
    for name, said in config.keys.items():
        if name not in BY_ID:
            yield _at(said, unknown("action", name, BY_ID))
            continue
        for key in _split(said):
            if reason := _unfit(key):
                yield _at(said, f"{name}: {reason}")
    yield from _clashes(config)


def _at(said: Said, what: str) -> Problem:
    return Problem(said.place.path, said.place.line, what)


def _clashes(config: Config) -> Iterator[Problem]:
    """Yield the keys that two actions want; Textual would let one of them win in silence."""
    board = keyboard(config)
    wanted: dict[str, list[str]] = defaultdict(list)
    for action in ACTIONS:
        for key in dict.fromkeys(map(named, board.keys(action.id).split(","))):
            wanted[key].append(action.id)
    for key, names in wanted.items():
        chosen = [name for name in names if name in board.changed]
        if len(names) > 1 and chosen:
            others = " and ".join(f"`{name}`" for name in names)
            yield _at(config.keys[chosen[-1]], f"{others} are on the same key, {shown(key)}")


def _unfit(key: str) -> str:
    """Return why a key cannot be used, or nothing."""
    # Takes 90 ms, and few commands ask.
    from textual.keys import KEY_NAME_REPLACEMENTS, Keys, key_to_character

    if not key:
        return "a key is empty; a comma itself is called `comma`"
    name = named(key)
    if name in RESERVED:
        return f"{key} {RESERVED[name]} and cannot be given away"
    known = {each.value for each in Keys} | set(KEY_NAME_REPLACEMENTS.values())
    *held, last = name.split("+")
    fits = last in known or key_to_character(last) is not None
    if name in known or (fits and all(each in MODIFIERS for each in held)):
        return ""
    return unknown("key", key, known)


def named(key: str) -> str:
    """Return the name that Textual has for a key; a character is called as in Unicode.

    A terminal sends the same for Tab and ctrl+i, and for Enter and ctrl+m.
    """
    from textual.keys import KEY_ALIASES, KEY_NAME_REPLACEMENTS

    if len(key) != 1 or key.isalnum():
        return next((name for name, others in KEY_ALIASES.items() if key in others), key)
    name = unicodedata.name(key, key).lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)
