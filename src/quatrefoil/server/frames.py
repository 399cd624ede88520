"""The one frame that nearly all are: a text in one piece (RFC 6455, section 5.2).

    last? kind │ masked? size │ size, if large │ mask, from clients │ payload
      1 byte         1 byte        2 or 8 bytes        4 bytes

The library reads a frame in some thirty calls; a short one that came whole is read here in three.
Everything else is left to the library.
"""

from __future__ import annotations

from struct import Struct

try:
    from websockets.speedups import apply_mask
except ImportError:  # installed without its compiled part
    from websockets.utils import apply_mask

_TEXT, _MASKED = 0x81, 0x80
#: What stands in the place of a size that follows in 2 or 8 bytes.
_MEDIUM, _LARGE = 126, 127
_MEDIUM_HEAD, _LARGE_HEAD = Struct("!BBH"), Struct("!BBQ")


def text_frame(text: bytes) -> bytes:
    """Return a text as a server sends it: in one piece, not masked."""
    size = len(text)
    if size < _MEDIUM:
        return bytes((_TEXT, size)) + text
    if size < 1 << 16:
        return _MEDIUM_HEAD.pack(_TEXT, _MEDIUM, size) + text
    return _LARGE_HEAD.pack(_TEXT, _LARGE, size) + text


def is_short_frame(data: bytes) -> bool:
    """Whether bytes are one frame of a client, all of it and nothing else, and a short one."""
    size = len(data) - 6
    return 0 <= size < _MEDIUM and data[1] == _MASKED | size


def text_of(frame: bytes) -> str | None:
    """Return the text of a client's short frame, if it is a text in one piece."""
    if frame[0] != _TEXT:
        return None
    try:
        return apply_mask(frame[6:], frame[2:6]).decode()
    except UnicodeDecodeError:
        return None
