"""The door of the analysis: lets a client in, and lets it talk."""

from __future__ import annotations

import asyncio
import re
from time import monotonic

from starlette.types import Receive, Send
from starlette.websockets import WebSocket

from quatrefoil.match import RefusedError
from quatrefoil.server.analysis.talk import AnalysisTalk
from quatrefoil.server.crowd import Visit
from quatrefoil.server.direct import direct_wire
from quatrefoil.server.limits import Gate
from quatrefoil.server.lobby import Lobby
from quatrefoil.server.sockets import (
    HELLO_SECONDS,
    REFUSED,
    Door,
    Socket,
    end_pump,
    read_frame,
    turn_away,
)

PATH = re.compile("/api/analysis/socket")


class AnalysisServer(Door):
    """Serves the sockets of live analysis."""

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby)
        limits = lobby.settings.limits
        self._requests = Gate("requests", limits.rate, limits.burst)
        self._positions = Gate("positions", limits.studied_a_minute / 60, limits.studied_at_once)

    def find(self, path: str) -> str:
        """Return the address: there is one for all."""
        return path

    async def serve(
        self, about: str, visit: Visit, websocket: WebSocket, receive: Receive, send: Send
    ) -> None:
        """Wait for the first message, then let them talk."""
        crowd = self.lobby.crowd
        try:
            async with asyncio.timeout(HELLO_SECONDS) as patience:
                crowd.wait_for(visit, patience)
                first = await read_frame(receive)
            crowd.analyse(visit)
        except TimeoutError:
            await websocket.close(REFUSED, "nothing was said")
            return
        except RefusedError as problem:
            await turn_away(websocket, problem)
            return
        wire = direct_wire(websocket.scope)
        socket = Socket(send, wire, "", self.lobby.settings.limits.backlog)
        talk = AnalysisTalk(
            self.lobby,
            socket,
            visit.address,
            self._requests.bucket(visit.address),
            self._positions,
        )
        pump = asyncio.get_running_loop().create_task(socket.pump())
        try:
            talk.hear(first, monotonic())
            if wire:
                wire.listen(talk.hear)
            while True:
                talk.hear(await read_frame(receive), monotonic())
        finally:
            talk.end()
            await end_pump(pump)
