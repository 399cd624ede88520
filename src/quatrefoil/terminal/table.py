"""Where a match is played: on this machine or on a server, the same to whoever looks at it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from quatrefoil.terminal.seen import Message, Seen

#: How many steps of a match are fetched at a time.
STEPS = 100


class Table(ABC):
    """A match that one plays or watches. All methods run on the event loop."""

    def __init__(self) -> None:
        self.seen = Seen()
        #: Called whenever something has changed.
        self.changed: Callable[[], None] = lambda: None
        #: How the connection is, as a key of our texts; nothing where none is needed.
        self.connection = ""

    @abstractmethod
    async def open(self) -> None:
        """Sit down; afterwards there is something to be seen. Raise a RefusedError if not."""

    @abstractmethod
    async def ask(self, do: str, **fields: Any) -> Message:
        """Ask for something as the protocol has it; raise a RefusedError if it is refused."""

    @abstractmethod
    async def steps(self, first: int, last: int) -> list[Message]:
        """Return the match move by move, as `GET …/steps` does."""

    @abstractmethod
    async def close(self) -> None:
        """Stand up."""

    @property
    def link(self) -> str:
        """What brings one back to one's own seats from elsewhere, if anything does."""
        return ""
