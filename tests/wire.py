"""A WebSocket client on which nothing happens by itself, for tests of the wire and for attacks."""

import json
import socket
import struct

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


def frame(message, kind=TEXT, last=True):
    """Return a frame as clients send it; a mask of zeros is a mask."""
    data = message if isinstance(message, bytes) else json.dumps(message).encode()
    if len(data) < 126:
        head = struct.pack("!BB", kind | 128 * last, 128 | len(data))
    elif len(data) < 1 << 16:
        head = struct.pack("!BBH", kind | 128 * last, 128 | 126, len(data))
    else:
        head = struct.pack("!BBQ", kind | 128 * last, 128 | 127, len(data))
    return head + bytes(4) + data


class Wire:
    """A client of one socket, byte by byte."""

    def __init__(
        self,
        server,
        match,
        secret=None,
        headers="",
        timeout=20,
        source="127.0.0.1",
        silent=False,
        first=b"",
        path="",
        hello=None,
    ):
        """Open a socket and say hello, with what comes `first`, unless it is to be silent.

        It is the socket of a match, unless another `path` is given with its `hello`.

        Every address of 127.0.0.0/8 can be the source: clients of many addresses on one machine.
        """
        self.socket = socket.create_connection(
            ("127.0.0.1", server.port), timeout=timeout, source_address=(source, 0)
        )
        self.stream = self.socket.makefile("rb")
        path = path or f"/api/matches/{match}/socket"
        self.send(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Sec-WebSocket-Version: 13\r\n{headers}\r\n".encode()
        )
        self.status = int((self.stream.readline().split() or [b"", b"0"])[1])
        while self.stream.readline().strip():
            pass
        if self.status == 101 and not silent:
            self.send(frame(hello or {"do": "hello", "secret": secret}) + first)

    def send(self, data):
        self.socket.sendall(data)

    def ask(self, **message):
        """Send a message with an id; return its answer."""
        self.send(frame(message))
        return self.answer(message["id"])

    def hear(self):
        """Return the kind and the data of the next frame; nothing at the end, however it came."""
        try:
            return self._hear()
        except ConnectionError:
            return None, b""

    def _hear(self):
        head = self.stream.read(2)
        if len(head) < 2:
            return None, b""
        first, size = head
        if size == 126:
            (size,) = struct.unpack("!H", self.stream.read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self.stream.read(8))
        return first & 15, self.stream.read(size)

    def answer(self, request):
        """Return the answer to a request."""
        while True:
            kind, data = self.hear()
            assert kind in (TEXT, PING), (kind, data)
            if kind == TEXT and (heard := json.loads(data)).get("re") == request:
                return heard

    def next_of(self, wanted):
        """Return the data of the next frame of a kind."""
        while True:
            kind, data = self.hear()
            if kind in (wanted, None):
                return data

    def farewell(self):
        """Read to the end; return why the server closed, or 0 if it did not say."""
        data = self.next_of(CLOSE)
        return struct.unpack("!H", data[:2])[0] if data else 0

    def welcomed(self):
        """Whether the server lets this client in: its first word is a welcome."""
        if self.status != 101:
            return False
        kind, data = self.hear()
        return kind == TEXT and b'"welcome"' in data[:20]

    def close(self):
        self.stream.close()
        self.socket.close()
