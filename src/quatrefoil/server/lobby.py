"""All live matches of a server: found, made, loaded when asked for, let go when idle."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import re
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Self

from quatrefoil.core.record import Record
from quatrefoil.core.tags import player_names
from quatrefoil.match import Event, Match, RefusedError, phases
from quatrefoil.match.clock import FLAG_DELAY
from quatrefoil.match.messages import MATCH_ID
from quatrefoil.match.seats import PERSON, Seat, clean_name
from quatrefoil.match.setup import Setup, imported
from quatrefoil.play.contracts import Done
from quatrefoil.play.history import History, worded
from quatrefoil.play.steady import Wall
from quatrefoil.play.thinkers import Thinkers
from quatrefoil.server.crowd import Crowd
from quatrefoil.server.expiry import Expiry
from quatrefoil.server.limits import Gate
from quatrefoil.server.loading import Loaded, replay
from quatrefoil.server.metrics import Metrics
from quatrefoil.server.monitor import Monitor
from quatrefoil.server.neighbours import Neighbours
from quatrefoil.server.openings import OpeningsIndex
from quatrefoil.server.push.pusher import Pusher
from quatrefoil.server.reader import Reader
from quatrefoil.server.room import Room
from quatrefoil.server.settings import Settings
from quatrefoil.server.stalls import SILENCE, Stalls, database_time, set_right
from quatrefoil.server.store.contract import Beginning, Store, UnavailableError
from quatrefoil.server.store.opening import open_store
from quatrefoil.server.store.writes import Beat, Write
from quatrefoil.server.studies.shelf import Shelf
from quatrefoil.server.timekeeper import BEAT_SECONDS, STALL, Outage, Timekeeper
from quatrefoil.server.workers import Workers

log = logging.getLogger(__name__)

#: How often the time is stored while the clock of a match in memory runs, and else. After a kill
#: clocks go on from there: players gain at most this.
HEARTBEAT_SECONDS, SLOW_HEARTBEAT_SECONDS = 1, 5
#: How many matches get back at each beat what an outage took. All at once would be another outage;
#: a match in which something happens gets it back first.
_CREDITS_A_BEAT = 20
#: How often the matches that are not in memory are looked at.
SWEEP_SECONDS = 5
#: Milliseconds after which what is due is taken over from a process that has not done it, for how
#: many milliseconds, and how many matches at once.
_OVERDUE, _CLAIMED, _CLAIMS = FLAG_DELAY + 500, 10_000, 50
#: Seconds between two counts of all open matches, which others make too, and between two looks at
#: the clock of the database.
_COUNT_SECONDS = 30
#: How long a match stays in memory when nobody listens.
IDLE_SECONDS = 60


def holder_of(secret: str) -> str:
    """Return what is stored of a secret: its hash."""
    return hashlib.sha256(secret.encode()).hexdigest() if secret else ""


class Lobby:
    """The rooms of the live matches, the store, the thinkers."""

    #: Seconds between the moves of a match that only computers play: people watch it.
    pause = 0.5

    @classmethod
    async def opened(cls, settings: Settings) -> Self:
        """Return the lobby of a database."""
        store = await open_store(settings.database, settings.storing_seconds)
        wall = await database_time(store) if store.shared else time.time
        return cls(settings, store, await store.beginning(phases.OPEN), wall)

    def __init__(
        self, settings: Settings, store: Store, beginning: Beginning, wall: Wall = time.time
    ) -> None:
        self.settings = settings
        self.store = store
        limits = settings.limits
        self.thinkers = Thinkers(
            settings.thinkers,
            per_client=limits.thoughts_per_address,
            in_all=limits.thoughts,
            memory=settings.search_memory,
        )
        self.workers = Workers(limits.works_per_address, limits.works)
        #: Pictures may take seconds: matches are read without waiting for them.
        self.artists = Workers(limits.pictures_per_address, limits.pictures, "draw")
        self.pusher = Pusher(self)
        self.shelf = Shelf(self)
        self.metrics = Metrics()
        self.monitor = Monitor(self)
        self.rooms: dict[str, Room] = {}
        self.reader = Reader(self.store, self.start, settings.storing_seconds)
        #: The other processes, where the database is shared.
        self.neighbours: Neighbours | None = None
        #: Matches that are being read from the log: once, however many wait for them.
        self._loading: dict[str, asyncio.Task[Room]] = {}
        known = [Outage(*row) for row in beginning.outages]
        self.stalls = Stalls(self)
        self.timekeeper = Timekeeper(
            beginning.last_beat,
            known,
            self.store.waiting_since,
            wall,
            stalled=self.stalls.note if store.shared else None,
            silence=SILENCE if store.shared else 0,
        )
        #: Milliseconds for which outages are kept: longer than any clock runs, and anything stays.
        self._outages_kept = settings.longest_stay
        #: Whether a heartbeat waits to be stored.
        self._beat_waits = False
        self.store.on_outage = self.timekeeper.could_not_store
        #: Where the outages ended whose time was given back, and the matches that still get it.
        self._credited = beginning.last_beat or 0
        self._to_credit: list[Room] = []
        self._beating: asyncio.TimerHandle | None = None
        #: Matches whose logs are damaged, as far as anybody has asked for them, and what is wrong.
        self.unreadable: dict[str, str] = {}
        self.crowd = Crowd(limits)
        self.openings = OpeningsIndex(self)
        self._making = (
            Gate("new matches", limits.makes_a_minute / 60, limits.makes_at_once),
            Gate("new matches today", limits.makes_a_day / 86_400, limits.makes_a_day),
        )
        self._tasks: set[asyncio.Task[Any]] = set()
        self.open_matches = beginning.open_matches
        self._counted = time.monotonic()

    def now(self) -> int:
        """Return the time in milliseconds."""
        return self.timekeeper.now()

    def ago(self, milliseconds: int) -> int:
        """Return a time since which the server was there for that long: what is older expires.

        While it was away nobody could come back; and a start by a wrong clock looks the same.
        """
        return self.timekeeper.outages.ago(self.now(), milliseconds)

    def time_lost(self, after: int, until: int) -> int:
        """Return for how many milliseconds between two times nothing could be heard or stored."""
        return self.timekeeper.lost(after, until)

    def time_is_sure(self) -> bool:
        """Whether it is known which time was lost to outages."""
        # A look at the clock notes a stall that has just ended: bytes may be read before any beat.
        self.timekeeper.now()
        return self.stalls.since is None

    # ---- life ---------------------------------------------------------------------------------

    async def open(self) -> None:
        """Go on where the server stopped: clocks did not run while it was away."""
        self.store_beat()
        self._beat()
        if connect := self.store.connect:
            self.neighbours = Neighbours(self, connect)
            self.neighbours.start()
        self.start(self._keep_time())
        self.start(Expiry(self).run())
        self.start(self.openings.run())
        self.start(self.monitor.watch())
        self.start(self.shelf.keep())
        self.start(self.pusher.keep())

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
        self.shelf.close()
        if self.neighbours:
            await self.neighbours.news.say_goodbye()
        self.store_beat()
        await self.store.close()
        self.thinkers.close()
        self.workers.close()
        self.artists.close()

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
            try:
                often = self.store.shared or self._clock_runs()
                if now - last_beat >= SLOW_HEARTBEAT_SECONDS or often:
                    last_beat = now
                    # While others may be able to store, a heartbeat that waits says nothing.
                    if not (self.store.shared and self._beat_waits):
                        self.store_beat()
                if now - last_sweep >= SWEEP_SECONDS:
                    last_sweep = now
                    self._let_idle_go()
                    if not self.store.shared:
                        await self._rouse_all(await self.store.due(self._soon))
                if self.store.shared:
                    await self._take_over()
            except UnavailableError as problem:  # it can be read in five seconds
                log.warning("the clocks were not looked at", extra={"data": {"why": str(problem)}})
            except Exception:
                log.exception("the clocks were not looked at")
            await asyncio.sleep(HEARTBEAT_SECONDS)

    def _clock_runs(self) -> bool:
        return any(room.match.deadline is not None for room in self.rooms.values())

    def _beat(self) -> None:
        """Let the timekeeper know that the loop runs, and give back what outages took."""
        self._beating = asyncio.get_running_loop().call_later(BEAT_SECONDS, self._beat)
        self.timekeeper.beat()
        end = self.timekeeper.outages.end
        if end != self._credited and 1000 * self.store.waiting_seconds < STALL:
            seconds = self.timekeeper.lost(self._credited, end) / 1000
            log.info("no clock ran for a while", extra={"data": {"seconds": seconds}})
            self._credited, self._to_credit = end, list(self.rooms.values())
        for _ in range(min(len(self._to_credit), _CREDITS_A_BEAT)):
            room = self._to_credit.pop()
            if self.rooms.get(room.match.id) is room:
                room.host.credit()

    def store_beat(self, done: Done = lambda problem: None) -> None:
        """Store the time with the outages before it, then call `done`."""
        now, outages = self.now(), self.timekeeper.outages.unstored
        if (since := self.stalls.since) is not None:
            now = since  # nobody knows yet whether anything could be stored after that
        self._beat_waits = True

        def stored(problem: Exception | None) -> None:
            self._beat_waits = False
            if not problem:
                self.timekeeper.outages.stored(outages)
            done(problem)

        rows = tuple(tuple(outage) for outage in outages)
        forget = self.ago(self._outages_kept) if rows else 0
        self.store.write(Write(beat=Beat(now, rows, forget)), stored)

    @property
    def _soon(self) -> int:
        """Until when a match that is not here is brought back, if something is due in it."""
        return self.now() + 3 * SWEEP_SECONDS * 1000

    async def _take_over(self) -> None:
        """Do what others should have done: a clock has run out, the computer has not moved.

        To claim is to move `due` forward, so that the others leave it to us for a while.
        """
        now = self.now()
        overdue = await self.store.claim(now - _OVERDUE, now + _CLAIMED, _CLAIMS)
        for room in await self._rouse_all(overdue):
            room.wake()
        if time.monotonic() - self._counted > _COUNT_SECONDS:
            self._counted = time.monotonic()
            self.open_matches = await self.store.count(phases.OPEN)
            await set_right(self)

    async def _rouse_all(self, matches: Iterable[str]) -> list[Room]:
        """Bring back matches in which something is due."""
        found = []
        for match in matches:
            try:
                if room := await self.rouse(match):
                    found.append(room)
            except Exception:  # the others' clocks run too
                log.exception("no clock was looked at", extra={"data": {"match": match}})
        return found

    def _let_idle_go(self) -> None:
        now = time.monotonic()
        for room in list(self.rooms.values()):
            if not room.idle:
                room.last_used = now
            elif now - room.last_used > IDLE_SECONDS:
                self.let_go(room)

    # ---- matches ------------------------------------------------------------------------------

    async def find(self, match: str) -> Room:
        """Return the room of a match by its id, as new as its log is; read it if it is not here."""
        if reading := self._loading.get(match):
            await asyncio.wait([reading])  # that began before this was asked for: look again
        if room := self.rooms.get(match):
            room.last_used = time.monotonic()  # whoever looks for it uses it in a moment
            await room.current()
            if self.rooms.get(match) is room:
                return room
        task = self._loading.get(match)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load(match))
            self._loading[match] = task
            task.add_done_callback(lambda _: self._loading.pop(match))
        return await asyncio.shield(task)

    def let_go(self, room: Room) -> None:
        """Close a room if nobody would notice."""
        if room.idle:
            room.host.close()
            self.forget(room)

    async def rouse(self, match: str) -> Room | None:
        """Return the room of a match in which something is due; none if it cannot be played on."""
        if match in self.unreadable and match not in self.rooms:
            return None  # that is known, and nothing can be done about it here
        if (here := self.rooms.get(match)) and here.host.broken:
            return None  # it goes on by itself once its log was read
        try:
            room = await self.find(match)
        except RefusedError:
            return None
        return None if room.host.fault or room.host.broken else room

    def forget(self, room: Room) -> None:
        """Let a room go; the log has everything."""
        match = room.match.id
        if self.rooms.get(match) is room:
            del self.rooms[match]
            if self.neighbours:
                self.neighbours.closed(match)

    def admit_match(self, address: str) -> None:
        """Let an address make one more match, in whatever way, or refuse it."""
        if self.open_matches >= self.settings.limits.open_matches:
            raise RefusedError("too-many", "there are too many open matches here", 60)
        for gate in self._making:
            gate.enter(address)

    async def make(self, setup: Setup, secret: str, client: str = "") -> Room:
        """Make a match, and store it."""
        created = self.created(setup, holder_of(secret))
        if setup.moves:  # many moves take a while
            match, history = await self.workers.run(client, lambda: _with_past(created))
            room = self._host([created], match, history)
        else:
            room = self._set_up(created)
        await room.host.stored()
        if setup.openings:
            await self.store.openings.note(room.match.id, self.now())
        return room

    async def make_from_record(self, client: str, read: Callable[[], Record]) -> Room:
        """Make a match that can be looked at, from a record, and store it."""
        record = await self.workers.run(client, read)
        names = player_names(record.rules, record.tags)
        seats = tuple(Seat(PERSON, clean_name(name)) for name in names)
        created = self.created(Setup(record.rules, seats), "")

        def replayed() -> tuple[list[Event], Match, History]:
            events = [created, imported(record, created)]
            match = Match.from_events(events)
            return events, match, worded(match)

        room = self._host(*await self.workers.run(client, replayed))
        await room.host.stored()
        return room

    def created(self, setup: Setup, maker: str) -> Event:
        """Return the first event of a new match."""
        return setup.created(new_id(), secrets.token_bytes(32), maker, self.now())

    def open_match(self, created: Event) -> None:
        """Host a new match; its maker waits until it is stored."""
        room = self._set_up(created)
        if room.match.openings:
            self.start(self.store.openings.note(room.match.id, self.now()))

    def _set_up(self, created: Event) -> Room:
        return self._host([created], Match(created))

    def _host(self, events: list[Event], match: Match, history: History | None = None) -> Room:
        room = self._opened(Room(match, self, history=history))
        self.open_matches += not match.over
        log.info("match made", extra={"data": {"match": match.id, "rules": str(match.rules)}})
        room.begin(events)
        return room

    def _opened(self, room: Room) -> Room:
        """Have a room among the live ones; others who have the match open hear of it."""
        self.rooms[room.match.id] = room
        if self.neighbours:
            self.neighbours.opened(room.match.id)
        return room

    async def _load(self, match: str) -> Room:
        if not is_id(match):
            raise _not_found()
        found = await self._read(match)
        if room := self.rooms.get(match):
            await room.current()  # it was made here meanwhile
            return room
        if found is None:
            raise _not_found()
        room = self._opened(Room(found.match, self, found.fault, found.history))
        if not found.fault:
            room.wake()
        return room

    async def _read(self, match: str, told: int | None = None) -> Loaded | None:
        """Return a match as its log gives it; note a log that is damaged."""
        log = await self.store.log(match)
        if log.last is None and not log.rows:
            return None  # strangers who make ids up take no more than the look for them
        try:
            found = await self.workers.load(match, lambda: replay(match, log, told))
        except RefusedError as fault:
            self._note_unreadable(match, fault.message)
            raise
        if found and found.fault:
            self._note_unreadable(match, found.fault.message)
        else:
            self.unreadable.pop(match, None)
        return found

    async def read_patiently(self, match: str, told: int) -> Loaded | None:
        """Read a match from its log, however often it takes until the database can be read.

        What came after the event `told` comes with it as it is told.
        """
        wait = 0.1
        while True:
            try:
                return await self._read(match, told)
            except UnavailableError as problem:
                why = {"match": match, "why": problem.message}
                log.warning("not read", extra={"data": why})
            except RefusedError:
                return None
            except Exception:
                log.exception("not read", extra={"data": {"match": match}})
            await asyncio.sleep(wait)
            wait = min(2 * wait, 5.0)

    def _note_unreadable(self, match: str, fault: str) -> None:
        """Report a damaged log, once."""
        if match not in self.unreadable:
            self.unreadable[match] = fault
            log.error("a log is damaged", extra={"data": {"match": match, "why": fault}})


def _with_past(created: Event) -> tuple[Match, History]:
    match = Match(created)
    return match, worded(match)


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
