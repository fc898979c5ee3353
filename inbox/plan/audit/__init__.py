"""Whether the trailers of a commit agree with its diff: values in, findings out."""

from inbox.plan.audit.commits import as_found, decision, undo

__all__ = ["as_found", "decision", "undo"]
