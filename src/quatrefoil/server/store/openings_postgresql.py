"""How matches began, in a PostgreSQL database, which any number of processes share."""

from __future__ import annotations

from collections.abc import Sequence

from quatrefoil.server.store.openings import OpeningPart
from quatrefoil.server.store.studies_postgresql import Fetch


class PostgresqlOpenings:
    """The tables of one database."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    async def note(self, match: str, now: int) -> None:
        await self._fetch(_NOTE, match, now)

    async def over(self, phase: str, most: int) -> list[str]:
        return [match for (match,) in await self._fetch(_OVER, phase, most)]

    async def count(self, match: str, parts: Sequence[OpeningPart]) -> None:
        columns = [list(column) for column in zip(*parts, strict=True)] or [[] for _ in _FIELDS]
        await self._fetch(_COUNT, match, *columns)

    async def parts(self, rules: str, key: int, most: int) -> list[OpeningPart]:
        return [OpeningPart(*row) for row in await self._fetch(_PARTS, rules, key, most)]

    async def forget(self, most: int) -> None:
        await self._fetch(_FORGET, most)


_FIELDS = OpeningPart._fields
_COLUMNS = ", ".join(f'"{name}"' for name in _FIELDS)
_NOTE = "INSERT INTO opening_matches (match, made) VALUES ($1, $2) ON CONFLICT DO NOTHING"
_OVER = """
SELECT o.match FROM opening_matches AS o JOIN matches AS m ON m.id = o.match
WHERE m.phase = $1 ORDER BY o.match LIMIT $2"""
#: One statement is one transaction.
_COUNT = f"""
WITH done AS (DELETE FROM opening_matches WHERE match = $1)
INSERT INTO opening_parts ({_COLUMNS})
SELECT * FROM unnest($2::text[], $3::int[], $4::text[], $5::bigint[], $6::bigint[], $7::int[],
    $8::text[], $9::text[], $10::bigint[])
ON CONFLICT DO NOTHING"""
_PARTS = f"""
SELECT {_COLUMNS} FROM opening_parts WHERE rules = $1 AND key = $2
ORDER BY ended DESC LIMIT $3"""
_FORGET = """
DELETE FROM opening_parts WHERE ended <= (
    SELECT ended FROM opening_parts ORDER BY ended DESC OFFSET $1 LIMIT 1)"""
