"""What a host of a match needs of the program around it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.match import Event, Match
from quatrefoil.match.setup import Setup
from quatrefoil.play.thinkers import Thinkers

if TYPE_CHECKING:
    from quatrefoil.play.decision import News

Answer = dict[str, Any]
Reply = Callable[[Answer], None]
#: Called with what a message asks to do, before it is done: may refuse it, for now.
Admit = Callable[[str], None]
#: Called once something is stored, or with what went wrong: an `OvertakenError`, or a failure.
Done = Callable[[Exception | None], None]


#: Called with the number of a log's last event, or with nothing where it could not be read.
Looked = Callable[[int | None], None]


class OvertakenError(QuatrefoilError):
    """The log no longer ended where a decision began: it was not stored, and is to be made anew."""


class Storage(Protocol):
    """Where the events of a match are kept. It may take its time, but it keeps the order.

    It stores an event only after the one before it: the log has no gap and no number twice. Both
    methods that store read what they need of the match before they return: it moves on meanwhile.
    Others may write to the same log. Then the host's copy can be older than the log is.
    """

    def store_events(self, match: Match, events: Sequence[Event], done: Done) -> None:
        """Store events, all or none of them; then call `done`."""

    def store_draft(self, match: Match, tokens: Sequence[str], done: Done) -> None:
        """Store the unconfirmed tokens of the seat to move; then call `done`."""

    def look(self, match: Match, looked: Looked) -> None:
        """Look where the log ends, not before this is called: at once if nobody else writes."""

    def read_on(self, match: Match, last: int) -> None:
        """Hear that the log goes on up to an event: read it, then tell the host of it.

        While something is being stored that waits: the host calls again once all is, with 0.
        """


class Audience(Protocol):
    """Who is told what happens in a match, and only after it was stored."""

    def listens(self, holder: str) -> bool:
        """Whether the holder of some seats listens."""

    def attended(self) -> bool:
        """Whether anybody listens, with a seat or without."""

    def hear(self, news: News) -> None:
        """Hear of events."""

    def hear_draft(self, holder: str, message: bytes) -> None:
        """Hear of a draft: it is for its holder alone."""

    def presence(self) -> dict[str, Any]:
        """Return what a snapshot says of who is here."""

    def lose(self, problem: BaseException) -> None:
        """Hear that this host is of no use any more: the log is not what it believes."""


class Services(Protocol):
    """What a host needs of the program that runs it."""

    @property
    def thinkers(self) -> Thinkers:
        """The computer players."""

    @property
    def pause(self) -> float:
        """Seconds before each turn of a match in which no person sits."""

    def now(self) -> int:
        """Return the time in milliseconds. It never goes back."""

    def time_lost(self, after: int, until: int) -> int:
        """Return for how many milliseconds between two times nothing could be heard or stored."""

    def time_is_sure(self) -> bool:
        """Whether `time_lost` knows all: if not, `Host.resume` is called once it does."""

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something beside everything else."""

    def created(self, setup: Setup, maker: str) -> Event:
        """Return the first event of a new match, with a new id and seed."""

    def open_match(self, created: Event) -> None:
        """Host a new match and store its first event."""
