"""Studies in a file of SQLite, read and written in threads."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from sqlalchemy import Connection, delete, func, select, update
from sqlalchemy.dialects.sqlite import insert

from quatrefoil.server.store.schema import studies
from quatrefoil.server.store.studies import Became, StudyChange, StudyRow

T = TypeVar("T")


class Runs(Protocol):
    """Runs something on a connection, in a thread; what writes may be tried again."""

    def __call__(self, work: Callable[[Connection], T], /) -> Awaitable[T]:
        """Return what it returns."""


class SqliteStudies:
    """The table of one file; `write` tries again while a fault may pass, in a transaction."""

    def __init__(self, run: Runs, write: Runs) -> None:
        self._run = run
        self._write = write

    async def add(self, row: StudyRow) -> None:
        statement = insert(studies).values(row._asdict()).on_conflict_do_nothing()
        await self._write(lambda connection: connection.execute(statement))

    async def change(self, changes: Sequence[StudyChange]) -> list[Became]:
        # Whether it is tried again is for `StudyCommits` to say.
        work = lambda connection: [_changed(connection, each) for each in changes]
        return await self._run(lambda connection: in_transaction(connection, work))

    async def find(self, study: str) -> StudyRow | None:
        query = select(studies).where(studies.c.id == study)
        row = await self._run(lambda connection: connection.execute(query).first())
        return None if row is None else StudyRow(*row)

    async def versions(self, ids: Iterable[str]) -> dict[str, int]:
        query = select(studies.c.id, studies.c.version).where(studies.c.id.in_(list(ids)))
        rows = await self._run(lambda connection: connection.execute(query).all())
        return {row.id: row.version for row in rows}

    async def count(self) -> int:
        query = select(func.count()).select_from(studies)
        return await self._run(lambda connection: connection.execute(query).scalar_one())

    async def see(self, ids: Iterable[str], now: int) -> None:
        statement = update(studies).where(studies.c.id.in_(list(ids))).values(seen=now)
        await self._write(lambda connection: connection.execute(statement))

    async def delete(self, study: str) -> None:
        statement = delete(studies).where(studies.c.id == study)
        await self._write(lambda connection: connection.execute(statement))

    async def expire(self, before: int, most: int) -> list[str]:
        oldest = (
            select(studies.c.id).where(studies.c.seen < before).order_by(studies.c.seen).limit(most)
        )
        statement = delete(studies).where(studies.c.id.in_(oldest)).returning(studies.c.id)
        return await self._write(lambda connection: list(connection.execute(statement).scalars()))


def may_pass(problem: Exception, is_transient: Callable[[Exception], bool]) -> bool:
    """Whether a fault may pass by itself; SQLAlchemy wraps what SQLite says."""
    original = getattr(problem, "orig", None)
    return is_transient(original if isinstance(original, sqlite3.Error) else problem)


def in_transaction(connection: Connection, work: Callable[[Connection], T]) -> T:
    """Do something in one transaction, which is on the disk afterwards."""
    connection.exec_driver_sql("PRAGMA synchronous = FULL")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    found = work(connection)
    connection.commit()
    return found


def _changed(connection: Connection, change: StudyChange) -> Became:
    statement = (
        update(studies)
        .where(studies.c.id == change.id, studies.c.version == change.version)
        .values(
            title=change.title,
            tree=change.tree,
            version=change.version + 1,
            changed=change.changed,
            seen=change.changed,
        )
    )
    return Became.STORED if connection.execute(statement).rowcount else Became.OVERTAKEN
