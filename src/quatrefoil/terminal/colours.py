"""Colours as hexadecimal text: lighter ones, mixed ones, and ink that can be read on them."""

from __future__ import annotations

from dataclasses import dataclass

_DARK_INK, _LIGHT_INK = "#14161a", "#ffffff"
#: From this brightness on (0 to 255) ink is dark.
_BRIGHT = 140


@dataclass(frozen=True)
class Colours:
    """The front end's own colours on a board, and whether the screen is dark."""

    dark: bool
    #: Places that can be picked, the one under the cursor, those picked, those of the latest move.
    offered: str
    cursor: str
    picked: str
    latest: str


ON_LIGHT = Colours(False, offered="#0b6b46", cursor="#7a1fa2", picked="#9fe0c0", latest="#f2dc8c")
ON_DARK = Colours(True, offered="#7ff0bd", cursor="#ffd75e", picked="#1f7a55", latest="#6a5a1c")


def mixed(one: str, other: str, part: float) -> str:
    """Return a colour on the way from one to the other."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def lighter(colour: str, part: float) -> str:
    """Return a colour on its way to white."""
    return mixed(colour, _LIGHT_INK, min(part, 1.0)) if part else colour


def is_dark(colour: str) -> bool:
    """Whether light ink reads better on a colour than dark ink."""
    red, green, blue = _channels(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue < _BRIGHT


def ink_on(paper: str) -> str:
    """Return ink that can be read on a colour."""
    return _LIGHT_INK if is_dark(paper) else _DARK_INK


def _channels(colour: str) -> tuple[int, int, int]:
    number = int(colour[1:7], 16)
    return number >> 16, number >> 8 & 255, number & 255
