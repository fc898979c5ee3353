"""A bug: the traceback goes to the log file, one line to the person, exit status 70."""

from __future__ import annotations

import os
import sys
import traceback
from types import TracebackType

from inbox.store import state

SOFTWARE = 70
"""`EX_SOFTWARE` of sysexits; Python's own 1 would read as "something waits" in cron."""


def install() -> None:
    """Report what nobody caught, from now on."""
    sys.excepthook = _report


def _report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    where = _logged("".join(traceback.format_exception(kind, error, trace)))
    line = f"athenaeum-inbox: this is a bug ({kind.__name__}); nothing more was written. {where}"
    print(line, file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    # An excepthook cannot choose the exit status in any other way.
    os._exit(SOFTWARE)


def _logged(text: str) -> str:
    path = state.folder() / "log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a") as file:
            file.write(text)
    except OSError:
        return text
    return f"The traceback is in {path}."
