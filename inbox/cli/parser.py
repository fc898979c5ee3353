"""The command line: which commands and flags there are."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn, get_args

from inbox import __version__
from inbox.cli import (
    completion,
    deciding,
    explaining,
    lifecycle,
    reading,
    settings,
    snoozing,
    starting,
    working_parser,
)
from inbox.cli import report as reporting
from inbox.domain.decision import ExceptionKey, Layer, TombstoneReason
from inbox.errors import BadUsage
from inbox.policy.ordering import ORDERS, Order
from inbox.policy.report import BYS
from inbox.policy.snoozing import DEFAULT

DESCRIPTION = """\
Daily triage of what AI agents remember. Without a command the inbox opens on screen.
Stdout carries data, stderr everything said to a person.
"""

EPILOG = """\
exit status:
  0 done (with --exit-code: nothing waits)   1 with --exit-code: something waits; verify: no
  2 wrong usage or unknown id                3 refused: the item or its files changed, verb off
  4 busy: a lock is held                     5 partly: some was not read, or not decided
  6 the repository said no                   7 a service failed       70 a bug
  130 interrupted: what is left is named
"""


FILTER = """\
only what this says: words, "quoted words", kind: action: is: tier: confidence: age: entity: path:
source: id:, as in `kind:conflict tier:<=3 -age:<7d or acme`\
"""


def read(words: Sequence[str]) -> argparse.Namespace:
    """Return what a command line asks for; raise BadUsage when it cannot be meant."""
    return build().parse_args(list(_joined(words)))


def _joined(words: Sequence[str]) -> Iterator[str]:
    """Yield the words; a filter that begins with a minus would pass for a flag of its own."""
    rest = iter(words)
    for word in rest:
        value = next(rest, None) if word == "--filter" else None
        if value is None:
            yield word
        elif value.startswith("-") and not value.startswith("--"):
            yield f"--filter={value}"
        else:
            yield from (word, value)


GLOBAL: dict[str, dict[str, Any]] = {
    "--repo": {"metavar": "PATH", "help": "the folder of the memories"},
    "--read-only": {"action": "store_const", "const": True, "help": "every verb is off"},
    "--reviewer": {"metavar": "NAME", "help": "who decides, as `Name <address>`"},
    "--no-mouse": {
        "dest": "mouse",
        "action": "store_const",
        "const": False,
        "help": "leave the mouse to the terminal",
    },
    "--plain": {
        "action": "store_true",
        "help": "plain lines in place of the screen, for screen readers",
    },
    "--color": {
        "choices": ("auto", "always", "never"),
        "default": "auto",
        "help": "colours on screen; auto honours NO_COLOR",
    },
}
"""The flags in front of a command, as `add_argument` takes them."""

EVERYWHERE = ("--repo", "--read-only", "--reviewer")
"""Those that may stand behind the command, too."""


class _Parser(argparse.ArgumentParser):
    """Raises what argparse would print: its words may hold what a terminal obeys."""

    mixes = False
    """Whether flags may stand between the ids; argparse would take the first run for all."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if not self.mixes:
            return super().parse_known_args(args, namespace)
        # The intermixed reading comes back here for each of its two halves.
        self.mixes = False
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self.mixes = True

    def everything(self) -> Iterator[tuple[str, argparse.Action]]:
        """Yield each argument with the command it belongs to, empty for those in front."""
        for action in self._actions:
            yield "", action
            if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - no other way in
                for name, command in action.choices.items():
                    yield from ((name, each) for each in command._actions)  # noqa: SLF001

    def error(self, message: str) -> NoReturn:
        raise BadUsage(f"{message}; `{self.prog} --help` shows how it is called.")


def build() -> _Parser:
    """Return the parser; the help of a command is its function's docstring.

    It raises BadUsage for a command line that cannot be meant.
    """
    parser = _Parser(
        prog="athenaeum-inbox",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"athenaeum-inbox {__version__}")
    for name, words in GLOBAL.items():
        parser.add_argument(name, **words)
    parser.set_defaults(
        run=starting.screen, json=False, reads_repo=True, writes=True, decides=False
    )
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    common = _Parser(add_help=False)
    # The default is kept away, or it would undo a --repo in front of the command.
    for name in EVERYWHERE:
        common.add_argument(name, **GLOBAL[name] | {"default": argparse.SUPPRESS})
    common.add_argument("--json", action="store_true", help="one JSON document for scripts")
    _Commands(commands, common).add_all()
    working_parser.add(commands, common)
    return parser


class _Commands:
    """Adds the commands, those that read first."""

    def __init__(
        self,
        commands: argparse._SubParsersAction[_Parser],
        common: _Parser,
    ) -> None:
        self._commands = commands
        self._common = common

    def add_all(self) -> None:
        self._reading()
        self._sides()
        self._texts()
        self._lifecycle()
        self._snoozing()
        self._memories()
        self._narrowing()
        self._undoing()
        self._starting()
        self._settings()

    def _add(self, name: str, run: object, *positional: str) -> _Parser:
        text = (run.__doc__ or "").partition("\n")[0]
        command = self._commands.add_parser(
            name, help=text, description=run.__doc__, parents=[self._common]
        )
        for argument in positional:
            command.add_argument(argument)
        command.set_defaults(run=run, reads_repo=True, writes=False, decides=False)
        return command

    def _reading(self) -> None:
        for name, run in (("list", reading.list_items), ("log", reading.log)):
            command = self._add(name, run)
            command.add_argument("--limit", type=_some, default=0, metavar="N", help="at most N")
            if name == "list":
                _exit_code(command)
                command.add_argument(
                    "--settled", action="store_true", help="what asks again for what is settled"
                )
                _filter(command)
                _order(command, "kind")
                command.add_argument("--snoozed", action="store_true", help="what is put off")
        for name, run in (("next", reading.next_item), ("count", reading.count)):
            command = self._add(name, run)
            _exit_code(command)
            _filter(command)
            if name == "next":
                _order(command, "oldest")
        self._add("show", reading.show, "id")
        self._add("explain", explaining.explain, "id")
        self._add("history", explaining.history, "id")
        self._add("patch", reading.patch, "id")
        self._add("doctor", reading.doctor)
        self._add("guidelines", reading.guidelines)
        report = self._add("report", reporting.report)
        report.add_argument("--since", default="", metavar="DAY", help="2026-11-30, 7d or 2w")
        report.add_argument("--by", choices=BYS, default="day", help="what a row is (day)")
        verify = self._add("verify", reading.verify)
        verify.add_argument("--since", default="", metavar="REV", help="only what came after it")
        verify.add_argument("--limit", type=_some, default=0, metavar="N", help="the newest N")

    def _verb(self, name: str, run: object, *positional: str) -> _Parser:
        command = self._add(name, run, *positional)
        command.add_argument("--reason", default="", metavar="TEXT", help="goes into the commit")
        command.add_argument(
            "--dry-run", action="store_true", help="print the patch, write nothing"
        )
        command.add_argument("--yes", action="store_true", help="do not ask")
        command.set_defaults(writes=True, decides=True)
        return command

    def _many(self, name: str, run: object) -> _Parser:
        """Add a verb that takes one item or many."""
        return _which(self._verb(name, run))

    def _sides(self) -> None:
        accept = self._many("accept", deciding.accept)
        which = accept.add_mutually_exclusive_group()
        which.add_argument("--queue", dest="of", action="store_const", const="queue")
        which.add_argument("--rule", dest="of", action="store_const", const="rule")
        accept.add_argument("--until", metavar="DATE", help="where a narrowed side ends")
        accept.add_argument("--context", default="", metavar="TEXT", help="a line for both sides")
        _without(accept)
        keep = self._many("keep", deciding.keep)
        keep.add_argument("side", choices=("a", "b"))
        both = self._many("both", deciding.both)
        both.add_argument("--context", default="", metavar="TEXT", help="a line for both sides")
        self._many("no-conflict", deciding.no_conflict)
        self._many("reject", deciding.reject)

    def _texts(self) -> None:
        pick = self._verb("pick", deciding.pick, "id")
        pick.add_argument("number", type=int)
        pick.add_argument("--never-true", action="store_true", help="the other side was wrong")
        pick.add_argument("--value", default="", metavar="TEXT", help="what holds instead (with 0)")
        self._verb("answer", deciding.answer, "id", "text")
        edit = self._verb("edit", deciding.edit, "id")
        text = edit.add_mutually_exclusive_group(required=True)
        text.add_argument("--file", metavar="F", help="the new text; - is stdin")
        text.add_argument(
            "--take", metavar="KEY,KEY", help="header fields of the other side of a conflict"
        )
        edit.add_argument("--side", choices=("a", "b"))
        _without(edit)

    def _lifecycle(self) -> None:
        contest = self._many("contest", deciding.contest)
        contest.add_argument("--side", choices=("a", "b", "both"))
        self._many("uncontest", deciding.uncontest)
        tombstone = self._many("tombstone", deciding.tombstone)
        tombstone.add_argument("--side", choices=("a", "b"))
        reasons = get_args(TombstoneReason)
        tombstone.add_argument("--why", choices=reasons, default="user_requested")

    def _memories(self) -> None:
        supersede = self._verb("supersede", lifecycle.supersede, "path")
        supersede.add_argument("--by", required=True, metavar="PATH2", help="what replaces it")
        self._verb("deprecate", lifecycle.deprecate, "path")
        self._verb("restore", lifecycle.restore, "path")
        unless = self._verb("except", lifecycle.except_, "path", "entry")
        keys = get_args(ExceptionKey)
        unless.add_argument("--key", choices=keys, default=keys[0], help="which list it goes to")
        self._verb("repair", lifecycle.repair, "path")
        self._verb("verify-memory", lifecycle.verify_memory, "path")
        layer = self._verb("layer", lifecycle.layer)
        layer.add_argument("set", choices=("set",))
        layer.add_argument("path")
        layer.add_argument("layer", choices=get_args(Layer))

    def _narrowing(self) -> None:
        narrow = self._verb("narrow", lifecycle.narrow, "id")
        narrow.add_argument("side", choices=("a", "b"))
        how = narrow.add_mutually_exclusive_group()
        how.add_argument("--until", metavar="DATE", help="the last day on which it holds")
        how.add_argument(
            "--scope", metavar="PLACE", help="org=NAME, locale=NAME or project:NAME, where it holds"
        )
        how.add_argument("--unless", metavar="ENTRY", help="where it does not apply")

    def _undoing(self) -> None:
        self._verb("undo", deciding.undo).add_argument("id", nargs="?")
        self._verb("redo", deciding.redo)

    def _snoozing(self) -> None:
        snooze = _which(self._add("snooze", snoozing.snooze))
        snooze.add_argument(
            "--until",
            default=DEFAULT,
            metavar="TIME",
            help="1h, 2d, 1w, tomorrow (6:00), monday, DATE, DATETIME",
        )
        snooze.add_argument("--list", action="store_true", help="show what is put off")
        _which(self._add("unsnooze", snoozing.unsnooze))

    def _starting(self) -> None:
        demo = self._add("demo", starting.demo)
        demo.add_argument("dir", nargs="?")
        demo.add_argument("--no-open", action="store_true", help="only make it; print where")
        init = self._add("init", starting.init)
        init.add_argument("dir", nargs="?")
        init.add_argument("--yes", action="store_true", help="do not ask")
        for command in (demo, init):
            command.set_defaults(reads_repo=False)

    def _settings(self) -> None:
        self._add("keys", settings.keys).set_defaults(reads_repo=False)
        config = self._add("config", settings.config)
        config.set_defaults(reads_repo=False)
        config.add_argument("what", choices=("path", "check"))
        shell = self._add("completion", completion.completion)
        shell.set_defaults(reads_repo=False)
        shell.add_argument("what", choices=completion.WHAT, metavar="|".join(completion.SHELLS))


def _some(text: str) -> int:
    """Return a number of rows, 1 or more."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 up")
    return int(text)


def _exit_code(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--exit-code", action="store_true", help="exit with 1 when something waits"
    )


def _which(command: _Parser) -> _Parser:
    """Let a command name its items: by id, by filter, or on stdin."""
    command.add_argument("ids", nargs="*", metavar="id", help="or the path of a memory")
    command.add_argument("--ids", dest="more_ids", default="", metavar="ID,ID", help="more of them")
    command.add_argument("--stdin", action="store_true", help="ids on stdin, one a line")
    command.mixes = True
    _filter(command)
    return command


def _filter(command: argparse.ArgumentParser) -> None:
    which = command.add_mutually_exclusive_group()
    which.add_argument("--filter", default="", metavar="EXPR", help=FILTER)
    which.add_argument("--saved", default="", metavar="NAME", help="a filter of your settings")


def _order(command: argparse.ArgumentParser, default: Order) -> None:
    command.add_argument(
        "--order", choices=ORDERS, help=f"which comes first (your setting, or {default})"
    )
    command.set_defaults(usual_order=default)


def _without(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--without", action="append", default=[], metavar="PATH", help="leave a merge source out"
    )
