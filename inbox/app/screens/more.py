"""The menu of the rarer verbs: those of one memory by itself, and narrowing a side."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, get_args

from inbox.app.screens.dialogs import ask_line, choose
from inbox.domain import decision as d
from inbox.domain.item import Conflict, Item, Lone, Member, members_of
from inbox.errors import InboxError

if TYPE_CHECKING:
    from inbox.app.screens.fields import Fields
    from inbox.app.screens.inbox import InboxScreen

_CHOICES = (
    ("n", "narrow this side, so that both hold"),
    ("f", "field by field: keep a side, with fields of the other …"),
    ("s", "supersede it by another memory …"),
    ("d", "deprecate: retire it on purpose"),
    ("r", "restore: put it in force again"),
    ("x", "say where it does not apply …"),
    ("v", "verify: you have checked it"),
    ("l", "layer: L1 always injected, L2 ordinary"),
    ("q", "repair its header"),
)
_AT_ONCE: dict[str, d.Decision] = {
    "d": d.Deprecate(),
    "r": d.Restore(),
    "v": d.VerifyMemory(),
    "q": d.Repair(),
}
_UNTIL, _WITHIN, _UNLESS = "1", "2", "3"
_HOW = (
    (_UNTIL, "until a day"),
    (_WITHIN, "to an organisation, a locale or a project"),
    (_UNLESS, "by an exception"),
)


class More:
    """Asks for what is missing, and decides."""

    def __init__(self, screen: InboxScreen, fields: Fields) -> None:
        self._screen = screen
        self._fields = fields

    def ask(self, item: Item) -> None:
        """Ask which verb, and for which memory of the item."""
        members = [member for member in members_of(item) if member.path is not None]
        if not members:
            self._screen.warn("there is no memory here to do more with.")
            return

        def chosen(verb: str) -> None:
            if verb == "f" and isinstance(item, Conflict):
                self._fields.ask(item)
            else:
                self._which(item, members, verb)

        choices = _CHOICES if isinstance(item, Conflict) else _CHOICES[2:]
        self._choose("More:", choices, chosen)

    def _which(self, item: Item, members: list[Member], verb: str) -> None:
        """Ask which memory is meant, where there are several."""
        if len(members) == 1:
            self._decide(item, members[0], verb)
            return
        keys = {str(number): member for number, member in enumerate(members[:9], start=1)}
        choices = tuple((key, f"{m.require().name}  {m.path}") for key, m in keys.items())
        self._choose("Which one?", choices, lambda key: self._decide(item, keys[key], verb))

    def _decide(self, item: Item, member: Member, verb: str) -> None:
        if verb in _AT_ONCE:
            self._alone(member, _AT_ONCE[verb])
        elif verb == "n" and isinstance(item, Conflict):
            self._narrow(item, "a" if member.path == item.a.path else "b")
        elif verb == "s":
            question = "Superseded by which memory? Its path below the root:"
            self._line(question, lambda path: self._supersede(member, path))
        elif verb == "x":
            question = "Where does it not apply? project:NAME, path:src/**, or a phrase:"
            self._line(question, lambda entry: self._alone(member, d.Except(entry)))
        elif verb == "l":
            layers = dict(zip("12", get_args(d.Layer), strict=True))
            choices = tuple((key, str(layer)) for key, layer in layers.items())
            self._choose("Layer?", choices, lambda k: self._alone(member, d.SetLayer(layers[k])))

    # A memory by itself.

    def _alone(self, member: Member, decision: d.Decision) -> None:
        if (lone := self._lone(member)) is not None:
            self._screen.carry_out(lone, decision)

    def _supersede(self, member: Member, path: str) -> None:
        if (lone := self._lone(member, path)) is not None:
            self._screen.carry_out(lone, d.Supersede())

    def _lone(self, member: Member, by: str = "") -> Lone | None:
        try:
            return self._screen.inbox.memory(member.path or member.ref, by=by)
        except InboxError as error:
            self._screen.warn(str(error))
            return None

    # A side of a conflict.

    def _narrow(self, item: Conflict, side: d.SideName) -> None:
        self._choose("Narrow it how?", _HOW, lambda key: self._narrow_to(item, side, key))

    def _narrow_to(self, item: Conflict, side: d.SideName, how: str) -> None:
        def to(narrowing: d.Narrowing) -> None:
            self._screen.carry_out(item, d.Scope(side, narrowing))

        if how == _UNTIL:
            question = "Until which day, like 2030-12-31? Nothing: the day before the other begins."
            self._line(question, lambda day: to(d.Window(day or None)), empty=True)
        elif how == _UNLESS:
            self._line("Unless? project:NAME, path:src/**:", lambda entry: to(d.Unless(entry)))
        else:
            kinds = dict(zip("123", get_args(d.PlaceKind), strict=True))
            choices = tuple((key, str(kind)) for key, kind in kinds.items())
            self._choose("To which?", choices, lambda key: self._within(kinds[key], to))

    def _within(self, kind: d.PlaceKind, to: Callable[[d.Narrowing], None]) -> None:
        self._line(f"Name of the {kind}:", lambda name: to(d.Within(kind, name)))

    # Asking.

    def _choose(
        self, question: str, choices: tuple[tuple[str, str], ...], then: Callable[[str], None]
    ) -> None:
        choose(self._screen.app, question, choices, then)

    def _line(self, question: str, then: Callable[[str], None], *, empty: bool = False) -> None:
        def given(text: str) -> None:
            if text.strip() or empty:
                then(text.strip())

        ask_line(self._screen.app, question, given)
