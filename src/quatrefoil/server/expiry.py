"""Matches that were left behind end by themselves: nobody joined them, or nobody plays on.

They end by an ordinary event, so that the log stays the truth and whoever comes back reads why. A
running clock ends a match itself, and such matches are left to it. The sweep looks at a few matches
at a time and ends them one by one: nobody who plays waits for it.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from quatrefoil.match import phases
from quatrefoil.match.clock import DAY
from quatrefoil.match.requests import expire
from quatrefoil.play.contracts import OvertakenError
from quatrefoil.server.store.contract import UnavailableError

if TYPE_CHECKING:
    from quatrefoil.server.lobby import Lobby

log = logging.getLogger(__name__)

#: How many matches are looked at together, and the seconds until the next ones are.
PIECE, PAUSE = 200, 2.0
#: Seconds from the end of one match to that of the next.
_BREATH = 0.02
_HOUR = DAY // 24


class Expiry:
    """The sweep of one server."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        settings = lobby.settings
        unplayed = settings.expire_unplayed * DAY
        #: After how many milliseconds without an event a match ends, for each phase; 0 is never.
        self._ages = dict.fromkeys(phases.OPEN, unplayed)
        self._ages[phases.WAITING] = settings.expire_unjoined * _HOUR

    async def run(self) -> None:
        """Sweep again and again."""
        while True:
            try:
                for phase, age in self._ages.items():
                    if age:
                        await self._sweep(phase, int(age))
            except UnavailableError as problem:
                # The database may be away. What was left out is found the next time.
                log.warning("expiry was put off", extra={"data": {"why": str(problem)}})
            except Exception:
                log.exception("expiry failed")
            await asyncio.sleep(PAUSE)

    async def _sweep(self, phase: str, age: int) -> None:
        """Look once at every match of a phase."""
        after, before = "", self._lobby.ago(age)
        while True:
            rows = await self._lobby.store.quiet(phase, before, after, PIECE)
            for match, last, time in rows:
                if time < before:
                    await self._end(match, last)
            if len(rows) < PIECE:
                return
            after = rows[-1][0]
            await asyncio.sleep(PAUSE)

    async def _end(self, match: str, last: int) -> None:
        """End a match unless something has happened in it since."""
        lobby = self._lobby
        try:
            room = await lobby.rouse(match)
            if not room:
                return  # its log is damaged
            room.host.act(partial(expire, last=last))
            await room.host.stored()
            lobby.let_go(room)
        except OvertakenError:
            pass  # something happened in it
        except Exception:
            log.exception("a match could not expire", extra={"data": {"match": match}})
        await asyncio.sleep(_BREATH)
