"""Frames that we write and read ourselves, compared with the library's."""

import pytest
from websockets.frames import Frame, Opcode

from quatrefoil.server.frames import is_short_frame, text_frame, text_of

SIZES = (0, 1, 125, 126, 127, 65_535, 65_536)


def from_client(data, opcode=Opcode.TEXT, fin=True, mask=True):
    return Frame(opcode, data, fin).serialize(mask=mask)


@pytest.mark.parametrize("size", SIZES)
def test_a_text_is_framed_as_the_library_does(size):
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("size", SIZES)
def test_a_short_frame_is_known(size):
    frame = from_client(b"x" * size)
    assert is_short_frame(frame) == (size < 126)
    assert not is_short_frame(frame + b"x")
    assert not is_short_frame(frame[:-1])
    assert not is_short_frame(from_client(b"x" * size, mask=False))


def test_bytes_are_short_frames_only_if_the_library_reads_one_there():
    for size in range(200):
        for second in range(256):
            data = bytes((0x81, second)) + bytes(size)
            assert is_short_frame(data) == (second == 128 + size - 4 and size - 4 in range(126))


def test_a_text_is_read_as_it_was_written():
    assert text_of(from_client("Käpylä ⬡".encode())) == "Käpylä ⬡"


@pytest.mark.parametrize(
    "frame",
    [
        from_client(b"x", Opcode.BINARY),
        from_client(b"x", Opcode.PING),
        from_client(b"x", fin=False),
        from_client(b"x", Opcode.CONT),
        from_client(b"\xff"),
    ],
    # Masks are random, and so would names made of frames be.
    ids=["binary", "ping", "first piece", "later piece", "not UTF-8"],
)
def test_what_is_no_text_in_one_piece_is_left_to_the_library(frame):
    assert text_of(frame) is None
