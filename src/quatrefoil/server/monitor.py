"""Whether the server is well: can it store, does the event loop keep up; and who is told if not."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

if TYPE_CHECKING:
    from quatrefoil.server.lobby import Lobby

#: How often the loop is looked at, in seconds.
_TICK = 0.25
#: Seconds after which people are told that storing takes its time.
LATE_SECONDS = 1.0
#: Seconds for which an answer about readiness holds, and in which a write must be stored.
_FRESH_SECONDS, _READY_SECONDS = 1.0, 2.0


class Monitor:
    """Watches one server."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._probe: asyncio.Task[str] | None = None
        self._probed = 0.0

    async def watch(self) -> None:
        """Measure the loop's lag, and tell people when storing takes its time."""
        told = False
        while True:
            due = time.monotonic() + _TICK
            await asyncio.sleep(_TICK)
            self._lobby.metrics.loop_lag.observe(max(0.0, time.monotonic() - due))
            late = self._lobby.store.waiting_seconds > LATE_SECONDS
            if late or told:
                told = late
                for room in list(self._lobby.rooms.values()):
                    room.say_storing(late)

    # ---- for whoever runs the server ----------------------------------------------------------

    async def alive(self, request: Request) -> Response:
        """Say that the event loop runs."""
        return PlainTextResponse("ok\n")

    async def ready(self, request: Request) -> Response:
        """Say whether a write is stored in time; one write a second serves all who ask."""
        now = time.monotonic()
        if self._probe is None or (self._probe.done() and now - self._probed > _FRESH_SECONDS):
            self._probed = now
            self._probe = asyncio.get_running_loop().create_task(self._try_to_store())
        problem = await asyncio.shield(self._probe)
        return PlainTextResponse(problem or "ok\n", 503 if problem else 200)

    async def _try_to_store(self) -> str:
        """Store a heartbeat; return what is wrong, if anything is."""
        stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()

        def done(problem: Exception | None) -> None:
            if not stored.done():
                stored.set_result(problem)

        try:
            self._lobby.store_beat(done)
            problem = await asyncio.wait_for(stored, _READY_SECONDS)
        except TimeoutError:
            return f"nothing could be stored for {_READY_SECONDS:g} seconds\n"
        except OSError as found:
            problem = found
        return f"nothing can be stored: {problem}\n" if problem else ""
