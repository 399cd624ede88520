"""A PostgreSQL database is made or brought up to date: by one process, while the others wait."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

import asyncpg

from quatrefoil.server.store.migrations import DatabaseError, check_revision, head, sql_from
from quatrefoil.server.store.postgresql_connections import connect, is_transient, without_password

#: The advisory lock that a process holds while it migrates: any number that is nobody else's.
_LOCK = 0x51554154
#: Seconds for which a database is waited for that does not answer, or that somebody locks.
_PATIENCE_SECONDS = 30
#: Seconds before it is tried again.
_PAUSE = 0.3


async def prepare_database(address: str) -> None:
    """Bring a database to the newest schema; refuse what cannot be used, with a sentence."""
    ends = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            await _prepare(address)
            return
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as problem:
            if not is_transient(problem) or time.monotonic() > ends:
                raise _refusal(address, problem) from None
        await asyncio.sleep(_PAUSE)


async def _prepare(address: str) -> None:
    connection = await connect(address, "quatrefoil migrate")
    try:
        encoding = await connection.fetchval("SHOW server_encoding")
        if encoding != "UTF8":
            raise DatabaseError(
                f"{without_password(address)} has the encoding {encoding}: make a database with"
                " the encoding UTF8"
            )
        await connection.execute(f"SET lock_timeout = '{_PATIENCE_SECONDS}s'")
        await connection.execute(f"SELECT pg_advisory_lock({_LOCK})")
        found = await _revision(connection)
        check_revision(found)
        if found != head():
            await connection.execute(sql_from(found))
    finally:
        # The lock ends with the connection.
        with suppress(Exception):
            await connection.close(timeout=1)


async def _revision(connection: asyncpg.Connection) -> str | None:
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return None
    found: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
    return found


def _refusal(address: str, problem: Exception) -> DatabaseError:
    why = str(problem) or type(problem).__name__
    if isinstance(problem, asyncpg.LockNotAvailableError):
        why = "somebody else holds a lock on it"
    return DatabaseError(f"cannot use the database {without_password(address)}: {why}")
