"""WebSockets: one for each client of a match. What all sockets share is here, too."""

from __future__ import annotations

import asyncio
import re
from abc import ABC, abstractmethod
from collections import deque
from time import monotonic
from typing import Any

import orjson
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from quatrefoil.core.errors import FormatError
from quatrefoil.core.fields import read_json
from quatrefoil.match import RefusedError
from quatrefoil.match.messages import HELLO, LOOKING
from quatrefoil.match.schema import Form
from quatrefoil.play.answers import naming
from quatrefoil.play.contracts import Reply
from quatrefoil.play.present import encode
from quatrefoil.server.answers import refusal
from quatrefoil.server.crowd import Visit
from quatrefoil.server.direct import DirectProtocol, direct_wire
from quatrefoil.server.limits import Bucket, Gate
from quatrefoil.server.lobby import Lobby, holder_of
from quatrefoil.server.proxies import counted_as
from quatrefoil.server.room import Room
from quatrefoil.server.security import must_be_own_page

#: Why a socket is closed, as RFC 6455 and its registry number it.
REFUSED, TRY_AGAIN = 1008, 1013

_PATH = re.compile("/api/matches/([^/]+)/socket")

#: For how long one client's messages are done before others have their turn, in seconds.
_SLICE = 0.005
#: How long a client may take to say hello.
HELLO_SECONDS = 10


class Socket:
    """The server's end of a socket: takes messages at once, sends them as fast as the client reads.

    A client that reads too slowly is let go; it can come back and catch up.
    """

    def __init__(
        self, transmit: Send, wire: DirectProtocol | None, holder: str, backlog: int
    ) -> None:
        self.holder = holder
        #: Whether the match is in sight, as far as the client says.
        self.looking = True
        self._transmit = transmit
        self._wire = wire
        self._backlog = backlog
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._leaving = False

    def send(self, message: bytes) -> None:
        """Take a message for the client."""
        if self._leaving:
            return
        if self._wire:
            self._wire.write(message)
            return
        self._waiting.append(message)
        self._wake.set()
        if sum(map(len, self._waiting)) > self._backlog:
            self.let_go()

    def let_go(self) -> None:
        """Close after what waits has been sent."""
        self._leaving = True
        self._wake.set()

    def cut_off(self) -> None:
        """End the connection: the client does not read."""
        if self._wire:
            self._wire.pause_writing()
        else:
            self.let_go()

    @property
    def pending(self) -> int:
        """How many bytes were taken and not sent yet."""
        if self._wire:
            return self._wire.pending
        return sum(map(len, self._waiting))

    async def pump(self) -> None:
        """Send what waits, until the client is let go."""
        transmit, waiting, wake = self._transmit, self._waiting, self._wake
        while True:
            await wake.wait()
            wake.clear()
            while waiting:
                await transmit({"type": "websocket.send", "text": waiting.popleft().decode()})
            if self._leaving:
                farewell = {"code": TRY_AGAIN, "reason": "come again"}
                await transmit({"type": "websocket.close", **farewell})
                return


class Talk(ABC):
    """What is said on one socket, from the hello to the end."""

    #: Who speaks: the holder of a seat, or nobody.
    holder = ""

    @abstractmethod
    def begin(self, socket: Socket) -> None:
        """Send what a client hears first; from now on there is a socket."""

    @abstractmethod
    def hear(self, text: str | bytes, arrived: float) -> None:
        """Take a message that came at a moment of the monotonic clock."""

    @abstractmethod
    def end(self) -> None:
        """Hear that the client is gone."""


class Door(ABC):
    """Serves sockets, as far as the limits allow: what they are about is for those who inherit."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby

    @abstractmethod
    def find(self, path: str) -> str:
        """Return what the socket at a path is about, or refuse it."""

    @abstractmethod
    async def meet(self, about: str, visit: Visit, first: str | bytes) -> Talk:
        """Return the talk that begins with a first message, or refuse it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket from its opening to its end."""
        websocket = WebSocket(scope, receive, send)
        address = counted_as(websocket.client.host if websocket.client else "")
        crowd = self.lobby.crowd
        try:
            about = self.find(scope["path"])
            must_be_own_page("", websocket.headers, self.lobby.settings.public_url)
            visit = crowd.enter(address)
        except RefusedError as problem:
            await websocket.send_denial_response(refusal(problem))
            return
        try:
            await websocket.accept()
            if talk := await self._let_in(about, visit, websocket, receive):
                await self._hold(talk, websocket.scope, receive, send)
        except WebSocketDisconnect:
            pass
        finally:
            crowd.leave(visit)

    async def _let_in(
        self, about: str, visit: Visit, websocket: WebSocket, receive: Receive
    ) -> Talk | None:
        """Hear who it is; say why somebody may not stay."""
        try:
            async with asyncio.timeout(HELLO_SECONDS) as patience:
                self.lobby.crowd.wait_for(visit, patience)
                first = await _read_frame(receive)
                self.lobby.crowd.heard(visit)
        except TimeoutError:
            await websocket.close(REFUSED, "nothing was said")
            return None
        try:
            return await self.meet(about, visit, first)
        except RefusedError as problem:
            answer = {"ok": False, "code": problem.code, "message": problem.message}
            await websocket.send_text(encode(answer).decode())
            await websocket.close(REFUSED, problem.code)
            return None

    async def _hold(self, talk: Talk, scope: Scope, receive: Receive, send: Send) -> None:
        """Let them talk until the client is gone: without Starlette, which costs time."""
        wire = direct_wire(scope)
        socket = Socket(send, wire, talk.holder, self.lobby.settings.limits.backlog)
        pump = asyncio.get_running_loop().create_task(socket.pump())
        try:
            talk.begin(socket)
            if wire:
                wire.listen(talk.hear)
            while True:
                talk.hear(await _read_frame(receive), monotonic())
        finally:
            talk.end()
            await _end(pump)


class SocketServer(Door):
    """Serves the sockets of all matches."""

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby)
        limits = lobby.settings.limits
        self._guests = Gate("requests", limits.rate, limits.burst)

    def find(self, path: str) -> str:
        """Return the match whose socket is at a path."""
        found = _PATH.fullmatch(path)
        if not found:
            raise RefusedError("not-found", "sockets are at /api/matches/…/socket")
        return found[1]

    async def meet(self, about: str, visit: Visit, first: str | bytes) -> Talk:
        """Find the match, and let its player or a guest in."""
        hello = read_hello(first, "hello", HELLO)
        holder = holder_of(hello["secret"] or "")
        room = await self.lobby.find(about)
        await room.read_draft(holder)
        self.lobby.crowd.stay(visit, about, holder, room.holds(holder))
        bucket = self._bucket(room, holder, visit.address)
        return Conversation(self.lobby, room, holder, hello["after"], visit.address, bucket)

    def _bucket(self, room: Room, holder: str, address: str) -> Bucket:
        """Return what counts messages: a holder's in this match, or an address's guests'."""
        if room.holds(holder):
            return room.limits.messages(holder)
        return self._guests.bucket(address)


class Conversation(Talk):
    """What one client of a match asks, and the answers; `after` is the last event it has seen."""

    _socket: Socket

    def __init__(
        self, lobby: Lobby, room: Room, holder: str, after: int | None, address: str, bucket: Bucket
    ) -> None:
        self._timekeeper = lobby.timekeeper
        self._limits = lobby.settings.limits
        self._metrics = lobby.metrics
        self._room = room
        self.holder = holder
        self._after = after
        self._address = address
        self._bucket = bucket
        #: What came and has not been looked at; no more than the bucket lets through at once.
        self._unheard: deque[tuple[Any, float]] = deque()

    def begin(self, socket: Socket) -> None:
        """Send what they missed, or the whole match."""
        self._socket = socket
        self._room.host.computer.meet(self.holder, self._address)
        self._room.welcome(socket, self._after)

    def end(self) -> None:
        """Leave the match."""
        self._room.farewell(self._socket)

    def hear(self, text: str | bytes, arrived: float) -> None:
        """Do what a message asks for, or say why not."""
        message = parsed(text)
        wait = self._bucket.take(self._limits.rate, self._limits.burst, arrived)
        if wait:
            self._socket.send(encode(too_fast(message, wait)))
        elif self._unheard or monotonic() - arrived > _SLICE:
            # Many messages came in one packet: others have their turn before the rest of them.
            self._unheard.append((message, arrived))
            if len(self._unheard) == 1:
                asyncio.get_running_loop().call_soon(self._go_on)
        else:
            self._ask(message, arrived)

    def _go_on(self) -> None:
        """Do some of what is left of a packet."""
        ends = monotonic() + _SLICE
        while self._unheard and monotonic() < ends:
            self._ask(*self._unheard.popleft())
        if self._unheard:
            asyncio.get_running_loop().call_soon(self._go_on)

    def _ask(self, message: Any, arrived: float) -> None:
        def reply(answer: dict[str, Any]) -> None:
            self._metrics.request_seconds.observe(monotonic() - arrived)
            self._metrics.refusals += answer["ok"] is False
            self._socket.send(encode(answer))

        if isinstance(message, dict) and message.get("do") == "looking":
            self._look(message, reply)
            return
        came = self._timekeeper.at(arrived)
        self._room.host.request(self.holder, message, reply, came, self._admit)

    def _look(self, message: dict[str, Any], reply: Reply) -> None:
        """Hear whether the match is in sight: who does not look may be told of their turn."""
        reply = naming(reply, message.get("id") if isinstance(message.get("id"), str) else None)
        try:
            looking = bool(LOOKING.read(message)["looking"])
        except FormatError as problem:
            reply({"ok": False, "code": "bad-request", "message": str(problem)})
            return
        if looking != self._socket.looking:
            self._socket.looking = looking
            self._room.sight_changed(self._socket)
        reply({"ok": True})

    def _admit(self, verb: str) -> None:
        self._room.admit(self.holder, self._address, verb)


async def _end(pump: asyncio.Task[None]) -> None:
    """End what sends to a client that is gone."""
    pump.cancel()
    await asyncio.wait([pump])
    if not pump.cancelled():
        pump.exception()  # the client was gone before the last message


async def _read_frame(receive: Receive) -> str | bytes:
    """Return the next message."""
    frame = await receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1005))
    text: str | bytes = frame.get("text") or frame.get("bytes") or b""
    return text


def parsed(text: str | bytes) -> Any:
    """Return a message; what is not JSON becomes something that is refused."""
    try:
        if isinstance(text, bytes):
            text = text.decode()
        plain = _plainly_parsed(text)
        return read_json(text) if plain is None else plain
    except (FormatError, UnicodeDecodeError):
        return None


def _plainly_parsed(text: str) -> dict[str, Any] | None:
    """Return what `read_json` would, much faster, where the text is as plain as most are.

    There is nothing escaped in it, and as many colons as the object has keys: so none stands twice.
    (An integer of more than 64 bits comes as a float; no message takes either.)
    """
    if "\\" in text:
        return None
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    return found if type(found) is dict and text.count(":") == len(found) else None


def read_hello(text: str | bytes, verb: str, form: Form) -> dict[str, Any]:
    """Return what a client says first: with this `do`, and of this form."""
    message = parsed(text)
    if not isinstance(message, dict) or message.get("do") != verb:
        raise RefusedError("bad-request", f'a client speaks first: {{"do": "{verb}", …}}')
    try:
        return form.read(message)
    except FormatError as problem:
        raise RefusedError("bad-request", str(problem)) from None


def too_fast(message: Any, wait: float) -> dict[str, Any]:
    """Return the refusal of a message that came too soon; `wait` is in seconds."""
    number = message.get("id") if isinstance(message, dict) else None
    if not isinstance(number, str):
        number = None  # no id, so there is nothing to name
    answer = {"ok": False, "code": "too-many", "message": "too many requests: wait a little"}
    return {"re": number, **answer, "retry_after": max(1, round(wait))}
