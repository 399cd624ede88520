"""All rows of a PostgreSQL database, in one transaction."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Self

import asyncpg
from sqlalchemy import Table

from quatrefoil.server.store.migrations import DatabaseError
from quatrefoil.server.store.moving_sqlite import names, piece_of
from quatrefoil.server.store.postgresql_connections import SERVING, connect
from quatrefoil.server.store.schema import metadata
from quatrefoil.server.store.writes import Row


class PostgresqlTables:
    """The tables of a database, as they are at one moment."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection
        self._transaction = connection.transaction(isolation="repeatable_read")

    @classmethod
    async def opened(cls, address: str) -> Self:
        """Open a database that nobody serves: what is played meanwhile would be left behind."""
        connection = await connect(address, name="quatrefoil move-database")
        serving = await connection.fetchval(_SERVING, f"{SERVING}%")
        if serving:
            await connection.close()
            raise DatabaseError(
                f"{serving} connections of servers use the database: stop the servers first"
            )
        tables = cls(connection)
        await tables._transaction.start()
        return tables

    async def count(self, table: Table) -> int:
        count: int = await self._connection.fetchval(f"SELECT count(*) FROM {table.name}")
        return count

    async def rows(self, table: Table) -> AsyncIterator[Sequence[Row]]:
        columns, keys = names(table, ' COLLATE "C"')
        query = f"SELECT {columns} FROM {table.name} ORDER BY {keys}"
        cursor = await self._connection.cursor(query)
        while rows := await cursor.fetch(piece_of(table)):
            yield rows

    async def insert(self, table: Table, rows: Sequence[Row]) -> None:
        await self._connection.copy_records_to_table(
            table.name, records=rows, columns=[column.name for column in table.columns]
        )

    async def commit(self) -> None:
        # A number that the database gives goes on after those that were given.
        for table in metadata.sorted_tables:
            for column in table.primary_key.columns:
                if column.type.python_type is int:
                    statement = _GO_ON.format(table=table.name, column=column.name)
                    await self._connection.execute(statement)
        await self._transaction.commit()

    async def close(self) -> None:
        """Undo what was not committed."""
        with suppress(Exception):
            await self._connection.close(timeout=5)


_SERVING = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name LIKE $1 AND pid <> pg_backend_pid()"
)
_GO_ON = (
    "SELECT setval(pg_get_serial_sequence('{table}', '{column}'),"
    ' greatest((SELECT max("{column}") FROM {table}), 1))'
    " WHERE pg_get_serial_sequence('{table}', '{column}') IS NOT NULL"
)
