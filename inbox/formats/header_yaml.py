"""Values as the YAML we write: athenaeum's style, but every text stays on one line."""

from __future__ import annotations

import re

import yaml

from inbox.domain.memory import Value

Given = None | str | bool | list["Given"] | dict[str, "Given"]
"""What can be written. A date is a text and gets quotes, as athenaeum writes it."""


def given(value: Value) -> Given:
    """Return a value that was read as one to be written."""
    if isinstance(value, list):
        return [given(item) for item in value]
    if isinstance(value, dict):
        return {key: given(item) for key, item in value.items()}
    return value


# A raw line break inside quotes would spread one value over several lines, and U+2028 and
# its kin would count as line breaks for YAML and not for git.
_ESCAPED = re.compile("[\n\r\x85\u2028\u2029\ufeff]")


class _Dumper(yaml.SafeDumper):
    """PyYAML's safe dumper without anchors and without line breaks in texts."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - the base class's signature
        return True


def _represent(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    style = '"' if _ESCAPED.search(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _represent)


def _dump(value: object, *, flow: bool = False) -> str:
    return yaml.dump(
        value,
        Dumper=_Dumper,
        default_flow_style=flow,
        sort_keys=False,
        allow_unicode=True,
        width=10**9,
    )


def after_colon(value: Given, *, flow: bool = False) -> str:
    """Return what follows `key:`, without the last line break.

    A list or mapping starts on the next line; in brackets when `flow` is set.
    """
    if flow and isinstance(value, list | dict):
        return " " + _dump(value, flow=True).removesuffix("\n")
    return _dump({"k": value}).removeprefix("k:").removesuffix("\n")


def item(value: Given, *, flow: bool = False) -> str:
    """Return a list item: `- text` and a line break, or in brackets just `text`."""
    if flow:
        return _dump([value], flow=True)[1:-2]
    return _dump([value])


def key(name: str) -> str:
    """Return a key as it stands in front of its colon; empty when it takes more than a line."""
    written = _dump({name: ""})
    return "" if written.startswith("?") else written.removesuffix(": ''\n")
