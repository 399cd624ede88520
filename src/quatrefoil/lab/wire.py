"""A small, fast WebSocket client: just enough for measuring a server without being in its way."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast

#: What to do with a text message, and when the connection is opened or lost.
Hear = Callable[[bytes], None]
Call = Callable[[], None]

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class Wire(asyncio.Protocol):
    """One connection: `send` text, `hear` text."""

    def __init__(self, host: str, path: str) -> None:
        self._host = host
        self._path = path
        self.hear: Hear = lambda text: None
        self.opened: Call = lambda: None
        self.lost: Call = lambda: None
        self._buffer = bytearray()
        self._open = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade to a WebSocket."""
        self._transport = transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell that it is over."""
        self._transport = None
        self.lost()

    def data_received(self, data: bytes) -> None:
        """Take bytes; hear every whole message among them."""
        self._buffer += data
        if not self._open and not self._finish_handshake():
            return
        while self._transport and (message := self._next_frame()) is not None:
            kind, payload = message
            if kind == _TEXT:
                self.hear(payload)
            elif kind == _PING:
                self._write(_PONG, payload)
            elif kind == _CLOSE:
                self.close()

    def send(self, text: bytes) -> None:
        """Send a text message."""
        self._write(_TEXT, text)

    def close(self) -> None:
        """Close the connection at once."""
        if self._transport:
            self._transport.close()

    def _finish_handshake(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        accepted = self._buffer.startswith(b"HTTP/1.1 101")
        del self._buffer[: end + 4]
        if not accepted:
            self.close()
            return False
        self._open = True
        self.opened()
        return True

    def _next_frame(self) -> tuple[int, bytes] | None:
        """Take one whole frame from the buffer; a server's frames are not masked."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 127, 2
        if length == 126:
            if len(buffer) < 4:
                return None
            length, start = int.from_bytes(buffer[2:4]), 4
        elif length == 127:
            if len(buffer) < 10:
                return None
            length, start = int.from_bytes(buffer[2:10]), 10
        if len(buffer) < start + length:
            return None
        kind, payload = buffer[0] & 15, bytes(buffer[start : start + length])
        del buffer[: start + length]
        return kind, payload

    def _write(self, kind: int, payload: bytes) -> None:
        """Write a frame; a mask of zeros is a mask, and costs nothing."""
        if not self._transport:
            return
        size = len(payload)
        head = (
            struct.pack("!BB", 128 | kind, 128 | size)
            if size < 126
            else (struct.pack("!BBH", 128 | kind, 128 | 126, size))
        )
        self._transport.write(head + b"\0\0\0\0" + payload)
