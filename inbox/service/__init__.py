"""What both front ends can do: gathers through the store, decides in the pure half."""

from inbox.service.inbox import Inbox

__all__ = ["Inbox"]
