"""Sockets on the wire itself: frames in pieces, in crowds, and a client that does not read."""

import json
import socket
import struct

import pytest
from live_tools import Peer, start_server

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
WRONG, NO_TEXT, TOO_BIG, TRY_AGAIN = 1002, 1007, 1009, 1013


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = start_server(tmp_path_factory.mktemp("direct"))
    yield found
    found.stop()


def frame(message, kind=TEXT, last=True):
    """Return a frame as clients send it; a mask of zeros is a mask."""
    data = message if isinstance(message, bytes) else json.dumps(message).encode()
    return struct.pack("!BB", kind | 128 * last, 128 | len(data)) + bytes(4) + data


class Wire:
    """A socket on which nothing happens by itself."""

    def __init__(self, server, match, first=b""):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        self.stream = self.socket.makefile("rb")
        self.send(
            f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while self.stream.readline().strip():
            pass
        self.send(frame({"do": "hello", "secret": None}) + first)

    def send(self, data):
        self.socket.sendall(data)

    def hear(self):
        """Return the kind and the data of the next frame."""
        first, size = self.stream.read(2)
        if size == 126:
            (size,) = struct.unpack("!H", self.stream.read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self.stream.read(8))
        return first & 15, self.stream.read(size)

    def answer(self, request):
        """Return the answer to a request."""
        while True:
            kind, data = self.hear()
            if kind == TEXT and (heard := json.loads(data)).get("re") == request:
                return heard

    def farewell(self):
        """Read to the end; return why the server closed."""
        return struct.unpack("!H", self.next_of(CLOSE)[:2])[0]

    def next_of(self, wanted):
        """Return the data of the next frame of a kind."""
        while True:
            kind, data = self.hear()
            if kind == wanted:
                return data

    def close(self):
        self.stream.close()
        self.socket.close()


@pytest.fixture
def match(server):
    seats = [{"kind": "me"}, {"kind": "me"}]
    made = server.ask("/api/matches", {"game": "trickle", "seats": seats})
    return made["id"], made["secret"]


def test_what_comes_together_with_the_hello_is_answered_in_order(server, match):
    wire = Wire(server, match[0], frame({"id": "1", "do": "ping"}) + frame({"id": "2", "do": "x"}))
    wire.send(frame({"id": "3", "do": "ping"}))
    order = []
    while len(order) < 3:
        heard = json.loads(wire.hear()[1])
        if "re" in heard:
            order.append((heard["re"], heard["ok"]))
    assert order == [("1", True), ("2", False), ("3", True)]
    wire.close()


def test_a_message_in_pieces_is_one_message(server, match):
    wire = Wire(server, match[0])
    wire.send(frame(b'{"id": "a", ', last=False))
    wire.send(frame(b'"do": "ping"}', CONTINUED))
    assert wire.answer("a")["ok"]
    wire.close()


def test_a_frame_may_come_byte_by_byte(server, match):
    wire = Wire(server, match[0])
    for byte in frame({"id": "a", "do": "ping"}):
        wire.send(bytes([byte]))
    assert wire.answer("a")["ok"]
    for byte in frame(b"?", PING):
        wire.send(bytes([byte]))
    assert wire.next_of(PONG) == b"?"
    wire.close()


def test_no_other_text_may_come_between_the_pieces_of_one(server, match):
    wire = Wire(server, match[0])
    wire.send(frame(b'{"id": "a", ', last=False) + frame({"id": "b", "do": "ping"}))
    assert wire.farewell() == WRONG
    wire.close()


def test_a_frame_without_a_mask_is_refused(server, match):
    wire = Wire(server, match[0])
    wire.send(struct.pack("!BB", 128 | TEXT, 2) + b"{}")
    assert wire.farewell() == WRONG
    wire.close()


def test_a_frame_that_is_too_big_is_refused_before_all_of_it_has_come(server, match):
    wire = Wire(server, match[0])
    wire.send(struct.pack("!BBQ", 128 | TEXT, 128 | 127, 1 << 40) + bytes(4) + b"{")
    assert wire.farewell() == TOO_BIG
    wire.close()


def test_what_is_no_text_is_refused(server, match):
    wire = Wire(server, match[0])
    wire.send(frame(b"\xff", BINARY) + frame({"id": "b", "do": "ping"}))
    assert wire.answer("b")["ok"]
    wire.send(frame(b"\xff", TEXT))
    assert wire.farewell() == NO_TEXT
    wire.close()


def test_a_client_that_does_not_read_is_let_go_and_nobody_else_notices(server, match):
    slow = Wire(server, match[0])
    asked = frame({"id": "s", "do": "snapshot"})
    for _ in range(30):
        slow.send(asked * 100)
    peer = Peer(server, *match)
    peer.send({"id": "p", "do": "play", "tokens": ["f8-f9"], "at": peer.last})
    assert peer.answer("p")["ok"]
    peer.go_away()
    assert slow.farewell() == TRY_AGAIN
    slow.close()
