"""The strict form of a reply: `delta-schema.json`, checked by envelope and by operation.

`jsonschema` judges, so that the file that describes the reply is the one that is enforced. It
costs 0.3 s to import and is loaded by the first reply that is checked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

KINDS = ("add", "update", "delete")

_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What is no character of one line. The schema's pattern names the first part of them; the rest
breaks a line too for whoever draws it, and half a surrogate pair cannot be written as UTF-8."""

_HALF = re.compile(r"[\ud800-\udfff]")


@cache
def text() -> str:
    """Return the schema as it is shipped."""
    return (files("inbox.working") / "delta-schema.json").read_text(encoding="utf-8")


def document() -> dict[str, Any]:
    """Return the schema as a value of its own."""
    value: dict[str, Any] = json.loads(text())
    return value


def envelope_problems(output: object) -> tuple[str, ...]:
    """Return what is wrong with a reply around its operations; each rejects all of it."""
    found = _problems(_envelope(), output)
    if not found and isinstance(output, dict) and _half_characters(output):
        return ("a text holds half of a character pair",)
    return found


def operation_problems(kind: str, operation: object) -> tuple[str, ...]:
    """Return what is wrong with one operation of a kind; each rejects that operation only."""
    found = _problems(_operation(kind), operation)
    return found or tuple(_line_problems(operation))


@cache
def _envelope() -> Validator:
    schema = document()
    del schema["properties"]["deltas"]["items"]
    return _validator(schema)


@cache
def _operation(kind: str) -> Validator:
    schema = document()
    return _validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{kind}"})


def _validator(schema: dict[str, Any]) -> Validator:
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    stricter = {"pattern": _pattern, "minimum": _minimum}
    made: Callable[..., Validator] = extend(Draft202012Validator, stricter)  # type: ignore[no-untyped-call]
    return made(schema)


def _pattern(_: object, pattern: str, instance: object, __: object) -> Iterator[ValidationError]:
    """Match as the schema's language does; Python's `$` also stands before a final newline."""
    from jsonschema.exceptions import ValidationError

    if isinstance(instance, str) and not re.fullmatch(pattern, instance):
        yield ValidationError(f"{instance[:40]!r} does not match {pattern!r}")


def _minimum(_: object, least: float, instance: object, __: object) -> Iterator[ValidationError]:
    """Refuse what is not at least that; every comparison with NaN is false."""
    from jsonschema.exceptions import ValidationError

    number = isinstance(instance, int | float) and not isinstance(instance, bool)
    if number and not instance >= least:  # type: ignore[operator]
        yield ValidationError(f"{instance!r} is less than the minimum of {least!r}")


def _problems(validator: Validator, value: Any) -> tuple[str, ...]:
    found = sorted(validator.iter_errors(value), key=lambda error: list(map(str, error.path)))
    return tuple(_said(error) for error in found)


def _said(error: ValidationError) -> str:
    where = ".".join(map(str, error.absolute_path))
    return f"{where}: {error.message[:200]}" if where else error.message[:200]


def _line_problems(operation: object) -> Iterator[str]:
    if not isinstance(operation, dict):
        return
    entry = operation.get("entry")
    texts = {**operation, **(entry if isinstance(entry, dict) else {})}
    for name in ("content", "evidence", "reason"):
        if isinstance(value := texts.get(name), str) and _UNPRINTABLE.search(value):
            yield f"{name}: a character that is not of one line"


def _half_characters(output: dict[str, Any]) -> bool:
    values = [output.get(name) for name in ("active_goal", "progress", "next_steps")]
    lines = [*output["key_decisions"], *output["open_loops"]]
    return any(_HALF.search(value) for value in [*values, *lines] if isinstance(value, str))
