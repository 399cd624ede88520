"""A WebSocket client that calls back: the protocol is the library's, without its tasks and queues.

Thousands of these run in one process beside the server that they measure; docs/decisions.md says
what each way costs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import OPEN
from websockets.uri import parse_uri


class Connection(asyncio.Protocol):
    """One WebSocket: `send` text, `receive` text. Made for `loop.create_connection`."""

    def __init__(self, uri: str) -> None:
        #: Called with each text message, once the socket is open, and once it is gone.
        self.receive: Callable[[bytes], None] = lambda text: None
        self.opened: Callable[[], None] = lambda: None
        self.closed: Callable[[], None] = lambda: None
        self._protocol = ClientProtocol(parse_uri(uri), max_size=None)
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade to a WebSocket."""
        self._transport = cast(asyncio.Transport, transport)
        self._protocol.send_request(self._protocol.connect())
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell that it is over."""
        self._transport = None
        self.closed()

    def data_received(self, data: bytes) -> None:
        """Take bytes; answer pings; hand on every whole message among them."""
        self._protocol.receive_data(data)
        self._flush()
        for event in self._protocol.events_received():
            if not self._transport:
                return
            if isinstance(event, Response):
                self._finish_handshake()
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                # The server sends every message in one frame.
                self.receive(bytes(event.data))

    def send(self, text: bytes) -> None:
        """Send a text message, if the socket is open."""
        if self._transport and self._protocol.state is OPEN:
            self._protocol.send_text(text)
            self._flush()

    def close(self) -> None:
        """Close the connection at once."""
        if self._transport:
            self._transport.close()

    def _finish_handshake(self) -> None:
        if self._protocol.handshake_exc is None:
            self.opened()
        else:
            self.close()

    def _flush(self) -> None:
        """Write what the protocol has to say; an empty piece means the end."""
        for data in self._protocol.data_to_send():
            if not data:
                self.close()
            elif self._transport:
                self._transport.write(data)
