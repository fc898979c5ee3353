"""Where words go: data to stdout, everything said to a person to stderr."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from inbox.domain.outcome import Done
from inbox.errors import BadUsage, InboxError, Partly
from inbox.formats.visible import one_line, visible

PROGRAM = "athenaeum-inbox"


def open_closed_streams() -> None:
    """Give a program that was started with closed streams (`>&-`, some crons) empty ones."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, stream)


def data(text: str) -> None:
    """Print data; what would steer a terminal, or has no place in its encoding, is escaped.

    Raises:
        Partly: The disk or device behind stdout is full; BrokenPipeError passes.
    """
    encoding = sys.stdout.encoding or "utf-8"
    with _told_when_lost():
        print(visible(text).encode(encoding, "backslashreplace").decode(encoding))


def flush() -> None:
    """Write out what is printed, while a failure can still be told; errors as in `data`."""
    with _told_when_lost():
        sys.stdout.flush()


@contextmanager
def _told_when_lost() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is left in the buffer would fail once more, with a traceback, at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise Partly(f"the output cannot be written: {error.strerror}.") from error


def said(text: str) -> None:
    """Say something to the person."""
    print(visible(text).encode("utf-8", "backslashreplace").decode(), file=sys.stderr)


def failed(error: InboxError, *, as_json: bool) -> None:
    """Say why it did not work; as JSON for a script."""
    message = str(error)
    if as_json:
        value = {"schema": 1, "error": {"message": message, "exit_status": error.exit_status}}
        print(json.dumps(value), file=sys.stderr)
    else:
        said(f"{PROGRAM}: {message}")


def done(result: Done, *, as_json: bool) -> None:
    """Print a commit that was made, and say what else happened."""
    if as_json:
        value = {"schema": 1, "id": result.id, "commit": result.commit, "subject": result.subject}
        data(json.dumps(value | {"notes": list(result.notes)}))
    else:
        data(f"{result.commit[:7]} {one_line(result.subject)}  (undo {result.id})")
    for note in result.notes:
        said(note)


def agreed(question: str, *, yes: bool, instead: str = "") -> bool:
    """Ask a person; `y` agrees and nothing else does.

    Raises:
        BadUsage: Nobody can be asked, and `--yes` was not given.
    """
    if yes:
        return True
    if not sys.stdin.isatty():
        raise BadUsage(f"nobody to ask here; give --yes to commit{instead}.")
    print(f"{one_line(question)} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() == "y"
