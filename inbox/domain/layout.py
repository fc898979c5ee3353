"""Where things live below the root, as relative paths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Layout:
    """A knowledge root of athenaeum, or a plain folder of memories (design R3)."""

    kind: Literal["root", "folder"]
    queue_dir: str
    """`wiki/` or the empty text."""

    ledger_dir: str
    """`raw/` or the empty text."""

    intake_roots: tuple[str, ...] = ("",)
    """The folders below which a member reference is looked up, in order, each with its
    final slash; the empty text is the root itself."""

    @property
    def questions(self) -> str:
        return f"{self.queue_dir}_pending_questions.md"

    @property
    def merges(self) -> str:
        return f"{self.queue_dir}_pending_merges.md"

    @property
    def questions_archive(self) -> str:
        return f"{self.queue_dir}_pending_questions_archive.md"

    @property
    def merges_archive(self) -> str:
        return f"{self.queue_dir}_pending_merges_archive.md"

    @property
    def settled(self) -> str:
        return f"{self.ledger_dir}_resolved_contradictions.jsonl"

    @property
    def tombstones(self) -> str:
        return f"{self.queue_dir}_tombstones.jsonl"

    @property
    def candidates(self) -> str:
        return f"{self.queue_dir}_candidates.jsonl"

    @property
    def calibration(self) -> str:
        return f"{self.queue_dir}_calibration.jsonl"

    @property
    def rule_proposals(self) -> str:
        return f"{self.queue_dir}_rule_proposals.jsonl"

    @property
    def quarantine(self) -> str:
        return f"{self.queue_dir}_quarantine.jsonl"

    @property
    def retractions(self) -> str:
        return f"{self.queue_dir}_pending_retractions.jsonl"

    @property
    def answers_dir(self) -> str:
        return f"{self.ledger_dir}answers/"

    @property
    def pages_dir(self) -> str:
        """The folder that a merge writes its page to."""
        return self.queue_dir

    @property
    def records(self) -> tuple[str, ...]:
        """The files beside the memories that decisions write: queues, archives, ledgers."""
        return (
            self.questions,
            self.questions_archive,
            self.merges,
            self.merges_archive,
            self.settled,
            self.tombstones,
            self.candidates,
        )

    @property
    def sidecars(self) -> tuple[str, ...]:
        """The files that `list` reads, queue files first."""
        return (
            self.questions,
            self.merges,
            self.settled,
            self.tombstones,
            self.candidates,
            self.calibration,
            self.rule_proposals,
            self.quarantine,
            self.retractions,
        )


KNOWLEDGE_ROOT = Layout("root", "wiki/", "raw/", ("raw/", "raw/auto-memory/", "wiki/"))
PLAIN_FOLDER = Layout("folder", "", "")
