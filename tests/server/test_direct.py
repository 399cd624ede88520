"""Sockets on the wire itself: frames in pieces, in crowds, and a client that does not read."""

import json
import struct
from contextlib import suppress

import pytest
from live_tools import Peer, start_server
from tests.wire import BINARY, CLOSE, CONTINUED, PING, PONG, TEXT, Wire, frame

WRONG, NO_TEXT, REFUSED, TOO_BIG = 1002, 1007, 1008, 1009


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = start_server(tmp_path_factory.mktemp("direct"))
    yield found
    found.stop()


@pytest.fixture
def match(server):
    seats = [{"kind": "me"}, {"kind": "me"}]
    made = server.ask("/api/matches", {"game": "trickle", "seats": seats})
    return made["id"], made["secret"]


def test_what_comes_together_with_the_hello_is_answered_in_order(server, match):
    wire = Wire(
        server,
        match[0],
        first=frame({"id": "1", "do": "ping"}) + frame({"id": "2", "do": "x"}),
    )
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


def test_a_message_in_endless_pieces_is_refused(server, match):
    wire = Wire(server, match[0])
    wire.send(frame(b"{", last=False) + frame(b"", CONTINUED, last=False) * 200)
    assert wire.farewell() == REFUSED
    wire.close()


def test_what_follows_a_close_is_not_heard(server, match):
    wire = Wire(server, match[0])
    wire.ask(id="a", do="ping")
    wire.send(frame(struct.pack("!H", 1000), CLOSE) + frame({"id": "b", "do": "ping"}) * 10)
    assert wire.farewell() == 1000
    assert wire.hear() == (None, b"")
    wire.close()


def test_many_messages_at_once_are_answered_in_order(server, match):
    wire = Wire(server, match[0])
    wire.send(b"".join(frame({"id": str(number), "do": "ping"}) for number in range(500)))
    order = [json.loads(wire.next_of(TEXT)).get("re") for _ in range(502)]
    assert [each for each in order if each] == [str(number) for number in range(500)]
    wire.close()


def test_a_client_that_does_not_read_is_cut_off_and_nobody_else_notices(server, match):
    slow = Wire(server, match[0])
    asked = frame({"id": "s", "do": "snapshot"})
    peer = Peer(server, *match)
    while peer.hear().get("guests") != 1:
        pass
    with suppress(ConnectionError):
        for _ in range(30):
            slow.send(asked * 100)
    peer.send({"id": "p", "do": "play", "tokens": ["f8-f9"], "at": peer.last})
    assert peer.answer("p")["ok"]
    while peer.hear().get("guests") != 0:
        pass
    peer.go_away()
    assert slow.farewell() == 0
    slow.close()
