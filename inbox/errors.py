"""Every failure a person can meet: one sentence with the next step, one exit status each.

Caught at the two front doors (`cli.main`, the app's workers) and nowhere else; anything
that is not an `InboxError` is a bug and is left to its traceback.
"""

from __future__ import annotations


class InboxError(Exception):
    """Base of all errors shown to a person; raise one of the subclasses."""

    exit_status = 70


class BadUsage(InboxError):
    """The command line asks for something that cannot be meant."""

    exit_status = 2


class BadFilter(BadUsage):
    """A word of a filter has no meaning; says which, where, and what comes near."""

    def __init__(self, word: str, column: int, problem: str) -> None:
        super().__init__(word, column, problem)
        self.word, self.column, self.problem = word, column, problem

    def __str__(self) -> str:
        return f"the filter's word {self.word!r} at column {self.column}: {self.problem}"


class BadSettings(InboxError):
    """A settings file, or a variable of the environment, cannot be meant; says where."""

    exit_status = 2


class UnknownItem(InboxError):
    """Nothing that waits, and no memory, has this name."""

    exit_status = 2

    def __str__(self) -> str:
        return (
            f"nothing that waits is called {self.args[0]!r}; `athenaeum-inbox list` shows the ids."
        )


class Refused(InboxError):
    """The verb is off for this item, or what it needs is not so; says why and what else to do."""

    exit_status = 3


class Stale(InboxError):
    """Something is no longer what the person looked at; nothing was written."""

    exit_status = 3

    def __init__(self, path: str, piece: str = "") -> None:
        super().__init__(path, piece)
        self.path, self.piece = path, piece

    def __str__(self) -> str:
        what = f"{self.path} ({self.piece})" if self.piece else self.path
        return f"{what} changed since you looked; nothing was written. Look at it again and decide."


class DecidedElsewhere(Stale):
    """The block of an item is no longer in the queue with the text that was shown."""

    def __str__(self) -> str:
        return (
            f"{self.path}: this item was decided elsewhere or its block has changed; nothing was "
            "written. Read the queue again."
        )


class Unwritable(InboxError):
    """An edit would not leave the file as intended, so it is refused."""

    exit_status = 3

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        return f"{self.path} cannot be written safely: {self.reason}"


class Busy(InboxError):
    """Somebody else holds a lock; says who, since when, and what to do."""

    exit_status = 4


class Partly(InboxError):
    """Some of it was done or read, the rest is listed."""

    exit_status = 5


class RepositoryRefused(InboxError):
    """Git, a hook, the file system or the state of the repository said no; all is put back."""

    exit_status = 6


class NoRepository(RepositoryRefused):
    """A folder is in no git repository: a first run, or the wrong folder."""


class ServiceFailed(InboxError):
    """A model or a remote did not answer."""

    exit_status = 7
