"""Choosing field by field: one side's text with header fields of the other."""

from __future__ import annotations

from collections.abc import Sequence

from inbox.domain.decision import SideName
from inbox.domain.item import Conflict
from inbox.errors import BadUsage, Unwritable
from inbox.formats import fields
from inbox.formats.fields import Field
from inbox.plan.conflicts import GOVERNED, OTHER, side


def choices(item: Conflict, name: SideName) -> tuple[Field, ...]:
    """Return the fields that may be taken into a side; those with verbs of their own may not.

    None where a side is not there, or its header cannot be read.
    """
    mine, other = side(item, name).memory, side(item, OTHER[name]).memory
    if mine is None or other is None:
        return ()
    return fields.differing(mine.text, other.text, {*GOVERNED})


def chosen(item: Conflict, name: SideName, keys: Sequence[str]) -> str:
    """Return the text of a side with some fields of the other.

    Raises:
        BadUsage: A field is not among the choices.
        Unwritable: The two headers cannot be put together.
    """
    offered = [field.key for field in choices(item, name)]
    for key in keys:
        if key not in offered:
            known = ", ".join(offered) or "none"
            raise BadUsage(f"`{key}` cannot be taken from the other side; these can: {known}.")
    member = side(item, name)
    try:
        other = side(item, OTHER[name]).require()
        return fields.taken(member.require().text, other.text, keys)
    except Unwritable as error:
        raise Unwritable(member.path or member.ref, error.reason) from error
