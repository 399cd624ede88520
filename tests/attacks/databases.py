"""The database of an attacked server, and what others do to it: lock it, change it, read it.

It is a file of SQLite. With QUATREFOIL_DATABASE=postgresql it is a database of a real PostgreSQL,
one for all attacks of a process: `make proof-attacks-postgresql` runs every attack on it.
"""

import asyncio
import atexit
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing, contextmanager
from functools import cache

import pytest
from tests.postgres_tools import name_of, postgres_or_skip
from tests.postgres_tools import new_database as new_postgresql

ON_POSTGRESQL = os.environ.get("QUATREFOIL_DATABASE") == "postgresql"

#: For what only a file can suffer.
sqlite_alone = pytest.mark.skipif(ON_POSTGRESQL, reason="about a file of SQLite")


@cache
def postgresql():
    """Return the PostgreSQL of this process, running until its end."""
    postgres = postgres_or_skip()
    atexit.register(postgres.close)
    postgres.make()
    postgres.start()
    return postgres


def new_database(folder):
    """Return a database that no server has seen."""
    return new_postgresql(postgresql()) if ON_POSTGRESQL else folder / "attacked.db"


def copied(database, folder):
    """Return a copy of a database whose server is gone."""
    if isinstance(database, str):
        name = name_of(database)
        postgresql().sql(f"CREATE DATABASE {name}_{folder.name} TEMPLATE {name}")
        return f"{database}_{folder.name}"
    return shutil.copy(database, folder)


def run(database, statement, *parameters):
    """Run a statement, with `?` for each parameter; return its rows, and how many it touched."""
    if isinstance(database, str):
        return asyncio.run(_run(database, statement, parameters))
    with closing(sqlite3.connect(database)) as connection, connection:
        done = connection.execute(statement, parameters)
        return done.fetchall(), done.rowcount


async def _run(database, statement, parameters):
    import asyncpg

    for number in range(1, len(parameters) + 1):
        statement = statement.replace("?", f"${number}", 1)
    connection = await asyncpg.connect(database)
    try:
        prepared = await connection.prepare(statement)
        rows = await prepared.fetch(*parameters)
        counted = prepared.get_statusmsg().rpartition(" ")[2]
        return [tuple(row) for row in rows], int(counted) if counted.isdigit() else 0
    finally:
        await connection.close()


@contextmanager
def locked(database):
    """Let nobody write for the length of a block, as a backup or an administrator might."""
    if isinstance(database, str):
        command = [str(postgresql().programs / "psql"), "-XAtq", database]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as other:
            tables = "matches, studies"
            other.stdin.write(f"BEGIN; LOCK TABLE {tables} IN EXCLUSIVE MODE;\n\\echo locked\n")
            other.stdin.flush()
            assert other.stdout.readline() == "locked\n"
            yield
            other.stdin.write("ROLLBACK;\n")
            other.stdin.close()
        return
    with closing(sqlite3.connect(database, timeout=30, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def is_committing(database, stopped):
    """Whether a server that was stopped at a time (of `time.time`) is in the middle of a commit."""
    if isinstance(database, str):
        # Its statement is still under way, or was answered to nobody.
        return bool(
            postgresql().sql(
                "SELECT 1 FROM pg_stat_activity WHERE datname = "
                f"'{name_of(database)}' AND query ILIKE '%insert%' AND (state = 'active'"
                f" OR extract(epoch FROM state_change) > {stopped:.6f})"
            )
        )
    connection = sqlite3.connect(database, timeout=0, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except sqlite3.OperationalError:
        return True
    finally:
        connection.close()
    return False


class ReadOnly:
    """A PostgreSQL that stores nothing for a while, as one does whose disk is full."""

    kind = "a PostgreSQL that only reads"

    def __init__(self, folder):
        self.folder = folder

    def fill(self, server):
        self._set("on")

    def free(self, server):
        self._set("off")

    def _set(self, value):
        postgresql().sql(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
        postgresql().sql("SELECT pg_reload_conf()")
