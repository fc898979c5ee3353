"""Blocks of `_pending_merges.md`: what they say, and how they are decided."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from inbox.formats.blocks import MERGE_HEADER, MERGES, checkbox, escaped, short_hash, unescaped

TITLE = "# Pending Merges"
ARCHIVE_TITLE = "# Archived Merges"

CREATE = "create-merged"
FOLD = "fold-into-existing"

_FIELDS = ("Rationale", "Write kind", "Confidence", "Decision", "Note", "Auto-applied")
_RUN = re.compile(r"`{3,}")


@dataclass(frozen=True, slots=True)
class MergeBlock:
    """A block as athenaeum's own parser reads it."""

    id: str
    created: str
    target: str
    sources: tuple[str, ...]
    rationale: str
    draft: str
    confidence: float
    resolved: bool
    write_kind: str
    decision: str
    note: str
    auto_applied: bool


def merge_id(sources: tuple[str, ...], target: str) -> str:
    """Return athenaeum's id: of the sources as written and the target, not of the draft."""
    return short_hash("\n".join(sorted(sources)) + "\n" + target.strip())


def parse(own: str) -> MergeBlock | str:
    """Return what a block says, or why it cannot be read."""
    lines = own.splitlines()
    header = MERGE_HEADER.fullmatch(lines[0])
    if header is None:
        return 'the header is not `## [date] Merge: "name"`'
    box = checkbox(own)
    if box is None:
        return "no `- [ ]` line follows the header"
    reader = _Reader()
    for line in lines[box[0] + 1 :]:
        reader.take(line)
    fields, sources = reader.fields, tuple(reader.sources)
    target = unescaped(header[2])
    return MergeBlock(
        id=merge_id(sources, target),
        created=header[1],
        target=target,
        sources=sources,
        rationale=fields["Rationale"],
        draft="\n".join(reader.draft).strip("\n"),
        confidence=_number(fields["Confidence"]),
        resolved=box[1][1] != " ",
        write_kind=fields["Write kind"] or CREATE,
        decision=fields["Decision"] if fields["Decision"] in ("approve", "reject") else "",
        note=fields["Note"],
        auto_applied=fields["Auto-applied"].lower() == "true",
    )


def _number(written: str) -> float:
    try:
        return float(written)
    except ValueError:
        return 0.0


@dataclass(slots=True)
class _Reader:
    """Reads a block line by line, as athenaeum does; a later field overrides an earlier one."""

    fields: dict[str, str] = field(default_factory=lambda: dict.fromkeys(_FIELDS, ""))
    sources: list[str] = field(default_factory=list)
    draft: list[str] = field(default_factory=list)
    mode: str = ""
    """`sources`, `draft`, the backticks of an open fence, or nothing."""

    def take(self, line: str) -> None:
        trimmed = line.strip()
        if self.mode.startswith("`"):
            if trimmed == self.mode:
                self.mode = ""
            else:
                self.draft.append(line)
        elif self.mode == "draft" and (opening := MERGES.opener.fullmatch(trimmed)):
            self.mode = opening[1]
        elif self.mode == "draft" and not trimmed.startswith("**"):
            self.draft.append(line)
        elif trimmed:
            self._field_or_source(trimmed)

    def _field_or_source(self, trimmed: str) -> None:
        if self.mode == "sources" and trimmed.startswith("- "):
            self.sources.append(trimmed[2:].strip())
            return
        self.mode = "sources" if trimmed.startswith("**Sources**:") else ""
        if trimmed.startswith("**Draft**:"):
            self.mode = "draft"
        for name in _FIELDS:
            if trimmed.startswith(f"**{name}**:"):
                self.fields[name] = trimmed.partition("**:")[2].strip()


def cut_short(own: str) -> bool:
    """Whether the fence of a draft is open at the end of its block."""
    reader = _Reader()
    for line in own.splitlines():
        reader.take(line)
    return reader.mode.startswith("`")


@dataclass(frozen=True, slots=True)
class NewMerge:
    """A proposal to be filed."""

    created: str
    target: str
    sources: tuple[str, ...]
    rationale: str
    write_kind: str
    confidence: float
    draft: str


def render(merge: NewMerge) -> str:
    """Return a block as athenaeum writes it, without a final line break."""
    longest = max((len(run) for run in _RUN.findall(merge.draft)), default=0)
    fence = "`" * max(3, longest + 1)
    names = ", ".join(source.rpartition("/")[2] for source in merge.sources)
    listed = "\n".join(f"- {source}" for source in merge.sources)
    return (
        f'## [{merge.created}] Merge: "{escaped(merge.target)}"\n'
        f"- [ ] Approve this merge? Sources: {names}\n\n"
        f"**Rationale**: {merge.rationale}\n"
        f"**Write kind**: {merge.write_kind}\n"
        f"**Sources**:\n{listed}\n"
        f"**Confidence**: {merge.confidence:.2f}\n"
        f"**Draft**:\n{fence}markdown\n{merge.draft}\n{fence}"
    )


def decided(own: str, decision: str, note: str, newline: str) -> str:
    """Return the block with its box checked, the decision and a one-line note at its end."""
    lines = own.splitlines(keepends=True)
    box = checkbox(own)
    assert box is not None
    lines[box[0]] = re.sub(r"\[[ xX]\]", "[x]", lines[box[0]], count=1)
    said = f"{newline}{newline}**Decision**: {decision}"
    return "".join(lines) + said + (f"{newline}**Note**: {note}" if note else "")
