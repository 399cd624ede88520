"""All live matches of a server: found, made, loaded when asked for, let go when idle."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from quatrefoil.core.record import Record
from quatrefoil.core.tags import player_names
from quatrefoil.match import Event, Match, RefusedError
from quatrefoil.match.match import PLAYING, THROWING, WAITING
from quatrefoil.match.messages import MATCH_ID
from quatrefoil.match.requests import resume
from quatrefoil.match.seats import PERSON, Seat, clean_name
from quatrefoil.match.setup import Setup, imported
from quatrefoil.play.history import History, worded
from quatrefoil.play.thinkers import Thinkers
from quatrefoil.server.loading import Loaded, replay
from quatrefoil.server.metrics import Metrics
from quatrefoil.server.monitor import Monitor
from quatrefoil.server.room import Room
from quatrefoil.server.settings import Settings
from quatrefoil.server.store import Store
from quatrefoil.server.workers import Workers
from quatrefoil.server.writes import Write

log = logging.getLogger(__name__)

#: How often the server says that it is there; a restart gives players back at most this.
HEARTBEAT_SECONDS = 5
#: How long a match stays in memory when nobody listens.
IDLE_SECONDS = 60


def holder_of(secret: str) -> str:
    """Return what is stored of a secret: its hash."""
    return hashlib.sha256(secret.encode()).hexdigest() if secret else ""


class Lobby:
    """The rooms of the live matches, the store, the thinkers."""

    #: A match in which no person sits is watched, and so fast can it be followed.
    pause = 0.5

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database, settings.storing_seconds)
        limits = settings.limits
        self.thinkers = Thinkers(
            settings.thinkers,
            per_client=limits.thoughts_per_address,
            in_all=limits.thoughts,
            memory=settings.search_memory,
        )
        self.workers = Workers(limits.works_per_address, limits.works)
        self.metrics = Metrics()
        self.monitor = Monitor(self)
        self.rooms: dict[str, Room] = {}
        #: Matches that are being read from the log: once, however many wait for them.
        self._loading: dict[str, asyncio.Task[Room]] = {}
        #: Matches whose logs are damaged, as far as anybody has asked for them, and what is wrong.
        self.unreadable: dict[str, str] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.open_matches = self.store.count((WAITING, THROWING, PLAYING))

    def now(self) -> int:
        """Return the time in milliseconds."""
        return time.time_ns() // 1_000_000

    # ---- life ---------------------------------------------------------------------------------

    async def open(self) -> None:
        """Go on where the server stopped: clocks did not run while it was away."""
        last = self.store.last_beat()
        now = self.now()
        for match in await asyncio.to_thread(self.store.due, 2**62):
            room = await self.rouse(match)
            if room is None:
                continue
            lost = 0 if last is None else max(0, now - max(last, _running_since(room.match)))
            room.host.act(partial(resume, lost=lost))
        self._beat()
        self.start(self._keep_time())
        self.start(self.monitor.watch())

    async def close(self) -> None:
        """Store everything, say good-bye to everybody."""
        for task in list(self._tasks):
            task.cancel()
        for room in self.rooms.values():
            room.host.close()
            for listener in list(room.listeners):
                listener.let_go()
        self._beat()
        await self.store.close()
        self.thinkers.close()
        self.workers.close()

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
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                self._beat()
                self._let_idle_go()
                await self._watch_clocks()
            except Exception:  # a database that cannot be read now can be in five seconds
                log.exception("the clocks were not looked at")

    def _beat(self) -> None:
        self.store.write(Write(beat=self.now()), lambda problem: None)

    async def _watch_clocks(self) -> None:
        """Bring back the matches in which somebody's time is soon used up."""
        soon = self.now() + 3 * HEARTBEAT_SECONDS * 1000
        for match in await asyncio.to_thread(self.store.due, soon):
            await self.rouse(match)

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
        if room := self.rooms.get(match):
            return room
        task = self._loading.get(match)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load(match))
            self._loading[match] = task
            task.add_done_callback(lambda _: self._loading.pop(match))
        return await asyncio.shield(task)

    async def rouse(self, match: str) -> Room | None:
        """Return the room of a match in which something is due; none if its log is damaged."""
        if match in self.unreadable and match not in self.rooms:
            return None  # that is known, and nothing can be done about it here
        try:
            room = await self.find(match)
        except RefusedError:
            return None
        return None if room.host.fault else room

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

    async def make_from_record(self, client: str, read: Callable[[], Record]) -> Room:
        """Make a match that can be looked at, from a record, and store it."""

        def prepare() -> tuple[list[Event], Match, History]:
            record = read()
            names = player_names(record.rules, record.tags)
            seats = tuple(Seat(PERSON, clean_name(name)) for name in names)
            created = self.created(Setup(record.rules, seats), "")
            events = [created, imported(record, created)]
            match = Match.from_events(events)
            return events, match, worded(match)

        room = self._host(*await self.workers.run(client, prepare))
        await room.host.stored()
        return room

    def created(self, setup: Setup, maker: str) -> Event:
        """Return the first event of a new match."""
        return setup.created(new_id(), secrets.token_bytes(32), maker, self.now())

    def open_match(self, created: Event) -> None:
        """Host a new match; its maker waits until it is stored."""
        self._set_up(created)

    def _set_up(self, created: Event) -> Room:
        return self._host([created], Match(created))

    def _host(self, events: list[Event], match: Match, history: History | None = None) -> Room:
        room = Room(match, self, history=history)
        self.rooms[match.id] = room
        self.open_matches += not match.over
        log.info("match made", extra={"data": {"match": match.id, "rules": str(match.rules)}})
        room.begin(events)
        return room

    async def _load(self, match: str) -> Room:
        if not is_id(match):
            raise _not_found()
        found = await self._read(match)
        if room := self.rooms.get(match):
            return room  # somebody else has loaded it meanwhile
        if found is None:
            raise _not_found()
        room = Room(found.match, self, found.fault, found.history)
        self.rooms[match] = room
        if not found.fault:
            room.host.wake()
        return room

    async def _read(self, match: str) -> Loaded | None:
        """Return a match as its log gives it; note a log that is damaged."""
        try:
            found = await self.workers.load(match, lambda: replay(match, self.store.log(match)))
        except RefusedError as fault:
            self._note_unreadable(match, fault.message)
            raise
        if found and found.fault:
            self._note_unreadable(match, found.fault.message)
        else:
            self.unreadable.pop(match, None)
        return found

    async def read_patiently(self, match: str) -> Loaded | None:
        """Read a match from its log, however often it takes until the database can be read."""
        wait = 0.1
        while True:
            try:
                return await self._read(match)
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


def _not_found() -> RefusedError:
    return RefusedError("not-found", "there is no match with this id")


def _running_since(match: Match) -> int:
    return match.clock.since if match.clock else 0


def new_id() -> str:
    """Return an id that nobody can guess."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """Return a secret that nobody can guess."""
    return secrets.token_urlsafe(24)


def is_id(text: str) -> bool:
    """Whether a text has the form of an id."""
    return re.fullmatch(MATCH_ID, text) is not None
