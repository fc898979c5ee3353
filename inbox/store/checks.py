"""What `doctor` asks of git and the file system, and the run lock kept out of commits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from inbox.domain.outcome import Finding
from inbox.store import files, lock
from inbox.store.git import Git
from inbox.store.place import Place


def hide_lock(root: Path, place: Place) -> None:
    """Keep the run lock out of `git status`, unless the repository ignores it already."""
    exclude = place.common / "info" / "exclude"
    if any(_ignores_lock(file) for file in (root / ".gitignore", exclude)):
        return
    # Without its line break, the last pattern of the person would run into ours.
    ended = not _read(exclude) or _read(exclude).endswith("\n")
    with suppress(OSError):
        exclude.parent.mkdir(exist_ok=True)
        with exclude.open("a", encoding="utf-8") as lines:
            lines.write(f"{'' if ended else chr(10)}{lock.NAME}\n")


def _ignores_lock(file: Path) -> bool:
    lines = (line.strip() for line in _read(file).splitlines())
    return any(line in {lock.NAME, f"/{lock.NAME}"} for line in lines)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def answer(root: Path, path: str) -> str:
    """Return another answer file of the item that one would answer; empty when there is none.

    Its name begins with the time, so that two answers of one item have two names.
    """
    folder, slash, name = path.rpartition("/")
    item = name.partition("-")[2].removesuffix(".md")
    for other in files.walk(root, folder + slash):
        if other != path and other.rpartition("/")[2].partition("-")[2].startswith(item):
            return other
    return ""


def findings(root: Path, place: Place, git: Git) -> Iterator[Finding]:
    """Yield locks, what git is in the middle of, a missing identity, and unsaved files."""
    if who := lock.busy(root):
        yield Finding("bad", f"athenaeum's run lock is {who}", "wait for it to end")
    for path, age in place.locks():
        todo = "wait for that git to end; when none is running, remove the file"
        yield Finding("bad", f"git's lock {path} is there since {age:.0f} s", todo)
    if what := place.under_way():
        yield Finding("bad", what, "decisions are refused until then")
    if git.run("var", "GIT_AUTHOR_IDENT").status:
        todo = "git config --global user.name NAME; git config --global user.email ADDRESS"
        yield Finding("bad", "git does not know who you are", todo)
    status = git.run("status", "--porcelain", "-z", "--", ".")
    entries = filter(None, status.out.split(b"\0"))
    changed = sum(1 for entry in entries if not entry.endswith(lock.NAME.encode()))
    if status.status:
        yield Finding("bad", f"git status failed: {status.words}", "mend the repository first")
    elif changed:
        what = f"{changed} file{'s' if changed > 1 else ''} with changes that are in no commit"
        yield Finding("note", what, "a decision on one commits it as found first, on its own")
