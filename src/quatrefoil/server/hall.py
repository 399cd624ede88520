"""All live matches of a server: found, made, loaded when asked for, let go when idle."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
import time
from collections.abc import Coroutine
from functools import partial
from typing import Any

from quatrefoil.core.record import Record
from quatrefoil.match import Event, Match, RefusedError
from quatrefoil.match.match import PLAYING, THROWING, WAITING
from quatrefoil.match.messages import MATCH_ID
from quatrefoil.match.requests import resume
from quatrefoil.match.seats import PERSON, Seat, clean_name
from quatrefoil.match.setup import Setup, imported, rematch_of
from quatrefoil.play.thinkers import Thinkers
from quatrefoil.server.metrics import Metrics
from quatrefoil.server.settings import Settings
from quatrefoil.server.store import Store, Write
from quatrefoil.server.table import Table

log = logging.getLogger(__name__)

#: How often the server says that it is there; a restart gives players back at most this.
HEARTBEAT_SECONDS = 5
#: How long a match stays in memory when nobody listens.
IDLE_SECONDS = 60


def holder_of(secret: str) -> str:
    """Return what is stored of a secret: its hash."""
    return hashlib.sha256(secret.encode()).hexdigest() if secret else ""


class Hall:
    """The live matches, the store, the thinkers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.thinkers = Thinkers(settings.thinkers)
        self.metrics = Metrics()
        self.tables: dict[str, Table] = {}
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
        for match in self.store.due(2**62):
            table = self.find(match)
            lost = 0 if last is None else max(0, now - max(last, _running_since(table.match)))
            table.act(partial(resume, lost=lost))
        self._beat()
        self.start(self._keep_time())

    async def close(self) -> None:
        """Store everything, say good-bye to everybody."""
        for task in list(self._tasks):
            task.cancel()
        for table in self.tables.values():
            table.close()
            for listener in list(table.listeners):
                listener.let_go()
        self._beat()
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
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self._beat()
            self._let_idle_go()
            self._watch_clocks()

    def _beat(self) -> None:
        self.store.write(Write(beat=self.now()), lambda problem: None)

    def _watch_clocks(self) -> None:
        """Bring back the matches in which somebody's time is soon used up."""
        for match in self.store.due(self.now() + 3 * HEARTBEAT_SECONDS * 1000):
            self.find(match)

    def _let_idle_go(self) -> None:
        now = time.monotonic()
        for table in list(self.tables.values()):
            if not table.idle:
                table.last_used = now
            elif now - table.last_used > IDLE_SECONDS:
                table.close()
                self.forget(table)

    # ---- matches ------------------------------------------------------------------------------

    def find(self, match: str) -> Table:
        """Return a match by its id."""
        table = self.tables.get(match)
        if table is None:
            table = self._load(match)
        return table

    def forget(self, table: Table) -> None:
        """Let a table go; the log has everything."""
        if self.tables.get(table.match.id) is table:
            del self.tables[table.match.id]

    def make(self, setup: Setup, secret: str) -> Table:
        """Make a match; whoever asks waits for `Table.stored`."""
        if self.open_matches >= self.settings.limits.open_matches:
            raise RefusedError("too-many", "there are too many open matches here", 60)
        holder = holder_of(secret)
        created = setup.created(new_id(), secrets.token_bytes(32), holder, self.now())
        return self._set_up(created)

    def make_rematch(self, match: Match) -> str:
        """Make the rematch of a match; return its id."""
        created = rematch_of(match).created(
            new_id(), secrets.token_bytes(32), match.maker, self.now()
        )
        return self._set_up(created).match.id

    def make_from_record(self, record: Record) -> Table:
        """Make a match that can be looked at, from a record."""
        names = [record.tags.get(name.lower(), "") for name in record.rules.player_names]
        seats = tuple(Seat(PERSON, clean_name(name)) for name in names)
        created = Setup(record.rules, seats).created(
            new_id(), secrets.token_bytes(32), "", self.now()
        )
        return self._set_up(created, imported(record, created))

    def _set_up(self, created: Event, *more: Event) -> Table:
        match = Match.from_events([created, *more])
        table = Table(match, self)
        self.tables[match.id] = table
        self.open_matches += 1
        log.info("match made", extra={"data": {"match": match.id, "rules": str(match.rules)}})
        table.begin([created, *more])
        return table

    def _load(self, match: str) -> Table:
        events = self.store.events(match) if is_id(match) else []
        if not events:
            raise RefusedError("not-found", "there is no match with this id")
        found = Match.from_events(events)
        draft = self.store.draft(match)
        if draft and draft[0] == found.last:
            found.draft = tuple(draft[1])
        table = Table(found, self)
        self.tables[match] = table
        table.wake()
        return table


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
