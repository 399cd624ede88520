"""Every event in one SQLite file, before anybody is told of it. The file is for one process.

Commits run in one other thread (`sqlite_writer`); a commit that is answered is on the disk
(write-ahead log, synchronous FULL). Reads run in threads too, on connections of their own.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    Select,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import OperationalError

from quatrefoil.match import Event, phases
from quatrefoil.server.store.contract import (
    Beginning,
    Counters,
    Log,
    Subscription,
    UnavailableError,
    event_of,
)
from quatrefoil.server.store.group_commit import GroupCommit, GroupCommitStore
from quatrefoil.server.store.lock import DatabaseLock, make_private
from quatrefoil.server.store.migrations import DatabaseError, migrate
from quatrefoil.server.store.openings import OpeningStore
from quatrefoil.server.store.openings_sqlite import SqliteOpenings
from quatrefoil.server.store.schema import (
    drafts,
    events,
    heartbeat,
    matches,
    outages,
    subscriptions,
)
from quatrefoil.server.store.sqlite_writer import SqliteWriter
from quatrefoil.server.store.studies import StudyCommits, StudyStore
from quatrefoil.server.store.studies_sqlite import SqliteStudies, in_transaction, may_pass
from quatrefoil.server.store.writes import Row

T = TypeVar("T")

#: Seconds before a write is tried again.
_PAUSE = 0.1


def prepare_file(database: Path) -> Engine:
    """Make the file or bring it up to date; return what reads it. The caller has its lock."""
    database.parent.mkdir(parents=True, exist_ok=True)
    make_private(database)
    engine = _open(database)
    try:
        migrate(engine)
    except (OperationalError, sqlite3.OperationalError) as problem:
        engine.dispose()
        raise DatabaseError(f"cannot open {database}: {_cause(problem)}") from None
    return engine


class SqliteStore(GroupCommitStore):
    """The file of one server. `patience` is how long a fault that may pass is waited out."""

    shared = False
    connect = None

    def __init__(self, database: Path, patience: float = 30.0) -> None:
        self._patience = patience
        #: A file has one writer at a time: others wait here, and take no thread for it.
        self._writing = asyncio.Lock()
        self._lock = DatabaseLock(database)
        try:
            self._engine = prepare_file(database)
        except Exception:
            self._lock.release()
            raise
        self.counters = Counters()
        self.writer = SqliteWriter(database, self.counters)
        self.commits = GroupCommit(self.writer, patience, self.counters)
        self.studies: StudyStore = SqliteStudies(self._read, self._write)
        self.study_commits = StudyCommits(self.studies, self._may_pass, patience)
        self.openings: OpeningStore = SqliteOpenings(self._read, self._write)

    async def close(self) -> None:
        self.commits.hurry()
        await self.flush()
        await self.study_commits.flush()
        self.writer.close()
        self._engine.dispose()
        self._lock.release()

    # ---- reading ------------------------------------------------------------------------------

    async def beginning(self, phases: Iterable[str]) -> Beginning:
        return Beginning(await self.last_beat(), await self.outages(), await self.count(phases))

    async def log(self, match: str) -> Log:
        about = select(matches.c.last).where(matches.c.id == match)
        drafted = select(drafts.c.number, drafts.c.tokens).where(drafts.c.match == match)
        log = select(events).where(events.c.match == match).order_by(events.c.number)

        def read(connection: Connection) -> Log:
            connection.exec_driver_sql("BEGIN")  # all of it at one moment
            last = connection.execute(about).scalar()
            draft = connection.execute(drafted).first()
            rows = connection.execute(log).all()
            return Log(last, rows, draft and (draft.number, draft.tokens))

        return await self._read(read)

    async def draft(self, match: str) -> tuple[int, Any] | None:
        query = select(drafts.c.number, drafts.c.tokens).where(drafts.c.match == match)
        return Log(drafted=next((tuple(row) for row in await self._rows(query)), None)).draft

    async def events(self, match: str, after: int = 0, last: int | None = None) -> list[Event]:
        return await self._read(lambda connection: _events(connection, match, after, last))

    async def events_after(self, wanted: Mapping[str, int]) -> dict[str, list[Event]]:
        # One query would not be faster here: nothing travels.
        return await self._read(
            lambda connection: {
                match: _events(connection, match, after) for match, after in wanted.items()
            }
        )

    async def lasts(self, ids: Iterable[str]) -> dict[str, int]:
        query = select(matches.c.id, matches.c.last).where(matches.c.id.in_(list(ids)))
        return {row.id: row.last for row in await self._rows(query)}

    async def due(self, before: int) -> list[str]:
        query = select(matches.c.id).where(matches.c.due < before).order_by(matches.c.due)
        return [row.id for row in await self._rows(query)]

    async def claim(self, before: int, until: int, most: int) -> list[str]:
        oldest = (
            select(matches.c.id).where(matches.c.due < before).order_by(matches.c.due).limit(most)
        )
        claim = update(matches).where(matches.c.id.in_(oldest)).values(due=until)

        def take(connection: Connection) -> list[str]:
            found = list(connection.execute(claim.returning(matches.c.id)).scalars())
            connection.commit()
            return found

        return await self._read(take)

    async def quiet(
        self, phase: str, before: int, after: str, most: int
    ) -> list[tuple[str, int, int]]:
        query = (
            select(matches.c.id, events.c.number, events.c.time)
            .where(events.c.match == matches.c.id, events.c.number == matches.c.last)
            .where(matches.c.phase == phase, matches.c.id > after)
            .where(matches.c.deadline.is_(None), matches.c.created < before)
            .order_by(matches.c.id)
            .limit(most)
        )
        return [(row.id, row.number, row.time) for row in await self._rows(query)]

    async def count(self, phases: Iterable[str]) -> int:
        query = select(func.count()).where(matches.c.phase.in_(list(phases)))
        return await self._read(lambda connection: connection.execute(query).scalar_one())

    async def last_beat(self) -> int | None:
        query = select(heartbeat.c.time)
        return await self._read(lambda connection: connection.execute(query).scalar())

    async def outages(self, after: int = 0) -> list[Row]:
        query = select(outages).where(outages.c.end > after).order_by(outages.c.end)
        return [tuple(row) for row in await self._rows(query)]

    async def subscribe(self, device: Subscription, most: int) -> None:
        mine = (subscriptions.c.match == device.match) & (subscriptions.c.holder == device.holder)
        newest = (
            select(subscriptions.c.endpoint)
            .where(mine)
            .order_by(subscriptions.c.created.desc())
            .limit(most)
        )
        old = delete(subscriptions).where(mine, subscriptions.c.endpoint.not_in(newest))
        new = insert(subscriptions).prefix_with("OR REPLACE").values(device._asdict())
        await self._change(new, old)

    async def unsubscribe(self, *, match: str = "", holder: str = "", endpoint: str = "") -> None:
        given = {"match": match, "holder": holder, "endpoint": endpoint}
        fits = [subscriptions.c[name] == value for name, value in given.items() if value]
        assert fits
        await self._change(delete(subscriptions).where(*fits))

    async def subscriptions(self, match: str, holder: str) -> list[Subscription]:
        table = subscriptions
        query = select(table).where(table.c.match == match, table.c.holder == holder)
        return [Subscription(*row) for row in await self._rows(query)]

    async def subscribed_in_vain(self, most: int) -> list[str]:
        query = (
            select(subscriptions.c.match)
            .join(matches, matches.c.id == subscriptions.c.match)
            .where(matches.c.phase == phases.OVER)
            .distinct()
            .limit(most)
        )
        return [match for (match,) in await self._rows(query)]

    async def _change(self, *statements: Executable) -> None:
        def run(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        await self._write(run)

    async def now(self) -> int:
        return time.time_ns() // 1_000_000

    async def _rows(self, query: Select[Any]) -> list[Any]:
        return await self._read(lambda connection: list(connection.execute(query)))

    async def _read(self, read: Callable[[Connection], T]) -> T:
        """Read in a thread."""

        def run() -> T:
            with self._engine.connect() as connection:
                return read(connection)

        return await asyncio.to_thread(run)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """Write beside the log, in a transaction, tried again while a fault may pass."""
        ends = time.monotonic() + self._patience
        while True:
            try:
                async with self._writing:
                    return await self._read(lambda connection: in_transaction(connection, work))
            except Exception as problem:
                if not self._may_pass(problem):
                    raise
                if time.monotonic() > ends:
                    raise UnavailableError(_cause(problem)) from problem
            await asyncio.sleep(_PAUSE)

    def _may_pass(self, problem: Exception) -> bool:
        return may_pass(problem, self.writer.is_transient)


def _events(connection: Connection, match: str, after: int, last: int | None = None) -> list[Event]:
    query = (
        select(events)
        .where(events.c.match == match, events.c.number > after)
        .order_by(events.c.number)
    )
    if last is not None:
        query = query.where(events.c.number <= last)
    return [event_of(row) for row in connection.execute(query)]


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


def _cause(problem: Exception) -> str:
    """Return what SQLite says, without the statement that it says it of."""
    return str(getattr(problem, "orig", None) or problem)
