"""Time where several processes share a database: it is the database's, and so are its outages.

A process that was stopped, or cut off, knows only that *it* could not store. Clocks stop while no
process could. Each stores a heartbeat every second, and only the latest of all is kept:

    this process   beat beat ├───────── stalled ─────────┤ judge
    the others     beat beat beat beat beat beat beat beat         they could store: no outage
    the others     beat beat │                             │ …     nobody could: an outage

Whoever is the first to store again records the outage with its heartbeat, in one statement; whoever
comes later finds it there. Until that is judged, nothing is decided in matches whose clock runs.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from quatrefoil.play.steady import Wall
from quatrefoil.server.store.contract import Store
from quatrefoil.server.timekeeper import Outage

if TYPE_CHECKING:
    from quatrefoil.server.lobby import Lobby

log = logging.getLogger(__name__)

#: Milliseconds without a heartbeat of anybody from which on a stretch counts as an outage: each
#: process has one every second, which may be late.
SILENCE = 2_500
#: Seconds before it is tried again to judge.
_PAUSE = 0.1
#: How often the time of the database is asked for; the quickest answer counts.
_MEASURES = 5
#: The most milliseconds by which a clock is set right at once: time does not jump.
_MOST_NUDGE = 20


class Stalls:
    """Judges the stalls of this process."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        #: The stall that is not judged yet, in milliseconds.
        self._stall: tuple[int, int] | None = None

    @property
    def since(self) -> int | None:
        """When the stall began that is not judged yet, if there is one."""
        return self._stall[0] if self._stall else None

    def note(self, begin: int, end: int) -> None:
        """Hear that this process could not hear or store between two times."""
        if self._stall:
            self._stall = (min(begin, self._stall[0]), max(end, self._stall[1]))
        else:
            self._stall = (begin, end)
            self._lobby.start(self._judge())

    async def _judge(self) -> None:
        """Find out whether others could store meanwhile, as soon as the database answers."""
        while stall := self._stall:
            try:
                judged = await self._could_nobody_store(*stall)
            except Exception as problem:
                log.info("a stall is not judged yet", extra={"data": {"why": str(problem)}})
                judged = False
            if judged and stall == self._stall:
                self._stall = None
            else:
                await asyncio.sleep(_PAUSE)
        self._lobby.store_beat()
        for room in list(self._lobby.rooms.values()):
            room.host.resume()

    async def _could_nobody_store(self, begin: int, end: int) -> bool:
        """Note an outage if nobody could store; return whether it is known."""
        store, keeper = self._lobby.store, self._lobby.timekeeper
        outages, waiting = keeper.outages, store.waiting_since()
        if waiting is not None and keeper.at(waiting) < end:
            return False  # nothing has been stored since
        # In this order: whoever has stored a heartbeat since has stored the outage with it.
        beat = await store.last_beat()
        outages.adopt(Outage(*row) for row in await store.outages(outages.end))
        begin = max(begin, beat or 0)
        if end - begin > SILENCE:
            outages.add(begin, end)
        return True


async def database_time(store: Store) -> Wall:
    """Return a clock that shows the time of a database: asked for some times, then ours goes on."""
    best, offset = float("inf"), 0.0
    for _ in range(_MEASURES):
        before = time.monotonic()
        now = await store.now()
        after = time.monotonic()
        if after - before < best:
            best, offset = after - before, now / 1000 - (before + after) / 2
    return lambda: time.monotonic() + offset


async def set_right(lobby: Lobby) -> None:
    """Bring our clock nearer to the database's, little by little."""
    wall = await database_time(lobby.store)
    wrong = round(1000 * wall()) - lobby.now()
    lobby.timekeeper.nudge(max(-_MOST_NUDGE, min(_MOST_NUDGE, wrong)))
