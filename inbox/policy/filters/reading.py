"""From the text of a filter to its value, or to what is wrong with one word of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import cast

from inbox.domain.verdict import ACTIONS
from inbox.errors import BadFilter
from inbox.policy.filters.terms import (
    CHOICES,
    KEYS,
    NUMBERS,
    OR,
    Bounded,
    Choice,
    Filter,
    Named,
    Number,
    Operator,
    Says,
    Term,
    Test,
    Text,
)

MOST_CHARACTERS = 4_000

NOTHING = "none"
"""`action:none`: neither the queue nor a rule proposes anything."""

_WORD = re.compile(
    r"""(?P<minus>-?)
        (?:(?P<key>[A-Za-z][A-Za-z_-]*):)?
        (?:"(?P<quoted>(?:[^"\\]|\\.)*)"(?!\S) | (?P<plain>(?!")\S*))""",
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(
    r"(<=|>=|<|>|=)?(\d{1,6}(?:\.\d{0,4})?|\.\d{1,4})([dwmy]?)", re.IGNORECASE | re.ASCII
)
_DAYS = {"": 1, "d": 1, "w": 7, "m": 30, "y": 365}


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    column: int
    parts: re.Match[str]

    def wrong(self, problem: str) -> BadFilter:
        return BadFilter(self.text, self.column, problem)

    @property
    def is_or(self) -> bool:
        return self.text.lower() == OR


def parse(text: str) -> Filter:
    """Return the filter that a text means; an empty text lets everything pass.

    Raises:
        BadFilter: A word has no meaning; names it, its column from 1, and what comes near.
    """
    if len(text) > MOST_CHARACTERS:
        raise BadFilter(text[:20], 1, f"a filter has at most {MOST_CHARACTERS} characters.")
    words = list(_words(text))
    alternatives: list[list[Term]] = [[]]
    for at, word in enumerate(words):
        if not word.is_or:
            alternatives[-1].append(Term(_test(word), bool(word.parts["minus"])))
        elif not alternatives[-1] or at == len(words) - 1:
            raise word.wrong("`or` stands between two terms; put it in quotes to search for it.")
        else:
            alternatives.append([])
    return Filter(tuple(map(tuple, filter(None, alternatives))))


def _words(text: str) -> Iterator[_Word]:
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        found = _WORD.match(text, at)
        if found is None:
            word = text[at:].split(maxsplit=1)[0]
            problem = 'its quote does not end before a blank; write `\\"` for a quote inside.'
            raise BadFilter(word, at + 1, problem)
        yield _Word(found[0], at + 1, found)
        at = found.end()


def _test(word: _Word) -> Test:
    key, value = word.parts["key"], _value(word.parts)
    if key is None:
        if not value:
            raise word.wrong("there is nothing to search for; write a word behind it.")
        return Says(value)
    key = key.lower()
    if key not in KEYS:
        raise word.wrong(
            f"no key is called {key!r}, the nearest is {_nearest(key, KEYS)!r} "
            f"({', '.join(KEYS)}); put the whole in quotes to search for it."
        )
    if not value:
        raise word.wrong(f"`{key}:` needs a value{_such_as(key)}.")
    if key in NUMBERS:
        return _bounded(word, cast(Number, key), value)
    if key in CHOICES:
        return Named(cast(Choice, key), _chosen(word, cast(Choice, key), value))
    return Named(cast(Text, key), value)


def _value(parts: re.Match[str]) -> str:
    quoted: str | None = parts["quoted"]
    return parts["plain"] if quoted is None else re.sub(r"(?s)\\(.)", r"\1", quoted)


def _such_as(key: str) -> str:
    if key in NUMBERS:
        examples = {"tier": "<=3", "confidence": ">=.8", "age": ">7d"}
        return f", as in {key}:{examples[key]}"
    choices = CHOICES.get(cast(Choice, key), ())
    return f": {', '.join(choices)}" if choices else ""


def _chosen(word: _Word, key: Choice, value: str) -> str:
    """Return a value of a key with few values.

    An action may be cut short: `keep` is both sides of it.
    """
    if key == "action":
        named = value.lower().replace("-", "_")
        if named == NOTHING or any(action.startswith(named) for action in ACTIONS):
            return named
        known: tuple[str, ...] = (*sorted(ACTIONS), NOTHING)
    else:
        named, known = value.lower(), CHOICES[key]
        if named in known:
            return named
    near = _nearest(named, known)
    raise word.wrong(f"{key} has no value {value!r}, the nearest is {near!r} ({', '.join(known)}).")


def _bounded(word: _Word, key: Number, value: str) -> Bounded:
    found = _NUMBER.fullmatch(value)
    unit = found[3].lower() if found else ""
    whole = found is not None and "." not in found[2]
    if found is None or not (whole or key == "confidence") or (unit and key != "age"):
        raise word.wrong(f"{value!r} is no number for {key}; write it{_such_as(key)[1:]}.")
    operator, number = found[1] or "=", float(found[2]) * _DAYS[unit]
    if key == "confidence" and number > 1:
        raise word.wrong("a confidence goes from 0 to 1, as in confidence:>=.8.")
    return Bounded(key, cast(Operator, operator), number)


def _nearest(word: str, known: Iterable[str]) -> str:
    return get_close_matches(word, list(known), 1, 0.0)[0]
