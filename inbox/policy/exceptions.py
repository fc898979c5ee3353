"""Where a memory says that it does or does not apply, matched against a situation.

A phrase matches as whole words in sequence, never as a prefix or a part of a word
(spec policy.md §3).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from inbox.domain.memory import Memory, Value

KINDS = ("path", "branch", "lang", "project", "tag", "tool")
_EXACT = ("path", "branch")
WHEN = "applies_when"
UNLESS = ("does_not_apply_when", "known_exceptions")
_NEGATIONS = ("not", "no", "never", "without", "cannot")
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_PATTERN = re.compile(r"\*\*/|\*\*|.", re.DOTALL)
_PLURALS = (("ies", "y"), ("sses", "ss"), ("ss", "ss"), ("us", "us"), ("is", "is"), ("s", ""))
_VERBALS = (("ing", ""), ("ed", ""))
_VOWEL = re.compile("[aeiouy]")
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known about where a memory would be applied; empty where it is not known."""

    text: str = ""
    """The words at hand, such as the question or the clashing passage."""

    path: str = ""
    branch: str = ""
    lang: str = ""
    project: str = ""
    tool: str = ""
    tags: tuple[str, ...] = ()

    def values(self, kind: str) -> tuple[str, ...]:
        """Return what is known of a kind of condition (`KINDS`)."""
        known = {
            "path": self.path,
            "branch": self.branch,
            "lang": self.lang,
            "project": self.project,
            "tool": self.tool,
        }
        found = self.tags if kind == "tag" else (known.get(kind, ""),)
        return tuple(value for value in found if value)


@dataclass(frozen=True, slots=True)
class Condition:
    """A structured entry, as in `path:src/**`; `*` stays inside a folder."""

    kind: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Match:
    """An entry that was met, and by what."""

    entry: str
    words: str
    """The words or the value that met it."""

    span: tuple[int, int] | None = None
    """Where the words stand in the situation's text; None for a condition."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether a memory applies in a situation, and why."""

    applies: bool
    reason: str = ""
    match: Match | None = None


def fit(memory: Memory, situation: Situation) -> Fit:
    """Say whether a memory applies here: an exception excludes it, an unmet `applies_when` too."""
    for key in UNLESS:
        for entry in entries(memory, key):
            if met := matched(entry, situation):
                return Fit(False, f"`{key}: {entry}` is met by “{met.words}”", met)
    wanted = entries(memory, WHEN)
    found = next((met for entry in wanted if (met := matched(entry, situation))), None)
    if wanted and not found:
        return Fit(False, f"`{WHEN}: {', '.join(wanted)}` is not met")
    return Fit(True, match=found)


def entries(memory: Memory, key: str) -> tuple[str, ...]:
    """Return the entries of one list; a lone text is one entry, `path: src/**` a condition."""
    value = memory.header.get(key)
    listed = value if isinstance(value, list) else [value]
    return tuple(text for entry in listed for text in _entry(entry))


def _entry(value: Value) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value.strip(),) if value.strip() else ()
    if isinstance(value, dict):
        return tuple(f"{kind}:{text}" for kind, text in value.items() if isinstance(text, str))
    return ()


def entry_problem(entry: str) -> str:
    """Return why a text can be no entry of such a list, in a sentence; empty when it can."""
    kind, colon, pattern = (part.strip() for part in entry.strip().partition(":"))
    if len(entry.splitlines()) > 1:
        return "An entry is one line; give the others one by one."
    if colon and kind in KINDS and not pattern:
        return f"`{kind}:` needs what it is compared with, as in `{kind}:NAME`."
    if colon and kind not in KINDS and kind.isidentifier() and not entry.startswith(f"{kind}: "):
        return (
            f"`{kind}:` is no kind of condition ({', '.join(KINDS)}); use one of those, or a "
            "phrase without a colon."
        )
    if not condition(entry) and not _is_phrase(entry):
        return (
            f"{entry.strip()!r} would never match: a phrase needs a word of three letters or an "
            "acronym; a condition looks like `project:NAME`."
        )
    return ""


def _is_phrase(entry: str) -> bool:
    return any(_telling(token.group()) for token in _TOKEN.finditer(entry))


def condition(entry: str) -> Condition | None:
    """Return a structured entry; None when it is a phrase."""
    kind, colon, pattern = entry.partition(":")
    if not colon or kind.strip() not in KINDS or not pattern.strip():
        return None
    return Condition(kind.strip(), pattern.strip())


def matched(entry: str, situation: Situation) -> Match | None:
    """Return how an entry is met in a situation, or None.

    An exception that is not matched where two memories clashed does not separate them.
    """
    structured = condition(entry)
    if structured is None:
        return _phrase(entry, situation.text)
    values = situation.values(structured.kind)
    return next((Match(entry, value) for value in values if _meets(structured, value)), None)


def _meets(structured: Condition, value: str) -> bool:
    exact = structured.kind in _EXACT
    pattern = structured.pattern if exact else structured.pattern.casefold()
    return _glob(pattern, value if exact else value.casefold())


def _glob(pattern: str, value: str) -> bool:
    """Whether a pattern fits the whole value; `**` crosses folders, `*` and `?` do not.

    Steps through a table, since a pattern is hostile text and would stall a regular expression.
    """
    fits = [False] * len(value) + [True]
    for part in reversed(_PATTERN.findall(pattern)):
        fits = _fits(part, value, fits)
    return fits[0]


def _fits(part: str, value: str, rest: list[bool]) -> list[bool]:
    """Say for each place whether this part and then the rest of the pattern fit from there."""
    row = list(rest) if part[0] == "*" else [False] * len(rest)
    below = False
    for at in range(len(value) - 1, -1, -1):
        match part:
            case "**":
                row[at] = rest[at] or row[at + 1]
            case "**/":
                below = below or (value[at] == "/" and rest[at + 1])
                row[at] = rest[at] or below
            case "*":
                row[at] = rest[at] or (value[at] != "/" and row[at + 1])
            case _:
                same = value[at] != "/" if part == "?" else value[at] == part
                row[at] = same and rest[at + 1]
    return row


def _phrase(phrase: str, text: str) -> Match | None:
    wanted = [token.group() for token in _TOKEN.finditer(phrase)]
    if not _is_phrase(phrase):
        return None
    stems = [_stem(word) for word in wanted]
    tokens = list(_TOKEN.finditer(text))
    found = [_stem(token.group()) for token in tokens]
    for start in range(len(tokens) - len(stems) + 1):
        if found[start : start + len(stems)] == stems and not _denied(tokens, start):
            span = tokens[start].start(), tokens[start + len(stems) - 1].end()
            return Match(phrase, text[span[0] : span[1]], span)
    return None


def _telling(word: str) -> bool:
    """Whether a word is enough to go by: three letters, or an acronym."""
    letters = sum(char.isalpha() for char in word)
    return letters >= _SHORTEST or (letters == len(word) > 1 and word.isupper())


def _denied(tokens: list[re.Match[str]], start: int) -> bool:
    before = tokens[start - 1].group().lower().replace("’", "'") if start else ""
    return before in _NEGATIONS or before.endswith("n't")


def _stem(word: str) -> str:
    """Cut the commonest English endings, so that `deploys` and `deploying` are `deploy`."""
    singular = _cut(word.lower(), _PLURALS)
    verb = _cut(singular, _VERBALS)
    if verb != singular and len(verb) > _SHORTEST and verb[-1] == verb[-2] not in "lsz":
        verb = verb[:-1]
    return verb.removesuffix("e") if len(verb) > _SHORTEST else verb


def _cut(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for ending, instead in endings:
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= _SHORTEST and _VOWEL.search(rest):
            return rest + instead
    return word
