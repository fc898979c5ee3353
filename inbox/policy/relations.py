"""What memories declare about each other, and who asserts them."""

from __future__ import annotations

from inbox.domain.memory import Memory, Value
from inbox.policy.names import same_name


def supersedes(memory: Memory, other: Memory) -> bool:
    """Whether `memory` declares that it replaces `other`.

    Counts mappings with a `name` and plain names; what names the memory itself is ignored.
    """
    return _names(memory, "supersedes", other)


def refines(memory: Memory, other: Memory) -> bool:
    """Whether `memory` declares that it is an exception to or a refinement of `other`."""
    return _names(memory, "refines", other)


def _names(memory: Memory, key: str, other: Memory) -> bool:
    if same_name(memory.name, other.name):
        return False
    value = memory.header.get(key)
    listed = value if isinstance(value, list) else []
    return any(same_name(_name(entry), other.name) for entry in listed)


def is_called(memory: Memory, name: str) -> bool:
    """Whether a mark such as `superseded_by` means this memory: by name, file name or path."""
    names = (memory.name, memory.stem, memory.path)
    return bool(name) and any(same_name(name, each) for each in names)


def entries_for(memory: Memory, other: Memory) -> tuple[Value, ...]:
    """Return the `supersedes` entries that mean another memory, by name, file name or path.

    A name that both share means neither.
    """
    value = memory.header.get("supersedes")
    listed = value if isinstance(value, list) else []
    named = (entry for entry in listed if is_called(other, _name(entry)))
    return tuple(entry for entry in named if not is_called(memory, _name(entry)))


def _name(entry: Value) -> str:
    value = entry.get("name") if isinstance(entry, dict) else entry
    return value if isinstance(value, str) else ""


Identity = tuple[str, ...]


def asserter(memory: Memory) -> Identity:
    """Return who asserts a memory, comparable; empty when nobody is named.

    A mapping counts by issuer and subject or by issuer, tenant and object, never by name
    or address; a text counts trimmed, in any case.
    """
    value = memory.header.get("asserter")
    if isinstance(value, str):
        text = value.strip().casefold()
        return (text,) if text else ()
    if not isinstance(value, dict):
        return ()
    issuer, subject = _text(value.get("iss")), _text(value.get("sub"))
    provider = value.get("provider_ids")
    ids = provider if isinstance(provider, dict) else {}
    tenant, entity = _text(ids.get("entra_tid")), _text(ids.get("entra_oid"))
    if issuer and tenant and entity:
        return issuer, tenant, entity
    return (issuer, subject) if issuer and subject else ()


def _text(value: Value) -> str:
    return value.strip() if isinstance(value, str) else ""
