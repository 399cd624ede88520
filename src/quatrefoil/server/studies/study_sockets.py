"""WebSockets of those who look at a study: they hear of every version, and have nothing to say."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from quatrefoil.core.errors import FormatError
from quatrefoil.match import RefusedError
from quatrefoil.play.present import encode
from quatrefoil.server.answers import refusal
from quatrefoil.server.crowd import Visit
from quatrefoil.server.direct import direct_wire
from quatrefoil.server.lobby import Lobby, holder_of
from quatrefoil.server.proxies import counted_as
from quatrefoil.server.security import must_be_own_page
from quatrefoil.server.sockets import HELLO_SECONDS, REFUSED, Socket, parsed, read_frame
from quatrefoil.server.store.studies import StudyRow
from quatrefoil.server.studies.desk import told_of
from quatrefoil.server.studies.shelf import not_found
from quatrefoil.server.studies.study_api import holds
from quatrefoil.server.studies.study_forms import LOOK_AT_STUDY

#: Where the sockets of studies are.
PATH = re.compile("/api/studies/([^/]+)/socket")


class StudySockets:
    """Serves the sockets of all studies, as far as the limits of guests allow."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket from its opening to its end."""
        websocket = WebSocket(scope, receive, send)
        address = counted_as(websocket.client.host if websocket.client else "")
        crowd = self.lobby.crowd
        try:
            found = PATH.fullmatch(scope["path"])
            if not found:
                raise not_found()
            must_be_own_page("", websocket.headers, self.lobby.settings.public_url)
            visit = crowd.enter(address)
        except RefusedError as problem:
            await websocket.send_denial_response(refusal(problem))
            return
        try:
            await websocket.accept()
            await self._serve(found[1], visit, websocket, receive, send)
        except WebSocketDisconnect:
            pass
        finally:
            crowd.leave(visit)

    async def _serve(
        self, study: str, visit: Visit, websocket: WebSocket, receive: Receive, send: Send
    ) -> None:
        crowd, shelf = self.lobby.crowd, self.lobby.shelf
        try:
            async with asyncio.timeout(HELLO_SECONDS) as patience:
                crowd.wait_for(visit, patience)
                hello = _read_hello(parsed(await read_frame(receive)))
                crowd.heard(visit)
            row = await shelf.find(study)
            secret = hello["secret"] or ""
            crowd.stay(visit, f"study {study}", holder_of(secret), holds(secret, row))
            movers = await shelf.movers(row, visit.address)
        except TimeoutError:
            await websocket.close(REFUSED, "nothing was said")
            return
        except RefusedError as problem:
            answer = {"ok": False, "code": problem.code, "message": problem.message}
            await websocket.send_text(encode(answer).decode())
            await websocket.close(REFUSED, problem.code)
            return
        first = encode({"type": "study", "version": row.version, "title": row.title})
        if hello["version"] < row.version:
            first = told_of(row, movers)
        await self._tell(row, first, websocket, receive, send)

    async def _tell(
        self, row: StudyRow, first: bytes, websocket: WebSocket, receive: Receive, send: Send
    ) -> None:
        """Tell of every version until the client goes."""
        shelf, wire = self.lobby.shelf, direct_wire(websocket.scope)
        socket = Socket(send, wire, "", self.lobby.settings.limits.backlog)
        pump = asyncio.get_running_loop().create_task(socket.pump())
        desk = shelf.desk(row)
        desk.viewers.add(socket)
        try:
            socket.send(first)
            if wire:
                wire.listen(_unheard)
            while True:
                await read_frame(receive)
        finally:
            desk.viewers.discard(socket)
            shelf.leave(desk)
            pump.cancel()
            await asyncio.wait([pump])
            if not pump.cancelled():
                pump.exception()  # the client was gone before the last message


def _unheard(message: str | bytes, arrived: float) -> None:
    """Take what a client says after its hello: nothing is done about it."""


def _read_hello(message: Any) -> dict[str, Any]:
    """Return which version somebody knows, and their secret."""
    if not isinstance(message, dict) or message.get("do") != "look":
        raise RefusedError("bad-request", 'a client speaks first: {"do": "look", …}')
    try:
        return LOOK_AT_STUDY.read(message)
    except FormatError as problem:
        raise RefusedError("bad-request", str(problem)) from None
