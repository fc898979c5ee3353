"""Rule 9: two values of one single-valued attribute are settled by priority."""

from __future__ import annotations

from inbox.domain.memory import Memory
from inbox.policy.answers import Answer, RuleName, asked, proposed, silent
from inbox.policy.declared_rules import KEEP
from inbox.policy.kinds import Kind, declared_kind
from inbox.policy.options import options
from inbox.policy.pair import Pair
from inbox.policy.priority import Context, Priority, Step, StepName, priority

RANKING: tuple[RuleName, ...] = (
    "user-authority",
    "layer",
    "verified-evidence",
    "precedence-tier",
    "tie-break-by-date",
)

_NAMES: dict[StepName, RuleName] = {
    "eligibility": "inactive",
    "user authority": "user-authority",
    "scope": "scope-override",
    "layer": "layer",
    "verification": "verified-evidence",
    "trust": "precedence-tier",
    "recency": "tie-break-by-date",
}
"""The rule under which each step of the comparison is known."""

_PROPOSING = frozenset(RANKING)


def ranking(pair: Pair) -> tuple[Answer, ...]:
    """Return what each ranking rule says, up to the one that speaks."""
    why = _incomparable(pair)
    if why:
        return tuple(silent(name, why) for name in RANKING)
    context = Context(decisions=pair.decisions, key=pair.attribute)
    found = priority(pair.a.memory, pair.b.memory, context)
    equal = found.steps[:-1]
    passed = (silent(_NAMES[step.name], _both(step)) for step in equal if _named(step))
    return (*passed, _decided(pair, found))


def _incomparable(pair: Pair) -> str:
    """Say why precedence may not be applied; empty when it may."""
    if not (pair.attribute and pair.exclusive):
        return "no single-valued attribute is named for both sides"
    kinds = declared_kind(pair.a.memory), declared_kind(pair.b.memory)
    if kinds[0] is None or kinds[0] != kinds[1]:
        return f"the kinds are {' and '.join(kind or 'undeclared' for kind in kinds)}"
    if kinds[0] is Kind.FACT and (_dated(pair.a.memory) or _dated(pair.b.memory)):
        return "a fact with a date of its own is a snapshot, not a rival"
    return ""


def _dated(memory: Memory) -> bool:
    return bool(memory.scalar("valid_from") or memory.scalar("observed_at"))


def _named(step: Step) -> bool:
    return _NAMES[step.name] in _PROPOSING


def _both(step: Step) -> str:
    return f"a {_value(step, step.a)}, b {_value(step, step.b)}"


def _decided(pair: Pair, found: Priority) -> Answer:
    step, name = found.steps[-1], _NAMES[found.decided_by]
    if found.winner is None:
        return asked(name, f"{_both(step)}: {step.why}", _options(pair, step))
    if name not in _PROPOSING:
        # An override supersedes nothing, and what is not in force here may be elsewhere.
        return asked(name, f"{_both(step)}: they do not meet on equal terms")
    values = (step.a, step.b) if found.winner == "a" else (step.b, step.a)
    best, other = (_value(step, value) for value in values)
    verb = "is newer than" if step.name == "recency" else "beats"
    return proposed(name, KEEP[found.winner], f"{best} {verb} {other}")


def _options(pair: Pair, step: Step) -> tuple[str, ...]:
    fact = declared_kind(pair.a.memory) is Kind.FACT
    return options(pair.a.passage, pair.b.passage) if fact and step.name == "recency" else ()


_PREFIX: dict[StepName, str] = {"user authority": "tier ", "trust": "tier ", "layer": "layer "}


def _value(step: Step, value: str) -> str:
    return f"{_PREFIX.get(step.name, '')}{value}"
