"""A match as its screen uses it: the same for one on this machine and one on a server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from quatrefoil.core.record import Record
from quatrefoil.terminal.state import MatchState, Message

#: How many steps of a match are fetched at a time.
STEPS = 100


class MatchClient(ABC):
    """A match that one plays or watches. All methods run on the event loop."""

    def __init__(self) -> None:
        self.match = MatchState()
        #: Called whenever something has changed.
        self.changed: Callable[[], None] = lambda: None
        #: How the connection is, as a key of our texts; nothing where none is needed.
        self.connection = ""
        #: Whether the dice of a match that is over are those that everybody had committed to.
        self.dice_hold = True

    @abstractmethod
    async def open(self) -> None:
        """Enter the match; afterwards its state is known. Raise a RefusedError if not."""

    @abstractmethod
    async def ask(self, do: str, **fields: Any) -> Message:
        """Ask for something as the protocol has it; raise a RefusedError if it is refused."""

    @abstractmethod
    async def steps(self, first: int, last: int) -> list[Message]:
        """Return the match move by move, as `GET …/steps` does."""

    @abstractmethod
    async def record(self) -> Record:
        """Return the record of the match up to now."""

    @abstractmethod
    async def review(self) -> list[Message]:
        """Return what a review of a finished match tells, line by line, as `GET …/review` does."""

    @abstractmethod
    async def close(self) -> None:
        """Leave the match."""

    @property
    def link(self) -> str:
        """What brings one back to one's own seats from elsewhere, if anything does."""
        return ""

    @property
    def invitation(self) -> str:
        """The link for somebody else, while a seat is free."""
        return ""
