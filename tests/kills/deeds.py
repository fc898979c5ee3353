"""What is killed: each deed with the root it is done in and the parts it has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from inbox.domain import decision as d
from inbox.domain.item import Item
from inbox.formats.merges import FOLD, NewMerge, render
from inbox.service import Inbox
from inbox.store.repository import Repository
from tests.conftest import MakeRepo
from tests.service.conftest import MEMORY, block
from tests.store import builders as b

NOW = datetime(2026, 12, 1, 8, 0, 1, tzinfo=UTC)
SCOPE = "raw/auto-memory/s"
Parts = Sequence[str]
Act = Callable[[], object]
Ready = Callable[[Path, Parts], Act]
"""Looks at a root as a person does and returns what a key does then: only that writes."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What a person does: one commit, or several that are asked for at once."""

    name: str
    make: Callable[[MakeRepo], Path]
    ready: Ready
    parts: tuple[str, ...] = ("all",)
    """What each commit is about."""

    def done(self, root: Path, parts: Parts | None = None) -> None:
        """Do the deed, or only some parts of it."""
        if wanted := self.parts if parts is None else parts:
            self.ready(root, wanted)()


def inbox(root: Path) -> Inbox:
    return Inbox(Repository.open(root), clock=lambda: NOW)


def bare(root: Path) -> Path:
    """Take out what git puts into a new repository for people to read: it costs time to copy."""
    for sample in (root / ".git/hooks").glob("*.sample"):
        sample.unlink()
    return root


def plain(make_repo: MakeRepo) -> Path:
    """A folder with a person's own work in it, and a file with two names."""
    root = bare(b.with_foreign_work(make_repo({**b.FILES, "two.md": b.OLD})))
    (root / "names.md").hardlink_to(root / "two.md")
    return root


def decided_once(make_repo: MakeRepo) -> Path:
    root = plain(make_repo)
    b.apply(root, TURN)
    return root


def undone_once(make_repo: MakeRepo) -> Path:
    root = decided_once(make_repo)
    b.undo(root, b.NAME)
    return root


def knowledge(make_repo: MakeRepo) -> Path:
    """A knowledge root with two conflicts, a fold, an index page, and a person's own work."""
    files: dict[str, str | bytes] = {
        f"{SCOPE}/project_{name}.md": MEMORY.format(name, source)
        for name, source in zip("abcd", ("user:ann", "claude:s") * 2, strict=True)
    }
    index = "".join(f"- [{name.upper()}](project_{name}.md) - notes\n" for name in "abcd")
    asked = "".join(
        block(f"s/project_{one}.md", f"s/project_{two}.md").replace('"thing"', f'"{one}{two}"')
        for one, two in ("ab", "cd")
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
    return bare(b.with_foreign_work(root))


def retired(make_repo: MakeRepo) -> Path:
    """The same, with a memory that is not in force."""
    root = knowledge(make_repo)
    lone("a", d.Deprecate())(root, ())()
    return root


def chosen(opened: Inbox, titles: Parts) -> list[Item]:
    waiting = {item.title: item.id for item in opened.pending().items}
    return [opened.find(waiting[title]) for title in titles]


def applying(opened: Inbox, item: Item, decision: d.Decision) -> Act:
    preview = opened.preview(item, decision, "why")
    return lambda: opened.apply(preview)


def deciding(decision: d.Decision) -> Ready:
    """Decide the item that a part names."""

    def ready(root: Path, parts: Parts) -> Act:
        opened = inbox(root)
        [item] = chosen(opened, parts)
        return applying(opened, item, decision)

    return ready


def many(root: Path, parts: Parts) -> Act:
    """Decide all items that the parts name at once, the first by removing a side."""
    opened = inbox(root)
    shown = opened.preview_all(
        chosen(opened, parts),
        lambda item: d.Forget("b") if item.title == "ab" else d.Keep("a"),
        "why",
    )
    return lambda: opened.decide_all(shown)


def lone(name: str, decision: d.Decision, by: str = "") -> Ready:
    """Decide about one memory."""

    def ready(root: Path, _: Parts) -> Act:
        opened = inbox(root)
        other = f"{SCOPE}/project_{by}.md" if by else ""
        return applying(opened, opened.memory(f"{SCOPE}/project_{name}.md", other), decision)

    return ready


TURN: b.Texts = {**b.TURN, "two.md": (b.OLD, b.PORT)}


def at_the_store(texts: b.Texts) -> Ready:
    def ready(root: Path, _: Parts) -> Act:
        repository, change = Repository.open(root), b.change(texts)
        return lambda: repository.apply(change)

    return ready


def undoing(root: Path, _: Parts) -> Act:
    repository = Repository.open(root)
    change = repository.undo_change(b.NAME, b.OTHER, "")
    return lambda: repository.apply(change)


def redoing(root: Path, _: Parts) -> Act:
    repository = Repository.open(root)
    change = repository.redo_change("c" * 12, "why")
    return lambda: repository.apply(change)


UNSAVED_TURN: b.Texts = {
    **TURN,
    "loose.md": ("changed, not staged\n", None),
    "bare.md": ("untracked\n", b.NEW),
}

DECISION = Deed("decision", plain, at_the_store(TURN))
UNDO = Deed("undo", decided_once, undoing)
BATCH = Deed("batch", knowledge, many, ("ab", "cd"))
CONTEST = Deed("contest", knowledge, lone("a", d.Contest()))
TOMBSTONE = Deed("tombstone", knowledge, lone("a", d.Tombstone()))
FAMILIES = (DECISION, UNDO, BATCH, CONTEST, TOMBSTONE)
"""What is tried at every instant there is, in every run of the suite."""

UNSAVED = Deed("decision on unsaved files", plain, at_the_store(UNSAVED_TURN))
OTHERS = (
    Deed("redo", undone_once, redoing),
    UNSAVED,
    Deed("merge", knowledge, deciding(d.Approve()), ("both",)),
    Deed("keep", knowledge, deciding(d.Keep("a")), ("ab",)),
    Deed("supersede", knowledge, lone("a", d.Supersede(), "b")),
    Deed("deprecate", knowledge, lone("a", d.Deprecate())),
    Deed("restore", retired, lone("a", d.Restore())),
    Deed("exception", knowledge, lone("a", d.Except("project:x"))),
)
"""Deeds that go down the same road with other files on it."""
