"""Commits to PostgreSQL: everything that waits, for any number of matches, in one statement.

    wanted ─▶ locked (in order, SKIP LOCKED) ─▶ last: old → new ─▶ events ─▶ stored
                │ another process writes to it     │ the log ends elsewhere
                ▼                                  ▼
              skipped: with the next commit      look: is it there already? else overtaken

It is one autocommit statement at READ COMMITTED: a process that is stopped in the middle of it
holds no lock that others wait for, and whatever becomes of its connection, PostgreSQL ends it. The
row of a match is locked in its newest version, so what another process committed a moment ago is
seen, and this write is overtaken: it never writes over another.

A connection that is lost leaves a commit in doubt. The same statement is tried again on another
one: where the first was stored, the log does not end at `old` any more, and it has our last event
to the letter.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import asyncpg
import orjson

from quatrefoil.server.store.contract import Counters
from quatrefoil.server.store.group_commit import Ended, Outcomes, SkippedError
from quatrefoil.server.store.postgresql_connections import (
    connect,
    is_known,
    is_transient,
    make_durable,
)
from quatrefoil.server.store.schema import events
from quatrefoil.server.store.writes import Beat, Entry, Row, overtaken

#: Seconds after which a statement is given up, with its connection: the next attempt looks.
_COMMIT_SECONDS = 5.0
_NOTHING: Row = (None,) * 5


class PostgresqlWriter:
    """One connection, and another when that is lost."""

    def __init__(self, address: str, counters: Counters) -> None:
        self._address = address
        self._counters = counters
        self._loop = asyncio.get_running_loop()
        self._connection: asyncpg.Connection | None = None
        #: The statements, prepared on this connection.
        self._store: Any = None
        self._store_with_beat: Any = None
        self._task: asyncio.Task[None] | None = None

    def commit(self, entries: Sequence[Entry], beat: Beat | None, ended: Ended) -> None:
        """Try once to store all that is not overtaken."""
        self._task = self._loop.create_task(self._commit_and_tell(entries, beat, ended))

    def is_transient(self, problem: Exception) -> bool:
        """Whether a fault may pass by itself."""
        return is_transient(problem)

    def is_known(self, problem: Exception) -> bool:
        """Whether a fault is PostgreSQL's."""
        return is_known(problem)

    async def close(self) -> None:
        """Close the connection."""
        if self._connection:
            with suppress(Exception):
                await self._connection.close(timeout=1)
        self._connection = None

    # ---- one commit ---------------------------------------------------------------------------

    async def _commit_and_tell(
        self, entries: Sequence[Entry], beat: Beat | None, ended: Ended
    ) -> None:
        found: Outcomes | Exception
        try:
            found = await self._commit(entries, beat)
        except Exception as problem:
            if is_transient(problem) and self._connection:
                self._connection.terminate()  # nobody knows what it is in the middle of
                self._connection = None
            found = problem
        ended(found)

    async def _commit(self, entries: Sequence[Entry], beat: Beat | None) -> Outcomes:
        """Store all that is not overtaken, in one statement; return what became of each."""
        started = time.perf_counter()
        if self._connection is None or self._connection.is_closed():
            await self._connect()
        wanted = orjson.dumps([_wanted(entry) for entry in entries]).decode()
        rows = f"[{','.join([text for entry in entries for text in entry.events])}]"
        if beat is None:
            left_out = await self._store.fetch(wanted, rows, timeout=_COMMIT_SECONDS)
        else:
            outages = orjson.dumps(beat.outages).decode()
            left_out = await self._store_with_beat.fetch(
                wanted, rows, beat.time, outages, beat.forget, timeout=_COMMIT_SECONDS
            )
        outcomes: Outcomes = dict.fromkeys([entry.match for entry in entries])
        if left_out:
            outcomes |= await self._look(entries, dict(left_out))
        self._counters.commits += 1
        self._counters.commit_seconds += time.perf_counter() - started
        return outcomes

    async def _connect(self) -> None:
        """Connect, and prepare the statements."""
        connection = await connect(self._address)
        try:
            await make_durable(connection)
            self._store = await connection.prepare(_statement())
            self._store_with_beat = await connection.prepare(_statement(_BEAT))
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection

    async def _look(self, entries: Sequence[Entry], left_out: dict[str, bool]) -> Outcomes:
        """Return what became of matches that were left out; some are skipped, as is said there."""
        found: Outcomes = {}
        behind = []
        for entry in entries:
            if entry.match in left_out:
                if left_out[entry.match]:
                    found[entry.match] = SkippedError()
                else:
                    behind.append(entry)
        if behind:
            assert self._connection
            ids, ends = [entry.match for entry in behind], [entry.new for entry in behind]
            rows = await self._connection.fetch(_ENDS, ids, ends, timeout=_COMMIT_SECONDS)
            known = {row[0]: (row[1], tuple(row)[2:]) for row in rows}
            for entry in behind:
                last, event = known[entry.match]
                stored = entry.events and event == entry.last_event
                found[entry.match] = None if stored else overtaken(entry, last or 0)
        return found


def _wanted(entry: Entry) -> Row:
    """Return what the statement needs of an entry besides its events."""
    head = (entry.match, entry.old, entry.new)
    if entry.draft is not None:
        return (*head, *(entry.about or _NOTHING), entry.draft[1])
    return (*head, *entry.about) if entry.about else head


def _fields(*columns: str) -> str:
    """Return the columns of rows that come as one JSON text, each an array.

    It is the text that SQLite gets, so that a write is encoded once for either database.
    """
    kinds = {"int": "({})::int", "bigint": "({})::bigint", "text": "{}"}
    given = [column.split() for column in columns]
    return ", ".join(
        f'{kinds[kind].format(f"given->>{index}")} AS "{name}"'
        for index, (name, kind) in enumerate(given)
    )


_WANTED = _fields(
    *("id text", "old int", "new int", "game text", "created bigint", "phase text"),
    *("deadline bigint", "due bigint", "draft text"),
)
_EVENT_KINDS = {"number": "int", "time": "bigint"}
_EVENTS = _fields(*(f"{c.name} {_EVENT_KINDS.get(c.name, 'text')}" for c in events.columns))
_EVENT_NAMES = ", ".join(f'"{column.name}"' for column in events.columns)

#: A heartbeat with the outages before it. The latest of all processes counts. Two processes may
#: give the same number to what each knows of one outage: then it is as long as both say. If others
#: have meanwhile given it to an outage of another time, all get numbers that nobody has.
_BEAT = f""",
beaten AS (
    INSERT INTO heartbeat (id, time) VALUES (1, $3)
    ON CONFLICT (id) DO UPDATE SET time = greatest(heartbeat.time, excluded.time)
),
noted AS (
    SELECT {_fields("number int", "begin bigint", "end bigint")}
    FROM json_array_elements($4::json) AS given
),
taken AS (
    SELECT 1 FROM noted AS n JOIN outages AS o ON o.number = n.number
    WHERE o.begin > n."end" OR n.begin > o."end"
),
lost AS (
    INSERT INTO outages (number, begin, "end")
    SELECT
        CASE WHEN EXISTS (SELECT 1 FROM taken)
        THEN (SELECT max(number) FROM outages) + row_number() OVER (ORDER BY number)
        ELSE number END,
        begin, "end"
    FROM noted
    ON CONFLICT (number) DO UPDATE SET
        begin = least(outages.begin, excluded.begin),
        "end" = greatest(outages."end", excluded."end")
),
forgotten AS (DELETE FROM outages WHERE "end" < $5)"""


def _statement(more: str = "") -> str:
    """Return the statement that stores; it returns what it left out, and what of that it skipped.

    A new match (`old` is 0, and it says what it is about) has no row that could be locked. What is
    left of `matches` for the last lines is how it was before the statement.
    """
    return f"""
WITH wanted AS MATERIALIZED (
    SELECT {_WANTED} FROM json_array_elements($1::json) AS given
),
locked AS (
    SELECT m.id, m.last FROM matches AS m JOIN wanted AS w ON w.id = m.id
    ORDER BY m.id FOR UPDATE OF m SKIP LOCKED
),
fit AS (
    SELECT w.* FROM wanted AS w JOIN locked AS l ON l.id = w.id AND l.last = w.old
),
moved AS (
    UPDATE matches AS m SET
        last = f.new,
        phase = coalesce(f.phase, m.phase),
        deadline = CASE WHEN f.phase IS NULL THEN m.deadline ELSE f.deadline END,
        due = CASE WHEN f.phase IS NULL THEN m.due ELSE f.due END
    FROM fit AS f WHERE m.id = f.id AND f.new > f.old
    RETURNING m.id
),
made AS (
    INSERT INTO matches (id, game, created, phase, deadline, due, last)
    SELECT id, game, created, phase, deadline, due, new
    FROM wanted WHERE old = 0 AND game IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING id
),
good AS (
    SELECT id FROM moved
    UNION ALL SELECT id FROM made
    UNION ALL SELECT id FROM fit WHERE new = old
),
logged AS (
    INSERT INTO events ({_EVENT_NAMES})
    SELECT e.* FROM (
        SELECT {_EVENTS} FROM json_array_elements($2::json) AS given
    ) AS e JOIN good ON good.id = e.match
),
drafted AS (
    INSERT INTO drafts (match, number, tokens)
    SELECT w.id, w.new, w.draft FROM wanted AS w JOIN good ON good.id = w.id
    WHERE w.draft IS NOT NULL
    ON CONFLICT (match) DO UPDATE SET number = excluded.number, tokens = excluded.tokens
){more}
SELECT w.id, l.id IS NULL AND m.id IS NOT NULL AS skipped
FROM wanted AS w
LEFT JOIN good ON good.id = w.id
LEFT JOIN locked AS l ON l.id = w.id
LEFT JOIN matches AS m ON m.id = w.id
WHERE good.id IS NULL"""


#: Where logs end, and what they have at the number at which ours would.
_ENDS = f"""
SELECT w.id, m.last, {", ".join(f'e."{column.name}"' for column in events.columns)}
FROM unnest($1::text[], $2::int[]) AS w(id, number)
LEFT JOIN matches AS m ON m.id = w.id
LEFT JOIN events AS e ON e.match = w.id AND e.number = w.number"""
