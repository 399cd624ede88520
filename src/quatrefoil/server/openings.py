"""Openings of this server: how finished matches began whose makers let them be counted.

A match is counted after it has ended, beside everything else: its log is read and replayed in a
worker's thread, a few matches at a time. Nobody's name or id is shown, only what was played in a
position, by a person or by which level, and who got what in the end.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

import orjson

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.match import phases
from quatrefoil.match.match import WITHOUT_RESULT, Match
from quatrefoil.match.seats import COMPUTER
from quatrefoil.search.proof.turns import canonical
from quatrefoil.server.loading import replay
from quatrefoil.server.store.contract import Log, UnavailableError
from quatrefoil.server.store.openings import OpeningPart, signed
from quatrefoil.study.openings import Counts, Entry, Found, look_up, start_of_part, steps

if TYPE_CHECKING:
    from quatrefoil.server.lobby import Lobby

log = logging.getLogger(__name__)

#: Who made a part: a person, a roll, or the level of the computer from 1 on.
PERSON, ROLL = 0, -1
#: Seconds between two looks for matches that have ended, and how many are counted at a time.
PAUSE, PIECE = 5.0, 20
#: Parts that are kept in all, some hundred bytes each; how often it is seen to, in looks.
MOST_PARTS, _TIDY_EVERY = 2_000_000, 1_000
#: The latest parts of a position that are counted for an answer: more would take longer to add up
#: than anybody wants to wait, and say the same.
MOST_COUNTED = 2_000


class OpeningsIndex:
    """Counts the matches of one server."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    async def run(self) -> None:
        """Look for matches that have ended, again and again."""
        looks = 0
        while True:
            try:
                await self.count_ended()
                looks += 1
                if looks % _TIDY_EVERY == 1:
                    await self._lobby.store.openings.forget(MOST_PARTS)
            except UnavailableError as problem:
                log.warning("openings were put off", extra={"data": {"why": str(problem)}})
            except Exception:
                log.exception("openings were not counted")
            await asyncio.sleep(PAUSE)

    async def count_ended(self) -> None:
        """Count the matches that have ended since."""
        store = self._lobby.store
        while matches := await store.openings.over(phases.OVER, PIECE):
            for match in matches:
                found = await store.log(match)
                parts = await self._lobby.workers.load(match, parts_of, match, found)
                await store.openings.count(match, parts)
            if len(matches) < PIECE:
                return

    async def found(self, line: Line, by: Collection[int], client: str) -> Found:
        """Return what was played in the position of a line; `by` whom, or by anybody."""
        position = line.before(start_of_part(line)) if start_of_part(line) < len(line) else None
        key, _ = canonical(position or line.position)
        digest = digest_of(line.position.rules)
        parts = await self._lobby.store.openings.parts(digest, signed(key), MOST_COUNTED)
        return await self._lobby.workers.run(client, _added_up, line, key, parts, frozenset(by))


def parts_of(match: str, found: Log) -> list[OpeningPart]:
    """Return the parts of a match that count; none of one that was not played to an end."""
    try:
        loaded = replay(match, found)
    except Exception:  # a damaged log is told elsewhere
        return []
    if loaded is None or loaded.fault or not _counts(loaded.match):
        return []
    played = loaded.match
    assert played.over is not None
    winners, players = played.over.winners, played.rules.players
    shares = tuple(float(seat in winners) / len(winners) for seat in range(players))
    digest, ended = digest_of(played.rules), found.events[-1].time
    return [
        OpeningPart(
            match,
            number,
            digest,
            signed(step.key),
            signed(step.after),
            _by(played, step.player),
            " ".join(step.tokens),
            orjson.dumps(step.entry(shares).points).decode(),
            ended,
        )
        for number, step in enumerate(steps(played.line))
    ]


def digest_of(rules: Rules) -> str:
    """Return what stands for rules in the table: custom boards have long texts."""
    text = f"{rules.game.rules_version} {rules}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _counts(match: Match) -> bool:
    over = match.over
    if over is None or not match.openings or match.practice or not over.winners:
        return False
    return over.how not in WITHOUT_RESULT and not any(seat.replaced for seat in match.seats)


def _by(match: Match, player: int) -> int:
    if player == CHANCE:
        return ROLL
    seat = match.seats[player]
    return (seat.level or PERSON) if seat.kind == COMPUTER else PERSON


def _added_up(line: Line, key: int, parts: Iterable[OpeningPart], by: Collection[int]) -> Found:
    counts = Counts()
    for part in parts:
        if not by or part.by == ROLL or part.by in by:
            points = tuple(map(float, orjson.loads(part.shares)))
            entry = Entry.of(tuple(part.tokens.split()), part.by != ROLL, points)
            counts.add(key, part.after, entry)
    return look_up(line, {key: list(counts.positions.get(key, {}).values())})
