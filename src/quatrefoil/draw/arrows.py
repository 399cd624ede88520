"""Arrows between places: one outline, so that it can have a border."""

from __future__ import annotations

from math import atan2, degrees, hypot

from quatrefoil.draw.elements import Element
from quatrefoil.draw.styles import written
from quatrefoil.view.data import Place

#: The measures below are for a board whose longer side is this; other boards scale them.
_SIDE = 640.0
#: Half the width of the shaft, half the width of the head, and the length of the head.
_SHAFT, _HEAD, _LENGTH = 6.0, 17.0, 30.0
#: The largest share of an arrow's length that its head takes; shorter arrows are drawn smaller.
_MOST = 0.5
#: The distance from the middle of its first place to where an arrow begins.
_OFF = 12.0


def arrow(start: Place, end: Place, side: float) -> Element:
    """Return an arrow from one place to another; `side` is the longer side of the board.

    It is drawn to the right from (0, 0), then turned and moved into place.
    """
    reach = hypot(end.x - start.x, end.y - start.y)
    scale = min(side / _SIDE, reach * _MOST / _LENGTH)
    tip = reach / scale
    neck = tip - _LENGTH
    begin = min(_OFF, neck / 2)
    outline = (
        (begin, -_SHAFT),
        (neck, -_SHAFT),
        (neck, -_HEAD),
        (tip, 0.0),
        (neck, _HEAD),
        (neck, _SHAFT),
        (begin, _SHAFT),
    )
    points = " ".join(f"{written(x)},{written(y)}" for x, y in outline)
    angle = degrees(atan2(end.y - start.y, end.x - start.x))
    moved = (
        f"translate({written(start.x)} {written(start.y)})"
        f" rotate({written(angle)}) scale({written(scale)})"
    )
    return Element("polygon", {"class": "pointing", "points": points, "transform": moved})
