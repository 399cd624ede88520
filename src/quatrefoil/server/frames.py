"""Frames of the WebSocket protocol (RFC 6455, section 5.2), as nearly all of them are.

    last? kind │ masked? size │ size, if large │ mask, from clients │ payload
      1 byte         1 byte        2 or 8 bytes        4 bytes

A text in one piece is written and read here; everything else is left to the library.
"""

from __future__ import annotations

from struct import Struct

try:
    from websockets.speedups import apply_mask
except ImportError:  # installed without its compiled part
    from websockets.utils import apply_mask

_WHOLE_TEXT, _MASKED = 0x81, 0x80
#: What stands in the place of a size that follows in 2 or 8 bytes.
_MEDIUM, _LARGE = 126, 127
_MEDIUM_HEAD, _LARGE_HEAD = Struct("!BBH"), Struct("!BBQ")


def text_frame(text: bytes) -> bytes:
    """Return a text as a server sends it: in one piece, not masked."""
    size = len(text)
    if size < _MEDIUM:
        return bytes((_WHOLE_TEXT, size)) + text
    if size < 1 << 16:
        return _MEDIUM_HEAD.pack(_WHOLE_TEXT, _MEDIUM, size) + text
    return _LARGE_HEAD.pack(_WHOLE_TEXT, _LARGE, size) + text


def payload_range(data: bytes) -> tuple[int, int] | None:
    """Return where the payload of the first frame starts and ends; None if that is not clear."""
    if len(data) < 2:
        return None
    size = data[1] & ~_MASKED
    start = 2
    if size >= _MEDIUM:
        start = 4 if size == _MEDIUM else 10
        if len(data) < start:
            return None
        size = int.from_bytes(data[2:start])
    if data[1] & _MASKED:
        start += 4
    return start, start + size


def text_of(frame: bytes, start: int) -> str | None:
    """Return the text of a client's frame, if it is one in one piece; `start` is the payload's."""
    if frame[0] != _WHOLE_TEXT or not frame[1] & _MASKED:
        return None
    try:
        return apply_mask(frame[start:], frame[start - 4 : start]).decode()
    except UnicodeDecodeError:
        return None
