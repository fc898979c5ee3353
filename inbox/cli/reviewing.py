"""A decision about what a working memory could not settle: no commit, for git never sees it."""

from __future__ import annotations

from argparse import Namespace

from inbox.cli.asjson import document
from inbox.cli.speaking import agreed, data, said
from inbox.domain import decision as d
from inbox.domain.item import Review
from inbox.errors import Refused
from inbox.formats.visible import one_line
from inbox.service import Inbox


def carry_out(inbox: Inbox, item: Review, decision: d.Decision, args: Namespace) -> int:
    """Say what it does, ask, and do it."""
    if off := inbox.why_not(item, decision):
        raise Refused(off)
    does = item.acts if isinstance(decision, d.Approve) else item.rests
    if args.dry_run:
        _print(item, does, args)
        return 0
    if not agreed(f"{item.agent}: {does}?", yes=args.yes, instead=", or --dry-run to look"):
        said("nothing was done.")
        return 0
    inbox.decide(item, decision, args.reason)
    _print(item, does, args)
    return 0


def _print(item: Review, does: str, args: Namespace) -> None:
    if args.json:
        data(document(item=item.id, agent=item.agent, done=does if not args.dry_run else ""))
    else:
        data(one_line(f"{item.agent}: {does}"))
