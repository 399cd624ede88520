"""The store: every event, in one SQLite file, before anybody is told of it.

All writes that arrive while one commit runs share the next one. Commits run in one other thread.
When a commit is on the disk (write-ahead log, synchronous FULL) its writers are called back, in the
order of their writes.

    writes ──▶ pending ──▶ one transaction in the thread ──▶ done(None) for each, in order
                  ▲                    │
                  └── what came during it waits here
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
from sqlalchemy import Engine, Table, create_engine, event, func, select
from sqlalchemy.dialects import sqlite

from quatrefoil.match import Event
from quatrefoil.server.migrations import migrate
from quatrefoil.server.schema import drafts, events, heartbeat, matches

log = logging.getLogger(__name__)

#: How many pages (of 4 KB) the write-ahead log has before it is copied into the file. A checkpoint
#: takes some milliseconds, in which all wait; with few of them a page that changes often is copied
#: once instead of many times.
_CHECKPOINT_PAGES = 8000

#: What a row holds, in the order of its table's columns.
Row = tuple[Any, ...]
#: Called once a write is on the disk, or with what went wrong.
Done = Callable[[Exception | None], None]


class Write(NamedTuple):
    """Rows that belong together: all of them are stored, or none."""

    events: tuple[Row, ...] = ()
    match: Row | None = None
    draft: Row | None = None
    #: A heartbeat: a time at which the server ran.
    beat: int | None = None


#: Writes that share a commit, and who waits for each.
Batch = list[tuple[Write, Done]]


def event_row(match: str, happened: Event) -> Row:
    """Return the row of an event."""
    return (
        match,
        happened.number,
        happened.time,
        happened.type,
        orjson.dumps(happened.data).decode(),
        orjson.dumps(happened.hidden).decode() if happened.hidden else "",
        happened.request,
    )


class Store:
    """The database of one server."""

    def __init__(self, database: Path) -> None:
        database.parent.mkdir(parents=True, exist_ok=True)
        self._engine = _open(database)
        migrate(self._engine)
        #: The driver's own connection, used by the writer's thread alone: SQLAlchemy's layers would
        #: cost more than a small commit.
        self._writing = self._engine.raw_connection()
        self._loop = asyncio.get_running_loop()
        self._batches: SimpleQueue[Batch | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._keep_writing, name="commit", daemon=True)
        self._writer.start()
        self._pending: Batch = []
        self._busy = False
        self._idle = asyncio.Event()
        self._idle.set()
        self.commits = 0
        self.commit_seconds = 0.0

    # ---- writing ------------------------------------------------------------------------------

    def write(self, write: Write, done: Done) -> None:
        """Store with the next commit, then call `done` on the event loop."""
        self._pending.append((write, done))
        if not self._busy:
            self._start()

    async def flush(self) -> None:
        """Wait until everything is stored."""
        await self._idle.wait()

    async def close(self) -> None:
        """Store what is left and close the file."""
        await self.flush()
        self._batches.put(None)
        self._writer.join()
        self._writing.close()
        self._engine.dispose()

    def _start(self) -> None:
        batch, self._pending = self._pending, []
        self._busy = True
        self._idle.clear()
        self._batches.put(batch)

    def _keep_writing(self) -> None:
        """Commit one batch after the other, in the writer's thread."""
        while (batch := self._batches.get()) is not None:
            problem = None
            try:
                self._commit([write for write, _ in batch])
            except Exception as found:
                log.exception("commit failed")
                problem = found
            self._loop.call_soon_threadsafe(self._committed, batch, problem)

    def _committed(self, batch: Batch, problem: Exception | None) -> None:
        self._busy = False
        if self._pending:
            self._start()
        for _, done in batch:
            done(problem)
        if not self._busy and not self._pending:
            self._idle.set()

    def _commit(self, batch: list[Write]) -> None:
        started = time.perf_counter()
        try:
            self._put(_NEW_EVENTS, _together([row for write in batch for row in write.events]))
            self._put(_PUT_MATCH, [write.match for write in batch if write.match])
            self._put(_PUT_DRAFT, [write.draft for write in batch if write.draft])
            self._put(_PUT_BEAT, [(1, write.beat) for write in batch if write.beat])
            self._writing.commit()
        except BaseException:
            self._writing.rollback()
            raise
        self.commits += 1
        self.commit_seconds += time.perf_counter() - started

    def _put(self, statement: str, rows: list[Row]) -> None:
        if rows:
            self._writing.cursor().executemany(statement, rows)

    # ---- reading ------------------------------------------------------------------------------

    def events(self, match: str, after: int = 0, most: int | None = None) -> list[Event]:
        """Return the log of a match after an event; empty where there is no such match."""
        query = (
            select(events)
            .where(events.c.match == match, events.c.number > after)
            .order_by(events.c.number)
            .limit(most)
        )
        with self._engine.connect() as connection:
            return [_event(row) for row in connection.execute(query)]

    def draft(self, match: str) -> tuple[int, list[str]] | None:
        """Return the unconfirmed tokens of a match and the event that they follow."""
        query = select(drafts.c.number, drafts.c.tokens).where(drafts.c.match == match)
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        return (row.number, orjson.loads(row.tokens)) if row else None

    def due(self, before: int) -> list[str]:
        """Return the matches in which somebody's time is used up before a time."""
        query = select(matches.c.id).where(matches.c.deadline < before)
        with self._engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def count(self, phases: Iterable[str]) -> int:
        """Return how many matches are in some phases."""
        query = select(func.count()).where(matches.c.phase.in_(list(phases)))
        with self._engine.connect() as connection:
            return connection.execute(query).scalar_one()

    def last_beat(self) -> int | None:
        """Return when the server last ran."""
        with self._engine.connect() as connection:
            return connection.execute(select(heartbeat.c.time)).scalar()


def _open(database: Path) -> Engine:
    engine = create_engine(f"sqlite:///{database}")

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA busy_timeout = 10000")
        cursor.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
        cursor.close()

    return engine


def _statement(table: Table, *prefixes: str) -> str:
    """Return an insertion as SQL. It is compiled once: that takes longer than to run it."""
    dialect = sqlite.dialect(paramstyle="qmark")
    return str(table.insert().prefix_with(*prefixes).compile(dialect=dialect))


def _statement_for_all(table: Table) -> str:
    """Return an insertion of any number of rows, which come as one JSON text.

    With a statement for each row, the thread would release the GIL and wait for it at every row.
    The event loop is busy: a commit of 100 rows would take as long as 100 turns of the loop.
    """
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    values = ", ".join(f"json_extract(value, '$[{i}]')" for i in range(len(table.columns)))
    return f"INSERT INTO {table.name} ({columns}) SELECT {values} FROM json_each(?)"


def _together(rows: list[Row]) -> list[Row]:
    """Return what `_statement_for_all` takes."""
    return [(orjson.dumps(rows).decode(),)] if rows else []


_NEW_EVENTS = _statement_for_all(events)
_PUT_MATCH = _statement(matches, "OR REPLACE")
_PUT_DRAFT = _statement(drafts, "OR REPLACE")
_PUT_BEAT = _statement(heartbeat, "OR REPLACE")


def _event(row: Any) -> Event:
    hidden = orjson.loads(row.hidden) if row.hidden else {}
    return Event(row.number, row.time, row.type, orjson.loads(row.data), hidden, row.request)
