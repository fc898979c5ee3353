"""Editing a side, a draft or an answer: in the screen, or in the person's own editor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual.app import SuspendNotSupported

from inbox.app.keyboard import first_key
from inbox.app.line_ends import plain, restored
from inbox.app.outside import Edited, edited
from inbox.app.screens.dialogs import AskText, Choose
from inbox.app.screens.inbox import InboxScreen
from inbox.domain import decision as d
from inbox.domain.item import Candidate, Conflict, Item, MergeProposal
from inbox.errors import InboxError
from inbox.formats.memory import read
from inbox.formats.visible import hidden_count

_SIDES = (("1", "A"), ("2", "B"))
_NAMES: dict[str, d.SideName] = {"1": "a", "2": "b"}
_GOOD_DRAFT = "---\naccess: open\naudience: all\n---\nwords\n"
"""A draft that no merge is refused for, so that what is left is no fault of the text."""


@dataclass(frozen=True, slots=True)
class Target:
    """A text to edit, and what saving it decides."""

    item: Item
    part: str
    """`a`, `b`, `draft` or `answer`."""

    question: str
    text: str
    check: Callable[[str], str]
    """Says what is wrong with a text, or nothing."""

    decision: Callable[[str], d.Decision]


Opens = Callable[[Target, str], None]
"""Opens an editor on a text that stands in for the target's own."""


class Editing:
    """The keys that open an editor."""

    def __init__(self, screen: InboxScreen) -> None:
        self._screen = screen

    def keys(self) -> dict[str, Callable[[Item], None]]:
        """Return what each action does to an item, by its id."""
        return {
            "decide.edit": lambda item: self._find(item, self._inline),
            "decide.editor": lambda item: self._find(item, self._outside),
        }

    def answer(self, item: Item) -> None:
        """Open an editor for an answer in the person's own words."""
        inbox = self._screen.inbox

        def check(text: str) -> str:
            return inbox.why_not(item, d.Answer(text))

        self._begin(
            Target(item, "answer", f"Answer: {item.title}", "", check, d.Answer), self._inline
        )

    def _find(self, item: Item, then: Opens) -> None:
        """Find out which text is meant, and go on with it."""
        if isinstance(item, MergeProposal):
            self._draft(item, then)
        elif isinstance(item, Conflict):
            winner = item.proposal.winner if item.proposal else ""
            if winner in ("a", "b"):
                self._side(item, "a" if winner == "a" else "b", then)
                return
            ask = Choose("Edit and keep which side?", _SIDES)
            self._screen.app.push_screen(
                ask, lambda key: self._side(item, _NAMES[key], then) if key else None
            )
        elif isinstance(item, Candidate):
            self._candidate(item, then)
        else:
            self._screen.warn("there is no text here to edit.")

    def _candidate(self, item: Candidate, then: Opens) -> None:
        def check(text: str) -> str:
            return self._screen.inbox.why_not(item, d.Approve(text))

        question = "Edit what becomes a memory; saving accepts it as your own word."
        self._begin(Target(item, "draft", question, item.text, check, d.Approve), then)

    def _draft(self, item: MergeProposal, then: Opens) -> None:
        screen = self._screen
        if off := screen.inbox.why_not(item, screen.choices.approve(item, _GOOD_DRAFT)):
            screen.warn(off)
            return

        def check(text: str) -> str:
            return _wrong(text) or screen.inbox.why_not(item, screen.choices.approve(item, text))

        def decision(text: str) -> d.Decision:
            return screen.choices.approve(item, text)

        question = "Edit the draft; saving merges."
        self._begin(Target(item, "draft", question, item.draft, check, decision), then)

    def side_as(self, item: Conflict, side: d.SideName, text: str) -> None:
        """Open the editor of a side on a text that stands in for its own."""
        self._side(item, side, lambda target, _: self._inline(target, text))

    def _side(self, item: Conflict, side: d.SideName, then: Opens) -> None:
        if off := self._screen.inbox.why_not(item, d.Edit(side, "")):
            self._screen.warn(off)
            return
        text = (item.a if side == "a" else item.b).require().text
        question = f"Edit side {side.upper()}; saving keeps it and supersedes the other."
        target = Target(item, side, question, text, _wrong, lambda new: d.Edit(side, new))
        self._begin(target, then)

    def _begin(self, target: Target, then: Opens) -> None:
        """Open a text; where an earlier edit of it was not committed, ask whether to go on."""
        base, kept = self._screen.choices.texts.get((target.item.id, target.part), ("", ""))
        if not kept:
            then(target, target.text)
            return
        moved = "" if base == target.text else " The memory has changed since."
        ask = Choose(
            f"Your text from before is not committed.{moved}",
            (("g", "go on with it"), ("n", "begin anew, from what is there now")),
        )

        def chosen(key: str | None) -> None:
            if key is not None:
                then(target, kept if key == "g" else target.text)

        self._screen.app.push_screen(ask, chosen)

    def _save(self, target: Target, text: str) -> None:
        self._keep(target, text)
        self._screen.carry_out(target.item, target.decision(text))

    def _keep(self, target: Target, text: str) -> None:
        """Keep a text until its commit is made: whatever goes wrong, it is not typed again."""
        self._screen.choices.texts[target.item.id, target.part] = (target.text, text)

    def _inline(self, target: Target, text: str) -> None:
        shown = plain(text)
        if count := hidden_count(shown):
            self._screen.warn(
                f"the text holds {count} hidden characters; {first_key('decide.editor')} opens it "
                "in your own editor."
            )
            return

        def given(new: str | None) -> None:
            if new is not None:
                self._save(target, restored(new, text))

        self._screen.app.push_screen(AskText(target.question, shown, target.check), given)

    def _outside(self, target: Target, text: str) -> None:
        app = self._screen.app
        try:
            command = self._screen.inbox.editor()
            with app.suspend():
                found = edited(command, text, target.part)
        except InboxError as error:
            self._screen.warn(str(error))
        except SuspendNotSupported:
            self._screen.warn("no other program can have this terminal, so it is edited here.")
            self._inline(target, text)
        else:
            self._back(target, text, found)

    def _back(self, target: Target, given: str, found: Edited) -> None:
        """Save what came back, or say what is wrong with it and keep it."""
        if found.text == target.text:
            self._screen.warn(found.problem or "nothing was changed, so nothing is decided.")
            return
        problem = found.problem or target.check(found.text)
        if not problem:
            self._save(target, found.text)
            return
        if found.text == given and found.problem:
            self._screen.warn(problem)
            return
        self._keep(target, found.text)
        ask = Choose(
            f"{problem.rstrip('.')}.", (("e", "edit it again"), ("d", "drop what was edited"))
        )

        def chosen(key: str | None) -> None:
            if key == "e":
                self._outside(target, found.text)
            elif key == "d":
                self._screen.choices.texts.pop((target.item.id, target.part), None)

        app = self._screen.app
        app.push_screen(ask, chosen)


def _wrong(text: str) -> str:
    """Return what is wrong with the text of a memory, or nothing."""
    problem = read("", text).problem
    return f"the header cannot be read: {problem}" if problem else ""
