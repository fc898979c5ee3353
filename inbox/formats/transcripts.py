"""The last messages of a conversation, from the three forms that agents keep them in.

Claude Code transcripts (JSON lines with `type` and `message`), the Messages API (a JSON list, an
object with `messages`, or JSON lines with `role` and `content`), and lines of `role: text`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

Role = Literal["user", "assistant", "tool"]

LAST = 10
"""Messages that are kept; the evidence of a reply can name no others."""

LONGEST = 6_000
"""Characters of a message; of a longer one both ends are kept."""

INJECTED = (
    "system-reminder",
    "working-memory",
    "memory",
    "memories",
    "recalled-memory",
    "recalled-memories",
    "relevant-memories",
)
"""Elements by which memory is put into a conversation; what is recalled is nothing new."""

_ROLES: dict[str, Role] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "tool": "tool",
}
_PLAIN = re.compile(r"(user|human|assistant|ai|tool)[ \t]*:[ \t]?", re.IGNORECASE)
_NAMES = "|".join(name.replace("-", "[-_]") for name in INJECTED)
_TAG = re.compile(rf"<(?P<end>/?)(?P<name>{_NAMES})\b[^<>]*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Message:
    """What one of the three said; what a tool returned is a message of its own."""

    role: Role
    text: str


class Unreadable(ValueError):
    """The text is no transcript; the message says what was looked for."""


def read(text: str) -> tuple[Message, ...]:
    """Return the last ten messages, injected memory left out, long ones shortened.

    Raises:
        Unreadable: It is none of the three forms, or holds no message.
    """
    found = _whole(text)
    if found is None:
        found = _lines(text) if _is_json_lines(text) else list(_plain(text))
    kept = [Message(each.role, without_injected(each.text)) for each in found]
    said = [Message(each.role, shortened(each.text)) for each in kept if each.text.strip()]
    if not said:
        raise Unreadable(
            "no message is in it; it takes a Claude Code transcript (JSON lines), Messages API "
            "JSON, or lines of `user: …`, `assistant: …`, `tool: …`"
        )
    return tuple(said[-LAST:])


def without_injected(text: str) -> str:
    """Return a message without the blocks by which memory was put into it, nested ones too."""
    kept, at = [], 0
    for start, end in sorted(_blocks(text)):
        kept.append(text[at:start])
        at = max(at, end)
    return "".join([*kept, text[at:]]).strip()


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each closed block begins and ends."""
    opened: dict[str, list[int]] = {}
    for tag in _TAG.finditer(text):
        starts = opened.setdefault(tag["name"].lower(), [])
        if not tag["end"]:
            starts.append(tag.start())
        elif starts:
            yield starts.pop(), tag.end()


def shortened(text: str) -> str:
    """Return a message with its two ends, when it is too long for a prompt."""
    if len(text) <= LONGEST:
        return text
    half = LONGEST // 2
    return f"{text[:half]}\n[{len(text) - 2 * half} characters left out]\n{text[-half:]}"


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _whole(text: str) -> list[Message] | None:
    """Return the messages of one JSON document; None when it is none."""
    value = _loaded(text) if text.lstrip()[:1] in ("[", "{") else None
    if isinstance(value, Mapping) and isinstance(value.get("messages"), list):
        value = value["messages"]
    if isinstance(value, Mapping):
        value = [value]
    return list(_joined(map(_row, value))) if isinstance(value, list) else None


def _is_json_lines(text: str) -> bool:
    """Whether the lines are objects; the first and the last may be cut off."""
    lines = [line for line in text.split("\n") if line.strip()]
    return any(isinstance(_loaded(line), dict) for line in (*lines[:2], *lines[-2:]))


def _lines(text: str) -> list[Message]:
    return list(_joined(_row(_loaded(line)) for line in text.split("\n")))


Row = tuple[str, list[Message]]


def _row(value: object) -> Row:
    """Return the id of a row's message and what it says; nothing for rows that say nothing."""
    if not isinstance(value, Mapping) or value.get("isMeta") or value.get("isSidechain"):
        return "", []
    message = value.get("message") if "message" in value else value
    if not isinstance(message, Mapping):
        return "", []
    role = _ROLES.get(str(message.get("role")))
    said = list(_said(role, message.get("content"))) if role else []
    return str(message.get("id") or ""), said


def _joined(rows: Iterable[Row]) -> Iterator[Message]:
    """Yield the messages; Claude Code writes each block of one reply as a row of its own."""
    last_id, last = "", None
    for row_id, messages in rows:
        for message in messages:
            if last and row_id and row_id == last_id and message.role == last.role:
                last = replace(last, text=f"{last.text}\n{message.text}")
                continue
            if last:
                yield last
            last_id, last = row_id, message
    if last:
        yield last


def _said(role: Role, content: object) -> Iterator[Message]:
    """Yield what a message says; results of tools stand in messages of the user's role."""
    if isinstance(content, str):
        yield Message(role, content)
        return
    own: list[str] = []
    for block in content if isinstance(content, list) else []:
        if not isinstance(block, Mapping):
            continue
        if block.get("type") == "tool_result":
            yield Message("tool", _result(block))
        elif text := _block(block):
            own.append(text)
    if own:
        yield Message(role, "\n".join(own))


def _result(block: Mapping[str, Any]) -> str:
    content = block.get("content")
    parts = content if isinstance(content, list) else [content]
    text = "\n".join(
        _block(part) if isinstance(part, Mapping) else str(part) for part in parts if part
    )
    return f"[failed] {text}" if block.get("is_error") else text


def _block(block: Mapping[str, Any]) -> str:
    match block.get("type"):
        case "text":
            return str(block.get("text") or "")
        case "tool_use":
            words = json.dumps(block.get("input"), ensure_ascii=False)
            return f"[calls {block.get('name')} {shortened(words)}]"
        case "image" | "document":
            return f"[{block.get('type')}]"
        case _:
            return ""


def _plain(text: str) -> Iterator[Message]:
    """Yield the messages of `role: text` lines; other lines belong to the one before."""
    role, said = None, list[str]()
    for line in text.split("\n"):
        if found := _PLAIN.match(line):
            if role:
                yield Message(role, "\n".join(said))
            role, said = _ROLES[found[1].lower()], [line[found.end() :]]
        elif role:
            said.append(line)
        elif line.strip():
            raise Unreadable(f"the first line does not say who speaks: {line.strip()[:60]!r}")
    if role:
        yield Message(role, "\n".join(said))
