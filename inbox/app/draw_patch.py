"""The exact patch and the commit message, as lines."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.app.spans import EMPTY, Line, Span, lines_of, said
from inbox.domain.edit import FileChange
from inbox.domain.outcome import Preview
from inbox.formats import trailers
from inbox.formats.diff import unified

_STYLES = {"+": "add", "-": "del", "@": "dim", "\\": "dim"}


def patch(preview: Preview) -> list[Line]:
    """Return what a decision would write: memories line by line, queue files in a sentence."""
    lines: list[Line] = []
    for path in preview.snapshot:
        text = f"first committed as found: {path}"
        lines.append(said(text, "warn"))
    for file in sorted(preview.files, key=_is_sidecar):
        lines += [_summary(file)] if _is_sidecar(file) else list(_diff(file))
    return [*lines, EMPTY, *_message(preview)]


def commit(text: str) -> list[Line]:
    """Return a commit of the past as git shows it."""
    return [_styled(line) for line in lines_of(text)]


def _is_sidecar(file: FileChange) -> bool:
    return file.path.rpartition("/")[2].startswith("_")


def counted(file: FileChange) -> tuple[int, int]:
    """Return how many lines a file gains and loses."""
    lines = unified([file]).split("\n")[2:]
    return (
        sum(1 for line in lines if line.startswith("+")),
        sum(1 for line in lines if line.startswith("-")),
    )


def _summary(file: FileChange) -> Line:
    gained, lost = counted(file)
    name = file.path.rpartition("/")[2]
    if name.endswith(".jsonl"):
        what = "a row is added" if gained > lost else "a row goes"
    elif "_archive" in name:
        what = "the block arrives, with the answer" if gained > lost else "the block leaves"
    else:
        what = "the block leaves" if lost > gained else "the block comes back"
    return (*said(file.path), Span(f"  +{gained} -{lost}  {what}", "dim"))


def _diff(file: FileChange) -> Iterator[Line]:
    gained, lost = counted(file)
    fate = {True: "removed"}.get(file.after is None, "new" if file.before is None else "")
    yield (*said(file.path, "strong"), Span(f"  +{gained} -{lost} {fate}", "dim"))
    for line in unified([file]).split("\n")[2:]:
        if line and not line.startswith("@@"):
            [drawn, *_] = lines_of(line)
            yield _styled(drawn)


def _styled(line: Line) -> Line:
    text = "".join(span.text for span in line)
    return (Span(text, _STYLES.get(text[:1], "")),)


def _message(preview: Preview) -> Iterator[Line]:
    subject, *rest = trailers.render(preview.change.message).rstrip("\n").split("\n")
    yield (Span("commit: ", "dim"), *said(subject, "strong"))
    for line in rest:
        if line:
            yield said(f"  {line}", "dim")
    yield (Span("  undo with z, now or in any later session", "dim"),)
