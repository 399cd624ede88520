"""Every event in a PostgreSQL database, which any number of processes share.

Commits go over one connection (`postgresql_writer`), reads over others. A read that meets a fault
which may pass (PostgreSQL starts again, a connection was cut) is tried again for a while.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import asyncpg

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
from quatrefoil.server.store.openings import OpeningStore
from quatrefoil.server.store.openings_postgresql import PostgresqlOpenings
from quatrefoil.server.store.postgresql_connections import (
    CONNECT_SECONDS,
    SERVING,
    connect,
    is_transient,
    make_durable,
)
from quatrefoil.server.store.postgresql_writer import PostgresqlWriter
from quatrefoil.server.store.schema import events
from quatrefoil.server.store.studies import StudyCommits, StudyStore
from quatrefoil.server.store.studies_postgresql import PostgresqlStudies
from quatrefoil.server.store.writes import Row

#: How many reads run at once; more of them wait.
_READERS = 4
#: Seconds for one read, and for all attempts at it.
_READ_SECONDS, _PATIENCE_SECONDS = 5.0, 10.0
#: Seconds before a read is tried again.
_PAUSE = 0.1
#: The most rows that are made events on the event loop; more of them in a thread.
_FEW = 50


class _Reader(asyncpg.Connection):
    """A connection that is only read from: nothing has to be reset between two reads."""

    def get_reset_query(self) -> str:
        return ""


class PostgresqlStore(GroupCommitStore):
    """A database that is shared. `patience` is how long a fault that may pass is waited out."""

    shared = True

    def __init__(self, address: str, patience: float = 30.0) -> None:
        #: Where it is; news have a connection of their own.
        self.address = address
        self.counters = Counters()
        self.writer = PostgresqlWriter(address, self.counters)
        self.commits = GroupCommit(self.writer, patience, self.counters)
        self.studies: StudyStore = PostgresqlStudies(self._fetch)
        self.study_commits = StudyCommits(self.studies, is_transient, patience)
        self.openings: OpeningStore = PostgresqlOpenings(self._fetch)
        self._readers: asyncpg.Pool | None = None
        self._opening = asyncio.Lock()

    async def connect(self) -> asyncpg.Connection:
        """Return a connection for whoever needs one alone: to hear news, say."""
        return await connect(self.address)

    async def close(self) -> None:
        self.commits.hurry()
        await self.flush()
        await self.study_commits.flush()
        await self.writer.close()
        if self._readers:
            with suppress(Exception):
                await asyncio.wait_for(self._readers.close(), 1)
            self._readers.terminate()

    # ---- reading ------------------------------------------------------------------------------

    async def beginning(self, phases: Iterable[str]) -> Beginning:
        return Beginning(await self.last_beat(), await self.outages(), await self.count(phases))

    async def log(self, match: str) -> Log:
        rows = await self._fetch(_LOG, match)
        if not rows:
            return Log()
        last, number, tokens = rows[0][:3]
        drafted = None if number is None else (number, tokens)
        # A match without events still has one row, of nulls.
        return Log(last, [row[3:] for row in rows if row[4] is not None], drafted)

    async def draft(self, match: str) -> tuple[int, Any] | None:
        rows = await self._fetch("SELECT number, tokens FROM drafts WHERE match = $1", match)
        return Log(drafted=tuple(rows[0]) if rows else None).draft

    async def events(self, match: str, after: int = 0, last: int | None = None) -> list[Event]:
        return await _as_events(await self._fetch(_EVENTS, match, after, last))

    async def events_after(self, wanted: Mapping[str, int]) -> dict[str, list[Event]]:
        rows = await self._fetch(_EVENTS_AFTER, list(wanted), list(wanted.values()))
        found: dict[str, list[Event]] = {match: [] for match in wanted}
        for row, event in zip(rows, await _as_events(rows), strict=True):
            found[row[0]].append(event)
        return found

    async def lasts(self, matches: Iterable[str]) -> dict[str, int]:
        return dict(await self._fetch(_LASTS, list(matches)))

    async def due(self, before: int) -> list[str]:
        return [match for (match,) in await self._fetch(_DUE, before)]

    async def claim(self, before: int, until: int, most: int) -> list[str]:
        return [match for (match,) in await self._fetch(_CLAIM, before, until, most)]

    async def quiet(
        self, phase: str, before: int, after: str, most: int
    ) -> list[tuple[str, int, int]]:
        return [tuple(row) for row in await self._fetch(_QUIET, phase, before, after, most)]

    async def count(self, phases: Iterable[str]) -> int:
        return await self._value(_COUNT, list(phases))

    async def last_beat(self) -> int | None:
        return await self._value("SELECT max(time) FROM heartbeat")

    async def outages(self, after: int = 0) -> list[Row]:
        return [tuple(row) for row in await self._fetch(_OUTAGES, after)]

    async def subscribe(self, device: Subscription, most: int) -> None:
        await self._fetch(_SUBSCRIBE, *device)
        await self._fetch(_KEEP_NEWEST, device.match, device.holder, most)

    async def unsubscribe(self, *, match: str = "", holder: str = "", endpoint: str = "") -> None:
        assert match or holder or endpoint
        await self._fetch(_UNSUBSCRIBE, match, holder, endpoint)

    async def subscriptions(self, match: str, holder: str) -> list[Subscription]:
        return [Subscription(*row) for row in await self._fetch(_SUBSCRIPTIONS, match, holder)]

    async def subscribed_in_vain(self, most: int) -> list[str]:
        return [match for (match,) in await self._fetch(_IN_VAIN, phases.OVER, most)]

    async def now(self) -> int:
        return await self._value(_NOW)

    async def _value(self, query: str, *given: Any) -> Any:
        ((value,),) = await self._fetch(query, *given)
        return value

    async def _fetch(self, query: str, *given: Any) -> list[Any]:
        """Return the rows of a query, tried again while a fault may pass."""
        ends = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                readers = self._readers or await self._open_readers()
                async with asyncio.timeout(_READ_SECONDS + CONNECT_SECONDS):
                    return await readers.fetch(query, *given, timeout=_READ_SECONDS)
            except Exception as problem:
                if not is_transient(problem):
                    raise
                if time.monotonic() > ends:
                    raise UnavailableError(str(problem)) from problem
            await asyncio.sleep(_PAUSE)

    async def _open_readers(self) -> asyncpg.Pool:
        async with self._opening:
            if self._readers is None:
                self._readers = await asyncpg.create_pool(
                    self.address,
                    min_size=1,
                    max_size=_READERS,
                    connection_class=_Reader,
                    init=make_durable,
                    timeout=CONNECT_SECONDS,
                    server_settings={"application_name": SERVING},
                )
            return self._readers


async def _as_events(rows: list[Any]) -> list[Event]:
    if len(rows) <= _FEW:
        return [event_of(row) for row in rows]
    return await asyncio.to_thread(lambda: [event_of(row) for row in rows])


_COLUMNS = ", ".join(f'e."{column.name}"' for column in events.columns)
#: One statement sees one moment: the end, the draft and the events belong together.
_LOG = f"""
SELECT m.last, d.number, d.tokens, {_COLUMNS}
FROM (SELECT $1::text AS id) AS w
LEFT JOIN matches AS m ON m.id = w.id
LEFT JOIN drafts AS d ON d.match = w.id
LEFT JOIN events AS e ON e.match = w.id
WHERE m.id IS NOT NULL OR e.match IS NOT NULL
ORDER BY e.number"""
_EVENTS = f"""
SELECT {_COLUMNS} FROM events AS e
WHERE e.match = $1 AND e.number > $2 AND ($3::int IS NULL OR e.number <= $3) ORDER BY e.number"""
_EVENTS_AFTER = f"""
SELECT {_COLUMNS} FROM unnest($1::text[], $2::int[]) AS w(id, after)
JOIN events AS e ON e.match = w.id AND e.number > w.after ORDER BY e.match, e.number"""
_DEVICE = ", ".join(Subscription._fields)
_SUBSCRIBE = f"""
INSERT INTO subscriptions ({_DEVICE}) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (match, holder, endpoint) DO UPDATE SET p256dh = excluded.p256dh,
    auth = excluded.auth, language = excluded.language, created = excluded.created"""
_KEEP_NEWEST = """
DELETE FROM subscriptions WHERE match = $1 AND holder = $2 AND endpoint NOT IN (
    SELECT endpoint FROM subscriptions WHERE match = $1 AND holder = $2
    ORDER BY created DESC LIMIT $3)"""
_UNSUBSCRIBE = """
DELETE FROM subscriptions WHERE ($1 = '' OR match = $1)
    AND ($2 = '' OR holder = $2) AND ($3 = '' OR endpoint = $3)"""
_SUBSCRIPTIONS = f"SELECT {_DEVICE} FROM subscriptions WHERE match = $1 AND holder = $2"
_IN_VAIN = """
SELECT DISTINCT s.match FROM subscriptions AS s JOIN matches AS m ON m.id = s.match
WHERE m.phase = $1 LIMIT $2"""
_LASTS = "SELECT id, last FROM matches WHERE id = ANY($1::text[])"
_DUE = "SELECT id FROM matches WHERE due < $1 ORDER BY due"
_CLAIM = """
UPDATE matches SET due = $2 WHERE id IN (
    SELECT id FROM matches WHERE due < $1 ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED
) RETURNING id"""
_QUIET = """
SELECT m.id, e.number, e.time
FROM matches AS m JOIN events AS e ON e.match = m.id AND e.number = m.last
WHERE m.phase = $1 AND m.id > $3 AND m.deadline IS NULL AND m.created < $2
ORDER BY m.id LIMIT $4"""
_COUNT = "SELECT count(*) FROM matches WHERE phase = ANY($1::text[])"
_OUTAGES = 'SELECT number, begin, "end" FROM outages WHERE "end" > $1 ORDER BY "end"'
_NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
