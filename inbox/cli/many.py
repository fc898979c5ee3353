"""One verb on many items: all are shown, one question, a commit each, and what failed."""

from __future__ import annotations

import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from inbox.cli import asjson, astext
from inbox.cli.speaking import agreed, data, done, said
from inbox.domain.batch import Left, Made, Outcome, Planned, Refusal
from inbox.domain.item import Item
from inbox.errors import Busy, Partly
from inbox.formats.visible import one_line
from inbox.service import Inbox
from inbox.service.batch import DecisionFor

INTERRUPTED = 130


def decide(
    inbox: Inbox, found: Sequence[Item | Refusal], decision_for: DecisionFor, args: Namespace
) -> int:
    """Decide many items; return the exit status.

    Raises:
        Partly: Some were not decided. When none was, and all for the same cause, its exit
            status is theirs.
    """
    if not found:
        return _nothing(args)
    shown = _previewed(inbox, found, decision_for, args.reason)
    if args.dry_run:
        return _dry_run(inbox, shown, args)
    planned = [each for each in shown if isinstance(each, Planned)]
    if not args.yes and sys.stdin.isatty():
        _list(shown)
    count = "1 decision" if len(planned) == 1 else f"{len(planned)} decisions"
    question = f"Commit {count}?" if len(planned) == len(shown) else f"Commit {count}, not all?"
    if planned and not agreed(question, yes=args.yes, instead=", or --dry-run to look"):
        said("nothing was done.")
        return 0
    with _stoppable() as stop:
        outcomes = inbox.decide_all(shown, _teller(args), stop)
    return _concluded(outcomes, args)


def _nothing(args: Namespace) -> int:
    if args.json:
        data(asjson.document(results=[]))
    else:
        said("nothing matches.")
    return 0


def _previewed(
    inbox: Inbox, found: Sequence[Item | Refusal], decision_for: DecisionFor, reason: str
) -> tuple[Planned | Refusal, ...]:
    """Return what each would change, the names that nothing has among them."""
    items = [each for each in found if not isinstance(each, Refusal)]
    planned = iter(inbox.preview_all(items, decision_for, reason))
    return tuple(each if isinstance(each, Refusal) else next(planned) for each in found)


def _list(shown: Sequence[Planned | Refusal]) -> None:
    for each in shown:
        if isinstance(each, Refusal):
            said(refused(each))
            continue
        said(f"{each.item.id}  {one_line(each.change.message.subject)}")
        said(f"    {one_line(', '.join(each.change.paths))}")
        for path in each.snapshot:
            said(f"    first committed as found: {one_line(path)}")
        for note in each.notes:
            said(f"    ! {one_line(note)}")


def refused(each: Refusal) -> str:
    """Return why one of many is not decided, on a line."""
    return f"{one_line(each.item)}: {one_line(each.reason)}"


def _dry_run(inbox: Inbox, shown: Sequence[Planned | Refusal], args: Namespace) -> int:
    if args.json:
        data(asjson.document(decisions=[_json_of(inbox, each) for each in shown]))
    for each in shown:
        if isinstance(each, Planned) and not args.json:
            data(astext.preview(inbox.preview_of(each)))
    refusals = [each for each in shown if isinstance(each, Refusal)]
    fail_for(refusals, len(shown) - len(refusals), as_json=args.json)
    return 0


def _json_of(inbox: Inbox, each: Planned | Refusal) -> asjson.Json:
    if isinstance(each, Refusal):
        return asjson.outcome(each)
    shown = asjson.preview(inbox.preview_of(each))
    return {"item": each.item.id, **shown, "notes": list(each.notes)}


def _teller(args: Namespace) -> Callable[[Outcome], None]:
    """Return what tells of each commit as it is made; as JSON all come at the end."""

    def tell(outcome: Outcome) -> None:
        if isinstance(outcome, Made) and not args.json:
            done(outcome.done, as_json=False)

    return tell


def _concluded(outcomes: Sequence[Outcome], args: Namespace) -> int:
    if args.json:
        data(asjson.document(results=[asjson.outcome(each) for each in outcomes]))
    left = [each for each in outcomes if isinstance(each, Left)]
    for each in () if args.json else left:
        said(f"{each.item}: left as it was")
    refusals = [each for each in outcomes if isinstance(each, Refusal)]
    made = len(outcomes) - len(left) - len(refusals)
    if left and not any(each.exit_status == Busy.exit_status for each in refusals):
        said(f"stopped: {made} decided, {len(left)} left.")
        return INTERRUPTED
    fail_for(refusals, made, as_json=args.json)
    return 0


def fail_for(refusals: Sequence[Refusal], made: int, *, as_json: bool) -> None:
    """Name what was not done, if anything, and leave with its exit status."""
    if not refusals:
        return
    for each in () if as_json else refusals:
        said(refused(each))
    error = Partly(f"{made} went well, {len(refusals)} did not; each is named with its reason.")
    statuses = {each.exit_status for each in refusals}
    if not made and len(statuses) == 1:
        error.exit_status = statuses.pop()
    raise error


@contextmanager
def _stoppable() -> Iterator[Callable[[], bool]]:
    """Let the first Ctrl-C stop between two commits; the next one interrupts as ever."""
    asked = False

    def ask(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)
