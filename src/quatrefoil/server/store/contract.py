"""What the server needs of a store: SQLite and PostgreSQL offer the same.

Writes wait for a commit that they share, and are called back in their order. Reads are coroutines:
none of them blocks the event loop. A store that is *shared* has other processes that write to the
same matches; then a match in memory may be older than its log.

    stored      the log has it: answer, and tell
    overtaken   `OvertakenError`: the log no longer ended where the decision began; read on from
                there, look for the request, decide again
    failed      any other exception: nobody knows; read the log
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import orjson

from quatrefoil.match import Event, RefusedError
from quatrefoil.play.contracts import Done
from quatrefoil.server.store.openings import OpeningStore
from quatrefoil.server.store.studies import StudyCommits, StudyStore
from quatrefoil.server.store.writes import Row, Write

#: Where everything is kept: a file of SQLite, or the address of a PostgreSQL database.
Database = Path | str


class UnavailableError(RefusedError):
    """The database could not be read for a while: nothing is known of what was asked for."""

    def __init__(self, why: str) -> None:
        super().__init__("unavailable", f"the database cannot be read now: {why}", 1)


class Beginning(NamedTuple):
    """What a server reads when it starts."""

    #: When a server last ran; nothing in a new database.
    last_beat: int | None
    #: Number, begin and end of every outage, in the order in which they ended.
    outages: list[Row]
    #: How many matches are not over.
    open_matches: int


@dataclass(slots=True)
class Counters:
    """What a store counts, for `/metrics`."""

    events: int = 0
    commits: int = 0
    commit_seconds: float = 0.0
    retries: int = 0
    failures: int = 0
    overtaken: int = 0
    #: Writes that another process kept waiting: it wrote to the same match at the same moment.
    skipped: int = 0


class Subscription(NamedTuple):
    """A device that is told when it is the turn of a holder's seats: a row of its table."""

    match: str
    holder: str
    #: The address at its push service, and its keys in base64.
    endpoint: str
    p256dh: str
    auth: str
    language: str
    created: int


@dataclass(frozen=True)
class Log:
    """What the database has of one match.

    It is read as rows. To make events of them takes a while where there are many, and is done when
    they are asked for: in a thread, if that matters.
    """

    #: The number of its last event; None where there is no such match.
    last: int | None = None
    rows: Sequence[Any] = ()
    #: The row of its draft: the event that it follows, and its tokens as JSON.
    drafted: tuple[int, str] | None = None

    @cached_property
    def events(self) -> list[Event]:
        """Its events, as far as they can be read."""
        return self._read[0]

    @cached_property
    def fault(self) -> str:
        """What cannot be read, if anything."""
        return self._read[1]

    @cached_property
    def draft(self) -> tuple[int, Any] | None:
        """Unconfirmed tokens, and the event that they follow."""
        if self.drafted is None or self.fault:
            return None
        try:
            return self.drafted[0], orjson.loads(self.drafted[1])
        except ValueError:
            return self.drafted[0], []  # it is damaged, and nobody has confirmed it

    @cached_property
    def _read(self) -> tuple[list[Event], str]:
        found: list[Event] = []
        try:
            found.extend(map(event_of, self.rows))
        except ValueError as problem:
            return found, f"event {len(found) + 1} is no JSON: {problem}"
        return found, ""


def event_of(row: Any) -> Event:
    """Return the event of a row of the table `events`."""
    _, number, time, kind, data, hidden, request = row
    return Event(
        number, time, kind, orjson.loads(data), orjson.loads(hidden) if hidden else {}, request
    )


class Store(Protocol):
    """A database of matches, open."""

    #: Whether other processes may write to the same matches.
    shared: bool
    counters: Counters
    #: What people keep here to study; changes of it share commits.
    studies: StudyStore
    study_commits: StudyCommits
    #: How finished matches began.
    openings: OpeningStore
    #: Told of every time in which nothing could be stored, once it is over: from when to when, in
    #: monotonic seconds.
    on_outage: Callable[[float, float], None]

    @property
    def connect(self) -> Callable[[], Awaitable[Any]] | None:
        """What makes a connection for news of other processes; nothing where there are none."""

    # ---- writing ------------------------------------------------------------------------------

    def write(self, write: Write, done: Done) -> None:
        """Store with the next commit, then call `done` on the event loop."""

    @property
    def waiting_seconds(self) -> float:
        """For how long the oldest write has waited that is not stored yet."""

    def waiting_since(self) -> float | None:
        """Return since when something waits to be stored, by the monotonic clock, if it does."""

    async def flush(self) -> None:
        """Wait until everything is stored."""

    async def close(self) -> None:
        """Store what is left and close the database."""

    # ---- reading ------------------------------------------------------------------------------

    async def beginning(self, phases: Iterable[str]) -> Beginning:
        """Return what a server needs when it starts; matches of these phases are open."""

    async def log(self, match: str) -> Log:
        """Return all that there is of a match."""

    async def draft(self, match: str) -> tuple[int, Any] | None:
        """Return the tokens of a match's draft, if there is one, after the event they follow."""

    async def events(self, match: str, after: int = 0, last: int | None = None) -> list[Event]:
        """Return the log of a match after an event, up to another; empty if there is none."""

    async def events_after(self, wanted: Mapping[str, int]) -> dict[str, list[Event]]:
        """Return, for each match, its events after the one that is given; all in one query."""

    async def lasts(self, matches: Iterable[str]) -> dict[str, int]:
        """Return where the logs of matches end; a match that does not exist is left out."""

    async def due(self, before: int) -> list[str]:
        """Return the matches in which something is to be done before a time."""

    async def claim(self, before: int, until: int, most: int) -> list[str]:
        """Take over what is due before a time, the oldest first: nobody else does until another.

        It moves `due` forward in one short statement. What is done then is stored as any other
        decision: whoever was slower is overtaken.
        """

    async def quiet(
        self, phase: str, before: int, after: str, most: int
    ) -> list[tuple[str, int, int]]:
        """Return matches of a phase that were made before a time and in which no clock runs.

        Each comes with the number and the time of its last event; `after` is the id before theirs.
        """

    async def count(self, phases: Iterable[str]) -> int:
        """Return how many matches are in some phases."""

    async def last_beat(self) -> int | None:
        """Return when a server last ran."""

    async def outages(self, after: int = 0) -> list[Row]:
        """Return number, begin and end of every outage that ended after a time, in that order."""

    # ---- devices to tell ----------------------------------------------------------------------

    async def subscribe(self, device: Subscription, most: int) -> None:
        """Keep a device; a holder has at most some in a match, and the oldest go."""

    async def unsubscribe(self, *, match: str = "", holder: str = "", endpoint: str = "") -> None:
        """Forget the devices that all that is given fits; something must be given."""

    async def subscriptions(self, match: str, holder: str) -> list[Subscription]:
        """Return the devices of a holder in a match."""

    async def subscribed_in_vain(self, most: int) -> list[str]:
        """Return some matches that are over and still have devices."""

    async def now(self) -> int:
        """Return the time of the database in milliseconds: the same for all who share it."""
