"""Sockets without detours: a message goes from the wire to its handler in one call, and back.

Through ASGI each message takes a queue, two tasks and some dictionaries, which together cost as
much as deciding a move. The protocol here is uvicorn's own; a socket that the application has
accepted may ask it, by an extension in the ASGI scope, to hear and to send by itself:

    ASGI      wire ─▶ frame ─▶ queue ─▶ task: receive() ─▶ …        … ─▶ task: send() ─▶ wire
    directly  wire ─▶ frame ─▶ hear(message)                            write(message) ─▶ wire

Texts in one piece, which nearly all messages are, are framed here; what is written in one turn of
the event loop goes out together. Opening, closing, pings, pieces and refusals stay with uvicorn,
and where the extension is missing (another server, a test without one) everything goes by ASGI.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from quatrefoil.server.frames import payload_range, text_frame, text_of

_EXTENSION = "quatrefoil.direct"
_BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

#: Takes a text, and when its bytes came, by the monotonic clock.
Hear = Callable[[str, float], None]


class DirectProtocol(WebSocketsSansIOProtocol):
    """The server's end of a socket, for `uvicorn.Config(ws=…)`."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._hear: Hear | None = None
        #: When the latest bytes came.
        self._arrived = monotonic()
        #: The beginning of a frame whose rest has not come yet.
        self._begun = b""
        #: Frames that go out together at the end of this turn of the event loop.
        self._outgoing = bytearray()

    async def run_asgi(self) -> None:
        """Run the application, and let it know that it can have the wire to itself."""
        self.scope["extensions"][_EXTENSION] = self  # type: ignore[index, assignment]
        await super().run_asgi()

    def listen(self, hear: Hear) -> None:
        """Give every message from now on to `hear`; what came before is still with ASGI."""
        self._hear = hear

    # ---- to the client ------------------------------------------------------------------------

    def write(self, message: bytes) -> int:
        """Send a text; return how many bytes wait for a client that does not read."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return 0
        if not self._outgoing:
            self.loop.call_soon(self._flush)
        self._outgoing += text_frame(message)
        return len(self._outgoing) + self.transport.get_write_buffer_size()

    def _flush(self) -> None:
        """Send what was written: often an answer and the event that it is about, at once."""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(bytes(self._outgoing))
        self._outgoing.clear()

    # ---- from the client ----------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take bytes: at first the request for a socket, then frames, one by one."""
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:
                self._refuse_handshake()
            return
        self._arrived = monotonic()
        data = self._begun + data
        while found := payload_range(data):
            start, end = found
            if end - start > self.config.ws_max_size:
                super().data_received(data)
                return
            if end > len(data):
                break
            self._take(data[:end], start)
            data = data[end:]
        self._begun = data

    def _refuse_handshake(self) -> None:
        """Answer a request for a socket that is none; uvicorn would leave its sender waiting."""
        answer = b"".join(self.conn.data_to_send())
        self.transport.write(answer or _BAD_REQUEST)
        self.transport.close()

    def _take(self, frame: bytes, start: int) -> None:
        """Hear a text in one piece; what else a frame can be, or should not be, uvicorn knows."""
        usual = self._hear and not self.frames and not self.close_sent
        text = text_of(frame, start) if usual else None
        if self._hear and text is not None:
            self._hear(text, self._arrived)
        else:
            super().data_received(frame)

    def send_receive_event_to_app(self) -> None:
        """Take a message that came in pieces; one that is no text goes the long way."""
        if self._hear is None:
            super().send_receive_event_to_app()
            return
        try:
            message = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        if not self.close_sent:
            self._hear(message, self._arrived)


def direct_wire(scope: Scope) -> DirectProtocol | None:
    """Return the wire under a socket, where there is one to be had."""
    return cast(DirectProtocol | None, scope.get("extensions", {}).get(_EXTENSION))
