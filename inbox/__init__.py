"""The daily triage of what AI agents remember: every conflict, one decision, one commit."""

__version__ = "0.1.0"
