"""What each key does on the first screen: moves, or asks what is missing and decides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.screen import Screen
from textual.widget import Widget

from inbox.app import draw_item, draw_patch
from inbox.app.actions import DIGITS
from inbox.app.keyboard import first_key
from inbox.app.screens.answering import Answering
from inbox.app.screens.copying import Copying
from inbox.app.screens.dialogs import PATCH_WIDTH, Choose, ask_line, choose
from inbox.app.screens.editing import Editing
from inbox.app.screens.fields import Fields
from inbox.app.screens.help import HelpScreen
from inbox.app.screens.inbox import InboxScreen
from inbox.app.screens.later import Later
from inbox.app.screens.log import LogScreen
from inbox.app.screens.many import Many
from inbox.app.screens.more import More
from inbox.app.screens.review import Review
from inbox.app.screens.selecting import Selecting
from inbox.app.screens.statistics import StatisticsScreen
from inbox.app.screens.viewing import Viewing
from inbox.app.screens.working import WorkingScreen
from inbox.app.spans import Span, in_rows, lines_of
from inbox.app.widgets.styled import Lines
from inbox.domain import decision as d
from inbox.domain.item import Conflict, Item, Lone, Member, MergeProposal
from inbox.domain.outcome import Preview
from inbox.domain.status import Status
from inbox.domain.verdict import Verdict
from inbox.errors import InboxError
from inbox.formats.visible import visible
from inbox.service.inbox import GUIDELINES
from inbox.service.proposals import decision_for, nothing_to_accept

_SIDES = (("1", "A"), ("2", "B"))
_NAMES: dict[str, d.SideName] = {"1": "a", "2": "b"}


class Verbs:
    """The keys of one screen."""

    def __init__(self, screen: InboxScreen) -> None:
        self._screen = screen
        self._selecting = Selecting(screen)
        self._many = Many(screen)
        self._later = Later(screen)
        self._viewing = Viewing(screen)
        self._moves: dict[str, Callable[[], None]] = {
            "move.down": lambda: self._move(1),
            "move.up": lambda: self._move(-1),
            "move.first": lambda: self._to_end(last=False),
            "move.last": lambda: self._to_end(last=True),
            "move.page_down": lambda: self._page(1),
            "move.page_up": lambda: self._page(-1),
            "move.next_open": lambda: screen.queue.move_items(1),
            "move.previous_open": lambda: screen.queue.move_items(-1),
            "move.claims_down": lambda: self._scroll_claims(1),
            "move.claims_up": lambda: self._scroll_claims(-1),
            "focus.next": lambda: self._focus(1),
            "focus.previous": lambda: self._focus(-1),
            **self._program(),
            **self._viewing.keys(),
            **self._selecting.actions,
        }
        self._decisions = self._deciding()

    def _deciding(self) -> dict[str, Callable[[Item], None]]:
        screen, editing = self._screen, Editing(self._screen)
        return {
            "decide.accept": self._accept,
            "decide.one": lambda item: self._digit(item, 1),
            "decide.two": lambda item: self._digit(item, 2),
            "decide.both": lambda item: self._digit(item, 3),
            "decide.no_conflict": lambda item: self._digit(item, 0),
            "decide.reject": lambda item: screen.carry_out(item, d.Reject()),
            "decide.contest": self._contest,
            "decide.uncontest": self._uncontest,
            "decide.tombstone": self._tombstone,
            **{f"decide.{name}": partial(self._digit, digit=n) for name, n in DIGITS.items()},
            **editing.keys(),
            "decide.answer": Answering(screen, editing).ask,
            "decide.snooze": lambda item: self._later.ask((item,)),
            "decide.more": More(screen, Fields(screen, editing)).ask,
            "decide.merge": lambda item: screen.carry_out(item, d.FileMerge()),
        }

    def _program(self) -> dict[str, Callable[[], None]]:
        return {
            "item.open": self._screen.open_item,
            "mark.toggle": self._mark,
            "undo.redo": self._screen.redo,
            "decide.reason": self._reason,
            "log.open": self._log,
            "working.open": lambda: self._push(WorkingScreen(self._screen.inbox)),
            "copy.menu": Copying(self._screen).ask,
            "statistics.open": lambda: self._push(StatisticsScreen(self._screen.inbox)),
            "undo.undo": lambda: self._undo(None),
            "repo.reload": self._reload,
            "palette.open": self._palette,
            "help.open": lambda: self._push(HelpScreen()),
            "guidelines.open": self._guidelines,
            "app.back": self._quit,
            "app.escape": self._escape,
        }

    def run(self, action_id: str) -> None:
        """Do what a key stands for."""
        marked = self._screen.queue.marked()
        if move := self._moves.get(action_id):
            move()
        elif marked and action_id == "decide.snooze":
            self._later.ask(marked)
        elif marked:
            self._many.run(action_id, marked)
        elif self._screen.item is None:
            self._screen.warn("there is no item here to decide.")
        else:
            self._decisions[action_id](self._screen.item)

    def filtered(self, text: str, *, typing: bool) -> None:
        """Filter by a text, while it is typed or when it is done."""
        if typing:
            self._selecting.typed(text)
        else:
            self._selecting.filtered(text)

    # Moving.

    def _box(self) -> Lines | None:
        focused = self._screen.focused
        return focused if isinstance(focused, Lines) else None

    def _move(self, by: int) -> None:
        box = self._box()
        if box is None:
            self._screen.queue.move(by)
        else:
            box.scroll_relative(y=by, animate=False)

    def _to_end(self, *, last: bool) -> None:
        box = self._box()
        if box is None:
            self._screen.queue.go_to(self._screen.queue.count - 1 if last else 0)
        else:
            box.scroll_to(y=box.max_scroll_y if last else 0, animate=False)

    def _page(self, by: int) -> None:
        box = self._box()
        if box is None:
            queue, height = self._screen.queue, self._screen.size.height
            queue.move(by * (queue.page if queue.is_on_screen else height // 2))
        else:
            box.scroll_relative(y=by * max(1, box.size.height // 2), animate=False)

    def _scroll_claims(self, by: int) -> None:
        self._screen.pane.show_whole(whole=True)
        self._screen.pane.claims.scroll_relative(y=by, animate=False)

    def _focus(self, by: int) -> None:
        """Go round the boxes; in one column Tab turns between queue and item.

        An open item has the patch in between, so that it can be scrolled.
        """
        screen = self._screen
        here, there = (screen.pane.claims, screen.pane.lower.box)[::by]
        if not screen.wide and screen.focused is here:
            there.focus()
            return
        if not screen.wide:
            screen.toggle_class("queue-open")
            if screen.has_class("queue-open"):
                screen.queue.focus()
            else:
                screen.set_focus(None)
            screen.say(())
            return
        boxes: list[Widget] = [screen.queue, screen.pane.claims, screen.pane.lower.box]
        at = boxes.index(screen.focused) if screen.focused in boxes else 0
        boxes[(at + by) % len(boxes)].focus()

    def _escape(self) -> None:
        screen = self._screen
        if self._many.stop():
            screen.say((Span(" .. stops after this commit", "dim"),))
            return
        if screen.alone:
            screen.show_alone("")
            return
        if screen.queue.clear_marks():
            screen.draw_queue_frame()
            return
        if screen.reason:
            screen.give_reason("")
        if screen.wide:
            screen.queue.focus()
        else:
            screen.remove_class("queue-open")
            screen.set_focus(None)
            screen.pane.show_whole(whole=False)
        screen.say(())

    def _guidelines(self) -> None:
        """Show what the people of this repository have agreed on."""
        try:
            text = self._screen.inbox.guidelines()
        except InboxError as error:
            self._screen.warn(str(error))
            return
        if not text.strip():
            self._screen.warn(f"no guidelines are here; they would stand in {GUIDELINES}.")
            return
        lines = in_rows(lines_of(visible(text)), PATCH_WIDTH)
        self._screen.app.push_screen(Review(f"Guidelines: {GUIDELINES}", (), lines))

    def _quit(self) -> None:
        screen = self._screen
        if not screen.wide and screen.has_class("queue-open"):
            self._escape()
            return
        screen.leave()

    def _push(self, screen: Screen[None]) -> None:
        self._screen.app.push_screen(screen)

    def _reload(self) -> None:
        self._screen.load()

    def _palette(self) -> None:
        self._screen.app.action_command_palette()

    def _log(self) -> None:
        log = LogScreen(self._screen.inbox)
        self._screen.app.push_screen(log, self._undo_chosen)

    def _undo_chosen(self, decision_id: str | None) -> None:
        if decision_id:
            self._undo(decision_id)

    def _undo(self, decision_id: str | None) -> None:
        self._screen.undo(decision_id)

    def _mark(self) -> None:
        """Mark an item; on the sources of a merge leave one out."""
        screen, item = self._screen, self._screen.item
        if isinstance(item, MergeProposal) and screen.focused is not screen.queue:
            self._viewing.leave_out(item)
        else:
            screen.queue.toggle()
            screen.draw_queue_frame()

    # Deciding.

    def _choose(
        self, question: str, choices: tuple[tuple[str, str], ...], then: Callable[[str], None]
    ) -> None:
        choose(self._screen.app, question, choices, then)

    def _accept(self, item: Item) -> None:
        screen = self._screen
        decision = screen.choices.accepting(screen.inbox, item)
        if decision is not None:
            screen.carry_out(item, decision)
        elif item.proposal is not None and item.rule is not None:
            said = {"1": item.proposal, "2": item.rule}
            choices = tuple((key, _opinion(verdict)) for key, verdict in said.items())

            def take(key: str) -> None:
                one = decision_for(item, said[key])
                if one is None:
                    screen.warn("this one cannot be accepted as it stands.")
                else:
                    screen.carry_out(item, one)

            self._choose("Queue and rule differ. Which one?", choices, take)
        else:
            screen.warn(nothing_to_accept(item))

    def _digit(self, item: Item, digit: int) -> None:
        if isinstance(item, Conflict) and item.options:
            self._pick(item, digit)
        elif digit == 0:
            self._screen.carry_out(item, d.NotAConflict())
        elif digit in DIGITS.values():
            self._screen.warn(f"there is no option {digit} here.")
        elif digit == 3:  # noqa: PLR2004
            self._both(item)
        else:
            self._screen.carry_out(item, d.Keep(_NAMES[str(digit)]))

    def _pick(self, item: Conflict, digit: int) -> None:
        if digit:
            self._screen.carry_out(item, d.Pick(digit))
            return
        question = "Neither. What holds instead? An empty line contests both."
        self._line(question, lambda text: self._screen.carry_out(item, d.Pick(0, value=text)))

    def _both(self, item: Item) -> None:
        if off := self._screen.inbox.why_not(item, d.RetainBoth()):
            self._screen.warn(off)
            return
        question = "Keep both. A line of context for both of them, or nothing:"
        self._line(question, lambda text: self._screen.carry_out(item, d.RetainBoth(text)))

    def _line(self, question: str, then: Callable[[str], None], value: str = "") -> None:
        ask_line(self._screen.app, question, then, value)

    def _reason(self) -> None:
        def keep(text: str) -> None:
            self._screen.give_reason(text)
            self._screen.warn(f"reason for the next decision: {text}" if text else "no reason")

        self._line(
            "Reason for the next decision; it goes into the commit.", keep, self._screen.reason
        )

    def _contest(self, item: Item) -> None:
        if not isinstance(item, Conflict):
            self._screen.carry_out(item, d.Contest())
            return
        sides: dict[str, d.Contest] = {
            "1": d.Contest("a"),
            "2": d.Contest("b"),
            "3": d.Contest("both"),
        }
        choices = (*_SIDES, ("3", "both"))
        self._choose(
            "Contest which side?", choices, lambda k: self._screen.carry_out(item, sides[k])
        )

    def _uncontest(self, item: Item) -> None:
        if isinstance(item, Lone):
            self._screen.carry_out(item, d.Uphold())
            return
        sides = (item.a, item.b) if isinstance(item, Conflict) else ()
        disputed = {
            key: m for key, m in zip("12", sides, strict=False) if m.status is Status.CONTESTED
        }
        if not disputed:
            self._screen.warn("neither side is contested here.")
            return
        choices = tuple(choice for choice in _SIDES if choice[0] in disputed)
        self._choose("Uphold which side?", choices, lambda key: self._uphold(disputed[key]))

    def _uphold(self, member: Member) -> None:
        try:
            alone = self._screen.inbox.memory(member.path or member.ref)
        except InboxError as error:
            self._screen.warn(str(error))
        else:
            self._screen.carry_out(alone, d.Uphold())

    def _tombstone(self, item: Item) -> None:
        if isinstance(item, Conflict):
            self._choose("Tombstone which side?", _SIDES, lambda k: self._confirm(item, _NAMES[k]))
        else:
            self._confirm(item, "a")

    def _confirm(self, item: Item, side: d.SideName) -> None:
        decision = d.Tombstone(side)
        if off := self._screen.inbox.why_not(item, decision):
            self._screen.warn(off)
            return
        self._screen.look(item, decision)

    def confirm(self, item: Item, decision: d.Decision, preview: Preview) -> None:
        """Ask for a yes below the patch of a decision that removes something."""
        undo = first_key("undo.undo")
        question = f"Remove this memory and block its return? {undo} can take it back."
        patch = draw_patch.patch(preview, PATCH_WIDTH)
        ask = Choose(question, (("y", "yes, remove it"),), patch)
        self._screen.app.push_screen(
            ask, lambda key: self._screen.carry_out(item, decision) if key else None
        )


def _opinion(verdict: Verdict) -> str:
    who = verdict.decided_by.replace(":", " ")
    return f"{draw_item.in_words(verdict.action)}, says the {who}"
