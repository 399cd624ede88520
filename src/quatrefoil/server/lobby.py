"""All live matches of a server: found, made, loaded when asked for, let go when idle."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import re
import secrets
import time
from collections.abc import Coroutine
from typing import Any

from quatrefoil.core.record import Record
from quatrefoil.core.tags import player_names
from quatrefoil.match import Event, Match, RefusedError
from quatrefoil.match.match import PLAYING, THROWING, WAITING
from quatrefoil.match.messages import MATCH_ID
from quatrefoil.match.seats import PERSON, Seat, clean_name
from quatrefoil.match.setup import Setup, imported
from quatrefoil.play.thinkers import Thinkers
from quatrefoil.server.metrics import Metrics
from quatrefoil.server.room import Room
from quatrefoil.server.settings import Settings
from quatrefoil.server.store import Store, Write
from quatrefoil.server.timekeeper import BEAT_SECONDS, KEPT, Outage, Timekeeper

log = logging.getLogger(__name__)

#: How often the time is stored while the clock of a match in memory runs, and else. After a kill
#: clocks go on from there: players gain at most this.
HEARTBEAT_SECONDS, SLOW_HEARTBEAT_SECONDS = 1, 5
#: How many matches get back at each beat what an outage took. All at once would be another outage;
#: a match in which something happens gets it back first.
_CREDITS_A_BEAT = 20
#: How often the matches that are not in memory are looked at.
SWEEP_SECONDS = 5
#: How long a match stays in memory when nobody listens.
IDLE_SECONDS = 60


def holder_of(secret: str) -> str:
    """Return what is stored of a secret: its hash."""
    return hashlib.sha256(secret.encode()).hexdigest() if secret else ""


class Lobby:
    """The rooms of the live matches, the store, the thinkers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.thinkers = Thinkers(settings.thinkers)
        self.metrics = Metrics()
        self.rooms: dict[str, Room] = {}
        known = [Outage(*row) for row in self.store.outages()]
        self.timekeeper = Timekeeper(self.store.last_beat(), known, self.store.waiting_since)
        #: Where the outages ended whose time was given back, and the matches that still get it.
        self._credited = 0
        self._to_credit: list[Room] = []
        self._beating: asyncio.TimerHandle | None = None
        self._storing_beat = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self.open_matches = self.store.count((WAITING, THROWING, PLAYING))

    def now(self) -> int:
        """Return the time in milliseconds."""
        return self.timekeeper.now()

    def time_lost(self, after: int, until: int) -> int:
        """Return for how many milliseconds between two times nothing could be heard or stored."""
        return self.timekeeper.lost(after, until)

    # ---- life ---------------------------------------------------------------------------------

    async def open(self) -> None:
        """Go on where the server stopped: clocks did not run while it was away."""
        self.store.forget_outages(self.now() - KEPT)
        self._store_beat()
        self._beat()
        self.start(self._keep_time())

    async def close(self) -> None:
        """Store everything, say good-bye to everybody."""
        if self._beating:
            self._beating.cancel()
        for task in list(self._tasks):
            task.cancel()
        for room in self.rooms.values():
            room.host.close()
            for listener in list(room.listeners):
                listener.let_go()
        await self.store.flush()
        self._store_beat()
        await self.store.close()
        self.thinkers.close()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            log.error("a task failed", exc_info=problem)

    async def _keep_time(self) -> None:
        """Store the time, let idle matches go and watch the clocks of those that are not here."""
        last_beat = last_sweep = -math.inf
        while True:
            now = time.monotonic()
            if now - last_beat >= SLOW_HEARTBEAT_SECONDS or self._clock_runs():
                last_beat = now
                self._store_beat()
            if now - last_sweep >= SWEEP_SECONDS:
                last_sweep = now
                self._let_idle_go()
                await self._watch_clocks()
            await asyncio.sleep(HEARTBEAT_SECONDS)

    def _clock_runs(self) -> bool:
        return any(room.match.deadline is not None for room in self.rooms.values())

    def _beat(self) -> None:
        """Let the timekeeper know that the loop runs, and give back what outages took."""
        self._beating = asyncio.get_running_loop().call_later(BEAT_SECONDS, self._beat)
        self.timekeeper.beat()
        end = self.timekeeper.outages.end
        if end != self._credited and self.store.waiting_since() is None:
            self._credited, self._to_credit = end, list(self.rooms.values())
        for _ in range(min(len(self._to_credit), _CREDITS_A_BEAT)):
            room = self._to_credit.pop()
            if self.rooms.get(room.match.id) is room:
                room.host.credit()

    def _store_beat(self) -> None:
        """Store the time with the outages before it: whoever knows the one knows the others."""
        if self._storing_beat:
            return  # nothing can be stored just now
        self._storing_beat = True
        now, outages = self.now(), self.timekeeper.outages.unstored

        def done(problem: Exception | None) -> None:
            self._storing_beat = False
            if not problem:
                self.timekeeper.outages.stored(outages)

        self.store.write(Write(beat=now, outages=outages), done)

    async def _watch_clocks(self) -> None:
        """Bring back the matches in which somebody's time is soon used up."""
        for match in self.store.due(self.now() + 3 * SWEEP_SECONDS * 1000):
            await self.find(match)

    def _let_idle_go(self) -> None:
        now = time.monotonic()
        for room in list(self.rooms.values()):
            if not room.idle:
                room.last_used = now
            elif now - room.last_used > IDLE_SECONDS:
                room.host.close()
                self.forget(room)

    # ---- matches ------------------------------------------------------------------------------

    async def find(self, match: str) -> Room:
        """Return the room of a match by its id; read it from the log if it is not in memory."""
        room = self.rooms.get(match)
        return await self._load(match) if room is None else room

    def forget(self, room: Room) -> None:
        """Let a room go; the log has everything."""
        if self.rooms.get(room.match.id) is room:
            del self.rooms[room.match.id]

    async def make(self, setup: Setup, secret: str) -> Room:
        """Make a match, and store it."""
        if self.open_matches >= self.settings.limits.open_matches:
            raise RefusedError("too-many", "there are too many open matches here", 60)
        room = self._set_up(self.created(setup, holder_of(secret)))
        await room.host.stored()
        return room

    async def make_from_record(self, record: Record) -> Room:
        """Make a match that can be looked at, from a record, and store it."""
        names = player_names(record.rules, record.tags)
        seats = tuple(Seat(PERSON, clean_name(name)) for name in names)
        created = self.created(Setup(record.rules, seats), "")
        room = self._set_up(created, imported(record, created))
        await room.host.stored()
        return room

    def created(self, setup: Setup, maker: str) -> Event:
        """Return the first event of a new match."""
        return setup.created(new_id(), secrets.token_bytes(32), maker, self.now())

    def open_match(self, created: Event) -> None:
        """Host a new match; its maker waits until it is stored."""
        self._set_up(created)

    def _set_up(self, created: Event, *more: Event) -> Room:
        match = Match.from_events([created, *more])
        room = Room(match, self)
        self.rooms[match.id] = room
        self.open_matches += 1
        log.info("match made", extra={"data": {"match": match.id, "rules": str(match.rules)}})
        room.begin([created, *more])
        return room

    async def _load(self, match: str) -> Room:
        if not is_id(match):
            raise _not_found()
        events, draft = await asyncio.to_thread(self._read, match)
        if room := self.rooms.get(match):
            return room  # somebody else has loaded it meanwhile
        if not events:
            raise _not_found()
        found = Match.from_events(events)
        if draft and draft[0] == found.last:
            found.draft = tuple(draft[1])
        room = Room(found, self)
        self.rooms[match] = room
        room.host.wake()
        return room

    def _read(self, match: str) -> tuple[list[Event], tuple[int, list[str]] | None]:
        """Return the log of a match and its draft, in any thread."""
        return self.store.events(match), self.store.draft(match)


def _not_found() -> RefusedError:
    return RefusedError("not-found", "there is no match with this id")


def new_id() -> str:
    """Return an id that nobody can guess."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """Return a secret that nobody can guess."""
    return secrets.token_urlsafe(24)


def is_id(text: str) -> bool:
    """Whether a text has the form of an id."""
    return re.fullmatch(MATCH_ID, text) is not None
