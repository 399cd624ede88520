"""HTTP connections: how many there may be, and how long a client may take.

The protocol is uvicorn's, on h11. A connection costs a file and some memory from the moment it is
opened, so whoever opens many and says nothing could lock everybody out. Ours is what prevents it:

    a request's head       ten seconds, a hundred headers, 16 KB; else 431 or the end
    its body, the answer   half a minute to send it, a minute to read it
    room                   where there is none left, the oldest goes that waits for its client

Sockets are no longer among these connections: players are not in the way of strangers.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from struct import Struct
from time import monotonic
from typing import Any, Protocol

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from quatrefoil.server.memory import give_memory_back
from quatrefoil.server.proxies import counted_as
from quatrefoil.server.settings import Limits

#: How long a socket may take to close, where the client does not read what it was sent.
CLOSING_SECONDS = 10.0

#: After how many bytes that nobody read it is worth to give memory back.
_WORTH_TRIMMING = 10_000_000

#: For SO_LINGER: close with a reset, and forget what was not sent.
_NO_LINGERING = Struct("ii").pack(1, 0)


class ServerConfig(uvicorn.Config):
    """How uvicorn is run, with the limits that our protocols keep."""

    def __init__(self, app: Any, limits: Limits, **more: Any) -> None:
        super().__init__(app, h11_max_incomplete_event_size=limits.head, **more)
        self.limits = limits
        self.connections = Connections(limits)


class Connection(Protocol):
    """A protocol that knows when its client has taken too long."""

    transport: asyncio.Transport

    def overdue(self, now: float) -> bool:
        """Whether to end it."""


class Connections:
    """The HTTP connections that are open, the oldest first: in all, and of each address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: dict[HttpProtocol, None] = {}
        self._by_address: dict[str, dict[HttpProtocol, None]] = {}
        #: Bytes that waited for clients who were cut off, since memory was last given back.
        self._unread = 0
        self._is_trimming = False

    def enter(self, connection: HttpProtocol) -> None:
        """Take a new connection; where there is no room for it, another one goes."""
        same = self._by_address.setdefault(connection.address, {})
        self._open[connection] = same[connection] = None
        if len(same) > self._limits.connections_per_address:
            self._make_room(same)
        if len(self._open) > self._limits.connections:
            self._make_room(self._open)

    def leave(self, connection: HttpProtocol) -> None:
        """Forget a connection that is gone, or that is a socket now."""
        if self._open.pop(connection, connection) is None:
            same = self._by_address[connection.address]
            del same[connection]
            if not same:
                del self._by_address[connection.address]

    def _make_room(self, group: Iterable[HttpProtocol]) -> None:
        """End the oldest that waits for its client; the newest has not said anything yet."""
        oldest = next(each for each in group if each.owes)
        self.leave(oldest)
        self.cut_off(oldest.transport)

    def sweep(self, connections: Iterable[Connection]) -> None:
        """End every connection whose client has taken too long; to be called every second."""
        now = monotonic()
        for each in [each for each in connections if each.overdue(now)]:
            self.cut_off(each.transport)
        if self._is_trimming:
            give_memory_back()
        # What was cut off just now is free in a moment, so the next sweep gives it back.
        self._is_trimming = self._unread > _WORTH_TRIMMING
        if self._is_trimming:
            self._unread = 0

    def cut_off(self, transport: asyncio.Transport) -> None:
        """End a connection at once; nobody keeps what its client did not read."""
        unread = transport.get_write_buffer_size()
        if unread or not transport.is_closing():
            found = transport.get_extra_info("socket")
            found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGERING)
        self._unread += unread
        transport.abort()


class HttpProtocol(H11Protocol):
    """The server's end of a connection, for `uvicorn.Config(http=…)`."""

    config: ServerConfig

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        limits = self.config.limits
        self.conn: _Conversation = _Conversation(limits)
        self.address = ""
        self._patience = {
            "head": limits.head_seconds,
            "body": limits.body_seconds,
            "answer": limits.answer_seconds,
        }
        #: What the client owed when the sweep last looked, and when it first saw that.
        self._owed: tuple[str, object] | None = None
        self._owed_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = counted_as(self.client[0] if self.client else "")
        self._look(monotonic())
        self.config.connections.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.connections.leave(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.config.connections.leave(self)
        super().handle_websocket_upgrade(event)

    @property
    def owes(self) -> str:
        """What the server waits for: a `head`, a `body`, or that an `answer` is read.

        Nothing while the application works: then the client waits for us.
        """
        if self.transport.get_write_buffer_size() or self.transport.is_closing():
            return "answer"
        if self.cycle is None or self.cycle.response_complete:
            return "head"
        return "body" if self.cycle.more_body else ""

    def overdue(self, now: float) -> bool:
        """Whether the client has owed the same thing for too long, within the same request."""
        return self._look(now) > self._patience.get(self._owed[0] if self._owed else "", 0.0)

    def _look(self, now: float) -> float:
        """Note what the client owes; return for how long it has been so."""
        owes = self.owes
        if not owes:
            self._owed = None
        elif self._owed != (owed := (owes, self.cycle)):
            self._owed, self._owed_since = owed, now
        return now - self._owed_since if self._owed else 0.0

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no proper request; where an answer has begun, there is only the end."""
        if self.cycle and not self.cycle.response_complete:
            # The application may still read the body: for it the client is gone.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(refusal_of_request(self.conn.refused))
            self.transport.close()
        else:
            self.config.connections.cut_off(self.transport)


class _Conversation(h11.Connection):
    """h11's side of a connection, which also refuses heads that are too large."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(h11.SERVER, limits.head)
        self._limits = limits
        #: The status of a refusal.
        self.refused = 400

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        try:
            event = super().next_event()
        except h11.RemoteProtocolError as problem:
            self.refused = problem.error_status_hint
            raise
        if isinstance(event, h11.Request):
            size = sum(len(name) + len(value) + 4 for name, value in event.headers)
            if len(event.headers) > self._limits.headers or size > self._limits.head:
                self.refused = 431
                raise h11.RemoteProtocolError("too many headers", error_status_hint=431)
        return event


def refusal_of_request(status: int) -> bytes:
    """Return a whole answer that refuses a request."""
    reason = {431: b"Request Header Fields Too Large", 501: b"Not Implemented"}
    return b"HTTP/1.1 %d %b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % (
        status,
        reason.get(status, b"Bad Request"),
    )
