"""Sockets without detours: a message goes from the wire to who hears it in one call, and back.

Through ASGI each message takes a queue, two tasks and some dictionaries, which together cost as
much as deciding a move. The protocol here is uvicorn's own; a socket that the application has
accepted may ask it, by an extension in the ASGI scope, to hear and to send by itself:

    ASGI      wire ─▶ frame ─▶ queue ─▶ task: receive() ─▶ …        … ─▶ task: send() ─▶ wire
    directly  wire ─▶ frame ─▶ hear(message)                            write(message) ─▶ wire

Opening, closing, pings and limits stay with uvicorn, and where the extension is missing (another
server, a test without one) everything goes by ASGI.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

_EXTENSION = "quatrefoil.direct"

Hear = Callable[[str], None]


class DirectProtocol(WebSocketsSansIOProtocol):
    """The server's end of a socket, for `uvicorn.Config(ws=…)`."""

    _hear: Hear | None = None

    async def run_asgi(self) -> None:
        """Run the application, and let it know that it can have the wire to itself."""
        self.scope["extensions"][_EXTENSION] = self  # type: ignore[index, assignment]
        await super().run_asgi()

    def listen(self, hear: Hear) -> None:
        """Give every message from now on to `hear`; what came before is still with ASGI."""
        self._hear = hear

    def write(self, message: bytes) -> int:
        """Send a text; return how many bytes wait for a client that does not read."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return 0
        self.conn.send_text(message)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return self.transport.get_write_buffer_size()

    def send_receive_event_to_app(self) -> None:
        """Take a whole message; one that is no text goes the long way, and may be refused there."""
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
            self._hear(message)


def direct_wire(scope: Scope) -> DirectProtocol | None:
    """Return the wire under a socket, where there is one to be had."""
    return cast(DirectProtocol | None, scope.get("extensions", {}).get(_EXTENSION))
