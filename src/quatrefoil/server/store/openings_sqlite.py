"""How matches began, in a file of SQLite, read and written in threads."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert

from quatrefoil.server.store.openings import OpeningPart
from quatrefoil.server.store.schema import matches, opening_matches, opening_parts
from quatrefoil.server.store.studies_sqlite import Runs


class SqliteOpenings:
    """The tables of one file."""

    def __init__(self, run: Runs, write: Runs) -> None:
        self._run = run
        self._write = write

    async def note(self, match: str, now: int) -> None:
        row = {"match": match, "made": now}
        statement = insert(opening_matches).values(row).on_conflict_do_nothing()
        await self._write(lambda connection: connection.execute(statement))

    async def over(self, phase: str, most: int) -> list[str]:
        query = (
            select(opening_matches.c.match)
            .join(matches, matches.c.id == opening_matches.c.match)
            .where(matches.c.phase == phase)
            .order_by(opening_matches.c.match)
            .limit(most)
        )
        return await self._run(lambda connection: list(connection.execute(query).scalars()))

    async def count(self, match: str, parts: Sequence[OpeningPart]) -> None:
        done = delete(opening_matches).where(opening_matches.c.match == match)
        rows = [part._asdict() for part in parts]

        def store(connection: Connection) -> None:
            if rows:
                connection.execute(insert(opening_parts).on_conflict_do_nothing(), rows)
            connection.execute(done)

        await self._write(store)

    async def parts(self, rules: str, key: int, most: int) -> list[OpeningPart]:
        query = (
            select(opening_parts)
            .where(opening_parts.c.rules == rules, opening_parts.c.key == key)
            .order_by(opening_parts.c.ended.desc())
            .limit(most)
        )
        rows = await self._run(lambda connection: connection.execute(query).all())
        return [OpeningPart(*row) for row in rows]

    async def forget(self, most: int) -> None:
        oldest = (
            select(opening_parts.c.ended)
            .order_by(opening_parts.c.ended.desc())
            .offset(most)
            .limit(1)
            .scalar_subquery()
        )
        statement = delete(opening_parts).where(opening_parts.c.ended <= oldest)
        await self._write(lambda connection: connection.execute(statement))
