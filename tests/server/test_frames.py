"""Frames that we write and read ourselves, compared with the library's."""

import pytest
from websockets.frames import Frame, Opcode

from quatrefoil.server.frames import payload_range, text_frame, text_of

SIZES = (0, 1, 125, 126, 127, 65_535, 65_536)


def from_client(data, opcode=Opcode.TEXT, fin=True, mask=True):
    return Frame(opcode, data, fin).serialize(mask=mask)


@pytest.mark.parametrize("size", SIZES)
def test_a_text_is_framed_as_the_library_does(size):
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("mask", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_a_payload_is_found_whatever_follows(size, mask):
    frame = from_client(b"x" * size, mask=mask)
    start, end = payload_range(frame + b"more")
    assert (start, end) == (len(frame) - size, len(frame))


@pytest.mark.parametrize("size", SIZES)
def test_the_head_of_a_frame_alone_tells_its_size(size):
    frame = from_client(b"x" * size, mask=False)
    head = len(frame) - size
    assert payload_range(frame[:head]) == (head, len(frame))
    assert payload_range(frame[: head - 1]) is None


def test_a_text_is_read_as_it_was_written():
    frame = from_client("Käpylä ⬡".encode())
    assert text_of(frame, payload_range(frame)[0]) == "Käpylä ⬡"


@pytest.mark.parametrize(
    "frame",
    [
        from_client(b"x", mask=False),
        from_client(b"x", Opcode.BINARY),
        from_client(b"x", Opcode.PING),
        from_client(b"x", fin=False),
        from_client(b"x", Opcode.CONT),
        from_client(b"\xff"),
    ],
    # Masks are random, and so would names made of frames be.
    ids=["unmasked", "binary", "ping", "first piece", "later piece", "not UTF-8"],
)
def test_what_is_no_text_in_one_piece_is_left_to_the_library(frame):
    assert text_of(frame, payload_range(frame)[0]) is None
