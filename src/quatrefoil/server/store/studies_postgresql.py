"""Studies in a PostgreSQL database, which any number of processes share.

A commit is one statement, as that of matches is (`postgresql_writer`): rows are locked in the order
of their ids in their newest version, and what another process writes to at this moment is skipped.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from quatrefoil.server.store.studies import Became, StudyChange, StudyRow

#: Runs a statement, tried again while a fault may pass; returns its rows.
Fetch = Callable[..., Awaitable[list[Any]]]


class PostgresqlStudies:
    """The table of one database."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    async def add(self, row: StudyRow) -> None:
        await self._fetch(_ADD, *row)

    async def change(self, changes: Sequence[StudyChange]) -> list[Became]:
        columns = [list(column) for column in zip(*changes, strict=True)]
        found = {row[0]: row[1:] for row in await self._fetch(_CHANGE, *columns)}
        return [_became(*found[change.id]) for change in changes]

    async def find(self, study: str) -> StudyRow | None:
        rows = await self._fetch(_FIND, study)
        return StudyRow(*rows[0]) if rows else None

    async def versions(self, studies: Iterable[str]) -> dict[str, int]:
        return dict(await self._fetch(_VERSIONS, list(studies)))

    async def count(self) -> int:
        ((count,),) = await self._fetch("SELECT count(*) FROM studies")
        return int(count)

    async def see(self, studies: Iterable[str], now: int) -> None:
        await self._fetch(_SEE, list(studies), now)

    async def delete(self, study: str) -> None:
        await self._fetch("DELETE FROM studies WHERE id = $1", study)

    async def expire(self, before: int, most: int) -> list[str]:
        return [study for (study,) in await self._fetch(_EXPIRE, before, most)]


def _became(is_there: bool, is_locked: bool, is_stored: bool) -> Became:
    if is_stored:
        return Became.STORED
    return Became.SKIPPED if is_there and not is_locked else Became.OVERTAKEN


_COLUMNS = ", ".join(StudyRow._fields)
_ADD = f"""
INSERT INTO studies ({_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT DO NOTHING"""
_CHANGE = """
WITH wanted AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::bigint[])
        AS w(id, version, title, tree, changed)),
locked AS (
    SELECT s.id, s.version FROM studies AS s JOIN wanted USING (id)
    ORDER BY s.id FOR UPDATE OF s SKIP LOCKED),
stored AS (
    UPDATE studies AS s SET title = w.title, tree = w.tree, version = w.version + 1,
        changed = w.changed, seen = w.changed
    FROM wanted AS w, locked AS l
    WHERE s.id = w.id AND l.id = s.id AND l.version = w.version RETURNING s.id)
SELECT w.id, x.id IS NOT NULL, l.id IS NOT NULL, s.id IS NOT NULL
FROM wanted AS w LEFT JOIN studies AS x USING (id) LEFT JOIN locked AS l USING (id)
    LEFT JOIN stored AS s USING (id)"""
_FIND = f"SELECT {_COLUMNS} FROM studies WHERE id = $1"
_VERSIONS = "SELECT id, version FROM studies WHERE id = ANY($1::text[])"
#: Who looks waits for nobody who writes.
_SEE = """
UPDATE studies SET seen = $2 WHERE id IN (
    SELECT id FROM studies WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE SKIP LOCKED)"""
_EXPIRE = """
DELETE FROM studies WHERE id IN (
    SELECT id FROM studies WHERE seen < $1 ORDER BY seen LIMIT $2 FOR UPDATE SKIP LOCKED
) RETURNING id"""
