"""From the name of a database to its store: a file is SQLite's, an address PostgreSQL's."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from quatrefoil.server.store.contract import Database, Store
from quatrefoil.server.store.lock import DatabaseLock
from quatrefoil.server.store.migrations import DatabaseError
from quatrefoil.server.store.sqlite import SqliteStore, prepare_file

_SCHEMES = ("postgresql://", "postgres://")


def database_named(text: str) -> Database:
    """Return the database that somebody names: a file, or the address of a PostgreSQL database.

    >>> database_named("postgresql://ada@localhost/games")
    'postgresql://ada@localhost/games'
    >>> database_named("games.db").name
    'games.db'
    """
    if text.startswith(_SCHEMES):
        return text
    if "://" in text:
        raise DatabaseError(f"a database is a file or postgresql://…, not {text!r}")
    return Path(text)


def locked(database: Database) -> AbstractContextManager[object]:
    """Keep other processes out for the length of a block, where only one may serve a database."""
    return DatabaseLock(database) if isinstance(database, Path) else nullcontext()


async def prepare(database: Database) -> None:
    """Make a database or bring it up to date; raise with a sentence if that cannot be."""
    if isinstance(database, Path):
        prepare_file(database).dispose()
    else:
        _require_driver()
        from quatrefoil.server.store.postgresql_schema import prepare_database

        await prepare_database(database)


async def open_store(database: Database, patience: float = 30.0) -> Store:
    """Open a database, made or brought up to date if need be."""
    if isinstance(database, Path):
        return SqliteStore(database, patience)
    await prepare(database)
    from quatrefoil.server.store.postgresql import PostgresqlStore

    return PostgresqlStore(database, patience)


def _require_driver() -> None:
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        raise DatabaseError(
            "PostgreSQL needs the package asyncpg: pip install 'quatrefoil[postgresql]'"
        ) from None
