"""Everything of one database into another, empty one: between SQLite and PostgreSQL, either way.

All rows go over in one transaction, are read back and compared, and only then is it committed.
Whatever interrupts it, the new database is empty or whole, and the old one is as it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

import orjson
from sqlalchemy import Table

from quatrefoil.server.store.contract import Database
from quatrefoil.server.store.migrations import DatabaseError
from quatrefoil.server.store.moving_sqlite import SqliteTables
from quatrefoil.server.store.opening import locked, prepare
from quatrefoil.server.store.schema import metadata
from quatrefoil.server.store.writes import Row


class Moved(NamedTuple):
    """What one table has, before and after."""

    table: str
    rows: int
    #: SHA-256 of all its rows, in the order of their keys.
    digest: str


#: Told how far it is: the name of a table, how many of its rows are done, and how many there are.
Progress = Callable[[str, int, int], None]


class Tables(Protocol):
    """The tables of a database, within one transaction."""

    async def count(self, table: Table) -> int:
        """Return how many rows a table has."""

    def rows(self, table: Table) -> AsyncIterator[Sequence[Row]]:
        """Yield all rows of a table in pieces, in the order of the bytes of their keys."""

    async def insert(self, table: Table, rows: Sequence[Row]) -> None:
        """Add rows."""

    async def commit(self) -> None:
        """Keep what was added."""


async def move(source: Database, target: Database, progress: Progress) -> list[Moved]:
    """Copy everything; return what each table has, the same on both sides."""
    if isinstance(source, Path) and not source.exists():
        raise DatabaseError(f"there is no file {source}")
    async with AsyncExitStack() as stack:
        for database in (source, target):
            stack.enter_context(locked(database))
            await prepare(database)
        old = await stack.enter_async_context(_opened(source))
        new = await stack.enter_async_context(_opened(target))
        for table in metadata.sorted_tables:
            if await new.count(table):
                raise DatabaseError(
                    f"the new database is not empty: its table {table.name} has rows;"
                    " name one without matches"
                )
        moved = [await _move(old, new, table, progress) for table in metadata.sorted_tables]
        await new.commit()
    return moved


async def _move(old: Tables, new: Tables, table: Table, progress: Progress) -> Moved:
    """Copy a table, and compare what has arrived with what was there."""
    total, done = await old.count(table), 0
    sent, arrived = hashlib.sha256(), hashlib.sha256()
    progress(table.name, 0, total)
    async for rows in old.rows(table):
        await new.insert(table, rows)
        sent.update(_bytes(rows))
        done += len(rows)
        progress(table.name, done, total)
    found = 0
    async for rows in new.rows(table):
        arrived.update(_bytes(rows))
        found += len(rows)
    if (found, arrived.digest()) != (done, sent.digest()):
        raise DatabaseError(
            f"the rows of {table.name} did not arrive as they were ({found} of {done}):"
            " nothing was kept of them"
        )
    return Moved(table.name, found, sent.hexdigest())


def _bytes(rows: Sequence[Row]) -> bytes:
    """Return rows as bytes, the same from either database, however they come in pieces."""
    return b"".join(orjson.dumps(tuple(row), default=bytes.hex) + b"\n" for row in rows)


@asynccontextmanager
async def _opened(database: Database) -> AsyncIterator[Tables]:
    """Open a database for one transaction, which is undone unless it is committed."""
    if isinstance(database, Path):
        tables = SqliteTables(database)
        try:
            yield tables
        finally:
            tables.close()
    else:
        from quatrefoil.server.store.moving_postgresql import PostgresqlTables

        shared = await PostgresqlTables.opened(database)
        try:
            yield shared
        finally:
            await shared.close()
