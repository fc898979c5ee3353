"""What is killed: each deed with the root it is done in and the steps it has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from inbox.domain import decision as d
from inbox.formats.merges import FOLD, NewMerge, render
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.conftest import MakeRepo
from tests.service.conftest import MEMORY, block
from tests.store import builders as b

NOW = datetime(2026, 12, 1, 8, 0, 1, tzinfo=UTC)
SCOPE = "raw/auto-memory/s"
Step = Callable[[Path], object]


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that is wholly there or not at all, or several in a row."""

    name: str
    make: Callable[[MakeRepo], Path]
    steps: tuple[Step, ...]

    def done(self, root: Path, count: int | None = None) -> None:
        """Do the first steps, all of them without a count."""
        for step in self.steps[:count]:
            step(root)


def inbox(root: Path) -> Inbox:
    return Inbox(Repository.open(root), clock=lambda: NOW)


def plain(make_repo: MakeRepo) -> Path:
    return b.with_foreign_work(make_repo(b.FILES))


def decided_once(make_repo: MakeRepo) -> Path:
    root = plain(make_repo)
    b.apply(root, b.TURN)
    return root


def knowledge(make_repo: MakeRepo) -> Path:
    """A knowledge root with three conflicts, a fold, an index page, and a person's own work."""
    files: dict[str, str | bytes] = {
        f"{SCOPE}/project_{name}.md": MEMORY.format(name, source)
        for name, source in zip("abcdef", ("user:ann", "claude:s") * 3, strict=True)
    }
    index = "".join(f"- [{name.upper()}](project_{name}.md) - notes\n" for name in "abcdef")
    asked = "".join(
        block(f"s/project_{one}.md", f"s/project_{two}.md").replace('"thing"', f'"{one}{two}"')
        for one, two in ("ab", "cd", "ef")
    )
    page = "---\nname: {0}\ntype: concept\nsource: user:ann\n---\n\nAbout {0}, see [[two]].\n"
    pages = {f"wiki/{name}.md": page.format(name) for name in ("one", "two", "both")}
    # As athenaeum names them, on the machine where it ran.
    sources = ("/home/ann/kb/wiki/one.md", "/home/ann/kb/wiki/two.md")
    merge = NewMerge("2026-11-28", "both", sources, "r", FOLD, 0.9, "# Both\n\nAll.")
    root = make_repo(
        {
            "athenaeum.yaml": "{}\n",
            f"{SCOPE}/MEMORY.md": f"# Index\n{index}",
            "wiki/_pending_questions.md": f"# Pending Questions\n{asked}",
            "wiki/_pending_merges.md": f"# Pending Merges\n\n---\n\n{render(merge)}\n",
            **files,
            **pages,
            **b.FILES,
        }
    )
    return b.with_foreign_work(root)


def titled(opened: Inbox, title: str) -> str:
    return next(item.id for item in opened.pending().items if item.title == title)


def deciding(title: str, decision: d.Decision) -> Step:
    def step(root: Path) -> object:
        opened = inbox(root)
        return opened.decide(opened.find(titled(opened, title)), decision, "why")

    return step


def with_memory(name: str, decision: d.Decision) -> Step:
    def step(root: Path) -> object:
        opened = inbox(root)
        return opened.decide(opened.memory(f"{SCOPE}/project_{name}.md"), decision, "why")

    return step


def on_unsaved(root: Path) -> object:
    texts: b.Texts = {
        "loose.md": ("changed, not staged\n", None),
        "bare.md": ("untracked\n", b.NEW),
    }
    return b.apply(root, {**b.TURN, **texts})


DECISION = Deed("decision", plain, (lambda root: b.apply(root, b.TURN),))
UNDO = Deed("undo", decided_once, (lambda root: b.undo(root, b.NAME),))
UNSAVED = Deed("decision on unsaved files", plain, (on_unsaved,))
TOMBSTONE = Deed("tombstone", knowledge, (with_memory("a", d.Tombstone()),))
CONTEST = Deed("contest", knowledge, (with_memory("a", d.Contest()),))
MERGE = Deed("merge", knowledge, (deciding("both", d.Approve()),))
BATCH = Deed(
    "batch of three",
    knowledge,
    (
        deciding("ab", d.Keep("a")),
        deciding("cd", d.Forget("b")),
        deciding("ef", d.NotAConflict()),
    ),
)
