"""From a decision to the change that carries it out: the one road, and a pure one."""

from inbox.plan.gather import needs
from inbox.plan.road import plan

__all__ = ["needs", "plan"]
