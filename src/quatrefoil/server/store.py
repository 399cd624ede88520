"""The store: every event, in one SQLite file, before anybody is told of it.

All writes that arrive while one commit runs share the next one. Commits run in one other thread
(server/writer.py). When a commit is on the disk (write-ahead log, synchronous FULL) its writers are
called back, in the order of their writes.

    writes ──▶ pending ──▶ one transaction in the thread ──▶ done(None) for each, in order
                  ▲                    │
                  └── what came during it waits here

A write is stored, overtaken (`OvertakenError`: the log does not end where it begins) or it failed;
then so do the writes of its match that wait behind it, as they stand on it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Engine, create_engine, event, func, select

from quatrefoil.match import Event
from quatrefoil.play.contracts import Done
from quatrefoil.server.lock import DatabaseLock, make_private
from quatrefoil.server.migrations import migrate
from quatrefoil.server.schema import drafts, events, heartbeat, matches, outages
from quatrefoil.server.writer import Result, Writer
from quatrefoil.server.writes import Row, Write, folded

log = logging.getLogger(__name__)

#: How many writes may wait. With less than this much trouble ahead nobody comes near.
_MOST_WAITING = 20_000

#: Writes that share a commit, and who waits for each.
Batch = list[tuple[Write, Done]]


class Log(NamedTuple):
    """What the database has of one match."""

    #: The number of its last event; None where there is no such match.
    last: int | None
    #: Its events, as far as they can be read.
    events: list[Event]
    #: Unconfirmed tokens, and the event that they follow.
    draft: tuple[int, list[str]] | None = None
    #: What cannot be read, if anything.
    fault: str = ""


class Store:
    """The database of one server. `patience` is how long a fault that may pass is waited out."""

    def __init__(self, database: Path, patience: float = 30.0) -> None:
        database.parent.mkdir(parents=True, exist_ok=True)
        self._lock = DatabaseLock(database)
        make_private(database)
        self._engine = _open(database)
        migrate(self._engine)
        self.writer = Writer(database, patience)
        #: Told of every time in which nothing could be stored, once it is over: from when to when,
        #: in monotonic seconds.
        self.on_outage: Callable[[float, float], None] = lambda begin, end: None
        self._loop = asyncio.get_running_loop()
        self._batches: SimpleQueue[tuple[Batch, float] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._keep_writing, name="commit", daemon=True)
        self._thread.start()
        self._pending: Batch = []
        #: Since when the oldest write of a batch waits, in monotonic seconds.
        self._pending_since = self._busy_since = 0.0
        self._busy = False
        self._idle = asyncio.Event()
        self._idle.set()

    # ---- writing ------------------------------------------------------------------------------

    @property
    def waiting_seconds(self) -> float:
        """For how long the oldest write has waited that is not stored yet."""
        since = self.waiting_since()
        return 0.0 if since is None else time.monotonic() - since

    def write(self, write: Write, done: Done) -> None:
        """Store with the next commit, then call `done` on the event loop."""
        if len(self._pending) >= _MOST_WAITING:
            raise OSError("too much waits to be stored")
        if not self._pending:
            self._pending_since = time.monotonic()
        self._pending.append((write, done))
        if not self._busy:
            self._start()

    def waiting_since(self) -> float | None:
        """Return since when something waits to be stored, by the monotonic clock, if it does."""
        return self._busy_since if self._busy else None

    async def flush(self) -> None:
        """Wait until everything is stored."""
        await self._idle.wait()

    async def close(self) -> None:
        """Store what is left and close the file."""
        self.writer.hurry()
        await self.flush()
        self._batches.put(None)
        self._thread.join()
        self.writer.close()
        self._engine.dispose()
        self._lock.release()

    def _start(self) -> None:
        batch, self._pending = _in_line(self._pending)
        self._busy = True
        self._busy_since = self._pending_since
        self._idle.clear()
        self._batches.put((batch, self._busy_since))

    def _keep_writing(self) -> None:
        """Commit one batch after the other, in the writer's thread."""
        while (given := self._batches.get()) is not None:
            batch, since = given
            writes = [write for write, _ in batch]
            beats = [write.beat for write in writes if write.beat is not None]
            result = self.writer.store(folded(writes), beats[-1] if beats else None, since)
            self._loop.call_soon_threadsafe(self._committed, batch, result)

    def _committed(self, batch: Batch, result: Result) -> None:
        if any(result.outcomes.values()):
            batch = batch + self._fallen(batch, result)
        self._busy = False
        if self._pending:
            self._start()
        if result.outage:
            self.on_outage(*result.outage)
        for write, done in batch:
            try:
                done(result.outcomes[write.match] if write.match else result.beat)
            except Exception:  # a fault of one who waited must not leave the others waiting
                log.exception("a fault after a commit")
        if not self._busy and not self._pending:
            self._idle.set()

    def _fallen(self, batch: Batch, result: Result) -> Batch:
        """Take out of what waits all that stands on a write that was not stored."""
        ends = {write.match: write.new for write, _ in batch if result.outcomes.get(write.match)}

        def stands_on_it(write: Write) -> bool:
            return write.match in ends and write.old >= ends[write.match]

        fallen = [each for each in self._pending if stands_on_it(each[0])]
        self._pending = [each for each in self._pending if not stands_on_it(each[0])]
        return fallen

    # ---- reading ------------------------------------------------------------------------------

    def log(self, match: str) -> Log:
        """Return what there is of a match, as far as it can be read. For any thread."""
        about = select(matches.c.last).where(matches.c.id == match)
        drafted = select(drafts.c.number, drafts.c.tokens).where(drafts.c.match == match)
        log = select(events).where(events.c.match == match).order_by(events.c.number)
        with self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")  # all of it at one moment
            last = connection.execute(about).scalar()
            draft = connection.execute(drafted).first()
            rows = connection.execute(log).all()
        found: list[Event] = []
        try:
            found.extend(map(_event, rows))
        except ValueError as problem:
            return Log(last, found, None, f"event {len(found) + 1} is no JSON: {problem}")
        return Log(last, found, draft and (draft.number, _tokens(draft.tokens)))

    def events(self, match: str, after: int = 0, last: int | None = None) -> list[Event]:
        """Return the log of a match after an event, up to another; empty if there is none."""
        query = (
            select(events)
            .where(events.c.match == match, events.c.number > after)
            .order_by(events.c.number)
        )
        if last is not None:
            query = query.where(events.c.number <= last)
        with self._engine.connect() as connection:
            return [_event(row) for row in connection.execute(query)]

    def due(self, before: int) -> list[str]:
        """Return the matches in which somebody's time is used up before a time."""
        query = select(matches.c.id).where(matches.c.deadline < before)
        with self._engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def quiet(self, phase: str, before: int, after: str, most: int) -> list[tuple[str, int, int]]:
        """Return matches of a phase that were made before a time and in which no clock runs.

        Each comes with the number and the time of its last event; `after` is the id before theirs.
        """
        query = (
            select(matches.c.id, events.c.number, events.c.time)
            .where(events.c.match == matches.c.id, events.c.number == matches.c.last)
            .where(matches.c.phase == phase, matches.c.id > after)
            .where(matches.c.deadline.is_(None), matches.c.created < before)
            .order_by(matches.c.id)
            .limit(most)
        )
        with self._engine.connect() as connection:
            return [(row.id, row.number, row.time) for row in connection.execute(query)]

    def count(self, phases: Iterable[str]) -> int:
        """Return how many matches are in some phases."""
        query = select(func.count()).where(matches.c.phase.in_(list(phases)))
        with self._engine.connect() as connection:
            return connection.execute(query).scalar_one()

    def last_beat(self) -> int | None:
        """Return when the server last ran."""
        with self._engine.connect() as connection:
            return connection.execute(select(heartbeat.c.time)).scalar()

    def outages(self) -> list[Row]:
        """Return number, begin and end of every outage, in order."""
        with self._engine.connect() as connection:
            query = select(outages).order_by(outages.c.number)
            return [tuple(row) for row in connection.execute(query)]


def _in_line(pending: Batch) -> tuple[Batch, Batch]:
    """Part what can share a commit from what must wait for it.

    The writes of a match in one commit follow from one another. One that does not (its match went
    back to the log meanwhile) waits for the next, with all of its match that come after it.
    """
    ends: dict[str, int] = {}
    now: Batch = []
    later: Batch = []
    for write, done in pending:
        end = ends.setdefault(write.match, write.old)
        if write.match and end != write.old:
            ends[write.match] = -1
            later.append((write, done))
        else:
            ends[write.match] = write.new
            now.append((write, done))
    return now, later


def _open(database: Path) -> Engine:
    """Return what reads: readers wait for nobody for long, as somebody waits for them."""
    engine = create_engine(f"sqlite:///{database}")

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA busy_timeout = 1000")
        cursor.close()

    return engine


def _tokens(text: str) -> Any:
    """Return the tokens of a draft; none if it is damaged, as nobody has confirmed them."""
    try:
        return orjson.loads(text)
    except ValueError:
        return []


def _event(row: Any) -> Event:
    hidden = orjson.loads(row.hidden) if row.hidden else {}
    return Event(row.number, row.time, row.type, orjson.loads(row.data), hidden, row.request)
