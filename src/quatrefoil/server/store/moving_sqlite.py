"""All rows of a file of SQLite, in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from sqlalchemy import Table

from quatrefoil.server.store.schema import studies
from quatrefoil.server.store.writes import Row

#: Rows that are read and written together, and where each may be as large as a tree.
PIECE, PIECE_OF_TREES = 5000, 100


class SqliteTables:
    """The tables of a file. The caller has its lock, and waits for nothing else."""

    def __init__(self, database: Path) -> None:
        self._connection = sqlite3.connect(database, isolation_level=None)
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("BEGIN")

    async def count(self, table: Table) -> int:
        (count,) = self._connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()
        return int(count)

    async def rows(self, table: Table) -> AsyncIterator[Sequence[Row]]:
        columns, keys = names(table)
        query = f"SELECT {columns} FROM {table.name} ORDER BY {keys}"
        cursor = self._connection.execute(query)
        while rows := cursor.fetchmany(piece_of(table)):
            yield rows

    async def insert(self, table: Table, rows: Sequence[Row]) -> None:
        columns, _ = names(table)
        marks = ", ".join("?" * len(table.columns))
        self._connection.executemany(f"INSERT INTO {table.name} ({columns}) VALUES ({marks})", rows)

    async def commit(self) -> None:
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Undo what was not committed."""
        self._connection.close()


def piece_of(table: Table) -> int:
    """Return how many rows of a table are read and written together."""
    return min(PIECE, PIECE_OF_TREES) if table is studies else PIECE


def names(table: Table, collation: str = "") -> tuple[str, str]:
    """Return the columns of a table, and its keys with how their texts are compared, as SQL."""
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    keys = ", ".join(
        f'"{column.name}"{collation if column.type.python_type is str else ""}'
        for column in table.primary_key.columns
    )
    return columns, keys
