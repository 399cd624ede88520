"""Connections to a PostgreSQL database, and which of its faults pass by themselves."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit, urlunsplit

import asyncpg

#: What the administrator of a database sees of a server.
SERVING = "quatrefoil serve"
#: Seconds for a connection to be made.
CONNECT_SECONDS = 5.0

#: Faults that may pass by themselves. After some of them nobody knows whether a commit took place;
#: the next attempt looks. Class 08: the connection; 40: deadlocks; 53: no space, no memory; 55P03:
#: a lock; 57: it is shut down, or a time limit; 58: the disk; 25006: it is only for reading, while
#: another server takes over.
_TRANSIENT_CLASSES = ("08", "40", "53", "57", "58")
_TRANSIENT_CODES = ("55P03", "25006")


_LOST = (OSError, asyncio.TimeoutError, asyncpg.InterfaceError, asyncpg.InternalClientError)


async def connect(address: str, name: str = SERVING) -> asyncpg.Connection:
    """Return a new connection."""
    return await asyncpg.connect(
        address, timeout=CONNECT_SECONDS, server_settings={"application_name": name}
    )


async def make_durable(connection: asyncpg.Connection) -> None:
    """Have what is acknowledged on the disk of the database, whatever that is set to."""
    if await connection.fetchval("SHOW synchronous_commit") in ("off", "local"):
        await connection.execute("SET synchronous_commit = on")


def is_transient(problem: BaseException) -> bool:
    """Whether a fault may pass by itself."""
    if isinstance(problem, asyncpg.PostgresError):
        code = problem.sqlstate or ""
        return code.startswith(_TRANSIENT_CLASSES) or code in _TRANSIENT_CODES
    # A connection that was lost, refused or took too long. One that PostgreSQL cut a moment ago
    # calls the next request an error of its own.
    return isinstance(problem, _LOST)


def is_known(problem: BaseException) -> bool:
    """Whether a fault is the database's or the network's."""
    return is_transient(problem) or isinstance(problem, asyncpg.PostgresError)


def without_password(address: str) -> str:
    """Return an address that may be shown.

    >>> without_password("postgresql://ada:secret@db.example.org:5432/games?sslmode=require")
    'postgresql://ada@db.example.org:5432/games'
    """
    parts = urlsplit(address)
    user, at, place = parts.netloc.rpartition("@")
    shown = f"{user.partition(':')[0]}{at}{place}"
    return urlunsplit((parts.scheme, shown, parts.path, "", ""))
