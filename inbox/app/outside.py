"""The person's own editor: a text goes out as a file that only they can read, and comes back."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

LARGEST = 4_000_000
"""Bytes that are read back; more is no memory."""


LONGEST_NOTICE = 10
"""Seconds that a command may take to tell the person something."""


@dataclass(frozen=True, slots=True)
class Edited:
    """What came back."""

    text: str
    problem: str = ""
    """Why it is not what the person meant to give, in a sentence."""


def edited(command: str, text: str, name: str) -> Edited:
    """Run an editor on a text and wait for it; the file is gone afterwards.

    `command` is split as a shell would, and no shell runs it. The text that was given comes
    back where the editor could not be started or left nothing that can be read.
    """
    with tempfile.TemporaryDirectory(prefix="athenaeum-inbox-") as folder:
        file = Path(folder) / f"{name}.md"
        with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as out:
            out.write(text.encode("utf-8", "surrogateescape"))
        try:
            words = [*(shlex.split(command) or [":"]), str(file)]
            # The person's own setting, and no shell between.
            status = subprocess.run(words, check=False).returncode  # noqa: S603
        except ValueError as error:
            return Edited(text, f"the editor `{command}` cannot be read: {error}")
        except OSError as error:
            return Edited(text, f"the editor `{command}` cannot be started: {error.strerror}")
        found = _read(file, text)
    if status and not found.problem:
        return Edited(found.text, f"the editor ended with status {status}")
    return found


def call_person(command: str, count: int) -> str:
    """Tell the person by a command of their own that so many new items wait.

    Returns what went wrong, in a sentence, or nothing. The count is `ATHENAEUM_INBOX_NEW` there:
    no word of a memory reaches the command.
    """
    environment = {**os.environ, "ATHENAEUM_INBOX_NEW": str(count)}
    quiet = subprocess.DEVNULL
    try:
        # The person's own setting, and no shell between.
        done = subprocess.run(  # noqa: S603
            shlex.split(command),
            check=False,
            env=environment,
            stdin=quiet,
            stdout=quiet,
            stderr=quiet,
            timeout=LONGEST_NOTICE,
        )
    except (ValueError, IndexError) as error:
        return f"`notify_command` cannot be read: {error}."
    except OSError as error:
        return f"`notify_command` cannot be started: {error.strerror}."
    except subprocess.TimeoutExpired:
        return f"`notify_command` was stopped after {LONGEST_NOTICE} seconds."
    return f"`notify_command` ended with status {done.returncode}." if done.returncode else ""


def _read(file: Path, text: str) -> Edited:
    try:
        with file.open("rb") as back:
            raw = back.read(LARGEST + 1)
    except OSError as error:
        return Edited(text, f"the edited file cannot be read: {error.strerror}")
    if len(raw) > LARGEST:
        return Edited(text, f"the edited text is larger than {LARGEST // 1_000_000} MB")
    new = raw.decode("utf-8", "surrogateescape")
    odd = _odd(new)
    return Edited(new, "the edited text is not UTF-8" if odd and not _odd(text) else "")


def _odd(text: str) -> bool:
    """Whether some bytes of a text are not UTF-8."""
    return any("\udc80" <= character <= "\udcff" for character in text)
